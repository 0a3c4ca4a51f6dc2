"""Cards that harm a team-mate (Playbook, Team Member Cooperation; ACME-TEAM-04)."""

from __future__ import annotations

import pytest

from engine.acme.effects.announce import Cause, askable
from engine.acme.effects.card_registry import playable
from engine.acme.questions.teams import is_fair
from tests.acme.teams.positions import at_rest, teams

AWAY = {"thebes": "egypt 1", "hattusha": "hittites 1", "zab": "sumer 1", "babylon": "babylon 1"}


class TestTheRule:
    @pytest.mark.parametrize(
        ("harm", "fair"),
        [
            ({"babylon": 1}, False),
            ({"babylon": 1, "sumer": 1}, True),
            ({"babylon": 2, "sumer": 1, "hittites": 1}, False),
            ({"babylon": 2, "sumer": 1, "hittites": 2}, True),
            ({"babylon": 1, "barbarians": 1}, True),
            ({"babylon": 1, "egypt": 3}, False),
            ({"egypt": 3}, True),
            ({"sumer": 3}, True),
            ({}, True),
        ],
    )
    def test_team_04_no_more_than_to_somebody_else(self, harm: dict[str, int], fair: bool) -> None:
        """ACME-TEAM-04: measured against any one Faction outside the team, the Barbarians too (PB:236-238)."""
        assert is_fair(at_rest(), "egypt", harm) is fair

    def test_team_04_without_teams_everything_is_fair(self) -> None:
        """ACME-TEAM-04: a civ without a team has no team-mates."""
        alone = at_rest(options={"teams": 0, "team_victory": "open"})
        assert is_fair(alone, "egypt", {"babylon": 9})
        assert is_fair(alone, "egypt", {})


class TestOneVictim:
    @pytest.mark.parametrize("card", [72, 73, 77, 83])
    def test_team_04_a_card_against_a_mate_alone_is_refused(self, card: int) -> None:
        """ACME-TEAM-04: where only the team-mate could lose disks the card cannot be played."""
        t = at_rest({"akkad": "babylon 3", "samarra": "babylon 3", **AWAY}, egypt={"hand": [card]}, bare=True)
        assert card not in playable(t, "egypt")

    @pytest.mark.parametrize("card", [10, 11, 12, 13, 23, 50, 80, 81, 87, 90, 92])
    def test_team_04_nor_can_it_be_named_beside_others(self, card: int) -> None:
        """ACME-TEAM-04: spies, revolts and curses are aimed at opponents alone."""
        rich = {"hand": [52, 53], "mina": 4, "vp": 3}
        t = teams(
            egypt={"hand": [card], "mina": 2, "deity": "god_of_war"},
            babylon={"hand": [42], "mina": 4, "vp": 3, "deity": "sky_god"},
            hittites={**rich, "deity": "mother_goddess"},
            sumer={"hand": [54], "mina": 4, "vp": 3, "deity": "goddess_of_peace"},
            step="card.action",
        )
        t.play("egypt", str(card))
        assert t.key == "card.victim"
        assert {*t.options("egypt")} == {"hittites", "sumer"}

    def test_team_04_rebellion_passes_a_mate_by(self) -> None:
        """ACME-TEAM-04: in an area shared with an opponent only he can lose disks."""
        t = teams({"akkad": "babylon 2 sumer 2"}, egypt={"hand": [78]}).play("egypt", "78", "akkad")
        assert t.key == "card.amount"
        assert "babylon" not in t.options("egypt")


class TestVolcano:
    def test_team_04_a_mountain_with_a_mate_alone_is_not_offered(self) -> None:
        """ACME-TEAM-04: an eruption that costs the team-mate 2 and others 1 is not offered; an equal one is."""
        t = teams({"armenia": "babylon 2", "medes": "babylon 2 sumer 2"}, egypt={"hand": [74]}).play("egypt", "74")
        assert t.key == "card.negate" or t.key == "card.area" or t.disks("sumer", "medes") == 0
        assert "armenia" not in (t.options("egypt") if t.key == "card.area" else ())

    def test_team_04_barbarians_count(self) -> None:
        """ACME-TEAM-04: a Faction outside the team need not be a civ."""
        only = {"thebes": "egypt 1", "zab": "sumer 1 hittites 1", "babylon": "babylon 1"}
        alone = at_rest({**only, "armenia": "babylon 2"}, egypt={"hand": [74]}, bare=True)
        assert 74 not in playable(alone, "egypt")
        both = at_rest({**only, "armenia": "babylon 2 barbarians 2"}, egypt={"hand": [74]}, bare=True)
        assert 74 in playable(both, "egypt")


