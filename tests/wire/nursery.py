"""A process that has read all of the bot's code and facts, so that a bot is there at once however often it is killed.

Each line that comes in asks for one thing and is answered by one: `{"start": […], "of": module, "cwd": …, "log": …,
"env": …}` by the number of a new process that calls the `main` of that module, `{"reap": number}` by the exit code of
one that has ended, `{"clear": true}` by how many still ran: they are killed, as they are at the end. `{"warm": [game,
board]}` draws a base map before others need it. Nothing else is said.
"""

from __future__ import annotations

import ctypes
import gc
import io
import json
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import bot.app  # noqa: F401 -- the whole bot, which `main` would only import for each of them
import render
from bot import start as starting  # noqa: F401 -- the whole bot, which `main` would only import for each of them
from bot.local_table.launch import FIRST
from bot.ui.words.presentations import lobby_of
from engine.core.text import catalogue, languages
from render.board.base_store import STORE
from tests.suite import pictures, statements
from tests.wire.rehearsal import rehearse

DIES_WITH_PARENT: Final = 1  # PR_SET_PDEATHSIG of prctl
draw_ahead = render.warm


@cache
def main_of(name: str) -> Any:
    """The `main` of that module, whose `prepare` is called before if it has one."""
    module = import_module(name)
    with redirect_stdout(io.StringIO()):
        getattr(module, "prepare", int)()
    return module.main


def start(asked: dict[str, Any]) -> int:
    """A bot with that command line, in that folder, that writes to that log; its number."""
    main = main_of(asked["of"])
    born = os.fork()
    if born:
        return born
    ctypes.CDLL(None).prctl(DIES_WITH_PARENT, signal.SIGKILL)
    code = 1
    try:
        become(asked["cwd"], Path(asked["log"]), asked["env"])
        code = main(asked["start"])
    finally:
        sys.stderr.flush()
        sys.stdout.flush()
        os._exit(code)


def become(cwd: str, log: Path, env: Mapping[str, str]) -> None:
    """Stand where a bot of its own would stand: in its folder, with nothing to read and its log to write to."""
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    nothing, kept = os.open(os.devnull, os.O_RDONLY), os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    for here, there in ((nothing, 0), (kept, 1), (kept, 2)):
        os.dup2(here, there)


def clear(children: set[int]) -> int:
    """Kill these; how many there were."""
    for left in children:
        os.kill(left, signal.SIGKILL)
        os.waitpid(left, 0)
    return len(children)


def answer(asked: dict[str, Any], children: set[int]) -> int:
    """Do what a line asks for."""
    if "reap" in asked:
        children.discard(asked["reap"])
        return os.waitstatus_to_exitcode(os.waitpid(asked["reap"], 0)[1])
    if "clear" in asked:
        killed = clear(children)
        children.clear()
        return killed
    if "warm" in asked:
        return warm(*asked["warm"])
    children.add(born := start(asked))
    return born


def serve() -> None:
    """Answer line after line."""
    children: set[int] = set()
    for line in iter(sys.stdin.readline, ""):
        sys.stdout.write(f"{answer(json.loads(line), children)}\n")
        sys.stdout.flush()
    clear(children)


@cache
def warm(game: str, board: str) -> int:
    """Draw the base map of a board here: a bot that is born later finds it. Returns 0."""
    draw_ahead(game, board)
    return 0


def get_ready() -> None:
    """Read, draw and do once what each bot would: its commands, all texts, the board of the first table, some acts."""
    for language in languages():
        catalogue(language)
    STORE.open(Path(os.environ["NISABA_BASES"]))
    render.warm = warm  # type: ignore[assignment]
    warm(FIRST, str(lobby_of(FIRST).short["map"]))
    rehearse()


if __name__ == "__main__":
    statements.compile_once()
    statements.wait_for_no_disk()
    pictures.draw_once()
    get_ready()
    gc.collect()
    gc.freeze()
    serve()
