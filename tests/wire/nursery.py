"""A process that has read all of the bot's code, so that a bot is there at once however often it is killed.

Each line that comes in asks for one thing and is answered by one: `{"start": […], "cwd": …, "log": …}` by the number
of a new process, `{"reap": number}` by the exit code of one that has ended. Whatever still runs is killed at the end.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any, Final

from bot import starting  # noqa: F401 -- the whole bot, which `main` would only import for each of them
from bot.__main__ import main
from tests.suite import statements

DIES_WITH_PARENT: Final = 1  # PR_SET_PDEATHSIG of prctl


def start(asked: dict[str, Any]) -> int:
    """A bot with that command line, in that folder, that writes to that log; its number."""
    born = os.fork()
    if born:
        return born
    ctypes.CDLL(None).prctl(DIES_WITH_PARENT, signal.SIGKILL)
    code = 1
    try:
        become(asked["cwd"], Path(asked["log"]))
        code = main(asked["start"])
    finally:
        sys.stderr.flush()
        sys.stdout.flush()
        os._exit(code)


def become(cwd: str, log: Path) -> None:
    """Stand where a bot of its own would stand: in its folder, with nothing to read and its log to write to."""
    os.chdir(cwd)
    nothing, kept = os.open(os.devnull, os.O_RDONLY), os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    for here, there in ((nothing, 0), (kept, 1), (kept, 2)):
        os.dup2(here, there)


def serve() -> None:
    """Answer line after line."""
    children: set[int] = set()
    for line in iter(sys.stdin.readline, ""):
        asked = json.loads(line)
        if "reap" in asked:
            answer = os.waitstatus_to_exitcode(os.waitpid(asked["reap"], 0)[1])
            children.discard(asked["reap"])
        else:
            answer = start(asked)
            children.add(answer)
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()
    for left in children:
        os.kill(left, signal.SIGKILL)
        os.waitpid(left, 0)


if __name__ == "__main__":
    statements.wait_for_no_disk()
    gc.collect()
    gc.freeze()
    serve()
