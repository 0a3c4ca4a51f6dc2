"""Alarms: what is due rings in order and once, whatever has become of it, of the bot or of another clock meanwhile."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import structlog
from sqlmodel import col, select
from structlog.testing import capture_logs

import bot.tables.alarm_clock as clock_module
from bot.contract import table_ids
from bot.contract.table_settings import Settings
from bot.contract.tables import AlarmKind, Busy, Place, Refused
from bot.features.host import faults
from bot.store.database import Database
from bot.store.models import AlarmRow, OfferRow
from bot.store.steps import BoundStatement
from bot.tables.alarm_clock import NAP, Clock
from bot.tables.alarms import RINGS
from bot.telemetry import is_trace
from tests.service.fulldisk import rolled_back
from tests.service.tables import ANA, BEN, CHO, DEE, Room, begun, give, opened_room, stop
from tests.service.test_reminders import elsewhere

log = structlog.get_logger(__name__)
LIVE = Settings(pace="live")
HOUR = 3600.0
WINDOW, MONTH, GONE = 45, 30 * 86400, 7


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """A service over an empty database."""
    async with opened_room(tmp_path / "nisaba.db") as made:
        yield made


async def announced(made: Room) -> str:
    """A game whose first person has just played a card: a window is open for the others."""
    table = await begun(made, ANA, BEN, CHO, settings=LIVE)
    sheet = await made.service.sheet(table, ANA)
    card = next(option.token for option in sheet.options if option.token.isdigit())
    await give(made, table, ANA, card)
    return table


async def armed(made: Room) -> list[tuple[str, int]]:
    """What is to happen, the next first: its kind, and its seat; deadlines, reminders and idle lobbies aside."""
    return [
        (kind, number) for kind, number in await everything(made) if kind not in {"late", "remind", "last_call", "idle"}
    ]


async def everything(made: Room) -> list[tuple[str, int]]:
    """The same with those."""
    async with made.database.session() as session:
        rows = (await session.execute(select(AlarmRow).order_by(col(AlarmRow.at)))).scalars()
        return [(row.kind, row.number) for row in rows if row.kind != "late" or row.number == GONE]


async def plant(made: Room, table: str, kind: str) -> None:
    """An alarm that is due from this moment on, for a question, request or offer that is not there."""
    number, at = table_ids.read(table) or 0, made.clock.now
    async with made.database.session() as session, made.database.writing(session):
        session.add(AlarmRow(table_id=number, kind=kind, number=GONE, ask_no=99, at=at))
    made.service.deps.forget(table_ids.read(table) or 0)


async def test_what_is_due_rings_in_its_order_over_all_tables(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    other = (await room.service.open_table(BEN, Place(5, 78), "walk")).id
    host = await room.service.give_host(other, BEN, CHO)
    table = await announced(room)
    seat = await room.service.give_seat(table, BEN, 2, DEE)
    asked = (await room.service.info(table)).ask_no
    assert await armed(room) == [("window", 0), ("offer", 2), ("offer", 0)]
    rung: list[tuple[str, AlarmKind, int]] = []
    ring = room.service.ring

    async def noted(table: str, kind: AlarmKind, ask_no: int = 0) -> bool:
        rung.extend([(table, kind, ask_no)] if kind != "idle" else [])
        return await ring(table, kind, ask_no)

    monkeypatch.setattr(room.service, "ring", noted)
    room.clock.now += MONTH
    assert await Clock(room.service, room.clock).close_due() == 4
    assert rung == [(table, "window", asked), (table, "offer", seat.no), (other, "offer", host.no)]
    assert await armed(room) == []


@pytest.mark.parametrize("kind", RINGS)
async def test_an_alarm_for_what_is_gone_does_nothing_and_rings_once(room: Room, kind: str) -> None:
    table = await begun(room, ANA, BEN)
    others = await everything(room)
    await plant(room, table, kind)
    before = await room.posts(), await room.service.standing(table), await room.service.log(table, None)
    clock = Clock(room.service, room.clock)
    assert await clock.close_due() == 0
    assert (await room.posts(), await room.service.standing(table), await room.service.log(table, None)) == before
    assert await everything(room) == others


async def test_npcs_do_not_go_on_in_a_game_that_is_over(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    await stop(room.service, table)
    await plant(room, table, "npcs")
    assert await Clock(room.service, room.clock).close_due() == 0
    assert await everything(room) == []


async def test_a_window_whose_alarm_is_of_an_earlier_question_gets_its_own_time(room: Room) -> None:
    table = await announced(room)
    async with room.database.session() as session, room.database.writing(session):
        windows = select(AlarmRow).where(AlarmRow.kind == "window")
        (await session.execute(windows)).scalar_one().ask_no -= 1
    room.service.deps.forget(table_ids.read(table) or 0)
    room.clock.now += MONTH
    clock = Clock(room.service, room.clock)
    assert await clock.close_due() == 0
    window = (await room.service.info(table)).window
    assert window is not None
    room.clock.now = window.closes_at.timestamp()
    assert await clock.close_due() == 1


async def test_nothing_rings_before_its_time(room: Room) -> None:
    table = await announced(room)
    asked = (await room.service.info(table)).ask_no
    room.clock.now += WINDOW - 1
    assert not await room.service.ring(table, "window", asked)
    assert (await room.service.info(table)).window is not None
    room.clock.now += 1
    assert await room.service.ring(table, "window", asked)


async def test_two_clocks_at_once_ring_once(room: Room) -> None:
    table = await announced(room)
    async with opened_room(room.file, room.clock) as twin:
        await twin.service.sheet(table, BEN)
        told = len(await room.posts())
        room.clock.now += WINDOW
        clocks = [Clock(made.service, room.clock) for made in (room, twin)]
        assert sum(await asyncio.gather(*(clock.close_due() for clock in clocks))) == 1
        assert len(await room.posts()) == told + 1
        assert await room.service.standing(table) == await twin.service.standing(table)


async def test_what_was_armed_rings_after_a_restart(tmp_path: Path) -> None:
    async with opened_room(tmp_path / "a.db") as before:
        table = await begun(before, ANA, BEN, CHO)
        for person in (ANA, BEN):
            await give(before, table, person, "walk", "done")
        await before.service.ask_back(table, ANA, 0)
        await before.service.give_seat(table, BEN, 2, DEE)
        waiting, clock = await armed(before), before.clock
    async with opened_room(tmp_path / "a.db", clock) as after:
        assert await armed(after) == waiting == [("petition", 0), ("offer", 2)]
        clock.now += MONTH
        assert await Clock(after.service, clock).close_due() == 3
        late, *rest = (await after.texts())[-3:]
        assert "late" in late
        assert rest == ["petition refused: seat_2; ", "offer lapsed: seat_2 to Dee"]


async def test_a_ring_that_dies_before_its_commit_rings_again_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def dies(self: Database, steps: Sequence[BoundStatement]) -> None:
        await rolled_back(self, steps)
        raise asyncio.CancelledError

    async with opened_room(tmp_path / "a.db") as before:
        table, clock = await announced(before), before.clock
        told, asked = len(await before.posts()), (await before.service.info(table)).ask_no
        clock.now += WINDOW
        with monkeypatch.context() as broken:
            broken.setattr(Database, "write", dies)
            with pytest.raises(asyncio.CancelledError):
                await Clock(before.service, clock).close_due()
        assert (await armed(before), len(await before.posts())) == ([("window", 0)], told)
    async with opened_room(tmp_path / "a.db", clock) as after:
        again = Clock(after.service, clock)
        assert [await again.close_due() for _ in range(2)] == [1, 0]
        assert (len(await after.posts()), (await after.service.info(table)).ask_no) == (told + 1, asked + 1)


async def test_an_offer_at_a_table_that_is_over_goes_without_a_word_and_the_clock_rests(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    await room.service.give_host(table, ANA, BEN)
    await stop(room.service, table)
    told, clock = await room.posts(), Clock(room.service, room.clock)
    room.clock.now += MONTH
    assert await clock.close_due() == 1
    assert await room.posts() == told
    async with room.database.session() as session:
        assert (await session.execute(select(OfferRow))).first() is None
    assert await clock._look() == NAP


async def test_what_people_have_is_told_with_the_time_that_is_left_to_them(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    offered = await room.service.give_seat(table, BEN, 2, CHO)
    about: dict[str, Any] = json.loads((await room.service.personal_data(CHO)).raw)
    assert [offer["closes_at"] for offer in about["offers"]] == [offered.closes_at.timestamp()]


async def test_each_ring_has_a_trace_that_leads_from_the_log_to_what_is_kept_of_its_failure(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that one alarm brings about has the same, and no two have one."""
    first, second = await begun(room, ANA, BEN), await elsewhere(room, 1, CHO, DEE)
    ring = room.service.ring

    async def broken(table: str, kind: AlarmKind, ask_no: int = 0) -> bool:
        log.info("rings", table=table)
        if table == second:
            raise RuntimeError("broken")
        return await ring(table, kind, ask_no)

    monkeypatch.setattr(room.service, "ring", broken)
    room.clock.now += 8.1 * HOUR
    with capture_logs([structlog.contextvars.merge_contextvars]) as logs:
        await Clock(room.service, room.clock).close_due()
    told = [(line["event"], line["table"], line["trace"]) for line in logs]
    assert [(event, table) for event, table, _ in told] == [
        ("rings", first),
        ("reminded", first),
        ("rings", second),
        ("clock.table", second),
    ]
    assert told[0][2] == told[1][2] != told[2][2] == told[3][2]
    assert all(is_trace(trace) for *_, trace in told)
    (row,) = await faults.newest(room.database)
    assert row.ref == told[3][2]
    assert logs[3]["alarm"] == "remind"
    assert structlog.contextvars.get_contextvars() == {}


