"""A bot that has just been started, and sixteen tables of all games touched at once.

`python -m tests.service.cold make DATABASE` plays their beginnings; `python -m tests.service.cold start DATABASE` is
one cold start. Threads change places every few microseconds instead of milliseconds, so that what can happen does.
`prepare` does for many of them what happens in one thread before anything of a table is read.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.contract import table_ids
from bot.contract.tables import Person, Place, Refused
from bot.features.registered import ALL
from bot.store.database import Database
from bot.store.file_key import FileKey
from bot.tables.game_service import GameService
from bot.tables.work.unit_of_work import Deps
from bot.ui.posts.post_factory import PostFactory
from bot.ui.words.presentations import names_of
from engine.games import GAMES
from tests.suite import statements, threads

TABLES = 16
ANSWERS = 12
RESTLESS = 1e-6


def people(number: int) -> tuple[Person, Person]:
    """Host and guest of that table: each has people and a server of its own."""
    return Person(10**17 + number, f"Ana {number}", number + 1), Person(
        2 * 10**17 + number, f"Ben {number}", number + 1
    )


def desk_over(file: Path) -> GameService:
    """A service over that database, as a bot has it that has just begun."""
    database = Database(f"sqlite+aiosqlite:///{file}")
    return GameService(
        Deps(
            database,
            GAMES,
            PostFactory(names_of, ALL),
            lambda: 1_750_000_000.0,
            lambda: "cold",
            FileKey("key"),
            features=ALL,
        )
    )


async def make(file: Path) -> None:
    """Sixteen running tables, the games in turn, each some answers beyond its start."""
    room = desk_over(file)
    await room.deps.database.migrate()
    for number in range(TABLES):
        game, (host, guest) = list(GAMES)[number % len(GAMES)], people(number)
        info = await room.open_table(host, Place(number + 1, 100 + number), game)
        await room.join(info.id, guest)
        await room.start(info.id, host)
        for _ in range(ANSWERS):
            await _answer(room, info.id, host, guest)
    await room.deps.database.close()


async def _answer(room: GameService, table: str, *both: Person) -> None:
    """Whoever is asked takes the first options that are possible."""
    for person in both:
        sheet = await room.sheet(table, person)
        if sheet.ask is not None:
            await room.answer(table, person, sheet.ask_no, [sheet.ask.options[: sheet.ask.least]])
            return


async def start(file: Path) -> int:
    """Every table at once, as after a restart in the busiest hour; how many stand."""
    room = desk_over(file)
    await room.deps.database.migrate()
    sys.setswitchinterval(RESTLESS)
    tables = [(table_ids.spell_id(n + 1), people(n)[0]) for n in range(TABLES)]
    await asyncio.gather(*(room.info(table, host) for table, host in tables))
    sheets = await asyncio.gather(*(room.sheet(table, host) for table, host in tables))
    await room.deps.database.close()
    return len([sheet for sheet in sheets if sheet.info.state == "running"])


def prepare() -> None:
    """The store has been used, and no type of any game or record has been met: there was nothing in it."""
    statements.compile_once()
    with TemporaryDirectory() as folder:
        asyncio.run(_look_in_vain(Path(folder) / "empty.db"))
    threads.wait_for_all()


async def _look_in_vain(file: Path) -> None:
    room = desk_over(file)
    await room.deps.database.migrate()
    with suppress(Refused):
        await room.info(table_ids.spell_id(1), people(0)[0])
    await room.deps.database.close()


def main(what: str, file: str) -> int:
    """Do what is asked for; 0 if all tables are there."""
    if what == "make":
        asyncio.run(make(Path(file)))
        return 0
    return 0 if asyncio.run(start(Path(file))) == TABLES else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
