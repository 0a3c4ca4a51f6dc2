"""How the database finds what is asked of it: no statement goes through all tables, people or waiting posts.

Everything that a busy bot asks is noted while it is asked, and explained on a database with many rows of each kind.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, cast

import pytest
from aiohttp.test_utils import make_mocked_request
from sqlalchemy import insert, text, update
from sqlmodel import SQLModel, col, select

from bot.cluster.probes import Probes, Sources
from bot.contract.tables import Place
from bot.delivery.outbox import Outbox
from bot.delivery.table_keeper import TableKeeper
from bot.features.events import service as events
from bot.features.events.keeper import EventKeeper
from bot.features.events.service import EventRow
from bot.features.find import service as find
from bot.features.pins import service as pins
from bot.features.pins.keeper import PinKeeper
from bot.features.pins.service import PinRow
from bot.features.replay.film_keeper import FilmKeeper, FilmRow
from bot.features.rooms import service as rooms
from bot.features.rooms.keeper import RoomKeeper
from bot.features.rooms.service import RoomRow
from bot.features.threads import service as threads
from bot.features.threads.keeper import ThreadKeeper
from bot.features.threads.service import ThreadRow
from bot.store.database import Database
from bot.store.models import AlarmRow, OutboxRow, SeatRow, SlotRow, TableRow
from bot.store.person_models import PersonRow
from bot.store.server_models import GuildSettingRow
from bot.tables import purge_job
from bot.tables.alarm_clock import Clock
from bot.telemetry import Metrics
from tests.service.counting import heard
from tests.service.tables import ANA, BEN, CHO, HERE, Room, give, opened_room, seated
from tests.service.wires import Recording

pytestmark = pytest.mark.timeout(300)
OPEN, OVER, PEOPLE, SERVERS, WAITING = 2_000, 18_000, 20_000, 500, 2_000
FIRST: Final = 1_000
DUE: Final = 3
YEARS: Final = 3 * 365 * 86400.0
LITTLE: Final = 5
"""Hundreds of steps: a hundred rows or so, and not the thousands that there are."""
LARGE: Final = ("game_table", "seat", "preference", "outbox", "alarm", "slot")
COUNTED: Final = re.compile(r"^SELECT count\(.*\sFROM outbox|GROUP BY game_table\.state", re.DOTALL)
"""What metrics count: the posts that wait, and once a minute the tables, off an index."""
BY_KEY: Final = re.compile(r"SEARCH \w+ .*\((rowid|table_id|name|guild)=\?")
"""A step of SQLite that finds few rows, by the key of a table, a message, a lease or a setting."""


@contextmanager
def noted(database: Database) -> Iterator[dict[str, Any]]:
    """Every statement that is run from here on, with the first values that it is run with."""
    asked: dict[str, Any] = {}
    with heard(database, lambda statement, values, many: asked.setdefault(statement, values[0] if many else values)):
        yield asked


async def filled(room: Room) -> None:
    """Many tables, people and waiting posts, each as one that is there, with keys of its own."""
    table, seat, alarm, post = [await first(room, model) for model in (TableRow, SeatRow, AlarmRow, OutboxRow)]
    now, ids = room.clock.now, range(FIRST, FIRST + OPEN + OVER)
    tables = [
        {
            **table,
            "id": n,
            "channel": 10**6 + n,
            "guild": n % SERVERS,
            "host": 10**7 + n % PEOPLE,
            "state": "running" if n < FIRST + OPEN else "over",
            "over_at": None if n < FIRST + OPEN else now - n,
            "record": None if n >= FIRST + OPEN else table["record"],
        }
        for n in ids
    ]
    seats = [
        {**seat, "table_id": one["id"], "number": number, "person": 10**7 + (one["id"] * 3 + number) % PEOPLE}
        for one in tables
        for number in (1, 2, 3)
    ]
    people = [PersonRow(person=10**7 + n).model_dump() for n in range(PEOPLE)]
    alarms = [
        {**alarm, "id": one["id"], "table_id": one["id"], "at": now + 99 + n} for n, one in enumerate(tables[:OPEN])
    ]
    posts = [
        {**post, "id": 10**6 + n, "lane": f"u{n}", "user": 10**7 + n, "table_id": FIRST + n, "next_at": now + 99 + n}
        for n in range(WAITING)
    ]
    servers = [{"guild": n, "key": "pins", "value": "yes"} for n in range(100, 110)]
    slots = [{"name": f"lobby:{n}", "table_id": n, "channel": 9, "message": 10**6 + n, "sent_at": 0.0} for n in ids]
    await stored(room, (TableRow, tables), (SeatRow, seats), (PersonRow, people), (AlarmRow, alarms))
    await stored(room, (OutboxRow, posts), (GuildSettingRow, servers), (SlotRow, slots))
    if not room.database.lite:  # SQLite has no figures of its tables, and plans without
        async with room.database.engine.begin() as connection:
            await connection.execute(text("ANALYZE"))


async def first(room: Room, model: type[SQLModel]) -> dict[str, Any]:
    (row, *_) = await room.database.read(select(model).limit(1))
    return dict(row.model_dump())


async def stored(room: Room, *many: tuple[type[SQLModel], list[dict[str, Any]]]) -> None:
    async with room.database.session() as session, room.database.writing(session):
        for model, rows in many:
            for n in range(0, len(rows), 500):
                await session.execute(insert(model), rows[n : n + 500])


@pytest.fixture
async def busy(tmp_path: Path) -> AsyncIterator[Room]:
    async with opened_room(tmp_path / "nisaba.db") as room:
        await seated(room, ANA, BEN)
        await room.service.start("100", ANA)
        await filled(room)
        yield room


async def evening(room: Room) -> None:
    """What a bot does: presses, a new table, lists, posts, clocks, keepers, metrics, the night."""
    service, deps, clock = room.game_service, room.game_service.deps, room.clock
    await give(room, "100", ANA, "walk")
    await service.seat("100", ANA)
    await service.standing("100", CHO)
    await service.list_tables(BEN)
    await find.find(deps, CHO, sees=lambda _: True)
    lobby = await service.open_table(CHO, Place(HERE.guild, 78), "walk")
    await service.join(lobby.id, ANA)
    await service.reader(ANA, "100")
    await service.take_notices(ANA, here="100")
    await service.table_in(HERE.channel)
    await Outbox(service, Recording(), clock).drain()
    await Clock(service, clock).close_due()
    for versions in (events.versions, pins.versions, rooms.versions, threads.versions):
        await versions(deps)
    sources = Sources(room.database, clock, lambda: 0.0, lambda: 0.0, lambda: 0.0)
    await Probes(Metrics(), sources, {}).metrics(make_mocked_request("GET", "/metrics"))
    await purge_job.purge(deps)


async def test_no_statement_reads_all_tables_people_or_posts(busy: Room) -> None:
    with noted(busy.database) as asked:
        await evening(busy)
    plans = {statement: await plan(busy.database, statement, values) for statement, values in asked.items()}
    assert len(plans) > 40
    wrong = [
        f"{scans}: {' '.join(statement.split())[:400]}"
        for statement, steps in plans.items()
        if (scans := [step for step in steps if reads_all(step)]) and not COUNTED.search(statement)
    ]
    assert not wrong, "\n".join(wrong)


async def test_after_a_change_keepers_read_nothing_of_other_tables(busy: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await looked_after(busy)
    keepers = keepers_of(busy)
    brought: dict[str, list[int]] = {keeper.lane: [] for keeper in keepers}
    for keeper in keepers:
        monkeypatch.setattr(keeper, "bring", partial(took, brought[keeper.lane]))
        await keeper.settle()
    assert all(len(tables) >= OPEN for tables in brought.values()), "all of them at the start"
    for keeper in keepers:
        brought[keeper.lane].clear()
        with noted(busy.database) as asked:
            await keeper.settle()
        assert not asked, "and nothing at all without a change"
    await give(busy, "100", ANA, "walk")
    (number,) = await busy.database.read(select(TableRow.id).where(col(TableRow.id) < FIRST))
    busy.game_service.deps.posted(number or 0, 9, 9)
    with noted(busy.database) as asked:
        for keeper in keepers:
            await keeper.settle()
    assert len(asked) >= len(keepers)
    assert {table for tables in brought.values() for table in tables} <= {number}
    for statement, values in asked.items():
        steps = await plan(busy.database, statement, values)
        assert not [step for step in steps if reads_all(step)], statement
        if busy.database.lite:
            assert await work_of(busy.database, statement, values) < LITTLE, statement
            assert not [one for one in steps if re.match(r"SCAN|SEARCH", one) and not BY_KEY.match(one)], statement


async def test_the_night_reads_only_what_is_due(busy: Room) -> None:
    old = update(TableRow).where(col(TableRow.state) == "over")
    done = {"over_at": col(TableRow.over_at) - YEARS, "thinned": True, "unnamed": True, "record": b"0"}
    async with busy.database.session() as session, busy.database.writing(session):
        await session.execute(old.values(**done))
        await session.execute(old.where(col(TableRow.id) > FIRST + OPEN + OVER - DUE).values(unnamed=False))
    with noted(busy.database) as asked:
        await purge_job.purge(busy.game_service.deps)
    left = select(TableRow.id).where(col(TableRow.state) == "over", col(TableRow.unnamed).is_(False))
    assert await busy.database.read(left) == [], "what was due was done"
    with noted(busy.database) as again:
        await purge_job.purge(busy.game_service.deps)
    assert {*again} < {*asked}
    assert sum("game_table" in statement for statement in again) >= 4
    for statement, values in again.items():
        steps = await plan(busy.database, statement, values)
        assert not [step for step in steps if reads_all(step)], statement
        if busy.database.lite:
            assert await work_of(busy.database, statement, values) < LITTLE, statement


async def work_of(database: Database, statement: str, values: Any) -> int:
    """How many steps SQLite's machine takes for it, in hundreds: each row that is read takes several steps."""
    taken = 0

    def count() -> int:
        nonlocal taken
        taken += 1
        return 0

    with closing(sqlite3.connect(str(database.engine.url.database))) as store:
        store.execute("SELECT 1 FROM game_table LIMIT 1").fetchall()  # reads the schema
        store.set_progress_handler(count, 100)
        store.execute(statement, values).fetchall()
        store.rollback()
    return taken


