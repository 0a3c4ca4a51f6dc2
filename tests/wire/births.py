"""Bots as processes of their own, all born of one process of the worker that has read the code: `nursery.py`."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Lock
from typing import Any, Final

from tests.suite import children

ROOT: Final = Path(__file__).parents[2]


class Nursery:
    """The process that bots are born of: one for all tests of a worker, started when the first of them wants it."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._one_by_one = Lock()

    async def ask(self, **asked: object) -> int:
        """The answer of the process. The loop goes on meanwhile: reading the code takes seconds."""
        return await asyncio.to_thread(self._asked, asked)

    def left(self) -> int:
        """Kill the bots that still run; how many there were."""
        return self._asked({"clear": True}) if self._process is not None else 0

    def close(self) -> None:
        """End the process, and with it whatever it has started."""
        if self._process is not None:
            self._process.communicate()
            self._process = None

    def _asked(self, asked: dict[str, Any]) -> int:
        with self._one_by_one:
            if self._process is None:
                self._process = self._begun()
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._process.stdin.write(f"{json.dumps(asked)}\n")
            self._process.stdin.flush()
            return int(self._process.stdout.readline())

    def _begun(self) -> subprocess.Popen[str]:
        return children.outlasting(
            [sys.executable, "-m", "tests.wire.nursery"],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])},
        )


NURSERY: Final = Nursery()


class Life:
    """A bot of the nursery, from its birth to its end. Its number is nobody else's before it has been waited for."""

    def __init__(self, number: int) -> None:
        self.returncode: int | None = None
        self._number, self._handle = number, os.pidfd_open(number)
        self._one_by_one = asyncio.Lock()

    def send_signal(self, how: signal.Signals) -> None:
        """Send it a signal at once, unless its end is known."""
        if self.returncode is None:
            signal.pidfd_send_signal(self._handle, how)

    async def wait(self) -> int:
        """Wait for its end; its exit code."""
        async with self._one_by_one:
            if self.returncode is None:
                await self._over()
                self.returncode = await NURSERY.ask(reap=self._number)
                os.close(self._handle)
            return self.returncode

    async def _over(self) -> None:
        over, loop = asyncio.Event(), asyncio.get_running_loop()
        loop.add_reader(self._handle, over.set)
        try:
            await over.wait()
        finally:
            loop.remove_reader(self._handle)


async def born(given: list[str], folder: Path, of: str = "bot.__main__") -> Life:
    """A bot with that command line, in that folder, where it writes its log, with the environment of this process.

    It has no emojis unless that environment says which features it has: to make them takes seconds. `of`: the module
    whose `main` it calls.
    """
    env = {"NISABA_FEATURES": "-emojis", **os.environ}
    asked = {"start": given, "of": of, "cwd": str(folder), "log": str(folder / "bot.log"), "env": env}
    return Life(await NURSERY.ask(**asked))
