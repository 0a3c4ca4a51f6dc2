"""Deadlines: how long who has to answer, what happens then; and no clock ends a game."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import cast
from zoneinfo import ZoneInfo

import pytest
from sqlmodel import select

from bot.contract.preferences import Preferences
from bot.contract.table_settings import ClockKind, Settings
from bot.contract.tables import Person, Refused
from bot.features.clocks import more_time, turn_clocks
from bot.store.models import AlarmRow, SeatRow, TableRow
from bot.tables.alarm_clock import Clock
from bot.tables.work.unit_of_work import UnitOfWork
from bot.tables.work.waking_hours import awake_at, has_quiet, waking_end, waking_time
from tests.service.tables import ANA, BEN, CHO, DEE, Room, begun, come_about, give, opened_room, refused

HOUR = 3600.0
DAY = 24 * HOUR
LONG = {"goal": 20}
NIGHT = Preferences(zone="Europe/Berlin")


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """A service over an empty database."""
    async with opened_room(tmp_path / "nisaba.db") as made:
        yield made


async def later(room: Room, seconds: float) -> int:
    """Let time pass; how many alarms had something to do."""
    room.clock.now += seconds
    return await come_about(room)


async def due(room: Room, number: int) -> float:
    """In how many seconds that seat's time is up."""
    async with room.database.session() as session:
        here = select(AlarmRow).where(AlarmRow.kind == "late", AlarmRow.number == number)
        return (await session.execute(here)).scalar_one().at - room.clock.now


async def seat(room: Room, number: int) -> SeatRow:
    """A seat as it is stored."""
    async with room.database.session() as session:
        return (await session.execute(select(SeatRow).where(SeatRow.number == number))).scalar_one()


async def asked(room: Room, table: str) -> list[str]:
    """Who is asked now."""
    standing = await room.service.standing(table)
    return [s.person.name for s in standing.ask.asked if s.person] if standing.ask else []


async def kinds(room: Room) -> list[str]:
    """The kinds of all posts to the channel."""
    return [post.kind for post in await room.posts()]


async def late(room: Room, *people: Person, settings: Settings | None = None) -> str:
    """A game whose first person has let the time pass."""
    table = await begun(room, *people, options=LONG, settings=settings)
    assert await later(room, DAY + 1) == 1
    return table


async def test_each_question_has_the_time_of_the_pace_and_only_for_whom_all_know_to_be_asked(room: Room) -> None:
    table = await begun(room, ANA, BEN, options=LONG)
    assert await due(room, 1) == DAY
    assert dict((await room.service.info(table)).deadlines).keys() == {1}
    await give(room, table, ANA, "walk", "done")
    assert dict((await room.service.info(table)).deadlines).keys() == {2}
    assert await due(room, 2) == DAY
    await give(room, table, BEN, "walk", "done")
    assert (await room.service.info(table)).window is None or not (await room.service.info(table)).deadlines


async def test_the_clock_goes_on_ringing_and_looks_again_when_something_has_changed(room: Room) -> None:
    await begun(room, ANA, BEN, options=LONG)
    ringing = asyncio.create_task(Clock(room.game_service, room.clock).run())
    try:
        async with asyncio.timeout(30):
            for rung in (1, 2):
                room.clock.now += DAY + 1
                while (await kinds(room)).count("late") < rung:
                    room.game_service.deps.notify()
                    await asyncio.sleep(0)
        assert not ringing.done()
    finally:
        ringing.cancel()
        with suppress(asyncio.CancelledError):
            await ringing


async def test_nobody_who_plays_alone_and_no_lobby_has_a_clock(room: Room) -> None:
    table = await begun(room, ANA, npcs=1)
    assert not (await room.service.info(table)).deadlines
    assert await later(room, 100 * DAY) == 0


async def test_time_runs_in_waking_hours_and_a_change_of_pace_leaves_the_question_as_it_is(room: Room) -> None:
    await room.service.set_preferences(ANA, Preferences(zone="Europe/Berlin", quiet_from=22, quiet_to=10))
    table = await begun(room, ANA, BEN, options=LONG)
    assert 2 * DAY - HOUR <= await due(room, 1) <= 2 * DAY + DAY / 2
    before = await due(room, 1)
    await room.service.change_settings(table, ANA, pace="live")
    assert await due(room, 1) == before


async def test_an_answer_at_the_second_of_the_deadline_counts(room: Room) -> None:
    table = await begun(room, ANA, BEN, options=LONG)
    room.clock.now += await due(room, 1)
    await give(room, table, ANA, "walk", "done")
    assert await later(room, 0) == 0
    assert "late" not in await kinds(room)


