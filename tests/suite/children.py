"""The processes that a test starts, so that none outlives it, however it ends."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from typing import Any

STARTED: list[subprocess.Popen[Any]] = []


class Watched(subprocess.Popen[Any]):
    """A process that is remembered."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        STARTED.append(self)


def watch() -> None:
    """Remember every process that is started from now on."""
    subprocess.Popen = Watched  # type: ignore[misc]


def outlasting(command: Sequence[str], **options: Any) -> subprocess.Popen[str]:
    """A process that serves more tests than one, spoken to by lines; whoever starts it ends it."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **options)
    if process in STARTED:
        STARTED.remove(process)
    return process


def killed() -> list[str]:
    """Kill the processes that are still running; their commands."""
    left = [child for child in STARTED if child.poll() is None]
    STARTED.clear()
    for child in left:
        child.kill()
        child.wait()
    return [str(child.args) for child in left]
