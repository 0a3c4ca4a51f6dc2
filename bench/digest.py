"""What it costs the processor to tell somebody what was missed: `/since` late in a game of ACME, as its whole screen.

Four people play by hand, in time that is skipped. From the third Epoch on they look again and again, each of them twice
at one moment: the second look finds the board of then kept. So does somebody who looks in from outside. One look should
take `MAY` milliseconds at most.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final

import structlog

from bench.figures import Figure
from bot.contract.tables import Person
from bot.features.digest.screens import DigestHandlers
from bot.ui.lookup.handlers import LookupHandlers
from bot.ui.visit import Visit
from bot.ui.words.presentations import names_of
from tests.service.byhand import FOUR, Evening
from tests.ui.table.room import Threads

MAY: Final = 150
LATE: Final = 3
EVERY: Final = 5
STRANGER: Final = Person(10**17 + 8, "Eve", 5)


async def looked(evening: Evening, person: Person) -> float:
    """The milliseconds of one look."""
    since = DigestHandlers(LookupHandlers(evening.game_service, names_of, Threads())).since
    visit: dict[str, Any] = {"person": person.id, "table": evening.table.lower(), "name": person.name, "guild": 5}
    begun = time.process_time()
    await since(Visit(**visit, channel=77, verb="since", private=True))
    return (time.process_time() - begun) * 1000


async def run(folder: Path) -> list[Figure]:
    """Play a game to its end; the figures of its last Epochs."""
    evening, moves = Evening(folder / "digest.db", 4), 0
    await evening.begin()
    await evening.set_up()
    gc.freeze()
    first: list[float] = []
    again: list[float] = []
    while await evening.go_on():
        moves += 1
        if moves % EVERY == 0 and (await evening.moment())[0] >= LATE:
            for person in (*FOUR, STRANGER):
                first.append(await looked(evening, person))
                again.append(await looked(evening, person))
    await evening.database.close()
    return [*figures("first look", first), *figures("second look", again)]


def figures(what: str, times: Sequence[float]) -> list[Figure]:
    """The middle and the longest, beside what it may be."""
    named = f"/since late in a game, {what}"
    return [
        Figure(f"{named}, median of {len(times)}", median(times), "ms"),
        Figure(f"{named}, longest (may: {MAY} ms)", max(times), "ms"),
    ]


def measured() -> list[Figure]:
    """The figures."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(run(Path(folder)))
