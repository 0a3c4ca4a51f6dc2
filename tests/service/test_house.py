"""What the processes of one bot know of one another: who is alive, whose turn it is, what Discord has been told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlmodel import col, select

from bot.cluster.heartbeat import BEAT, FRESH, Heartbeat
from bot.contract.table_settings import Settings
from bot.contract.tables import Refused
from bot.features.sharing import service as shared_board
from bot.features.sharing.service import APART, TURN
from bot.store import leases
from bot.store.cluster_models import HouseFactRow, HouseRow
from bot.store.models import AlarmRow, OutboxRow, TableRow
from bot.tables import purge_job
from bot.tables.alarm_clock import Clock
from bot.tables.purge_job import Nightly, purge
from tests.service.tables import ANA, BEN, Room, begun, give, opened_room, refused

HOUR = 3600.0


@pytest.fixture
async def rooms(tmp_path: Path) -> AsyncIterator[tuple[Room, Room]]:
    """Two processes at one database, with one time."""
    async with opened_room(tmp_path / "a.db") as one, opened_room(tmp_path / "a.db", one.clock) as other:
        yield one, other


def beat_of(room: Room) -> Heartbeat:
    return Heartbeat(room.database, room.service.deps.process, "all", room.clock)


async def late_alarm(room: Room, table: str) -> AlarmRow:
    """A window that people wait for, brought an hour behind its time by nobody being there."""
    sheet = await room.service.sheet(table, ANA)
    await give(room, table, ANA, next(option.token for option in sheet.options if option.token.isdigit()))
    rows: list[AlarmRow] = await room.database.read(select(AlarmRow).where(AlarmRow.kind == "window"))
    room.clock.now = rows[0].at + HOUR
    return rows[0]


async def test_nobody_knows_how_long_the_first_process_was_away(rooms: tuple[Room, Room]) -> None:
    beat = beat_of(rooms[0])
    await beat.beat("all")
    assert await beat.away() is None


async def test_the_house_is_away_only_when_no_other_process_is_alive(rooms: tuple[Room, Room]) -> None:
    one, other = rooms
    await beat_of(one).beat("all")
    one.clock.now += FRESH - 1
    assert await beat_of(other).away() == 0.0
    one.clock.now += HOUR
    assert await beat_of(other).away() == HOUR + FRESH - 1


async def test_a_process_that_ends_cleanly_is_no_longer_there(rooms: tuple[Room, Room]) -> None:
    one, other = rooms
    running = asyncio.create_task(beat_of(one).run())
    async with asyncio.timeout(30):
        while await beat_of(other).away() is None:  # noqa: ASYNC110 - a process knows nothing but what is stored
            await asyncio.sleep(0.01)
    assert await beat_of(other).away() == 0.0
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    one.clock.now += BEAT
    assert await beat_of(other).away() == BEAT
    assert [row.role for row in await other.database.read(select(HouseRow))] == [""]


async def test_no_grace_is_given_while_another_process_is_alive(rooms: tuple[Room, Room]) -> None:
    one, other = rooms
    table = await begun(one, ANA, BEN, settings=Settings(pace="daily"))
    alarm = await late_alarm(one, table)
    await beat_of(one).beat("all")
    await Clock(other.game_service, one.clock).give_grace(await beat_of(other).away())
    assert await one.database.read(select(AlarmRow.at).where(AlarmRow.id == alarm.id)) == [alarm.at]


@pytest.mark.parametrize(("away", "part"), [(600.0, None), (10**6, 0.25), (None, 0.25)])
async def test_grace_is_as_long_as_the_house_was_away_and_at_most_a_quarter_and_every_process_sees_it(
    rooms: tuple[Room, Room], away: float | None, part: float | None
) -> None:
    one, other = rooms
    table = await begun(one, ANA, BEN, settings=Settings(pace="daily"))
    alarm = await late_alarm(one, table)
    before = await one.service.info(table)
    (version,) = await one.database.read(select(TableRow.version))
    await Clock(other.game_service, one.clock).give_grace(away)
    expected = one.clock.now + ((away or 0.0) if part is None else part * alarm.length)
    assert await one.database.read(select(AlarmRow.at).where(AlarmRow.id == alarm.id)) == [expected]
    assert await one.database.read(select(TableRow.version)) == [(version or 0) + 1]
    kind = alarm.kind
    assert not await one.service.ring(table, kind, alarm.ask_no), "what this process has kept is not what counts"
    assert (await one.service.info(table)).ask_no == before.ask_no


async def test_what_is_done_once_a_day_is_done_by_one_process(
    rooms: tuple[Room, Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = rooms
    fails = [True]

    async def purge(_: object) -> None:
        if fails.pop():
            raise RuntimeError

    monkeypatch.setattr(purge_job, "purge", purge)
    first, second = (Nightly(room.service.deps, one.clock) for room in rooms)
    with pytest.raises(RuntimeError):
        await first.do_due()
    fails += [False] * 3
    assert await second.do_due()
    assert not await first.do_due()
    one.clock.now += 24 * HOUR
    assert await first.do_due()
    assert not await Nightly(other.service.deps, one.clock).do_due()


async def test_of_two_that_change_a_fact_at_once_one_is_the_first(rooms: tuple[Room, Room]) -> None:
    database = rooms[0].database
    assert await leases.fact(database, "commands") == ""
    assert await leases.change_fact(database, "commands", "", "a", 1.0)
    assert not await leases.change_fact(rooms[1].database, "commands", "", "b", 1.0)
    assert await leases.fact(database, "commands") == "a"
    assert await leases.change_fact(rooms[1].database, "commands", "a", "b", 1.0)


async def test_who_has_posted_a_board_by_one_process_waits_a_minute_at_every_other(rooms: tuple[Room, Room]) -> None:
    one, other = rooms
    table = await begun(one, ANA, BEN)
    nothing = await one.database.read(select(OutboxRow.id))
    pressed = (shared_board.post(room.service, table, ANA, "board") for room in (*rooms, *rooms))
    told = await asyncio.gather(*pressed, return_exceptions=True)
    assert [said.code for said in told if isinstance(said, Refused)] == 3 * ["board_soon"]
    await shared_board.post(other.service, table, BEN, "board")
    assert len(await one.database.read(select(OutboxRow.id))) == len(nothing) + 2
    one.clock.now += APART
    await shared_board.post(one.service, table, ANA, "board")
    assert (await refused(shared_board.post(other.service, table, ANA, "board"))).code == "board_soon"


async def test_that_somebody_has_posted_a_board_is_not_kept_for_longer_than_it_counts(room: Room) -> None:
    await shared_board.post(room.service, await begun(room, ANA, BEN), ANA, "board")
    await purge(room.service.deps)
    kept = select(HouseFactRow.at).where(col(HouseFactRow.key).startswith(TURN))
    assert await room.database.read(kept) == [room.clock.now]
    room.clock.now += APART
    await purge(room.service.deps)
    assert await room.database.read(kept) == []
