"""What a bot's database holds besides open tables after some years: finished games, people, servers, DMs that wait.

All of it is short, and is made by the database itself from the open tables that are there.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlmodel import SQLModel, col, func, select

from bench.many_tables import GUILD, NUMBERS, SERVERS, analysed, copying
from bot.contract.posts import Post, PostRow, Words
from bot.contract.servers import COMMANDS
from bot.features.statistics.models import RatingRow, ResultRow
from bot.features.threads.service import ThreadRow
from bot.settings import BotSettings
from bot.store.database import Database
from bot.store.models import CheckpointRow, EntryRow, LineRow, OutboxRow, PresenceRow, SeatRow, TableRow
from bot.store.person_models import PersonRow
from bot.store.server_models import GuildSettingRow
from bot.ui.posts.direct_messages import reminder_buttons

FINISHED: Final = 10
"""Games that have ended, for each open table: by its people, in its channel."""
WAITING: Final = 3_000
DIRECT: Final = 200_000_000_000_000_000
"""How far the number of a person and that of the channel of their DMs are apart."""
DAY: Final = 86_400.0
REMINDER: Final = Post(
    "reminder",
    (
        Words(
            "**Table 4K2 waits for you** (Hittites, Epoch II, turn 3): place your disks. Until tomorrow, 18:00. "
            "Since your last answer: 4 actions."
        ),
        Words("**Card Phase**\nEgypt (Cho) plays Corruption on Judah.\nBabylon (Ana) passes."),
        PostRow(reminder_buttons()),
    ),
    language="en",
)
ENDED: Final[Mapping[type[SQLModel], tuple[Mapping[str, str], str]]] = {
    TableRow: (
        {
            "guild": "t.guild",
            "state": "'over'",
            "record": "substr(t.record, 1, 64)",  # never read; without one the nightly purge takes it for a lobby
            "shown": "NULL",
            "thinned": "TRUE",
            "over_at": f"t.opened_at - k.n * {DAY * 30}",
        },
        "",
    ),
    SeatRow: ({"clock_since": "NULL"}, ""),
    EntryRow: ({}, "AND t.seq <= 3"),
    LineRow: ({}, "AND t.no <= 3"),
    CheckpointRow: ({}, "AND t.no = 1"),
}
OPEN_SEATS: Final = (
    "FROM seat s JOIN game_table g ON g.id = s.table_id WHERE g.state != 'over' AND s.person IS NOT NULL"
)
ENDED_SEATS: Final = OPEN_SEATS.replace("!=", "=")


async def fill(settings: BotSettings) -> None:
    """Fill a database in which only open tables are stored."""
    database = Database(settings.url)
    try:
        async with database.engine.begin() as connection:
            await patiently(connection)
            await end_games(connection)
        await analysed(database)
        async with database.engine.begin() as connection:
            await patiently(connection)
            for model, source, said in besides(time.time()):
                await connection.exec_driver_sql(pour(model, source, said))
        await write_dms(settings, WAITING, time.time() + DAY)
        await analysed(database)
    finally:
        await database.close()


async def patiently(connection: AsyncConnection) -> None:
    """Let statements of this transaction take as long as they want."""
    if connection.dialect.name == "postgresql":
        await connection.exec_driver_sql("SET LOCAL statement_timeout = 0")


async def end_games(connection: AsyncConnection) -> None:
    """Store the finished games: copies of the open ones without their positions."""
    last = (await connection.exec_driver_sql("SELECT max(id) FROM game_table")).scalar_one()
    values = {"copies": FINISHED, "last": last, "apart": 0}
    for model, (but, also) in ENDED.items():
        await connection.execute(text(copying(table_of(model), but, also)), values)


def besides(now: float) -> list[tuple[type[SQLModel], str, dict[str, str]]]:
    """What is stored beside tables: kind of row, what there is a row for, and its columns as far as they matter."""
    seat = {"person": "s.person", "game": "g.game"}
    result = {"scenario": "g.scenario", "score": "s.number", "place": "s.number", "seats": "3", "guild": "g.guild"}
    result |= {"table_id": "s.table_id", "number": "s.number", "over_at": "g.over_at"}
    known = {"seen_language": "'en'", "zone_asked": "TRUE", "dm_channel": f"s.person + {DIRECT}"}
    here = {"table_id": "s.table_id", "person": "s.person", "at": str(now - DAY)}
    thread = {"table_id": "g.id", "channel": "g.channel", "state": "g.state"}
    stays = "NOT EXISTS (SELECT 1 FROM presence p WHERE p.table_id = s.table_id AND p.person = s.person)"
    return [
        (ResultRow, ENDED_SEATS, seat | result),
        (RatingRow, OPEN_SEATS, seat | {"guild": "g.guild", "mu": "25.0", "sigma": "8.0", "games": str(FINISHED)}),
        (PersonRow, OPEN_SEATS, known | {"person": "s.person"}),
        (ThreadRow, "FROM game_table g WHERE g.state != 'over'", thread),
        (PresenceRow, f"{OPEN_SEATS} AND {stays}", here),
    ]


async def write_dms(settings: BotSettings, messages: int, at: float, spread: float = 0.0) -> None:
    """Let so many people wait for a reminder, each for one; the last ones are due by `spread` seconds later."""
    database = Database(settings.url)
    lane = "'q' || s.table_id || '.' || s.person"
    said = {"table_id": "s.table_id", "user": "s.person", "lane": lane, "post": "m.post"}
    said |= {"slot": "'turn:' || s.table_id || ':' || s.person || '.1'", "made_at": "m.made_at"}
    said["next_at"] = f"{at} + {spread} * (s.table_id % 601) / 600.0"
    seats = OPEN_SEATS.replace("WHERE", "CROSS JOIN outbox m WHERE m.slot = 'model' AND")
    source = f"{seats} AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.lane = {lane}) LIMIT {messages}"  # noqa: S608
    try:
        async with database.session() as session, database.writing(session):
            post, now = msgspec.json.encode(REMINDER), time.time()
            table = (await session.execute(select(func.min(TableRow.id)))).scalar_one() or 0
            model = OutboxRow(table_id=table, lane="model", slot="model", post=post, made_at=min(at, now))
            model.next_at = now + 365 * DAY
            session.add(model)
            await session.flush()
            await (await session.connection()).exec_driver_sql(pour(OutboxRow, source, said))
            await session.delete(model)
    finally:
        await database.close()


async def waiting(settings: BotSettings) -> int:
    """How many messages are due and have not been sent."""
    database = Database(settings.url)
    try:
        due = select(func.count()).select_from(OutboxRow).where(col(OutboxRow.next_at) <= time.time())
        return int((await database.read(due))[0])
    finally:
        await database.close()


async def know_servers(settings: BotSettings) -> bool:
    """Note that all servers have their commands, as soon as the bot has noted it of one; false before."""
    database = Database(settings.url)
    said = {"guild": f"{GUILD} + k.n", "key": "m.key", "value": "m.value"}
    source = f"FROM (SELECT * FROM guild_setting WHERE key = '{COMMANDS}' LIMIT 1) m CROSS JOIN k"  # noqa: S608 - our names
    free = f"NOT EXISTS (SELECT 1 FROM guild_setting o WHERE o.guild = {GUILD} + k.n AND o.key = '{COMMANDS}')"  # noqa: S608
    numbers = NUMBERS.replace(":copies", str(SERVERS - 1))
    try:
        async with database.session() as session, database.writing(session):
            made = pour(GuildSettingRow, f"{source} WHERE {free}", said)
            connection = await session.connection()
            await connection.exec_driver_sql(f"{numbers} {made}")
            there = await connection.exec_driver_sql(f"SELECT count(*) FROM guild_setting WHERE key = '{COMMANDS}'")  # noqa: S608
            return int(there.scalar_one()) >= SERVERS
    finally:
        await database.close()


def pour(model: type[SQLModel], source: str, said: Mapping[str, str]) -> str:
    """The statement that stores a row for each of `source`: what is not said is as in any new row."""
    columns = [column.name for column in table_of(model).columns if column.name != "id"]
    named = ", ".join(f'"{name}"' for name in columns)
    values = ", ".join(said.get(name) or literal(model.model_fields[name].default) for name in columns)
    return f'INSERT INTO "{table_of(model).name}" ({named}) SELECT {values} {source}'


def literal(value: object) -> str:
    """That value in SQL."""
    if value is None or isinstance(value, bool):
        return {None: "NULL", True: "TRUE", False: "FALSE"}[value]
    return f"'{value}'" if isinstance(value, str) else repr(value)


def table_of(model: type[SQLModel]) -> Any:
    """Where the rows of that kind are stored."""
    return model.__table__  # type: ignore[attr-defined]
