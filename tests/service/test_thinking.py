"""Computers that have to think do so beside the table: what they come to goes through the NPCs' own door."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from sqlmodel import select

from bot.store.models import AlarmRow
from bot.tables import alarms
from bot.tables import alarms as thinking
from bot.tables.alarm_clock import Clock
from bot.tables.play.change import PAUSE
from bot.tables.work.transaction import do
from engine.core.ask import Ask, Picks, Request
from engine.core.deliberation import Vantage
from tests.bot.fake_game import Walk
from tests.service.tables import ANA, Room, begun, give, opened_room
from tests.service.test_npc_turns import Strides, answers, gone_on


class Slow:
    """Thinks about every step, and walks."""

    def is_wanted(self, s: Walk, request: Request, ask: Ask) -> bool:
        return s.by[ask.seat] == "npc" and "walk" in ask.options

    def answer(self, vantage: Vantage) -> Picks:
        del vantage
        return ("walk",)


class Pensive(Strides):
    """Walkers whose NPCs think before they walk."""

    deliberation = Slow()


async def opposite(made: Room) -> str:
    """A game of a person and a computer that has to think now; its id."""
    table = await begun(made, ANA, npcs=1, options={"goal": 40})
    while (await made.service.standing(table)).ask.asked[0].by != "npc":  # type: ignore[union-attr]
        await give(made, table, ANA, "done")
    return table


async def test_what_a_computer_has_thought_out_is_stored_and_told_when_its_alarm_rings(tmp_path: Path) -> None:
    async with opened_room(tmp_path / "nisaba.db", game=Pensive()) as made:
        table = await opposite(made)
        stands = await answers(made)
        assert await Clock(made.game_service, made.clock).close_due() == 0
        assert await gone_on(made) == 1
        assert stands < await answers(made) <= stands + thinking.MOST + 200
        while (await made.service.sheet(table, ANA)).ask is None:
            assert await gone_on(made) == 1
        assert await gone_on(made) == 0


async def test_a_thought_from_another_position_changes_nothing_and_the_computer_thinks_anew(tmp_path: Path) -> None:
    """It has a moment for that: its alarm does not ring again at once."""
    async with opened_room(tmp_path / "nisaba.db", game=Pensive()) as made:
        table = await opposite(made)
        thoughts = await thinking.thought_out(made.game_service.deps, table)
        assert 0 < len(thoughts) <= thinking.MOST
        others = [replace(thought, mark="elsewhere") for thought in thoughts]
        stands, made.clock.now = await answers(made), await rings_at(made)
        late = await do(made.game_service.deps, table, lambda work: alarms.ring(work, "npcs", 0, others))
        assert (late, await answers(made)) == (False, stands)
        assert await rings_at(made) == made.clock.now + PAUSE
        assert await gone_on(made) == 1
        assert await answers(made) > stands


async def rings_at(made: Room) -> float:
    """When the NPCs go on."""
    (at,) = await made.database.read(select(AlarmRow.at).where(AlarmRow.kind == "npcs"))
    return float(at)


async def test_a_restart_while_a_computer_thinks_comes_to_the_same(tmp_path: Path) -> None:
    async with opened_room(tmp_path / "nisaba.db", game=Pensive()) as made:
        table = await opposite(made)
        before = await thinking.thought_out(made.game_service.deps, table)
        clock = made.clock
    async with opened_room(tmp_path / "nisaba.db", clock, Pensive()) as made:
        assert await thinking.thought_out(made.game_service.deps, table) == before
        assert await gone_on(made) == 1
