"""Processes that have read the code and done nothing else: each is born of one that stands there and waits.

`python -m tests.service.newborn MODULE` reads that module, calls its `prepare` if it has one, and then for each line, a
list of texts, lets a new process call its `main` with them and answers with the exit code: that process has met no type
and opened nothing, as one that was just started.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
FAILED = 1


def ends(module: str, calls: Sequence[Sequence[str]], at_once: int = 2) -> list[int]:
    """How so many processes have ended that each called `main` of that module; some of them run side by side."""
    parts = [calls[n::at_once] for n in range(at_once)]
    with ThreadPoolExecutor(at_once) as waiting:
        return [code for codes in waiting.map(lambda part: _ends(module, part), parts) for code in codes]


def _ends(module: str, calls: Iterable[Sequence[str]]) -> list[int]:
    command = (sys.executable, "-m", "tests.service.newborn", module)
    lines = "".join(f"{json.dumps([*call])}\n" for call in calls)
    done = subprocess.run(command, cwd=ROOT, input=lines, stdout=subprocess.PIPE, text=True, check=True)
    return [int(line) for line in done.stdout.split()]


def born(act: Callable[..., int | None], given: Sequence[Any]) -> int:
    """The exit code of a new process that does that; what a signal ends has a negative one."""
    child = os.fork()
    if not child:
        code: int = FAILED
        try:
            code = act(*given) or 0
        except Exception:  # noqa: BLE001 - whatever it is, the process ends here and can only tell
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def serve(module: str, lines: Iterable[str]) -> Iterator[int]:
    """The exit code for each line."""
    read = import_module(module)
    getattr(read, "prepare", int)()
    act = read.main
    gc.collect()
    gc.freeze()
    for line in lines:
        yield born(act, json.loads(line))


if __name__ == "__main__":
    for code in serve(sys.argv[1], sys.stdin):
        sys.stdout.write(f"{code}\n")
        sys.stdout.flush()
