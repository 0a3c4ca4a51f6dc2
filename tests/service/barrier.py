"""A fresh process whose threads all meet every type at once: `python -m tests.service.barrier SAMPLES`.

SAMPLES is a file that `samples` has written. The process ends with 0 if every thread has read everything.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

import bot
import engine
from bot.contract.posts import POSTS
from bot.tables.work.recorded_table import chapter_in
from engine.core import decoding, record
from engine.core.decoding import decoder
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.games import GAMES
from tests.bot.fake_game import Walk

THREADS = 8
RESTLESS = 1e-6


def samples() -> dict[str, str]:
    """The record of a table of each game, as text."""
    found = {}
    for name, game in GAMES.items():
        scenario = next(iter(game.scenarios.values()))
        table = Table.new(game, scenario.name, [SeatPlan()] * max(2, scenario.least), {}, "barrier")
        found[name] = record.encode(table.record).decode()
    return found


def read_all(records: dict[str, str]) -> None:
    """Read a record, its position and its heading of each game, a post, and anything as each type there is."""
    for name, raw in records.items():
        known = record.decode(raw)
        decoder(GAMES[name].state_type).json(known.state)
        chapter_in(GAMES[name], bytes(known.state))
    POSTS.json('{"kind":"play","parts":[{"type":"words","text":"Hello"}]}')
    decoder(Walk).json('{"seed":"s"}')
    for kept in list(decoding.KEPT.values()):
        with suppress(msgspec.ValidationError):
            kept.json("{}")
        with suppress(msgspec.ValidationError):
            kept.plain({})


def together(act: Callable[[], None]) -> int:
    """Let all threads do it at once; how many have come to its end."""
    barrier, ended = threading.Barrier(THREADS), []

    def run() -> None:
        barrier.wait()
        act()
        ended.append(1)

    threads = [threading.Thread(target=run) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(ended)


def prepare() -> None:
    """The modules of the engine and the bot that keep decoders; the local table, which has no threads, is left out."""
    for package in (engine, bot):
        for folder in package.__path__:
            for file in sorted(Path(folder).rglob("*.py")):
                if "local_table" not in file.parts and "decoder(" in file.read_text(encoding="utf-8"):
                    parts = file.relative_to(Path(folder).parent).with_suffix("").parts
                    import_module(".".join(parts))


def main(file: str) -> int:
    """Whether a thread has failed; the process dies if it is worse."""
    records: dict[str, Any] = json.loads(Path(file).read_text())
    sys.setswitchinterval(RESTLESS)
    return 0 if together(lambda: read_all(records)) == THREADS else 1


if __name__ == "__main__":
    prepare()
    sys.exit(main(sys.argv[1]))