async def test_alarms_that_are_put_off_keep_no_others_from_ringing(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there are: of a table that cannot be read none may ring, and they stay at their time."""
    monkeypatch.setattr(clock_module, "AT_ONCE", 1)
    first, second = await begun(room, ANA, BEN), await elsewhere(room, 1, CHO, DEE)
    for kind in ("petition", "offer", "resume"):
        await plant(room, first, kind)
    rung, ring, clock = list[tuple[str, str]](), room.service.ring, Clock(room.service, room.clock)

    async def damaged(table: str, kind: AlarmKind, ask_no: int = 0) -> bool:
        rung.append((table, kind))
        if table == first:
            raise Refused("damaged")
        return await ring(table, kind, ask_no)

    monkeypatch.setattr(room.service, "ring", damaged)
    room.clock.now += 8.1 * HOUR
    for _ in range(8):
        await clock.close_due()
        room.clock.now += 1
    assert Counter(rung).most_common(1)[0][1] == 1, "what is put off is left alone"
    assert (second, "remind") in rung
    room.clock.now += clock_module.LATER
    again = len(rung)
    await clock.close_due()
    assert rung[again] in rung[:again], "and tried again later"


async def test_an_alarm_that_rings_after_all_is_told_again_when_it_fails_later(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What another refuses, or is too busy for, is no fault; nor does it keep one that follows from being told."""
    await begun(room, ANA, BEN)
    clock, outcomes = Clock(room.service, room.clock), list[Exception | None]()

    async def ring(*_: object) -> bool:
        if (outcome := outcomes.pop(0)) is not None:
            raise outcome
        return False

    monkeypatch.setattr(room.service, "ring", ring)
    room.clock.now += 8.1 * HOUR
    for outcome, kept in (
        (Refused("no_table"), 0),
        (Busy("busy"), 0),
        (RuntimeError("broken"), 1),
        (RuntimeError("broken"), 1),
        (None, 1),
        (RuntimeError("broken"), 2),
    ):
        outcomes = [outcome]
        await clock.close_due()
        assert outcomes == []
        assert len(await faults.newest(room.database)) == kept
        if outcome is not None:
            room.clock.now += clock_module.AGAIN - 0.1
            await clock.close_due()
            room.clock.now += 0.2


async def test_an_alarm_that_another_process_rings_is_left_to_it_for_a_second(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(room, ANA, BEN)
    clock, asked = Clock(room.service, room.clock), list[str]()

    async def claim(_database: object, lane: str, *_: object) -> bool:
        asked.append(lane)
        return False

    monkeypatch.setattr("bot.tables.alarm_clock.leases.claim", claim)
    monkeypatch.setattr(room.database, "lite", False)
    room.clock.now += 8.1 * HOUR
    for seconds, tries in ((0, 1), (0.9, 1), (0.2, 2)):
        room.clock.now += seconds
        await clock.close_due()
        assert len(asked) == tries
