"""In which Epoch a game begins, how long it is, and situations with NPCs that have to be found (Playbook, Sandbox)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from engine.acme.game import GAME
from engine.acme.history.facts import HISTORICAL
from engine.acme.presentation import scenarios
from engine.acme.presentation.lobby import AcmeLobby
from engine.acme.sandbox.situations import SITUATIONS, available
from engine.acme.state import State
from engine.core import notation
from engine.core.game import SeatPlan, SetupError
from engine.core.table import Table
from tests.conformance.players import step

ALONE = (SeatPlan("egypt", home="memphis"),)


def opened(scenario: str, seats: Sequence[SeatPlan] = ALONE, **options: Any) -> Table[State]:
    """A table as it opens."""
    return Table.new(GAME, scenario, seats, options, f"{scenario} begins")


def deployed(t: Table[State]) -> State:
    """The position when all have set up."""
    rng = random.Random(1)
    while t.state.phase == "setup":
        step(rng, t)
    return t.state


def refused(scenario: str, seats: Sequence[SeatPlan] = ALONE, **options: Any) -> str:
    """Why there is no such game."""
    with pytest.raises(SetupError) as problem:
        opened(scenario, seats, **options)
    return str(problem.value)


@pytest.mark.parametrize("scenario", ["standard", "exploration", "four_civilizations"])
@pytest.mark.parametrize("epoch", [1, 2, 3, 4])
def test_the_epoch_with_which_any_game_begins_is_agreed_on(scenario: str, epoch: int) -> None:
    """PB:640, PB:1249: crafted, sandbox and exploration games alike; the view tells which Epoch was the first."""
    seats = ALONE if scenario != "standard" else (*ALONE, SeatPlan(by="npc"))
    s = deployed(opened(scenario, seats, start_epoch=epoch))
    assert (s.epoch, s.turn, s.turns) == (epoch, 1, 1)
    assert GAME.view(s, None, ()).first_epoch == epoch
    assert s.options.epochs >= epoch


def test_a_game_that_begins_late_is_written_down_and_read_back() -> None:
    t = opened("standard", (*ALONE, SeatPlan(by="npc")), start_epoch=3)
    deployed(t)
    text = notation.dump(t)
    assert notation.dump(notation.load(GAME, text)) == text


def test_homes_are_those_of_the_epoch_in_which_the_game_begins() -> None:
    """RUL-022: a Home Area that is of some Epochs only is offered in these alone."""
    first, last = AcmeLobby().peoples({}), AcmeLobby().peoples({"start_epoch": 4})
    assert first is not None
    assert last is not None
    for epoch, civs in ((1, first), (4, last)):
        for civ in civs:
            opened("standard", (SeatPlan(civ), SeatPlan(by="npc")), start_epoch=epoch)


def test_one_vs_two_lasts_two_epochs_from_its_beginning() -> None:
    seats = (*(SeatPlan(civ, player="Ann") for civ in ("egypt", "greeks")), SeatPlan("elam", player="Ben"))
    assert opened("standard", seats, one_vs_two=True, start_epoch=2).state.options.epochs == 3
    assert opened("standard", seats, one_vs_two=True, start_epoch=4).state.options.epochs == 4
    assert "epochs" in refused("standard", seats, one_vs_two=True, start_epoch=2, epochs=4)


def test_acme_set_03_short_medium_and_long_are_one_two_and_four_epochs() -> None:
    """AMB-04: counted from the Epoch with which the game begins, as far as there are any."""
    lobby = AcmeLobby()
    assert lobby.spans({}) == {"short": ("epochs", 1), "medium": ("epochs", 2), "long": ("epochs", 4)}
    assert lobby.spans({"start_epoch": 3}) == {"short": ("epochs", 3), "medium": ("epochs", 4), "long": ("epochs", 4)}
    assert lobby.of(GAME.scenarios["sargon"]).spans({}) == {}


def test_acme_sbx_08_a_situation_is_played_as_exploration_with_npcs_that_nobody_knows_yet() -> None:
    """PB:638, RUL-191: those known fill the slots, the others wait in the Pool and are of the situation's peoples."""
    s = deployed(opened("four_in_the_west", unknown_npcs=2))
    assert len(s.civs) == 2
    assert s.exploration is not None
    assert len(s.exploration.unknown) == 2
    assert s.pool == {"yellow": 1, **dict.fromkeys(s.exploration.unknown, 1)}
    there = set(available(SITUATIONS["four_in_the_west"], 1, contemporaneous=False))
    assert not there & set(s.options.without_civs)
    assert "urartu" in s.options.without_civs
    assert opened("four_in_the_west").state.exploration is None


def test_acme_sbx_08_all_npcs_may_be_unknown_and_the_situation_still_says_who_may_be_chosen() -> None:
    s = deployed(opened("three_in_the_west", (SeatPlan("egypt"),), unknown_npcs=2))
    assert list(s.civs) == ["egypt"]
    assert "seats" in refused("three_in_the_west", (SeatPlan("scythians"),), unknown_npcs=2)


def test_acme_sbx_08_there_are_no_more_unknown_npcs_than_slots_and_colours() -> None:
    two = (SeatPlan("egypt"), SeatPlan("greeks"))
    assert "unknown_npcs" in refused("three_in_the_west", two, unknown_npcs=2)
    assert "unknown_npcs" in refused("two_in_the_west", unknown_npcs=2)
    assert "unknown_npcs" in refused("six_civilizations", unknown_npcs=3)
    assert "seats" in refused("three_in_the_west", (SeatPlan("egypt", by="npc"),), unknown_npcs=2)


@pytest.mark.parametrize("scenario", ["four_in_the_east", "three_in_the_crescent", "five_civilizations"])
def test_acme_sbx_08_such_a_game_goes_on_and_finds_them(scenario: str) -> None:
    """Whoever is found is one of the situation's peoples; every position is sound."""
    rng, t = random.Random(scenario), opened(scenario, (SeatPlan(),), unknown_npcs=2, epochs=1)
    while t.pending is not None:
        step(rng, t)
        assert t.problems() == []
    there = available(SITUATIONS[scenario], 1, contemporaneous=False)
    found = [civ for civ, c in t.state.civs.items() if c.npc]
    assert set(found) <= set(there)
    assert t.game.outcome(t.state) is not None


def test_the_lobby_leaves_seats_for_those_to_be_found() -> None:
    lobby = AcmeLobby().of(GAME.scenarios["four_in_the_west"])
    assert lobby.npc_count({}, "four_in_the_west", 1) == 3
    assert lobby.npc_count({"unknown_npcs": 2}, "four_in_the_west", 1) == 1


def test_people_are_told_of_the_scenarios_that_can_be_played() -> None:
    assert [*scenarios.SCENARIOS] == [*GAME.scenarios]
    assert [scenarios.title(name) for name in scenarios.SCENARIOS] == [str(s.title) for s in GAME.scenarios.values()]
    without_facts = [s for s in GAME.scenarios.values() if s.name not in HISTORICAL]
    assert [scenarios.most_seats(s.name) for s in without_facts] == [s.most for s in without_facts]