class TestFlood:
    def test_team_04_what_can_still_become_fair_is_offered(self) -> None:
        """ACME-TEAM-04: an area of the team-mate may be named first if enough of an opponent can follow.

        The card may not end before: two areas that touch, one of Babylon and one of Sumer.
        """
        lone = {"thebes": "egypt 1", "hattusha": "hittites 1"}
        t = teams({**lone, "babylon": "babylon 1", "sumer": "sumer 1"}, egypt={"hand": [75]}, bare=True)
        t.play("egypt", "75")
        assert {"babylon", "sumer"} <= {*t.options("egypt")}
        t.answer("egypt", "babylon")
        assert "done" not in t.options("egypt")
        t.answer("egypt", "sumer")
        assert "done" in t.options("egypt")

    def test_team_04_too_little_of_others_is_not_offered(self) -> None:
        """ACME-TEAM-04: a City of the team-mate, which loses 2, is never flooded where one other loses 1 at most."""
        lone = {"hattusha": "hittites 1", "kaska": "egypt 1"}
        t = teams({**lone, "babylon": "babylon 3", "sumer": "sumer 1"}, egypt={"hand": [75]}, bare=True)
        t.play("egypt", "75")
        offered = {*t.options("egypt")} if t.key == "card.areas" else set()
        assert "babylon" not in offered

    def test_team_04_without_a_fair_flood_it_cannot_be_played(self) -> None:
        """ACME-TEAM-04: nobody but the team-mate lives on Fertile ground."""
        lone = {"hattusha": "hittites 1", "kaska": "egypt 1", "zab": "sumer 1"}
        t = at_rest({**lone, "babylon": "babylon 1"}, egypt={"hand": [75]}, bare=True)
        assert 75 not in playable(t, "egypt")


class TestSeveralVictims:
    def test_team_04_dishonest_weights(self) -> None:
        """ACME-TEAM-04: a team-mate may be cheated only beside an opponent, who then has to be named."""
        t = teams(egypt={"hand": [51]}, babylon={"mina": 1}, sumer={"mina": 1}).play("egypt", "51", "babylon")
        assert "done" not in t.options("egypt")
        t.answer("egypt", "sumer")
        assert t.run_until("card.play").civ("sumer").mina == 0
        alone = at_rest(egypt={"hand": [51]}, babylon={"mina": 1}, hittites={})
        assert 51 not in playable(alone, "egypt")

    def test_team_04_tribute(self) -> None:
        """ACME-TEAM-04: team-mates pay beside an opponent, never alone."""
        city = {"amarna": "egypt 3"}
        assert 61 not in playable(at_rest(city, egypt={"hand": [61]}, babylon={"mina": 1}), "egypt")
        both = at_rest(city, egypt={"hand": [61]}, babylon={"mina": 1}, sumer={"mina": 1})
        assert 61 in playable(both, "egypt")

    def test_team_04_earthquake(self) -> None:
        """ACME-TEAM-04: 2 disks of a team-mate only if 2 of an opponent follow, which then cannot be left out."""
        t = teams({"kaska": "babylon 2", "hattusha": "hittites 1"}, egypt={"hand": [76]}).play("egypt", "76")
        assert "kaska" not in t.options("egypt")
        t = teams({"hattusha": "babylon 2", "kaska": "hittites 1", "pala": "hittites 1"}, egypt={"hand": [76]})
        t.play("egypt", "76")
        assert "hattusha" in t.options("egypt")
        t.answer("egypt", "hattusha")
        assert (t.key, t.options("egypt")) == ("card.areas", ("kaska", "pala"))
        t.answer("egypt", "kaska")
        assert t.key != "card.areas" or "done" not in t.options("egypt")

    def test_team_04_an_earthquake_takes_two_of_a_mates_three(self) -> None:
        """ACME-TEAM-04, card 76: two disks that an opponent loses outweigh them, though the mate has a third."""
        t = teams({"hattusha": "babylon 3", "kaska": "hittites 1", "pala": "hittites 1"}, egypt={"hand": [76]})
        assert "hattusha" in t.play("egypt", "76").options("egypt")

    def test_team_04_pirates(self) -> None:
        """ACME-TEAM-04: a team-mate's ship is taken only together with an opponent's."""
        t = teams({"upper_gulf": "babylon 1", "lower_gulf": "sumer 1"}, egypt={"hand": [82]}).play("egypt", "82")
        assert t.options("egypt") == ("lower_gulf", "upper_gulf")
        t.answer("egypt", "upper_gulf")
        assert "done" not in t.options("egypt") if t.key == "card.areas" else True
        t.run_until("card.play")
        assert (t.disks("babylon", "upper_gulf"), t.disks("sumer", "lower_gulf")) == (0, 0)
        assert 82 not in playable(at_rest({"upper_gulf": "babylon 1"}, egypt={"hand": [82]}), "egypt")

    def test_team_04_poet(self) -> None:
        """ACME-TEAM-04: one disk of each; of a team-mate alone it is not offered."""
        alone = at_rest({"abydos": "babylon 1"}, egypt={"hand": [7]})
        assert 7 not in playable(alone, "egypt")
        t = teams({"abydos": "babylon 1", "amarna": "sumer 1"}, egypt={"hand": [7]}).play("egypt", "7")
        t.answer("egypt", "abydos")
        assert "done" not in t.options("egypt") if t.key == "card.areas" else True
        t.run_until("card.play")
        assert (t.disks("babylon", "abydos"), t.disks("sumer", "amarna")) == (0, 0)