async def looked_after(room: Room) -> None:
    """Every open table has a thread, a pin, an event, a room and a film, and all of them are to be looked at."""
    ids = range(FIRST, FIRST + OPEN)
    pinned = [{"guild": n, "key": "pins", "value": "yes"} for n in range(SERVERS) if not 100 <= n < 110]
    await stored(
        room,
        (GuildSettingRow, pinned),
        (ThreadRow, [{"table_id": n, "channel": 1, "state": "lobby"} for n in ids]),
        (PinRow, [{"table_id": n, "channel": 9, "message": 1, "done": 1} for n in ids]),
        (EventRow, [{"table_id": n, "event": n, "told": "{}"} for n in ids]),
        (RoomRow, [RoomRow(table_id=n, no=1, person=1).model_dump() for n in ids]),
        (FilmRow, [{"table_id": n, "post": b"{}"} for n in ids]),
        (SlotRow, [{"name": f"end:{n}", "table_id": n, "channel": 9, "message": n, "sent_at": 0.0} for n in ids]),
    )


def keepers_of(room: Room) -> list[TableKeeper]:
    """All keepers of tables; Discord is never asked for anything."""
    service, clock, nobody = room.game_service, room.clock, cast("Any", None)
    return [
        EventKeeper(service, nobody, clock),
        FilmKeeper(service, nobody, clock),
        PinKeeper(service, nobody, clock),
        RoomKeeper(service, nobody, nobody, clock),
        ThreadKeeper(service, nobody, clock),
    ]


