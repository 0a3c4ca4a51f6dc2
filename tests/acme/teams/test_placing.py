"""Where one may not place for a team-mate's sake (Playbook, Team Member Cooperation; ACME-TEAM-05, 06)."""

from __future__ import annotations

from engine.acme.questions.board import room, with_room
from engine.acme.setup.setup import may_set_up
from engine.acme.verbs.basic import place
from tests.acme.opening import placing
from tests.acme.story import lie
from tests.acme.teams.positions import at_rest, teams


class TestHomes:
    def test_team_05_no_disk_in_the_home_of_a_mate(self) -> None:
        """ACME-TEAM-05: not even where no disk lies; in the Home Area of an opponent as ever (PB:240)."""
        s = at_rest()
        assert (room(s, "egypt", "babylon"), room(s, "egypt", "sumer")) == (0, 4)
        lie(s, "babylon", {})
        assert room(s, "egypt", "babylon") == 0
        assert place(s, "egypt", "babylon") == 0

    def test_team_05_growth_offers_none(self) -> None:
        """ACME-TEAM-05: the Growth Phase offers every area in reach but that one."""
        t = teams({"akkad": "egypt 1"}, phase="growth", step="growth.civ", egypt={"growth_box": 3})
        t.run_until("growth.deploy")
        assert "babylon" not in t.options("egypt")
        assert {"akkad", "samarra", "dur_kur"} <= {*t.options("egypt")}

    def test_team_05_a_card_offers_none(self) -> None:
        """ACME-TEAM-05: nor does Golden Age."""
        t = teams({"akkad": "egypt 1"}, egypt={"hand": [65]}).play("egypt", "65")
        assert "babylon" not in t.options("egypt")
        assert "samarra" in t.options("egypt")


class TestContests:
    def test_team_06_two_camps_may_lie_together(self) -> None:
        """ACME-TEAM-06: one disk beside one of a team-mate, and no second one (PB:241)."""
        s = at_rest({"emar": "babylon 1"})
        assert room(s, "egypt", "emar") == 1
        place(s, "egypt", "emar")
        assert (room(s, "egypt", "emar"), room(s, "babylon", "emar")) == (0, 0)

    def test_team_06_none_beside_a_settlement(self) -> None:
        """ACME-TEAM-06: beside two of them the first disk would make the area Contested."""
        s = at_rest({"emar": "babylon 2"})
        assert (room(s, "egypt", "emar"), room(s, "hittites", "emar")) == (0, 4)
        assert "emar" not in with_room(s, "egypt", ["emar", "akkad"])

    def test_team_06_what_is_contested_does_not_become_so(self) -> None:
        """ACME-TEAM-06: where an opponent fights the team-mate already, help may come."""
        s = at_rest({"emar": "babylon 2 sumer 1"})
        assert room(s, "egypt", "emar") == 4

    def test_team_06_an_opponent_s_camp_does_not_change_it(self) -> None:
        """ACME-TEAM-06: three Camps of three civs may lie together, no more."""
        s = at_rest({"emar": "babylon 1 sumer 1"})
        assert room(s, "egypt", "emar") == 1

    def test_team_06_opponents_are_free(self) -> None:
        """ACME-TEAM-06: without a team-mate's disk nothing changes."""
        s = at_rest({"emar": "sumer 1"})
        assert room(s, "egypt", "emar") == 4

    def test_team_06_replacing_leaves_the_place_empty(self) -> None:
        """ACME-TEAM-06: a disk that may not be placed is not; what it was to replace is lost all the same (RUL-012)."""
        t = teams({"emar": "babylon 1 sumer 1 egypt 1", "akkad": "egypt 1"}, egypt={"hand": [7]})
        t.play("egypt", "7", "akkad", "emar")
        t.run_until("card.play")
        assert [t.disks(civ, "emar") for civ in ("babylon", "sumer", "egypt")] == [1, 0, 1]

    def test_team_06_moving_is_placing(self) -> None:
        """ACME-TEAM-06: River Barges bring no disk where none may be placed."""
        t = teams({"memphis": "egypt 2", "nile_delta": "egypt 1 babylon 1", "amarna": "egypt 1"}, egypt={"hand": [59]})
        t.play("egypt", "59", "memphis")
        assert "nile_delta" not in t.options("egypt")
        assert "amarna" in t.options("egypt")

    def test_team_06_first_disks_keep_away(self) -> None:
        """ACME-TEAM-05, 06: first disks too go only where they may lie, and play comes to its end."""
        story = placing(
            "babylon@babylon", "egypt@thebes", board="full", areas={"amarna": "babylon 1", "abydos": "babylon 2"}
        )
        s = story.state
        s.options.teams, s.civs["egypt"].team, s.civs["babylon"].team = 2, "1", "1"
        assert not may_set_up(s, "egypt", "abydos")
        assert may_set_up(s, "egypt", "amarna")
        assert not may_set_up(s, "babylon", "thebes")
