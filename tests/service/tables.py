"""A service over a fresh database with a clock that only tests move, and people to sit at it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

import msgspec
from sqlalchemy import delete
from sqlmodel import col, select

from bot.contract import table_ids
from bot.contract.posts import Post, Words
from bot.contract.snapshot import Done
from bot.contract.table_settings import Settings
from bot.contract.tables import AlarmKind, Person, Place, Refused, TableInfo
from bot.features.registered import ALL
from bot.store.database import PATIENCE, Database
from bot.store.file_key import FileKey
from bot.store.models import AlarmRow, LineRow, OutboxRow, TableRow
from bot.tables.alarm_clock import Clock
from bot.tables.game_service import GameService
from bot.tables.work.unit_of_work import Deps, Quotas
from engine.core.message import to_json
from tests.bot.fake_game import WALK
from tests.facts import fact
from tests.service.beginnings import once
from tests.service.databases import ready, url_of
from tests.service.told import Plain

HERE = Place(5, 77)
ANA, BEN, CHO, DEE = (Person(10**17 + n, name, 5) for n, name in enumerate(("Ana", "Ben", "Cho", "Dee"), 1))
MODERATOR = Person(10**17 + 9, "Mod", HERE.guild, moderator=True)
SEED = "a seed for tests"
Told = TypeVar("Told")
REMINDERS = ("remind", "last_call")


class Hand:
    """A clock moved by hand."""

    def __init__(self, now: float = 1_750_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class Room:
    """A service, its database and its clock."""

    def __init__(
        self,
        file: Path,
        clock: Hand,
        game: Any = WALK,
        quotas: Quotas | None = None,
        at_once: bool = False,
        patience: float = PATIENCE,
    ) -> None:
        self.database = Database(url_of(file), patience)
        self.clock = clock
        self.file = file
        self.made_of = (game, quotas, at_once)
        key = FileKey("", file.with_suffix(".key"))
        more: Any = {"quotas": quotas or Quotas(), "at_once": at_once}
        self.game_service = GameService(
            Deps(self.database, {"walk": game}, Plain(), clock, _seed, key, features=ALL, **more)
        )
        self.service: GameService = self.game_service

    @property
    def now(self) -> float:
        """The time of its clock."""
        return self.clock.now

    @now.setter
    def now(self, now: float) -> None:
        self.clock.now = now

    async def posts(self, user: int | None = None) -> list[Post]:
        """What waits to be sent to the channel, or to that person."""
        async with self.database.session() as session:
            rows = (await session.execute(select(OutboxRow).order_by(col(OutboxRow.id)))).scalars()
            return [msgspec.json.decode(row.post, type=Post) for row in rows if row.user == user]

    async def texts(self, user: int | None = None) -> list[str]:
        """The texts of those posts."""
        return [part.text for post in await self.posts(user) for part in post.parts if isinstance(part, Words)]


def _seed() -> str:
    return SEED


@asynccontextmanager
async def opened_room(
    file: Path,
    clock: Hand | None = None,
    game: Any = WALK,
    quotas: Quotas | None = None,
    at_once: bool = False,
    patience: float = PATIENCE,
) -> AsyncIterator[Room]:
    """A service that is closed at the end; over the same file it is the same bot started again."""
    made = Room(file, clock or Hand(), game, quotas, at_once, patience)
    await ready(made.database)
    try:
        yield made
        await made.service.deps.sightings.write(made.database)
    finally:
        await made.database.close()


async def seated(
    made: Room,
    *people: Person,
    npcs: int = 0,
    settings: Settings | None = None,
    options: Mapping[str, Any] | None = None,
) -> TableInfo:
    """A lobby in which these people sit, the first of them its host."""

    async def sit(room: Room) -> TableInfo:
        info = await room.service.open_table(people[0], HERE, "walk", npcs=npcs, settings=settings, options=options)
        for person in people[1:]:
            info = await room.service.join(info.id, person)
        return info

    return await _once(made, ("seated", people, npcs, repr(settings), repr(options)), sit)


async def begun(
    made: Room,
    *people: Person,
    npcs: int = 0,
    settings: Settings | None = None,
    options: Mapping[str, Any] | None = None,
) -> str:
    """A game of these people, just started; its id."""

    async def begin(room: Room) -> str:
        info = await seated(room, *people, npcs=npcs, settings=settings, options=options)
        await room.service.start(info.id, people[0])
        return info.id

    return await _once(made, ("begun", people, npcs, repr(settings), repr(options)), begin)


async def _once(made: Room, what: tuple[Any, ...], play: Callable[[Room], Awaitable[Told]]) -> Told:
    now, (game, quotas, at_once) = made.clock.now, made.made_of
    whole = (*what, now, game, quotas, at_once)
    return await once(made, whole, play, lambda file: opened_room(file, Hand(now), game, quotas, at_once))


async def without_deadlines(made: Room, seconds: float) -> int:
    """Let time pass in which nobody becomes late; how much of what was due has come about."""
    made.clock.now += seconds
    async with made.database.session() as session, made.database.writing(session):
        gone = delete(AlarmRow).where(col(AlarmRow.kind).in_({"late", *REMINDERS})).returning(col(AlarmRow.table_id))
        tables = (await session.execute(gone)).scalars().all()
    for number in tables:
        made.service.deps.forget(number)
    return await Clock(made.service, made.clock).close_due()


async def come_about(made: Room) -> int:
    """Let all that is due come about; how much of it did something, reminders aside."""
    ring, done = made.service.ring, [0]

    async def counted(table: str, kind: AlarmKind, ask_no: int = 0) -> bool:
        rung = await ring(table, kind, ask_no)
        done[0] += rung and kind not in REMINDERS
        return rung

    with patch.object(made.service, "ring", counted):
        await Clock(made.service, made.clock).close_due()
    return done[0]


async def refused(change: Any) -> Refused:
    """The refusal that this brings."""
    try:
        await change
    except Refused as refusal:
        return refusal
    raise AssertionError("it was not refused")


async def stop(service: GameService, table: str, reason: str = "") -> TableInfo:
    """The table after a moderator who does not sit there has ended its game."""
    refusal = await refused(service.end(table, MODERATOR, reason=reason))
    return await service.end(table, MODERATOR, reason=reason, confirm=refusal.said["confirm"])


async def give(made: Room, table: str, person: Person, *picks: str) -> Done:
    """Answer what is asked now, one pick after another as one batch."""
    sheet = await made.service.sheet(table, person)
    return await made.service.answer(table, person, sheet.ask_no, [[pick] for pick in picks])


async def ask_no(made: Room, table: str) -> int:
    """The number of the present question."""
    return (await made.service.info(table)).ask_no


async def played(made: Room) -> str:
    """A game of two with a round behind it and one answer since the last position; its id."""
    return await _once(made, ("played",), play)


async def play(made: Room) -> str:
    """Play it there and then."""
    table = await begun(made, ANA, BEN, options={"goal": 20})
    await give(made, table, ANA, "roll")
    await give(made, table, ANA, "done")
    await give(made, table, BEN, "roll")
    await give(made, table, BEN, "walk", "done")
    for person, bid in ((ANA, "1"), (BEN, "0")):
        await made.service.answer(table, person, None, [[bid]])
    await give(made, table, ANA, "walk")
    return table


async def lengthen(room: Room, table: str, lines: int) -> None:
    """The log has so many further public lines, two for each action, told by the table after all that is there."""
    number: int = table_ids.read(table) or 0
    async with room.database.session() as session, room.database.writing(session):
        row = await session.get_one(TableRow, number)
        for n in range(lines):
            said = to_json(fact(f"line {n}"))
            added = LineRow(table_id=number, no=row.lines + 1 + n, seq=row.answers + 1, said=said, key="walk")
            added.action, added.at = 1000 + n // 2, room.clock.now
            session.add(added)
        row.lines += lines
    room.service.deps.forget(number)
