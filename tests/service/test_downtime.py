"""Time in which the bot was not there counts against nobody: given back once, to all tables, without reading a game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from bot.contract import table_ids
from bot.contract.preferences import Preferences
from bot.contract.table_settings import Settings
from bot.contract.tables import Person, Place
from bot.features.clocks import downtime, overdue
from bot.store.models import AlarmRow, SeatRow, TableRow
from bot.tables.alarm_clock import Clock
from bot.tables.work import unit_of_work
from bot.tables.work.transaction import write_together
from tests.service.tables import ANA, BEN, CHO, HERE, Hand, Room, begun, come_about, give, opened_room

HOUR = 3600.0
DAY = 24 * HOUR
LONG = {"goal": 20}
BANK = Settings(clock="bank", bank_hours=48)
TABLES = 5


class Killed(BaseException):
    """The process is gone."""


async def begun_at(room: Room, *channels: int) -> list[str]:
    """Games of Ana and Ben in these channels, an hour after one another, with their time in banks."""
    tables = []
    for channel in channels:
        place = Place(HERE.guild, HERE.channel + channel)
        info = await room.service.open_table(ANA, place, "walk", settings=BANK, options=LONG)
        await room.service.join(info.id, BEN)
        await room.service.start(info.id, ANA)
        tables.append(info.id)
        room.clock.now += HOUR
    return tables


async def left(room: Room) -> list[float]:
    """In how many seconds the time of each seat that is asked is up, table by table."""
    here = select(AlarmRow.at).where(AlarmRow.kind == "late").order_by(col(AlarmRow.table_id), col(AlarmRow.number))
    return [at - room.clock.now for at in await room.database.read(here)]


async def banks(room: Room) -> list[float | None]:
    """What each seat has in its bank."""
    return await room.database.read(select(SeatRow.bank).order_by(col(SeatRow.table_id), col(SeatRow.number)))


def unread(*_: object) -> Any:
    """Nobody can read a game."""
    raise Killed


def dies_after(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """Let the process be killed when it has written for so many tables."""
    done = [0]

    async def mortal(*what: Any) -> None:
        if done[0] == times:
            raise Killed
        await write_together(*what)
        done[0] += 1

    monkeypatch.setattr(downtime, "write_together", mortal)


@pytest.mark.soak
@pytest.mark.parametrize("together", [2, 100])
async def test_all_tables_get_their_time_back_and_no_game_is_read_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, together: int
) -> None:
    monkeypatch.setattr(downtime, "TOGETHER", together)
    async with opened_room(tmp_path / "a.db") as room:
        await begun_at(room, *range(TABLES))
        before = await left(room)
        assert len(set(before)) == TABLES
        versions = await room.database.read(select(TableRow.version))
    room.clock.now += 3 * DAY
    async with opened_room(tmp_path / "a.db", room.clock) as again:
        with monkeypatch.context() as reading:
            reading.setattr(unit_of_work, "table_from", unread)
            await Clock(again.service, again.clock).give_grace(3 * DAY)
        assert await left(again) == before
        assert await again.database.read(select(TableRow.version)) == [(version or 0) + 1 for version in versions]
        assert await come_about(again) == 0, "nobody is late"


@pytest.mark.sample(1)
@pytest.mark.parametrize("written", range(TABLES + 1))
async def test_a_start_that_is_killed_in_between_gives_the_time_back_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: int
) -> None:
    """Killed after so many tables, it is away for some more hours; then it is started as often as you like."""
    monkeypatch.setattr(downtime, "TOGETHER", 1)
    async with opened_room(tmp_path / "a.db") as room:
        await begun_at(room, *range(TABLES))
        before, held = await left(room), [48 * HOUR - n * HOUR for n in range(TABLES, 0, -1)]
    clock: Hand = room.clock
    clock.now += DAY
    with monkeypatch.context() as mortal:
        dies_after(mortal, written)
        async with opened_room(tmp_path / "a.db", clock) as dying:
            grace = Clock(dying.service, clock).give_grace(DAY)
            if written < TABLES:
                with pytest.raises(Killed):
                    await grace
            else:
                await grace
    for away in (DAY + HOUR, DAY + 2 * HOUR):
        clock.now += HOUR
        async with opened_room(tmp_path / "a.db", clock) as again:
            await Clock(again.service, clock).give_grace(away)
            assert await left(again) == before
            assert [bank for bank in await banks(again) if bank not in {None, 48 * HOUR}] == held
            assert await come_about(again) == 0


async def test_a_table_that_cannot_be_changed_keeps_its_own_time_and_holds_up_no_other(room: Room) -> None:
    tables = await begun_at(room, 1, 2, 3)
    before, odd = await left(room), table_ids.read(tables[1])
    async with room.database.session() as session, room.database.writing(session):
        here = (AlarmRow.table_id == odd, AlarmRow.kind == "last_call")
        await session.execute(update(AlarmRow).where(*here).values(body='{"named": 7}'))  # type: ignore[arg-type]
    room.clock.now += 40 * HOUR
    await Clock(room.service, room.clock).give_grace(40 * HOUR)
    assert await left(room) == [before[0], before[1] - 40 * HOUR, before[2]]


async def test_a_bot_that_was_not_away_changes_no_table(room: Room) -> None:
    await begun_at(room, 1)
    room.clock.now += 3 * DAY
    versions = await room.database.read(select(TableRow.version))
    await Clock(room.service, room.clock).give_grace(0.0)
    assert await room.database.read(select(TableRow.version)) == versions


@pytest.mark.soak
async def test_a_question_to_several_stays_one_and_its_last_call_counts_whoever_has_answered(room: Room) -> None:
    calls = [await last_call_after(room, *answered) for answered in ((), (BEN,), (BEN, CHO))]
    assert calls[0] == calls[1] == calls[2]


async def last_call_after(room: Room, *answered: Person) -> tuple[float, float]:
    """When all are called once more that are asked at once, of whom these have answered, and the bot was away."""
    async with opened_room(room.file.with_name(f"{len(answered)}.db"), Hand(room.clock.now)) as made:
        await made.service.set_preferences(ANA, Preferences(zone="UTC", quiet_from=20, quiet_to=19))
        table = await begun(made, ANA, BEN, CHO)
        for person in (ANA, BEN, CHO):
            await give(made, table, person, "done")
        for person in answered:
            await give(made, table, person, "1")
        begins = made.clock.now
        made.clock.now += 5 * HOUR
        await Clock(made.service, made.clock).give_grace(5 * HOUR)
        assert not (await made.service.info(table)).deadlines, "that would tell who has answered"
        (alarm,) = await alarms(made, "last_call")
        return alarm.at - begins, alarm.ask_no


async def alarms(room: Room, kind: str) -> Sequence[AlarmRow]:
    return await room.database.read(select(AlarmRow).where(AlarmRow.kind == kind))


async def test_where_the_others_decide_already_they_go_on_doing_so(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO, options=LONG)
    room.clock.now += DAY
    assert await come_about(room) == 1
    assert not (await overdue.vote(room.service, table, BEN, 1, "once")).done
    room.clock.now += 3 * DAY
    await Clock(room.service, room.clock).give_grace(3 * DAY)
    assert (await overdue.vote(room.service, table, CHO, 1, "once")).done


async def test_nobody_is_late_before_time_has_been_given_back(tmp_path: Path) -> None:
    async with opened_room(tmp_path / "a.db") as room:
        await begun_at(room, 1)
        room.clock.now += 3 * DAY
        clock = Clock(room.service, room.clock)
        await clock.give_grace(3 * DAY)
        assert await come_about(room) == 0
        room.clock.now += 47 * HOUR - 1
        assert await come_about(room) == 0
        room.clock.now += 2
        assert await come_about(room) == 1
