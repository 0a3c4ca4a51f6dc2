"""A month of reminders at many tables: nobody is woken, and nobody is written to too often."""

from __future__ import annotations

import random
from collections import Counter
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec
import pytest
from sqlalchemy import delete

from bot.contract import table_ids
from bot.contract.posts import Post
from bot.contract.preferences import Preferences
from bot.contract.tables import Person
from bot.store.models import OutboxRow
from bot.tables.alarm_clock import Clock
from tests.service.tables import HERE, Room, opened_room
from tests.service.test_reminders import DAY, HOUR, MINUTE, elsewhere, sent

ZONES = ("Europe/Berlin", "America/Los_Angeles", "Asia/Tokyo", "Pacific/Auckland")


class Month:
    """Tables of four people each in zones nine hours apart, some of whom answer late or hardly ever."""

    def __init__(self, room: Room, tables: int, seed: int) -> None:
        self.room, self.chance = room, random.Random(seed)
        self.clock = Clock(room.game_service, room.clock)
        self.people = {Person(2 * 10**17 + n, f"p{n}", HERE.guild): ZONES[n % 4] for n in range(tables * 2)}
        self.by_id = {person.id: person for person in self.people}
        self.tables: list[str] = []
        self.answers: dict[str, float] = {}
        self.dms: dict[int, list[float]] = {}
        self.per_question: Counter[tuple[str, int, int]] = Counter()
        self.calls: Counter[tuple[str, int]] = Counter()

    async def begin(self, tables: int) -> None:
        """Everybody sits at two tables, with quiet hours in the own zone."""
        everybody = list(self.people)
        for person, zone in self.people.items():
            await self.room.service.set_preferences(person, Preferences(zone))
        for n in range(tables):
            four = [everybody[(2 * n + k) % len(everybody)] for k in range(4)]
            self.tables.append(await elsewhere(self.room, n, *four, goal=999))

    async def live(self, days: float) -> None:
        """Let so many days pass, an hour at a time."""
        end = self.room.clock.now + days * DAY
        while self.room.clock.now < end:
            self.room.clock.now += HOUR
            await self.clock.close_due()
            await self.note()
            for table in self.tables:
                await self.maybe_answer(table)

    async def maybe_answer(self, table: str) -> None:
        """Whoever is asked answers after a while, when awake."""
        now = self.room.clock.now
        if self.answers.setdefault(table, now + self.chance.expovariate(1 / (9 * HOUR))) > now:
            return
        standing = await self.room.service.standing(table)
        for seat in standing.ask.asked if standing.ask else ():
            if seat.person is None or not self.awake(seat.person, now):
                self.answers[table] = now + 3 * HOUR
                continue
            sheet = await self.room.service.sheet(table, seat.person)
            if sheet.ask is not None and not sheet.answered:
                token = self.chance.choice(["done", *sheet.ask.options[-1:]] if len(sheet.ask.options) > 3 else ["1"])
                await self.room.service.answer(table, seat.person, sheet.ask_no, [[token]])
                self.answers.pop(table)
                return

    def awake(self, person: Person, at: float) -> bool:
        """Whether it is day then where that person lives."""
        return 7 <= datetime.fromtimestamp(at, ZoneInfo(self.people[person])).hour < 23

    async def note(self) -> None:
        """Look at everything that was sent, and check that it wakes nobody."""
        rows = await sent(self.room)
        for row in rows:
            post = msgspec.json.decode(row.post, type=Post)
            assert all(self.awake(self.by_id[person], max(row.made_at, row.next_at)) for person in post.mentions)
            if post.kind == "reminder" and row.user is not None:
                self.dms.setdefault(row.user, []).append(row.made_at)
                self.per_question[str(row.table_id), await self.question(row), row.user] += 1
            if post.kind == "last_call":
                self.calls[str(row.table_id), await self.question(row)] += 1
        if rows:
            async with self.room.database.session() as session, self.room.database.writing(session):
                await session.execute(delete(OutboxRow))

    async def question(self, row: OutboxRow) -> int:
        """The number of what the table is asked."""
        return (await self.room.service.info(table_ids.spell_id(row.table_id))).ask_no


SOAKED = pytest.param(8, 20, marks=pytest.mark.soak)
WHOLE = pytest.param(50, 30, marks=[pytest.mark.long, pytest.mark.timeout(1500)])


@pytest.mark.soak
@pytest.mark.parametrize(("tables", "days"), [(3, 4), SOAKED, WHOLE])
async def test_a_month_in_which_nobody_is_woken_or_written_to_too_often(tmp_path: Path, tables: int, days: int) -> None:
    async with opened_room(tmp_path / "month.db") as room:
        month = Month(room, tables, 7)
        await month.begin(tables)
        await month.live(days)
    assert month.dms
    assert month.calls
    assert max(month.calls.values()) == 1
    assert max(month.per_question.values()) <= 2
    gaps = [later - sooner for times in month.dms.values() for sooner, later in pairwise(times)]
    assert min(gaps) >= 30 * MINUTE
