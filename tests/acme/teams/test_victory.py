"""Who wins in a game of teams (Playbook, Team & Individual Victory; ACME-TEAM-07 to 10)."""

from __future__ import annotations

from typing import Any

from engine.acme.phases.game_end import finish, outcome, rank_players
from engine.core.game import Outcome
from tests.acme.teams.positions import at_rest, teams


def over(victory: str = "combined", order: str = "egypt hittites babylon sumer", **civs: object) -> tuple[Outcome, str]:
    """The outcome of a game that ends as it stands, and what was told of it."""
    facts: dict[str, Any] = {name: vp if isinstance(vp, dict) else {"vp": vp} for name, vp in civs.items()}
    s = at_rest(victory=victory, order=order.split(), **facts)
    finish(s)
    found = outcome(s)
    assert found is not None
    return found, " ".join(event.text for event in s.told)


class TestCombined:
    def test_team_08_the_best_sum_wins_together(self) -> None:
        """ACME-TEAM-08: 20 against 18; all of the first team win, and share their place."""
        found, told = over(egypt=4, babylon=16, hittites=9, sumer=9)
        assert {*found.winners} == {"egypt", "babylon"}
        assert [found.place(civ) for civ in ("egypt", "babylon", "hittites", "sumer")] == [1, 1, 2, 2]
        assert "20" in told
        assert "18" in told

    def test_team_07_everybody_keeps_its_own_vp(self) -> None:
        """ACME-TEAM-07: each civ has its own VP beside the sum of its team."""
        found, _ = over(egypt=4, babylon=16, hittites=9, sumer=9)
        assert found.scores == {"egypt": 4, "hittites": 9, "babylon": 16, "sumer": 9}
        players = teams(egypt={"vp": 4, "hand": [58]}, babylon={"vp": 16}).view(None).players
        assert [(p.team, p.civs, p.score) for p in players] == [
            ("1", ("egypt", "babylon"), "20"),
            ("2", ("hittites", "sumer"), "0"),
        ]


class TestIndividual:
    def test_team_09_the_best_of_the_best_team(self) -> None:
        """ACME-TEAM-09: alone, even where another team has a member with more."""
        found, _ = over("individual", egypt=9, babylon=11, hittites=18, sumer=0)
        assert found.winners == ("babylon",)
        assert [found.place(civ) for civ in ("babylon", "egypt", "hittites", "sumer")] == [1, 2, 3, 4]


class TestTies:
    def test_team_10_between_teams(self) -> None:
        """ACME-TEAM-10: Cities, mina and cards of all members decide, then who comes first in Turn Order."""
        rich = {"vp": 5, "mina": 2}
        found, told = over(egypt=5, babylon=5, hittites={**rich, "hand": []}, sumer=5)
        assert {*found.winners} == {"hittites", "sumer"}
        assert "Tie-break: more mina" in told
        equal, _ = over(egypt=5, babylon=5, hittites={"vp": 5}, sumer=5, order="sumer egypt hittites babylon")
        assert {*equal.winners} == {"hittites", "sumer"}

    def test_team_10_within_the_team(self) -> None:
        """ACME-TEAM-10: the same tests decide which member wins alone."""
        found, told = over("individual", egypt=5, babylon={"vp": 5, "mina": 1}, hittites={"vp": 1}, sumer=1)
        assert found.winners == ("babylon",)
        assert "Tie-break: more mina" in told

    def test_team_10_turn_order_decides_last(self) -> None:
        """ACME-TEAM-10, RUL-127: the team of the earliest civ is first, and its members follow one another."""
        s = at_rest(victory="individual", hittites={"vp": 0}, order=["sumer", "babylon", "hittites", "egypt"])
        assert rank_players(s) == [["sumer"], ["hittites"], ["babylon"], ["egypt"]]
