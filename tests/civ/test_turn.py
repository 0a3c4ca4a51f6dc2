"""The turn as a whole, and seats that are left (CIV §4, §22)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.civ.game import GAME
from engine.civ.silence import silent
from engine.civ.turn import PHASES, STEPS
from engine.core import notation
from engine.core.game import SeatPlan
from engine.core.table import Table
from tests.civ.story import Phase, position


def test_the_phases_come_in_the_printed_order_without_trade() -> None:
    """CIV-024, CIV-025, NTV-09: 1 to 13 without 10, the abilities as the second part of 11."""
    phase = Phase("begin", areas={"memphis": "egypt city", "fayum": "egypt 4", "susa": "babylon 2"})
    numbers = list[str]()
    while phase.s.phase != "begin" or not numbers:
        number = PHASES[phase.s.phase]
        numbers += [number] if numbers[-1:] != [number] else []
        phase.run()
    assert numbers == ["1", "2", "3", "4", "5", "6", "7", "8", "9", "11", "11b", "12", "13"]
    assert set(PHASES) == set(STEPS)


@pytest.mark.parametrize("scenario", ["no_trading", "basic"])
def test_support_is_looked_at_in_phases_8_and_11b_alone(scenario: str) -> None:
    """CIV-126: calamities in between reduce nothing more."""
    phase = Phase("cards.order", scenario=scenario, areas={"memphis": "egypt city", "fayum": "egypt 2"})
    phase.run()
    phase.s.tokens.clear()
    phase.s.nations["egypt"].stock += 2
    while phase.s.phase != "unrest.support":
        phase.run()
        assert phase.cities("egypt") == ["memphis"]
    assert phase.run().cities("egypt") == []


def test_the_request_of_fifty_tokens_stays_small() -> None:
    """CIV-227: two steps over land and ships included."""
    areas = dict.fromkeys(("gaza", "tanis", "memphis", "fayum", "alexandria", "jerusalem", "tyre", "sidon"), "egypt 3")
    areas |= dict.fromkeys(("thebes", "buhen", "upper_egypt", "siwa", "damascus", "cyrene"), "egypt 5")
    cards = ["road_building", "engineering", "astronomy", "cloth_making"]
    nations: dict[str, dict[str, Any]] = {"egypt": {"advances": cards}, "babylon": {}}
    ships = {"egypt": ["gaza", "tanis", "tyre", "cyrene"]}
    phase = Phase("movement", order=["egypt"], nations=nations, areas=areas, ships=ships).run()
    assert phase.tokens("egypt") == 54
    assert len(phase.options("movement.tokens")) > 500
    assert len(msgspec.json.encode(phase.options("movement.tokens"))) < 100_000


LEFT: dict[str, Any] = {"memphis": "egypt city", "tanis": "egypt city", "fayum": "egypt 6", "susa": "babylon 2"}


def begun(*, npc_takes_over: bool) -> Table[Any]:
    """A table before the moves of Egypt, which holds two cities and three money cards."""
    hand = ["ore_3a", "water_7a", "titanium_9a"]
    nations: dict[str, dict[str, Any]] = {"egypt": {"hand": hand}, "babylon": {}}
    tables = {"areas": LEFT, "nations": nations, "order": ["egypt", "babylon"]}
    return notation.load(GAME, position("movement", options={"npc_takes_over": npc_takes_over}, **tables))


def silence_until(table: Table[Any], turn: int) -> None:
    """Everybody is silent until that turn."""
    while table.pending is not None and table.state.turn < turn:
        seat = table.waiting()[0]
        ask = table.ask_of(seat)
        assert ask is not None
        table.submit(seat, *silent(ask))


def test_a_seat_that_is_left_is_played_on() -> None:
    """CIV-222, CIV-RUL-042."""
    table = begun(npc_takes_over=True)
    table.control("egypt", "npc")
    silence_until(table, 3)
    one = table.state.nations["egypt"]
    assert not one.inert
    assert one.treasury > 0


def test_at_the_tables_wish_it_falls_inert_when_the_turn_is_over() -> None:
    """CIV-222, CIV-RUL-042, CIV-RUL-088: no tax, growth or marker; one card a city stays as loot."""
    table = begun(npc_takes_over=False)
    table.control("egypt", "npc")
    silence_until(table, 3)
    one = table.state.nations["egypt"]
    assert one.inert
    assert (one.treasury, one.space, len(one.hand)) == (0, 1, 2)
    assert any("egypt" in there for there in table.state.tokens.values())
    assert table.problems() == []
    assert table.state.nations["babylon"].space == 2


def test_who_comes_back_plays_on() -> None:
    """CIV-RUL-042."""
    table = begun(npc_takes_over=False)
    table.control("egypt", "npc")
    silence_until(table, 3)
    table.control("egypt", "human")
    silence_until(table, 4)
    assert table.state.nations["egypt"].treasury == 4


def test_a_seat_of_the_computer_from_the_start_is_no_seat_that_is_left() -> None:
    """CIV-222."""
    seats = [SeatPlan("italy"), SeatPlan("africa", by="npc")]
    table = Table.new(GAME, "basic", seats, {"npc_takes_over": False}, "computer")
    silence_until(table, 3)
    assert not table.state.nations["africa"].inert
    assert table.state.nations["africa"].space == 2
