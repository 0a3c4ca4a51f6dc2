"""How crafted games end, and what a person may do about an NPC's choice (Playbook, Sudden Death; RUL-029, RUL-030)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.acme.game import GAME
from engine.acme.phases.game_end import ends_by_epochs
from engine.acme.state import State
from engine.core import notation
from engine.core import record as records
from engine.core.game import SeatPlan, SetupError
from engine.core.table import Table
from tests.acme.npc.positions import story
from tests.acme.story import STOPS

NPCS = 3
TESTED = "Sudden End test: {card:"


@pytest.mark.soak
def test_craft_end_03_no_sudden_end_is_tested_in_the_last_epoch() -> None:
    """ACME-CRAFT-END-03: two Epochs: tests on turns 2 and 3 of the first, none in the second."""
    halves = [told.partition("Epoch II") for told in map(two_epochs, range(6))]
    assert sum(TESTED in first for first, _, _ in halves) > 3
    assert not any(TESTED in second for _, _, second in halves)


def by_themselves(table: Table[State]) -> Table[State]:
    """NPCs answer for as long as nobody else is asked."""
    while table.is_unfinished:
        table.go_on()
    return table


def two_epochs(number: int) -> str:
    """All that is told in a game of NPCs over two Epochs."""
    seats = [SeatPlan(by="npc") for _ in range(NPCS)]
    table = by_themselves(Table.new(GAME, "standard", seats, {"epochs": 2}, f"two epochs {number}"))
    return "\n".join(e.text for e in table.events)


@pytest.mark.sample(1)
@pytest.mark.parametrize("target", [25, 50, 75, 100])
def test_craft_end_04_a_vp_target_ends_the_game_with_its_turn(target: int) -> None:
    """ACME-CRAFT-END-04: short, average, long, epic: the game is over with the turn in which a civ has so many."""
    seats = [SeatPlan(by="npc") for _ in range(NPCS)]
    table = by_themselves(Table.new(GAME, "standard", seats, {"vp_target": target}, f"target {target}"))
    end = table.outcome()
    assert end is not None
    assert max(end.scores.values()) >= target or table.state.epoch == 4
    assert re.search(rf"\b{target}\b", str(end.reason)) or table.state.epoch == 4


def timed(options: dict[str, Any] | None = None) -> Table[State]:
    """A game of one person against an NPC, limited to 90 minutes unless said otherwise."""
    seats = [SeatPlan("egypt"), SeatPlan("hittites", by="npc")]
    wanted = {"map": "abbreviated_western", "time": 90} if options is None else options
    return Table.new(GAME, "standard", seats, wanted, "timed")


def to_the_end(table: Table[State], most: int = 3000) -> Table[State]:
    """The rest of the game, answered anyhow."""
    while table.pending is not None and (most := most - 1):
        ask = table.ask_of(table.waiting()[0])
        assert ask is not None
        stop = [o for o in STOPS if o in ask.options]
        table.submit(ask.seat, *(stop[:1] or ask.options[: max(1, ask.least)]))
    return table


@pytest.mark.parametrize("answers", [0, 5, 40])
def test_craft_end_02_the_turn_in_which_the_time_is_up_is_the_last(answers: int) -> None:
    """ACME-CRAFT-END-02: at any decision the time may be up; the game ends with the turn that is played then."""
    table = timed()
    for _ in range(answers):
        ask = table.ask_of(table.waiting()[0])
        assert ask is not None
        table.submit(ask.seat, *([o for o in STOPS if o in ask.options][:1] or ask.options[: max(1, ask.least)]))
    turn, events = table.state.turns, table.events
    table.call("time")
    assert events[-1].text == "Time is up: 90 minutes have passed since the start. The game ends with this turn."
    assert table.view(None).last_turn
    told = len(events)
    table.call("time")
    assert len(events) == told
    end = to_the_end(table).outcome()
    assert end is not None
    assert (str(end.reason), table.state.turns) == ("The agreed time of 90 minutes is over.", turn)


def test_craft_end_02_the_call_is_part_of_the_record_and_of_the_notation() -> None:
    """ACME-CRAFT-END-02: what is recorded or noted between the call and the end gives the same end."""
    table = timed()
    table.call("time")
    again = Table(GAME, records.decode(records.encode(table.record)))
    assert to_the_end(again).state == to_the_end(table).state
    noted = story({"thebes": "egypt 3", "hattusha": "hittites 3"}, phase="reckoning", time_up=True).table
    assert "time_up = true" in notation.dump(noted)
    assert to_the_end(noted).state.reason == "time"


def test_craft_end_02_a_time_takes_the_place_of_the_epochs() -> None:
    """ACME-CRAFT-END-02: with no other limit Epoch IV is the last, and Sudden Ends are tested in it too."""
    assert timed().view(None).goal == {"time": 90}
    assert timed({"time": 90, "epochs": 2}).view(None).goal == {"time": 90, "epochs": 2}
    assert not ends_by_epochs(timed().state)
    for wrong in (-1, True, "2h"):
        with pytest.raises(SetupError, match="time"):
            timed({"time": wrong})


def test_sol_place_21b_a_person_may_choose_for_an_npc_and_hand_it_back() -> None:
    """ACME-SOL-PLACE-21b: the list is kept strictly unless somebody takes the seat over for a decision."""
    areas = {"thebes": "egypt 3", "hattusha": "hittites 3"}
    t = story(areas, phase="growth", order="hittites egypt", hittites={"by": "human", "npc": True})
    t.run_until("growth.deploy")
    area = t.options("hittites")[-2]
    before = t.disks("hittites", area)
    t.answer("hittites", area)
    t.table.control("hittites", "npc")
    assert t.disks("hittites", area) > before
    assert t.table.ask_of("hittites") is None