async def test_whoever_has_answered_gets_a_quarter_of_the_time_at_least_for_what_comes_next(room: Room) -> None:
    table = await begun(room, ANA, BEN, options=LONG)
    room.clock.now += 23 * HOUR
    await give(room, table, ANA, "walk")
    assert await due(room, 1) == DAY / 4


async def test_undo_gives_no_time_back(room: Room) -> None:
    table = await begun(room, ANA, BEN, options=LONG)
    room.clock.now += 20 * HOUR
    await give(room, table, ANA, "walk")
    before = await due(room, 1)
    await room.service.undo(table, ANA)
    assert await due(room, 1) <= before
    assert (await seat(room, 1)).clock_used == 20 * HOUR


@pytest.mark.soak
@pytest.mark.parametrize(("clock", "left"), [("move", DAY), ("bank", 28 * HOUR)])
async def test_whoever_goes_back_by_consent_begins_the_question_anew_and_has_no_more_in_the_bank(
    room: Room, clock: ClockKind, left: float
) -> None:
    table = await begun(room, ANA, BEN, options=LONG, settings=Settings(clock=clock, bank_hours=48))
    room.clock.now += 20 * HOUR
    await give(room, table, ANA, "walk", "done")
    await give(room, table, BEN, "walk")
    asked_back = await room.service.ask_back(table, ANA, 0)
    assert (await room.service.vote_back(table, BEN, asked_back.no, agrees=True)).result == "agreed"
    assert await asked(room, table) == ["Ana"]
    assert await due(room, 1) == left


async def test_whoever_has_answered_gets_as_much_where_the_bank_is_nearly_empty(room: Room) -> None:
    table = await begun(room, ANA, BEN, options=LONG, settings=Settings(clock="bank", bank_hours=48))
    room.clock.now += 47 * HOUR
    await give(room, table, ANA, "walk")
    assert await due(room, 1) == DAY / 4


async def test_a_bank_is_used_up_and_gets_its_refill_once_a_turn(room: Room) -> None:
    bank = Settings(clock="bank", bank_hours=48, refill_hours=12)
    table = await begun(room, ANA, BEN, options=LONG, settings=bank)
    for hours, picks in ((20, ["walk"]), (10, ["done"])):
        room.clock.now += hours * HOUR
        await give(room, table, ANA, *picks)
    assert (await seat(room, 1)).bank == 18 * HOUR, "in the same turn nothing comes in"
    await give(room, table, BEN, "walk", "done")
    for person in (ANA, BEN):
        await give(room, table, person, "0")
    assert (await asked(room, table), await due(room, 1)) == (["Ana"], 30 * HOUR)
    await give(room, table, ANA, "walk", "done")
    assert await due(room, 2) == 48 * HOUR, "no more than it holds"


async def test_at_a_live_table_time_runs_at_night_as_well(room: Room) -> None:
    await room.service.set_preferences(ANA, NIGHT)
    room.clock.now = datetime(2026, 3, 2, 23, 30, tzinfo=ZoneInfo("Europe/Berlin")).timestamp()
    table = await begun(room, ANA, BEN, options=LONG, settings=Settings(pace="live"))
    assert await due(room, 1) == 15 * 60
    room.clock.now += 10 * 60
    await give(room, table, ANA, "walk")
    assert (await seat(room, 1)).clock_used == 10 * 60


async def test_nobody_has_a_clock_for_a_window(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO, options=LONG)
    sheet = await room.service.sheet(table, ANA)
    await give(room, table, ANA, next(one.token for one in sheet.options if one.token.isdigit()))
    assert (await room.service.info(table)).window is not None
    assert [(await seat(room, number)).clock_since for number in (1, 2, 3)] == [None] * 3
    assert not (await room.service.info(table)).deadlines


async def test_a_bank_is_shown_as_it_is(room: Room) -> None:
    bank = Settings(clock="bank", bank_hours=48, refill_hours=12)
    table = await begun(room, ANA, BEN, options=LONG, settings=bank)
    assert await due(room, 1) == 48 * HOUR
    room.clock.now += 30 * HOUR
    await give(room, table, ANA, "walk", "done")
    assert (await seat(room, 1)).bank == 18 * HOUR
    assert (await room.service.info(table)).banks[1] == 18 * HOUR
    assert await due(room, 2) == 48 * HOUR


