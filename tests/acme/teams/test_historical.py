"""Teams in historical scenarios: of four civilizations and more, all of them played by persons (PB:229)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.acme.game import GAME
from engine.acme.history.facts import HISTORICAL
from engine.acme.history.scenario import may_team
from engine.acme.questions.teams import are_mates
from engine.core.game import SeatPlan, SetupError
from engine.core.table import Table
from tests.conformance.players import finish, step

WITH_TEAMS = [h.id for h in HISTORICAL.values() if may_team(h)]
TERMS = {"teams": 2, "team_victory": "combined"}


def opened(scenario: str, seats: int, **options: Any) -> Table[Any]:
    """A table of persons."""
    return Table.new(GAME, scenario, [SeatPlan() for _ in range(seats)], {**TERMS, **options}, f"teams {scenario}")


def test_scenarios_of_four_civilizations_and_more_offer_teams_unless_there_are_empires() -> None:
    assert {"agamemnon", "fire_on_the_steppes", "king_of_the_four_corners"} <= set(WITH_TEAMS)
    assert {"alexander", "sargon", "lion_of_judah"}.isdisjoint(WITH_TEAMS)
    offered = {
        name for name, s in GAME.scenarios.items() if name in HISTORICAL and "teams" in {c.name for c in s.options}
    }
    assert offered == set(WITH_TEAMS)


@pytest.mark.sample(2)
@pytest.mark.parametrize("scenario", WITH_TEAMS)
def test_two_teams_play_it_to_the_end(scenario: str) -> None:
    table, rng = opened(scenario, len(HISTORICAL[scenario].side)), random.Random(scenario)
    finish(table)
    while table.pending is not None:
        step(rng, table)
    s = table.state
    assert table.problems() == []
    outcome = table.outcome()
    assert outcome is not None
    mates = [civ for civ in s.civs if are_mates(s, outcome.winners[0], civ)]
    assert set(outcome.winners) >= set(mates)


def test_teams_with_npcs_are_refused_since_the_scenario_says_who_is_their_enemy() -> None:
    with pytest.raises(SetupError, match="in this scenario each of the 4 civilizations needs a player"):
        opened("fire_on_the_steppes", 2)
