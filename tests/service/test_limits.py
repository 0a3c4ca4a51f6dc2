"""A limit of time: the game is told when it is up, in whatever state the table or the bot is then."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from sqlmodel import select

from bot.contract.table_settings import Settings
from bot.contract.tables import Draft
from bot.features.files import export_import, verification
from bot.store.models import EntryRow, LineRow
from bot.tables.alarm_clock import Clock
from engine.core.game import Choice, Event, Scenario
from tests.bot.fake_game import GOAL, Walk, WalkGame
from tests.facts import fact
from tests.service.tables import ANA, BEN, HERE, Hand, Room, ask_no, begun, give, opened_room, stop

HOUR = 3600.0


def hurry(s: Walk) -> None:
    """Whoever walks now is the last to do so."""
    if s.goal:
        s.goal = 0
        s.told.append(Event(fact("Time is up", "call.time"), key="call.time"))


class Timed(WalkGame):
    """Walkers who may have agreed on a time."""

    scenarios: Mapping[str, Scenario] = {
        "standard": Scenario(
            "standard",
            "Standard walk",
            2,
            4,
            (
                Choice("goal", "integer", GOAL, "How far to walk", most=999),
                Choice("time", "minutes", 0, "How long to walk", most=999),
            ),
        )
    }
    calls: Mapping[str, Callable[[Walk], None]] = {"time": hurry}


async def of_two_hours(made: Room, *, settings: Settings | None = None) -> str:
    """A game of two hours in which the first person has taken a step."""
    table = await begun(made, ANA, BEN, options={"time": 120, "goal": 99}, settings=settings)
    await give(made, table, ANA, "walk")
    return table


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "nisaba.db"


async def test_the_turn_in_which_the_time_is_up_is_the_last(file: Path) -> None:
    async with opened_room(file, game=Timed()) as made:
        table, clock = await of_two_hours(made), Clock(made.game_service, made.clock)
        info = await made.service.info(table)
        assert info.time_up_at is not None
        assert info.time_up_at.timestamp() == made.clock.now + 2 * HOUR
        made.clock.now += 2 * HOUR - 1
        assert await clock.close_due() == 0
        made.clock.now += 1
        assert await clock.close_due() == 1
        assert "Time is up" in "\n".join(await made.texts())
        assert (await made.service.info(table)).state == "running"
        assert await clock.close_due() == 0
        await give(made, table, ANA, "done")
        assert (await made.service.info(table)).state == "over"
        assert (await verification.verify_game(made.service, table)).fits


async def test_a_pause_does_not_count(file: Path) -> None:
    async with opened_room(file, game=Timed()) as made:
        table = await of_two_hours(made)
        await made.service.pause(table, ANA, 3)
        info = await made.service.info(table)
        assert info.time_up_at is not None
        assert info.time_up_at.timestamp() == made.clock.now + 74 * HOUR


async def test_whoever_is_deciding_loses_nothing_by_it(file: Path) -> None:
    async with opened_room(file, game=Timed()) as made:
        table = await of_two_hours(made)
        number = await ask_no(made, table)
        await made.service.save_draft(table, ANA, number, Draft(line="walk"))
        made.clock.now += 2 * HOUR
        assert await Clock(made.game_service, made.clock).close_due() == 1
        sheet = await made.service.sheet(table, ANA)
        assert (sheet.ask_no, sheet.draft and sheet.draft.line) == (number, "walk")
        assert (await made.service.answer(table, ANA, number, [["walk"]])).sheet is not None


async def test_an_open_window_and_what_was_sealed_stay(file: Path) -> None:
    async with opened_room(file, game=Timed()) as made:
        table = await begun(made, ANA, BEN, options={"time": 1, "goal": 99}, settings=Settings(pace="slow"))
        sheet = await made.service.sheet(table, ANA)
        card = next(o.token for o in sheet.options if o.token.isdigit())
        await made.service.answer(table, ANA, sheet.ask_no, [[card]])
        made.clock.now += 60
        await made.service.answer(table, BEN, None, [["pass"]])
        before = (await made.service.info(table)).window
        assert before is not None
        assert await Clock(made.game_service, made.clock).close_due() == 1
        assert (await made.service.info(table)).window == before
        assert (await made.service.sheet(table, BEN)).sealed == ("pass",)


async def test_a_time_that_ran_out_while_the_bot_was_away_is_told_at_its_start(file: Path) -> None:
    hand = Hand()
    async with opened_room(file, hand, Timed()) as made:
        table = await of_two_hours(made)
    hand.now += 50 * HOUR
    async with opened_room(file, hand, Timed()) as made:
        clock = Clock(made.game_service, made.clock)
        await clock.give_grace()
        assert await clock.close_due() == 1
        await give(made, table, ANA, "done")
        assert (await made.service.info(table)).state == "over"


async def test_undo_does_not_bring_time_back(file: Path) -> None:
    async with opened_room(file, game=Timed()) as made:
        table = await of_two_hours(made)
        made.clock.now += 2 * HOUR
        await Clock(made.game_service, made.clock).close_due()
        await made.service.undo(table, ANA)
        async with made.database.session() as session:
            lines = (await session.execute(select(LineRow).where(LineRow.key == "call.time"))).scalars().all()
            calls = (await session.execute(select(EntryRow).where(EntryRow.key == "call"))).scalars().all()
        assert [line.undone for line in lines] == [False]
        assert [json.loads(entry.picks) for entry in calls] == [["time"]]
        await give(made, table, ANA, "done")
        assert (await made.service.info(table)).state == "over"


async def test_after_going_back_the_game_is_told_again(file: Path) -> None:
    async with opened_room(file, game=Timed()) as made:
        table, clock = await of_two_hours(made), Clock(made.game_service, made.clock)
        await give(made, table, ANA, "roll")
        await give(made, table, ANA, "done")
        made.clock.now += 2 * HOUR
        assert await clock.close_due() == 1
        first = (await made.service.checkpoints(table))[-1]
        told = await made.service.go_back(table, ANA, first.no)
        await made.service.vote_back(table, BEN, told.no, agrees=True)
        assert await clock.close_due() == 1
        assert "\n".join(await made.texts()).count("Time is up") == 2
        await give(made, table, ANA, "done")
        assert (await made.service.info(table)).state == "over"


async def test_an_imported_game_goes_on_counting(file: Path, tmp_path: Path) -> None:
    async with opened_room(file, game=Timed()) as made:
        table = await of_two_hours(made)
        saved = await export_import.export(made.service, table, ANA)
        key = file.with_suffix(".key").read_bytes()
    (tmp_path / "other.key").write_bytes(key)
    async with opened_room(tmp_path / "other.db", game=Timed()) as other:
        info = await export_import.import_table(other.service.deps, ANA, HERE, saved.raw)
        assert info.time_up_at is None
        info = await other.service.join(info.id, BEN)
        assert info.time_up_at is not None
        other.clock.now += 2 * HOUR
        assert await Clock(other.game_service, other.clock).close_due() == 1


async def test_a_game_without_a_limit_or_at_its_end_has_no_timer(file: Path) -> None:
    async with opened_room(file, game=Timed()) as made:
        table = await begun(made, ANA, BEN)
        assert (await made.service.info(table)).time_up_at is None
        await stop(made.service, table)
        limited = await begun(made, ANA, BEN, options={"time": 1})
        await stop(made.service, limited)
        made.clock.now += HOUR
        assert await Clock(made.game_service, made.clock).close_due() == 0
