"""Thousands of stored tables, made quickly: a few dozen are really played, the others are copies of them.

Each copy has its own number, channel and people; seats, journal, checkpoints, lines and alarms are those of the table
that was played, so that it can be played on.
"""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import BigInteger, Column, Table, delete, func, select, text
from sqlmodel import SQLModel, col

from bot.app import Custom, Nisaba, create_bot
from bot.contract.table_settings import Settings as TableSettings
from bot.contract.tables import Person, Place, Refused
from bot.settings import BotSettings
from bot.store.database import Database
from bot.store.models import OutboxRow, SeatRow, TableRow

GUILD: Final = 100000000000000002
PEOPLE: Final = 200_000_000_000_000_000
CHANNELS: Final = 300_000_000_000_000_000
APART: Final = 1_000_000  # between the people, and the channels, of a table and its copy
SERVERS: Final = 2_000
GAMES: Final[Mapping[str, Mapping[str, Any]]] = {"acme": {"map": "western"}, "culture_wars": {}, "civ": {}}
SEATS: Final = {"acme": 3, "culture_wars": 3, "civ": 4}
ANSWERS: Final = 25
PERSONS: Final = frozenset({"person", "host", "reserved", "giver", "receiver", "absent", "moderator"})
NUMBERS: Final = "WITH RECURSIVE k(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM k WHERE n < :copies)"


@dataclass(frozen=True, slots=True)
class Sat:
    """A seat at a table: who sits there, and where."""

    table: int
    game: str
    channel: int
    person: int
    guild: int


def seeds() -> Callable[[], str]:
    """Seeds of games, the same ones each time."""
    numbers = itertools.count(1)
    return lambda: f"bench {next(numbers)}"


async def made(settings: BotSettings, played: int, stored: int) -> list[Sat]:
    """Fill the empty database: play `played` tables, store `stored` in all; the seats of them, table by table."""
    bot = create_bot(settings, time.time, Custom(TableSettings(pace="daily", window_close="early"), seeds()))
    try:
        await bot.database.migrate()
        for number in range(played):
            await play(bot, number, random.Random(number))
        await copied(bot.database, stored // played - 1)
        return await seats(bot.database)
    finally:
        bot.bases.close()
        bot.painter.close()
        await bot.database.close()


async def play(bot: Nisaba, number: int, rng: random.Random) -> None:
    """Open a table and answer some of its questions at random."""
    game = list(GAMES)[number % len(GAMES)]
    people = [Person(PEOPLE + number * 10 + n, f"Person {n}", GUILD) for n in range(SEATS[game])]
    service = bot.game_service
    info = await service.open_table(people[0], Place(GUILD, CHANNELS + number), game, options=GAMES[game])
    for person in people[1:]:
        await service.join(info.id, person)
    await service.start(info.id, people[0])
    for _ in range(rng.randrange(ANSWERS)):
        for person in people:
            await answer(service, info.id, person, rng)


async def answer(service: Any, table: str, person: Person, rng: random.Random) -> None:
    """Give a legal answer, if that person is asked."""
    sheet = await service.sheet(table, person)
    if sheet.ask is None or sheet.sealed is not None:
        return
    picks = rng.sample(list(sheet.ask.options), max(sheet.ask.least, min(1, sheet.ask.most)))
    try:
        await service.answer(table, person, sheet.ask_no, [picks])
    except Refused:
        return  # the window has closed meanwhile


async def copied(database: Database, copies: int) -> None:
    """Copy each table so many times; posts that wait are left out, since everything has been told."""
    async with database.engine.begin() as connection:
        await connection.execute(delete(OutboxRow))
        last = (await connection.execute(select(func.max(col(TableRow.id))))).scalar_one()
        values = {"copies": copies, "last": last, "apart": APART, "servers": SERVERS}
        for table in SQLModel.metadata.sorted_tables:
            if of_table(table):
                await connection.execute(text(copying(table)), values)
        if database.engine.dialect.name == "postgresql":
            await connection.execute(text("SELECT setval('game_table_id_seq', (SELECT max(id) FROM game_table))"))
    await analysed(database)


async def analysed(database: Database) -> None:
    """Let the database count what it holds, as it does by itself in time."""
    async with database.engine.connect() as connection:
        plain = await connection.execution_options(isolation_level="AUTOCOMMIT")
        await plain.execute(text("ANALYZE"))


def of_table(table: Table) -> bool:
    """Whether that holds what belongs to a table, itself included."""
    return table.name == "game_table" or (table.name != OutboxRow.__tablename__ and "table_id" in table.columns)


def copying(table: Table, but: Mapping[str, str] | None = None, also: str = "") -> str:
    """The statement that copies the rows of the tables up to the `last`, `but` for these columns.

    Numbers of tables have gaps, so those of copies are as far apart as the `last` one is high.
    """
    own = table.name != "game_table" and [column.name for column in table.primary_key] == ["id"]
    columns = [column for column in table.columns if not (own and column.name == "id")]
    named = ", ".join(f'"{column.name}"' for column in columns)
    key = "id" if table.name == "game_table" else "table_id"
    shown = ", ".join((but or {}).get(column.name) or copy_of(column, key) for column in columns)
    rows = f'SELECT {shown} FROM "{table.name}" t CROSS JOIN k WHERE t."{key}" <= :last {also}'  # noqa: S608 - our names
    return f'{NUMBERS} INSERT INTO "{table.name}" ({named}) {rows}'


def copy_of(column: Column[Any], key: str) -> str:
    """What stands in that column of a copy."""
    here = f't."{column.name}"'
    if column.name == key:
        return f"{here} + k.n * :last"
    if column.name == "channel":
        return f"{here} + k.n * :apart"
    if column.name == "guild":
        return f'{here} + (t."{key}" + k.n * :last) % :servers'
    if column.name in PERSONS and isinstance(column.type, BigInteger):
        return f"CASE WHEN {here} >= {PEOPLE} THEN {here} + k.n * :apart ELSE {here} END"
    return here


async def seats(database: Database) -> list[Sat]:
    """All seats of tables that are being played, table by table."""
    found = (
        select(TableRow.id, TableRow.game, TableRow.channel, SeatRow.person, TableRow.guild)  # type: ignore[call-overload]
        .join(SeatRow, col(SeatRow.table_id) == col(TableRow.id))
        .where(TableRow.state == "running", col(SeatRow.person).is_not(None))
        .order_by(TableRow.id, SeatRow.number)
    )
    async with database.session() as session:
        return [Sat(*row) for row in (await session.execute(found)).all()]
