"""Culture Tracks in a game of teams: a sacked City of a team-mate, and the Lord of the Four Quarters (TEAM-9)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.acme.culture.tables import towns
from tests.acme.story import Story
from tests.acme.teams.positions import teams

EVEN = 44
LAST = {"military": 4, "economic": 4, "religious": 4}


def sacked(victim: str, egypt: dict[str, int], stages: dict[str, int], **facts: Any) -> Story:
    """Egypt destroys a City of Babylon, its team-mate, or of the Hittites in Aleppo; the card is even."""
    areas = {**towns("egypt", 5), "aleppo": f"egypt 4 {victim} 3"}
    civs: dict[str, Any] = {"egypt": {"tracks": egypt, **facts}, victim: {"tracks": stages}}
    story = teams(areas, phase="competition", deck=[EVEN, 46, 48, 50, 52], options={"culture": True}, **civs)
    story.run_until("loot.choose", "culture.sack", "growth.retire")
    return story.answer("egypt", "mina") if story.key == "loot.choose" else story


def test_nobody_brings_a_team_mate_down() -> None:
    """ACME-TEAM-04, CUL-36: rising takes nothing from anybody and is offered."""
    mate = sacked("babylon", {"military": 1}, {"military": 2, "religious": 2})
    assert mate.asked() == ("culture.sack", "egypt", ("up:military", "up:religious", "none"))
    assert mate.table.pending is not None
    assert "down" not in mate.table.pending.prompt
    mate.answer("egypt", "up:religious")
    assert (mate.civ("egypt").tracks["religious"], mate.civ("babylon").tracks["religious"]) == (1, 2)
    other = sacked("hittites", {"military": 1}, {"military": 2, "religious": 2})
    assert {"down:military", "down:religious"} < set(other.options("egypt"))


@pytest.mark.parametrize(("victim", "left"), [("babylon", 2), ("hittites", 1)])
def test_an_npc_that_leads_everywhere_spares_its_team_mates(victim: str, left: int) -> None:
    """ACME-TEAM-04, CUL-41: an opponent falls on its highest track."""
    ahead = {"military": 3, "economic": 3, "religious": 3}
    story = sacked(victim, ahead, {"military": 2, "religious": 1}, by="npc", enemies=["hittites"])
    assert "sacked a City" in story.told()
    assert (story.civ(victim).tracks["military"], story.civ(victim).tracks["religious"]) == (left, 1)


@pytest.mark.parametrize(("victory", "winners"), [("combined", {"egypt", "babylon"}), ("individual", {"egypt"})])
def test_the_lord_of_the_four_quarters_wins_as_the_table_has_agreed(victory: str, winners: set[str]) -> None:
    """ACME-TEAM-08, ACME-TEAM-09, CUL-50: whatever the VP are."""
    lord = {"tracks": {**LAST, "military": 3}, "hand": [31, 42, 86], "mina": 4}
    rich = {"hand": [69], "vp": 90}
    story = teams(towns("egypt", 8), victory=victory, options={"culture": True}, egypt=lord, hittites=rich)
    story.answer("egypt", "advance:military")
    while story.table.pending is not None and story.key == "culture.pay":
        story.answer("egypt", story.options("egypt")[0])
    story.run_until("never")
    found = story.table.outcome()
    assert found is not None
    assert set(found.winners) == winners
    assert found.outright
