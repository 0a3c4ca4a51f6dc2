"""Forming teams, and what has to be agreed on first (Playbook, Team Play; ACME-TEAM-01, 02, 07)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.acme.sandbox.situations import SITUATIONS
from engine.core.errors import UnknownCall
from engine.core.game import SeatPlan, SetupError
from engine.core.table import Table
from engine.games import GAMES
from tests.acme.opening import begin, table
from tests.acme.teams.positions import teams

AGREED: dict[str, Any] = {"teams": 2, "team_victory": "combined"}


def four(*chosen: str) -> list[SeatPlan]:
    """Ana, Ben, Cho and Dee, with the teams they have chosen."""
    names = ("Ana", "Ben", "Cho", "Dee")
    return [SeatPlan(player=name, team=team) for name, team in zip(names, (*chosen, "", "", "", ""), strict=False)]


def refused(*plans: SeatPlan, **options: Any) -> str:
    with pytest.raises(SetupError) as error:
        table(*plans, **{**AGREED, **options})
    return str(error.value)


class TestForming:
    def test_team_01_by_choice(self) -> None:
        """ACME-TEAM-01: whoever has chosen is where it wanted to be, and is there as the civ it becomes."""
        t = begin(*four("1", "2", "2", "1"), **AGREED)
        assert [t.civ(civ).team for civ in t.state.slots] == ["1", "2", "2", "1"]

    @pytest.mark.parametrize("seed", ["a", "b", "c"])
    def test_team_01_by_lot(self, seed: str) -> None:
        """ACME-TEAM-01: whoever has not chosen is dealt a team, so that all are of one size."""
        t = begin(*four("2"), seed=seed, **AGREED)
        assert t.civ(t.state.slots[0]).team == "2"
        assert Counter(c.team for c in t.state.civs.values()) == {"1": 2, "2": 2}

    def test_team_01_lots_differ(self) -> None:
        """ACME-TEAM-01: chance deals them."""
        drawn = {tuple(c.team for c in begin(*four(), seed=f"lot {n}", **AGREED).state.civs.values()) for n in range(9)}
        assert len(drawn) > 2

    @pytest.mark.parametrize(("seats", "n"), [(4, 2), (6, 2), (6, 3)])
    def test_team_01_sizes(self, seats: int, n: int) -> None:
        """ACME-TEAM-01: 2+2, 3+3 and 2+2+2 (PB:229)."""
        t = begin(*[SeatPlan() for _ in range(seats)], teams=n, team_victory="individual")
        assert set(Counter(c.team for c in t.state.civs.values()).values()) == {seats // n}

    @pytest.mark.parametrize(("seats", "n"), [(2, 2), (3, 2), (5, 2), (4, 3), (5, 3)])
    def test_team_01_unequal_numbers_are_refused(self, seats: int, n: int) -> None:
        """ACME-TEAM-01: so many seats make no teams of one size with two in each."""
        assert "need one of these numbers of seats" in refused(*[SeatPlan() for _ in range(seats)], teams=n)

    def test_team_01_unequal_choices_are_refused(self) -> None:
        """ACME-TEAM-01: three cannot be in a team of two, nor anybody in a team there is not."""
        assert "each team has 2 seats" in refused(*four("1", "1", "1"))
        assert "there is no team '3'" in refused(*four("3"))

    def test_team_01_everybody_has_a_civ_of_its_own(self) -> None:
        """ACME-TEAM-01: nobody plays two civilizations, and One vs. Two is another game."""
        assert "each player has one civilization" in refused(*four()[:3], SeatPlan(player="Ana"))
        assert "can't be combined with One vs. Two" in refused(*four(), one_vs_two=True)

    def test_team_01_npcs_are_members(self) -> None:
        """ACME-TEAM-01: an NPC's seat counts like any other, and is filled up."""
        t = begin(*four("1", "1")[:2], SeatPlan(by="npc"), SeatPlan(by="npc"), **AGREED)
        assert {c.team for c in t.state.civs.values() if c.npc} == {"2"}

    def test_team_07_the_mode_is_agreed_on_before_play(self) -> None:
        """ACME-TEAM-07: no game of teams begins without it; while seats are open it may still be open too."""
        assert "whether the best team wins together" in refused(*four(), team_victory="open")
        GAMES["acme"].setup("standard", [SeatPlan(open=True)] * 4, {"teams": 2}, "trial")

    def test_teams_in_a_situation(self) -> None:
        """ACME-TEAM-01: situations for four or more know teams, smaller ones do not."""
        scenarios = GAMES["acme"].scenarios
        ways = [(one, variant) for one in SITUATIONS.values() for variant in one.variants]
        large = [(one.id, v) for one, v in ways if len(v.slots) in {4, 6}]
        assert len(large) > 1
        for name, variant in large:
            options = {**AGREED, "variant": variant.id}
            made = Table.new(GAMES["acme"], name, [SeatPlan()] * len(variant.slots), options, "s")
            assert {*Counter(c.team for c in made.state.civs.values()).values()} == {len(variant.slots) // 2}
        name, four_of = next((name, v) for name, v in large if len(v.slots) == 4)
        hidden = {**AGREED, "unknown_npcs": 1, "variant": four_of.id}
        with pytest.raises(SetupError, match="unknown NPCs"):
            Table.new(GAMES["acme"], name, [SeatPlan()] * 3, hidden, "s")
        small = {one.id for one, _ in ways} - {one.id for one, v in ways if len(v.slots) > 3}
        assert not any(c.name == "teams" for name in small for c in scenarios[name].options)


class TestGifts:
    def test_team_02_nothing_can_be_given(self) -> None:
        """ACME-TEAM-02: no action of a civ passes a card, a disk or a mina to a team-mate or to anybody else."""
        t = teams(egypt={"hand": [58], "mina": 3})
        assert t.options("egypt") == ("58", "deity", "pass")
        before = t.view(None)
        with pytest.raises(UnknownCall):
            t.table.call("give", "egypt", "babylon", "58")
        assert t.view(None) == before
