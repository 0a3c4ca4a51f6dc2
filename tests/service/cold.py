"""A bot that has just been started, and sixteen tables of all games touched at once.

`python -m tests.service.cold make DATABASE` plays their beginnings; `python -m tests.service.cold start DATABASE` is
one cold start; `python -m tests.service.cold count DATABASE 100` makes so many and says how many processes died.
Threads change places every few microseconds instead of milliseconds, so that what can happen does.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

from bot.service import table_ids
from bot.service.files.file_key import FileKey
from bot.service.game_service import GameService
from bot.store.database import Database
from bot.ui.posts.post_factory import PostFactory
from bot.ui.presentations import names_of
from bot.values import Person, Place
from engine.games import GAMES

ROOT = Path(__file__).parents[2]
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
    return GameService(database, GAMES, PostFactory(names_of), lambda: 1_750_000_000.0, FileKey("key"), lambda: "cold")


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
    tables = [(table_ids.spelled(n + 1), people(n)[0]) for n in range(TABLES)]
    await asyncio.gather(*(room.info(table, host) for table, host in tables))
    sheets = await asyncio.gather(*(room.sheet(table, host) for table, host in tables))
    await room.deps.database.close()
    return len([sheet for sheet in sheets if sheet.info.state == "running"])


def lived(file: Path) -> bool:
    """One cold start in a process of its own; whether it lived and all tables stood."""
    command = (sys.executable, "-m", "tests.service.cold", "start", str(file))
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode == 0 and done.stdout.strip() == str(TABLES)


def count(file: Path, starts: int) -> int:
    """So many cold starts one after the other; how many died."""
    return sum(not lived(file) for _ in range(starts))


def main(what: str, file: Path, *more: str) -> str:
    """What has been asked for, in words."""
    if what == "make":
        asyncio.run(make(file))
        return f"{TABLES} tables"
    if what == "start":
        return str(asyncio.run(start(file)))
    return f"{count(file, int(more[0]))} of {more[0]} died"


if __name__ == "__main__":
    sys.stdout.write(f"{main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:])}\n")