class TestCompetitions:
    def test_team_04_cards_of_a_competition_are_aimed_at_opponents(self) -> None:
        """ACME-TEAM-04: Traitor is offered against Sumer, not against the team-mate who is there too."""
        t = teams({"emar": "egypt 2 babylon 2 sumer 2"}, phase="competition", egypt={"hand": [22]})
        assert t.key == "competition.before"
        assert [o for o in t.options("egypt") if o.startswith("22:")] == ["22:emar:sumer"]

    def test_team_04_the_sky_god_spares_team_mates(self) -> None:
        """ACME-TEAM-04: what a card may not do a Deity's power may not either."""
        t = teams({"emar": "babylon 1", "akkad": "sumer 1"}, egypt={"deity": "sky_god"})
        assert t.key == "deity.power"
        assert t.options("egypt") == ("akkad:sumer", "none")

    def test_competition_among_mates_is_fought(self) -> None:
        """ACME-TEAM-06: where two of a team are left in a Contested area they fight like any others (PB:241)."""
        t = teams({"emar": "egypt 2 babylon 2"}, phase="competition")
        t.run_until("growth.retire", "growth.deploy", "card.play", "setup.deploy", most=60)
        assert (t.disks("egypt", "emar"), t.disks("babylon", "emar")) != (2, 2)


class TestNegating:
    def test_team_04_nobody_negates_a_team_mate(self) -> None:
        """ACME-TEAM-04: a Negate takes the card it cancels from its player and nothing from anybody else."""
        s = at_rest(egypt={"hand": [58]}, babylon={"hand": [27]}, sumer={"hand": [28]})
        assert askable(s, Cause("card", "egypt", 58)) == ["hittites", "sumer"]
        assert askable(s, Cause("card", "sumer", 58)) == ["egypt", "babylon"]

    def test_team_04_an_opponent_s_negate_may_be_negated_for_a_mate(self) -> None:
        """ACME-TEAM-04: that harms the opponent alone."""
        t = teams(egypt={"hand": [58]}, babylon={"hand": [27]}, sumer={"hand": [28]}, step="card.action")
        t.play("egypt", "58")
        t.answer("sumer", "28").answer("hittites", "pass")
        assert "babylon" in t.table.waiting()
        assert "27" in t.options("babylon")