async def test_time_settings_are_fixed_once_the_game_has_begun(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    for change in ({"late": "npc"}, {"clock": "bank"}, {"weekends": "stop"}, {"bank_hours": "120"}):
        assert (await refused(room.service.change_settings(table, ANA, **change))).code == "clock_fixed"
    assert (await room.service.change_settings(table, ANA, pace="slow")).settings.pace == "slow"


async def test_neither_deadlines_nor_banks_tell_who_of_several_has_answered(room: Room) -> None:
    settings = Settings(clock="bank", bank_hours=20)
    table = await begun(room, ANA, BEN, CHO, options={"goal": 20}, settings=settings)
    assert (await room.service.info(table)).banks
    for person in (ANA, BEN, CHO):
        await give(room, table, person, "walk", "done")
    assert len(await asked(room, table)) == 3
    room.clock.now += HOUR
    before = await room.service.info(table)
    await give(room, table, BEN, "0")
    after = await room.service.info(table)
    assert (before.deadlines, before.banks) == (after.deadlines, after.banks) == ({}, {})
    for person in (ANA, CHO):
        await give(room, table, person, "0")
    assert (await room.service.info(table)).banks


class Rough:
    """As much of a unit of work as clocks need: one table of two seats, and no database."""

    def __init__(self, dice: random.Random) -> None:
        self.now, self.wanted = START + dice.random() * 300 * DAY, wishes(dice)
        pace, clock = dice.choice(("brisk", "daily", "slow")), dice.choice(("move", "bank"))
        self.row = TableRow(game="walk", game_version=1, scenario="", state="running", channel=1, host=1, host_name="")
        self.row.pace, self.row.clock, self.row.points = pace, clock, 0
        self.seats = [SeatRow(table_id=1, number=n, seat=f"s{n}", person=n) for n in (1, 2)]
        self.deps = SimpleNamespace(at_once=False)
        self.due: dict[int, float] = {}
        self.loaded = None

    def language(self, _person: int) -> str:
        """Nobody is written to here."""
        return "en"

    def wishes(self, _person: int) -> Preferences:
        """What everybody here wants."""
        return self.wanted

    def ask_no(self, _row: SeatRow) -> int:
        """Nothing here asks by number."""
        return 0

    def alarm(self, _kind: str, _number: int) -> None:
        """Nobody votes here."""

    def arm(self, _kind: str, at: float, number: int, **_about: object) -> None:
        """Note a deadline."""
        self.due[number] = at

    def disarm(self, *_kinds: str, number: int = 0) -> None:
        """Forget it."""
        self.due.pop(number, None)


ZONES = ("Europe/Berlin", "America/Santiago", "Australia/Lord_Howe", "UTC", "")
START = 1_760_000_000.0


def wishes(dice: random.Random) -> Preferences:
    """Quiet hours, free weekends and a vacation, or none."""
    away = START + dice.random() * 300 * DAY
    return Preferences(
        zone=dice.choice(ZONES),
        quiet_from=dice.randrange(24),
        quiet_to=dice.randrange(24),
        off_days=dice.random() < 0.3,
        away_from=away if dice.random() < 0.3 else 0.0,
        away_until=away + dice.random() * 21 * DAY if dice.random() < 0.9 else 0.0,
        away_mode="pause",
    )


def schedule(dice: random.Random) -> None:
    """Questions, answers, pauses, vacations and waiting in any order: what is used only grows, and a turn refills."""
    rough = Rough(dice)
    work, turn = cast("UnitOfWork", rough), 1
    for _ in range(12):
        row = dice.choice(rough.seats)
        point, used, bank = row.clock_point, row.clock_used, row.bank
        match dice.choice(("ask", "ask", "answer", "checkpoint", "turn", "pause", "away")):
            case "ask":
                turn_clocks._start(work, row, f"000.{turn:03}", answered=dice.random() < 0.5)
                assert rough.due[row.number] >= rough.now
                assert row.clock_length >= row.clock_used or row.clock_point == point
            case "answer":
                turn_clocks.stop(work, row)
                assert row.number not in rough.due
            case "checkpoint":
                rough.row.points += 1
            case "turn":
                turn += 1
            case "pause":
                rough.row.paused_until = rough.now + dice.random() * DAY
            case "away":
                turn_clocks.stop(work, row)
                rough.wanted = wishes(dice)
        assert row.clock_point > point or row.clock_used >= used
        assert row.bank is None or bank is None or row.bank <= bank + rough.row.refill_hours * HOUR
        assert row.bank is None or 0 <= row.bank <= rough.row.bank_hours * HOUR
        rough.now += dice.random() * 2 * DAY


@pytest.mark.sample(1)
@pytest.mark.parametrize("batch", range(40))
def test_in_ten_thousand_schedules_no_time_comes_back(batch: int) -> None:
    dice = random.Random(batch)
    for _ in range(250):
        schedule(dice)


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(10))
def test_waking_time_grows_with_what_is_asked_of_it_and_never_ends_asleep(seed: int) -> None:
    """Over the days when the clocks are changed too, of Berlin, Santiago and Lord Howe."""
    dice = random.Random(seed)
    for _ in range(40):
        wanted, start = wishes(dice), START + dice.random() * 400 * DAY
        spans = sorted(dice.random() * 72 * HOUR for _ in range(3))
        ends = [waking_end(start, span, wanted) for span in spans]
        assert ends == sorted(ends)
        for span, end in zip(spans, ends, strict=True):
            assert end >= start + span - 0.001
            assert abs(waking_time(start, end, wanted) - span) < 0.01
            assert not has_quiet(wanted) or awake_at(end - 0.5, wanted) <= end


