"""How long whatever can be typed holds the event loop.

Every text option of every command is given and completed with long, repeated, listed, unknown, spaced and odd texts of
its bound and of 6,000 characters, at a question that its command answers. While one is answered, nobody else is.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import structlog

from bench.figures import Figure
from bot.contract.tables import Person
from tests.security.knocking import KINDS, Client, Service, client, filled, most, texts_of
from tests.security.questions import answering, asking
from tests.ui.play.fake_service import FakeService
from tests.ui.table.room import ANA, BEN, opened_room

AIM = 50.0
MOST = 6000
SHOWN = 8


@dataclass
class Held:
    """How long the event loop was held at most for each option, in milliseconds, and by which kind of text."""

    longest: dict[str, tuple[float, str]] = field(default_factory=dict)

    def note(self, option: str, milliseconds: float, kind: str) -> None:
        """Remember it, if nothing has taken longer."""
        if milliseconds > self.longest.get(option, (0.0, ""))[0]:
            self.longest[option] = (milliseconds, kind)


@contextlib.asynccontextmanager
async def watched() -> AsyncIterator[list[float]]:
    """The longest that the loop did not come round, as soon as this is left: milliseconds of its thread's own work."""
    longest, end = [0.0], asyncio.Event()

    async def watch() -> None:
        while not end.is_set():
            begun = time.thread_time()
            await asyncio.sleep(0)
            longest[0] = max(longest[0], (time.thread_time() - begun) * 1000)

    watching = asyncio.create_task(watch())
    await asyncio.sleep(0)
    try:
        yield longest
    finally:
        end.set()
        await watching


def questions() -> Iterator[tuple[str, str, FakeService, Person]]:
    """Every option of a command of a game, with a table at which it is asked."""
    for game, path, option, key in answering():
        yield path, option, asking(game, key), Person(1, "Ana")


async def tried(made: Client, path: str, option: str, person: Person, held: Held, longest: int) -> None:
    """Give and complete an option with every kind of text of its bound and of `longest` characters."""
    command, there = next((c, p) for c, p in texts_of(made) if (c.qualified_name, p.display_name) == (path, option))
    known = "c4" if path.startswith("culture") else "zab"
    for kind in KINDS:
        for n in (most(there), longest):
            for focused in ("", option) if there.autocomplete else ("",):
                given = filled(command, option, kind(n, known)[:n])
                async with watched() as took:
                    await made.give(path, given, focused, person)
                held.note(f"/{path} {option}:", took[0], f"{kind.__name__}, {n} characters")


async def run(longest: int) -> Held:
    """Try everything."""
    held, service = Held(), Service(None)
    async with client(service) as made:
        for path, option, fake, person in questions():
            service.fake = fake
            await tried(made, path, option, person, held, longest)
    games = {path for _, path, *_ in answering()}
    with tempfile.TemporaryDirectory() as folder:
        async with opened_room(Path(folder) / "inputs.db") as there:
            await there.begun(ANA, BEN)
            async with client(there.service) as made:
                for command, there_is in texts_of(made):
                    if command.qualified_name not in games:
                        name = str(there_is.display_name)
                        await tried(made, command.qualified_name, name, ANA, held, longest)
    return held


def measured() -> list[Figure]:
    """How many options are typed into, and those that held the loop longest."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    logging.disable(logging.WARNING)
    gc.freeze()
    held = asyncio.run(run(MOST))
    slowest = sorted(held.longest.items(), key=lambda entry: -entry[1][0])
    longest = Figure(f"the loop was held at most (aim {AIM:.0f})", slowest[0][1][0], "ms")
    shown = [Figure(f"{option} {kind}", milliseconds, "ms") for option, (milliseconds, kind) in slowest[:SHOWN]]
    return [Figure("options typed into", len(slowest), ""), longest, *shown]