async def took(brought: list[int], table: int) -> bool:
    """Note a table that a keeper looks after; nothing is left to be done."""
    brought.append(table)
    return True


async def plan(database: Database, statement: str, values: Any) -> list[str]:
    """The steps by which the database would do it."""
    if not statement.lstrip().upper().startswith(("SELECT", "UPDATE", "DELETE", "INSERT", "WITH")):
        return []
    explain = "EXPLAIN QUERY PLAN " if database.lite else "EXPLAIN (FORMAT JSON) "
    async with database.engine.connect() as connection:
        found = (await connection.exec_driver_sql(explain + statement, values)).all()
        await connection.rollback()
    if database.lite:
        return [str(row[-1]) for row in found]
    raw = found[0][0]
    return list(nodes((json.loads(raw) if isinstance(raw, str) else raw)[0]["Plan"]))


def nodes(node: dict[str, Any]) -> Iterator[str]:
    """A line for each node of a plan of PostgreSQL that reads a table."""
    if "Relation Name" in node:
        yield f"{node['Node Type']} {node['Relation Name']}"
    for inner in node.get("Plans", ()):
        yield from nodes(inner)


def reads_all(step: str) -> bool:
    """Whether a step goes through a large table without an index that narrows it."""
    return any(re.match(rf"SCAN {table}(?! USING)\b|Seq Scan {table}\b", step) for table in LARGE)