def test_clocks_stand_on_free_weekends_and_on_vacation() -> None:
    friday = datetime(2026, 1, 2, 12, tzinfo=UTC).timestamp()
    free = Preferences(off_days=True)
    assert waking_end(friday, 13 * HOUR, free) == friday + (12 + 48 + 1) * HOUR
    away = Preferences(away_from=friday + HOUR, away_until=friday + 10 * DAY, away_mode="pause")
    assert waking_end(friday, 2 * HOUR, away) == friday + 10 * DAY + HOUR
    assert waking_end(friday, 2 * HOUR, away, DAY) == friday + DAY + 2 * HOUR


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(4))
async def test_what_was_used_of_the_time_never_becomes_less_within_a_question(room: Room, seed: int) -> None:
    """Answers, undo, more time, pauses and waiting in any order."""
    dice, table = random.Random(seed), await begun(room, ANA, BEN, options={"goal": 60})
    before = {1: (-1, 0.0), 2: (-1, 0.0)}
    for _ in range(25):
        person, number = dice.choice(((ANA, 1), (BEN, 2)))
        act = dice.choice(("walk", "done", "undo", "wait", "wait", "extend", "pause", "resume"))
        room.clock.now += dice.random() * 6 * HOUR
        with suppress(Refused):
            if act in {"walk", "done"}:
                await give(room, table, person, act)
            elif act == "wait":
                await later(room, dice.random() * DAY)
            elif act == "undo":
                await room.service.undo(table, person)
            elif act == "extend":
                await more_time.extend(room.service, table, person, 3, number=number)
            else:
                await (room.service.pause(table, ANA, 1) if act == "pause" else room.service.resume(table, ANA))
        for one, (point, used) in list(before.items()):
            row = await seat(room, one)
            assert row.clock_point > point or row.clock_used >= used
            before[one] = row.clock_point, row.clock_used
    assert (await room.service.info(table)).state == "running"


async def hand(room: Room, table: str, giver: Person, to: Person) -> None:
    """The first seat passes from one to the other."""
    offer = await room.service.give_seat(table, giver, 1, to)
    await room.service.answer_offer(table, to, offer.no, accepts=True)


@pytest.mark.parametrize("clock", ["move", "bank"])
async def test_two_who_hand_a_seat_to_and_fro_cannot_stretch_its_time(room: Room, clock: ClockKind) -> None:
    table = await begun(room, ANA, BEN, options=LONG, settings=Settings(clock=clock, bank_hours=24))
    whole, start = await due(room, 1), room.clock.now
    pairs = [(ANA, DEE), (DEE, ANA)] * 6
    for giver, to in pairs:
        await later(room, whole / 5)
        if (await seat(room, 1)).person != giver.id or "late" in await kinds(room):
            break
        await hand(room, table, giver, to)
        assert await due(room, 1) <= whole
    assert "late" in await kinds(room)
    assert room.clock.now - start < 2 * whole


async def test_who_has_not_had_the_seat_gets_the_whole_time_and_everybody_does_at_the_next_question(room: Room) -> None:
    table = await begun(room, ANA, BEN, options=LONG)
    await later(room, DAY / 2)
    await hand(room, table, ANA, DEE)
    assert await due(room, 1) == DAY
    await later(room, DAY / 4)
    await hand(room, table, DEE, ANA)
    assert await due(room, 1) == DAY * 3 / 4
    await hand(room, table, ANA, CHO)
    assert await due(room, 1) == DAY
    await give(room, table, CHO, "walk", "done")
    await give(room, table, BEN, "walk", "done")
    await later(room, DAY / 2)
    await hand(room, table, CHO, ANA)
    assert await due(room, 1) == DAY
