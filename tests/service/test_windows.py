"""Sealed windows: kept outside the record, closed at their time, telling nothing before."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlmodel import select

from bot.contract.preferences import Preferences
from bot.contract.table_settings import Settings
from bot.contract.tables import Person
from bot.store.models import EntryRow
from bot.tables.alarm_clock import Clock
from bot.tables.play.responses import LENGTHS, silent
from bot.tables.work.waking_hours import waking_end
from engine.core.ask import PASS, Ask, Request
from tests.facts import fact
from tests.service.tables import ANA, BEN, CHO, HERE, Hand, Room, ask_no, begun, opened_room, refused

LIVE = Settings(pace="live")
EARLY = Settings(pace="live", window_close="early")


def test_a_window_closes_by_itself_only_where_silence_is_an_answer_for_everybody_still_asked() -> None:
    asks = (Ask("a", ("x", PASS), silence=(PASS,)), Ask("b", ("x", "y")))
    request = Request("k", fact("?"), asks, sealed=True)

    def table(*waiting: str) -> Any:
        return SimpleNamespace(pending=request, is_unfinished=False, waiting=lambda: waiting)

    assert [silent(table(*waiting)) for waiting in ("a", "b", "ab")] == [True, False, False]


async def announced(made: Room, settings: Settings = LIVE, *people: Person) -> str:
    """A game in which the first person has just played a card: a window is open for the others."""
    table = await begun(made, *(people or (ANA, BEN, CHO)), settings=settings)
    await play(made, table)
    return table


async def play(made: Room, table: str) -> None:
    sheet = await made.service.sheet(table, ANA)
    card = next(o.token for o in sheet.options if o.token.isdigit())
    await made.service.answer(table, ANA, sheet.ask_no, [[card]])


async def test_a_window_opens_with_its_closing_time(room: Room) -> None:
    table = await announced(room)
    info = await room.service.info(table)
    assert info.window is not None
    assert (info.window.kind, info.window.closes_at - info.window.opens_at) == ("long", timedelta(seconds=45))


async def test_a_table_may_ask_for_windows_that_are_open_twice_as_long(room: Room) -> None:
    table = await announced(room, Settings(pace="live", window_close="double"))
    window = (await room.service.info(table)).window
    assert window is not None
    assert window.closes_at - window.opens_at == timedelta(seconds=90)
    for person in (BEN, CHO):
        await room.service.answer(table, person, None, [["pass"]])
    assert (await room.service.info(table)).window == window


async def test_nothing_is_told_of_sealed_answers_before_the_close(room: Room) -> None:
    table = await announced(room)
    before = await room.service.standing(table)
    posts, number = await room.posts(), await ask_no(room, table)
    done = await room.service.answer(table, BEN, number, [["pass"]])
    assert done.sheet is not None
    assert done.sheet.sealed == ("pass",)
    assert await room.service.standing(table) == before
    assert await room.posts() == posts
    assert (await room.service.sheet(table, CHO)).sealed is None


async def test_sealed_answers_are_outside_the_record_until_the_close(room: Room) -> None:
    table = await announced(room)
    await room.service.answer(table, BEN, None, [["pass"]])
    async with room.database.session() as session:
        keys = (await session.execute(select(EntryRow.key))).scalars().all()
    assert "walk.veto" not in keys


@pytest.mark.parametrize("answering", [(), (BEN,), (BEN, CHO)])
async def test_a_window_closes_exactly_at_its_time(room: Room, answering: tuple[Person, ...]) -> None:
    table = await announced(room)
    clock = Clock(room.game_service, room.clock)
    for person in answering:
        await room.service.answer(table, person, None, [["pass"]])
    room.clock.now += 44.9
    assert await clock.close_due() == 0
    room.clock.now += 0.1
    assert await clock.close_due() == 1
    assert (await room.service.info(table)).window is None
    assert (await room.service.sheet(table, BEN)).request is not None


async def test_an_answer_after_the_close_is_refused(room: Room) -> None:
    table = await announced(room)
    number = await ask_no(room, table)
    room.clock.now += 60
    await Clock(room.game_service, room.clock).close_due()
    assert (await refused(room.service.answer(table, CHO, number, [["pass"]]))).code == "window_closed"


async def test_a_sealed_answer_may_be_changed_and_taken_back(room: Room) -> None:
    table = await announced(room)
    number = await ask_no(room, table)
    options = [o.token for o in (await room.service.sheet(table, BEN)).options]
    for token in options:
        done = await room.service.answer(table, BEN, number, [[token]])
        assert done.sheet is not None
        assert done.sheet.sealed == (token,)
    done = await room.service.unseal(table, BEN, number)
    assert done.sheet is not None
    assert done.sheet.sealed is None
    assert not done.sheet.answered


async def test_the_announcer_may_undo_while_others_have_sealed(room: Room) -> None:
    table = await announced(room)
    for person in (BEN, CHO):
        await room.service.answer(table, person, None, [["pass"]])
    assert (await room.service.undo(table, ANA)).sheet is not None
    assert (await room.service.info(table)).window is None
    await play(room, table)
    assert (await room.service.sheet(table, BEN)).sealed is None


@pytest.mark.parametrize("answering", [(), (BEN, CHO)])
async def test_a_card_whose_window_has_closed_is_played(room: Room, answering: tuple[Person, ...]) -> None:
    table = await announced(room)
    for person in answering:
        await room.service.answer(table, person, None, [["pass"]])
    room.clock.now += 45
    await Clock(room.game_service, room.clock).close_due()
    for person in (ANA, BEN, CHO):
        assert (await room.service.sheet(table, person)).undo == "closed"
        assert (await refused(room.service.undo(table, person))).code == "undo_closed"


@pytest.mark.parametrize("settings", [LIVE, EARLY])
async def test_who_seals_last_cannot_take_it_back_after_the_close(room: Room, settings: Settings) -> None:
    table = await announced(room, settings)
    for person in (BEN, CHO):
        token = (await room.service.sheet(table, person)).options[0].token
        await room.service.answer(table, person, None, [[token]])
    assert (await room.service.sheet(table, CHO)).undo == ""
    room.clock.now += 45
    await Clock(room.game_service, room.clock).close_due()
    assert (await refused(room.service.undo(table, CHO))).code == "undo_closed"


async def test_a_person_among_npcs_takes_back_what_only_npcs_were_asked_about(room: Room) -> None:
    table = await begun(room, ANA, npcs=2, settings=LIVE)
    await play(room, table)
    assert (await room.service.info(table)).window is None
    before = (await room.service.sheet(table, ANA)).view["civs"]["seat_1"]["hand"]
    await room.service.undo(table, ANA)
    assert len((await room.service.sheet(table, ANA)).view["civs"]["seat_1"]["hand"]) == len(before) + 1


async def test_an_early_window_closes_ten_seconds_after_the_last_answer_at_most(room: Room) -> None:
    table = await announced(room, EARLY)
    clock = Clock(room.game_service, room.clock)
    room.clock.now += 3
    await room.service.answer(table, BEN, None, [["pass"]])
    before = (await room.service.info(table)).window
    await room.service.answer(table, CHO, None, [["pass"]])
    after = (await room.service.info(table)).window
    assert before is not None
    assert after is not None
    assert after.closes_at < before.closes_at
    assert after.closes_at.timestamp() % 10 == 0
    room.clock.now = after.closes_at.timestamp()
    assert await clock.close_due() == 1


async def test_at_once_a_window_waits_for_people_and_closes_with_the_last_answer(tmp_path: Path) -> None:
    async with opened_room(tmp_path / "a.db", at_once=True) as room:
        table = await announced(room, EARLY)
        clock = Clock(room.game_service, room.clock)
        room.clock.now += 3600
        assert await clock.close_due() == 0
        for person in (BEN, CHO):
            await room.service.answer(table, person, None, [["pass"]])
        assert await clock.close_due() == 1


async def test_a_window_that_is_overdue_after_a_restart_gets_a_quarter_of_its_length(tmp_path: Path) -> None:
    hand = Hand()
    async with opened_room(tmp_path / "a.db", hand) as before:
        table = await announced(before)
        await before.service.answer(table, BEN, None, [["pass"]])
    hand.now += 300
    async with opened_room(tmp_path / "a.db", hand) as after:
        clock = Clock(after.game_service, hand)
        await clock.give_grace()
        assert await clock.close_due() == 0
        assert (await after.service.sheet(table, BEN)).sealed == ("pass",)
        hand.now += 45 / 4
        assert await clock.close_due() == 1


async def test_a_window_that_all_have_answered_gets_no_grace_after_a_restart(tmp_path: Path) -> None:
    hand = Hand()
    async with opened_room(tmp_path / "a.db", hand) as before:
        table = await announced(before, EARLY)
        for person in (BEN, CHO):
            await before.service.answer(table, person, None, [["pass"]])
    hand.now += 300
    async with opened_room(tmp_path / "a.db", hand) as after:
        clock = Clock(after.game_service, hand)
        await clock.give_grace()
        assert await clock.close_due() == 1


async def test_a_window_that_is_not_overdue_after_a_restart_closes_as_announced(tmp_path: Path) -> None:
    hand = Hand()
    async with opened_room(tmp_path / "a.db", hand) as before:
        await announced(before)
    hand.now += 30
    async with opened_room(tmp_path / "a.db", hand) as after:
        clock = Clock(after.game_service, hand)
        await clock.give_grace()
        hand.now += 14.5
        assert await clock.close_due() == 0
        hand.now += 0.5
        assert await clock.close_due() == 1


async def test_a_person_alone_never_waits_for_a_window(room: Room) -> None:
    info = await room.service.open_table(ANA, HERE, "walk")
    await room.service.join(info.id, ANA, again=True)
    await room.service.start(info.id, ANA)
    assert (await room.service.info(info.id)).alone
    await play(room, info.id)
    sheet = await room.service.sheet(info.id, ANA)
    assert sheet.info.window is None
    assert (sheet.seat.number, sheet.request.key if sheet.request else "") == (2, "walk.veto")
    done = await room.service.answer(info.id, ANA, sheet.ask_no, [["pass"]])
    assert done.sheet is not None
    assert done.sheet.request is not None
    assert done.sheet.request.key == "walk.act"


async def test_holders_get_a_private_notice_and_others_none(room: Room) -> None:
    table = await announced(room)
    for person in (BEN, CHO):
        holds = len((await room.service.sheet(table, person)).options) > 1
        assert any("window for" in text for text in await room.texts(person.id)) is holds


async def test_a_veto_of_a_veto_is_a_chain(room: Room) -> None:
    table = await announced(room)
    for person in (BEN, CHO):
        token = (await room.service.sheet(table, person)).options[0].token
        await room.service.answer(table, person, None, [[token]])
    room.clock.now += 45
    await Clock(room.game_service, room.clock).close_due()
    info = await room.service.info(table)
    assert info.window is not None
    assert (info.window.kind, info.window.closes_at - info.window.opens_at) == ("chain", timedelta(seconds=20))


async def test_the_clock_survives_a_table_that_cannot_be_closed(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await announced(room)
    clock = Clock(room.game_service, room.clock)

    async def fail(*_: object) -> bool:
        raise OSError("disk")

    room.clock.now += 45
    with monkeypatch.context() as broken:
        broken.setattr(room.game_service, "ring", fail)
        assert await clock.close_due() == 0
    room.clock.now += 5
    assert await clock.close_due() == 1
    assert (await room.service.info(table)).window is None


def test_waking_hours_are_counted_around_the_night() -> None:
    wanted = Preferences("Europe/Berlin", 23, 7)
    evening = 1_750_019_400.0  # 22:30 in Berlin
    assert waking_end(evening, 1800, wanted) == evening + 1800
    assert waking_end(evening, 3600, wanted) == evening + 3600 + 8 * 3600
    night = evening + 2 * 3600
    assert waking_end(night, 60, wanted) == evening + 1800 + 8 * 3600 + 60


async def test_a_daily_window_waits_for_the_waking_hours_of_everybody_asked(room: Room) -> None:
    room.clock.now = 1_750_019_400.0
    await room.service.set_preferences(BEN, Preferences("Europe/Berlin", 23, 7))
    table = await announced(room, Settings(pace="daily"))
    info = await room.service.info(table)
    assert info.window is not None
    length = (info.window.closes_at - info.window.opens_at).total_seconds()
    assert length == LENGTHS["daily"]["long"] + 8 * 3600
