"""NPCs among themselves play on by portions: each is stored and told, others are served between, a restart goes on."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlmodel import col, func, select

from bot.contract import table_ids
from bot.contract.tables import Place
from bot.features.files import verification
from bot.store.models import AlarmRow, EntryRow, TableRow
from bot.tables.alarm_clock import Clock
from engine.core.ask import PASS, Ask, Picks, Request
from engine.core.record import decode
from tests.bot.fake_game import Walk, WalkGame
from tests.service.tables import ANA, BEN, CHO, Hand, Room, begun, give, opened_room, refused

PORTION = 7


class Strides(WalkGame):
    """Walkers whose NPCs walk, and so arrive."""

    def npc(self, s: Walk, request: Request, ask: Ask) -> Picks:
        return (PASS,) if PASS in ask.options else ask.options[:1]


THERE = Place(5, 78)


@pytest.fixture(autouse=True)
def portions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little ones."""
    monkeypatch.setattr("engine.core.ai_turns.MOST_UNASKED", PORTION)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "nisaba.db"


async def left_to_npcs(made: Room) -> str:
    """A game whose only person has gone; its id."""
    table = await begun(made, ANA, npcs=1, options={"goal": 40})
    confirm = (await refused(made.service.leave(table, ANA))).said["confirm"]
    await made.service.leave(table, ANA, confirm=confirm)
    return table


async def answers(made: Room) -> int:
    """How many answers are stored: as many as the record has."""
    async with made.database.session() as session:
        stored = (await session.execute(select(func.count()).select_from(EntryRow))).scalar_one()
        row = (await session.execute(select(TableRow).order_by(col(TableRow.id)))).scalars().first()
    assert row is not None
    record = decode(row.record or b"")
    assert record.first + len(record.entries) == stored == row.answers
    return stored


async def gone_on(made: Room) -> int:
    """Whatever is due a second later; how many tables went on."""
    made.clock.now += 1
    return await Clock(made.game_service, made.clock).close_due()


@pytest.mark.soak
async def test_npcs_that_were_left_alone_come_to_the_end_by_portions_each_told_when_it_is_stored(file: Path) -> None:
    async with opened_room(file, game=Strides()) as made:
        table = await left_to_npcs(made)
        stands, told = await answers(made), len(await made.posts())
        assert stands == PORTION + 1  # the change of hands
        while (await made.service.info(table)).state == "running":
            assert await Clock(made.game_service, made.clock).close_due() == 0
            assert await gone_on(made) == 1
            assert stands < await answers(made) <= stands + PORTION
            assert told < len(await made.posts()) <= told + 2
            stands, told = await answers(made), len(await made.posts())
        assert stands > 5 * PORTION
        assert await gone_on(made) == 0
        assert (await verification.verify_game(made.service, table)).fits


@pytest.mark.soak
async def test_a_restart_between_two_portions_leads_to_the_same_game(file: Path, tmp_path: Path) -> None:
    async with opened_room(tmp_path / "whole.db", game=Strides()) as made:
        table = await left_to_npcs(made)
        while await gone_on(made):
            pass
        whole = (await made.service.log(table, None)).lines
    hand = Hand()
    async with opened_room(file, hand, Strides()) as made:
        await left_to_npcs(made)
    for _ in range(40):
        async with opened_room(file, hand, Strides()) as made:
            clock = Clock(made.game_service, made.clock)
            await clock.give_grace()
            await made.service.standing(table)
            await gone_on(made)
            await answers(made)
    async with opened_room(file, hand, Strides()) as made:
        assert (await made.service.info(table)).state == "over"
        assert [line.text for line in (await made.service.log(table, None)).lines] == [line.text for line in whole]
        assert (await verification.verify_game(made.service, table)).fits


async def test_another_table_is_served_between_two_portions(file: Path) -> None:
    async with opened_room(file, game=Strides()) as made:
        table = await left_to_npcs(made)
        other = (await made.service.open_table(BEN, THERE, "walk")).id
        await made.service.join(other, CHO)
        await made.service.start(other, BEN)
        for _ in range(3):
            assert await gone_on(made) == 1
            assert (await give(made, other, BEN, "walk")).sheet is not None
            await made.service.undo(other, BEN)
        assert (await made.service.info(table)).state == "running"


async def test_whoever_looks_meanwhile_reads_that_npcs_play_on_and_can_take_the_seat(file: Path) -> None:
    async with opened_room(file, game=Strides()) as made:
        table = await begun(made, ANA, BEN, options={"goal": 40})
        await made.service.control(table, ANA, 1, "npc")
        confirm = (await refused(made.service.leave(table, BEN))).said["confirm"]
        await made.service.leave(table, BEN, confirm=confirm)
        asked = (await made.service.standing(table)).ask
        assert asked is not None
        assert {seat.by for seat in asked.asked} == {"npc"}
        await made.service.control(table, ANA, 1, "human")
        while (await made.service.sheet(table, ANA)).ask is None:
            assert await gone_on(made) == 1
        assert await gone_on(made) == 0
        option = (await made.service.sheet(table, ANA)).options[0].token
        assert (await give(made, table, ANA, option)).sheet is not None


async def test_a_game_in_which_somebody_is_asked_is_looked_at_once_after_the_bot_is_renewed(file: Path) -> None:
    """The migration lets every running game go on, since none says whether it stopped among NPCs."""
    async with opened_room(file, game=Strides()) as made:
        number = table_ids.read(await begun(made, ANA, BEN)) or 0
        async with made.database.session() as session, made.database.writing(session):
            session.add(AlarmRow(table_id=number, kind="npcs"))
        made.game_service.deps.forget(number)
        told, stands = await made.posts(), await answers(made)
        assert await gone_on(made) == 0
        assert (await made.posts(), await answers(made)) == (told, stands)
        async with made.database.session() as session:
            assert (await session.execute(select(AlarmRow).where(AlarmRow.kind == "npcs"))).first() is None


async def test_npcs_that_come_to_no_end_are_stopped_with_a_reason(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.play.ending.MOST_ALONE", 3 * PORTION)
    async with opened_room(file, game=Strides()) as made:
        table = await left_to_npcs(made)
        while await gone_on(made):
            pass
        assert (await made.service.info(table)).state == "over"
        assert 3 * PORTION <= await answers(made) <= 4 * PORTION + 1
        assert (await verification.verify_game(made.service, table)).fits


async def test_npcs_with_a_person_among_them_are_never_stopped(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.play.ending.MOST_ALONE", 0)
    async with opened_room(file, game=Strides()) as made:
        table = await begun(made, ANA, npcs=1, options={"goal": 40})
        while await gone_on(made):
            pass
        assert (await made.service.info(table)).state == "running"
