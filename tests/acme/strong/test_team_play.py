"""The strong computer in teams: a partner is neither a rival to be taken land from, nor the leader to be harmed."""

from __future__ import annotations

from msgspec.structs import replace

from engine.acme.npc.relations import targets
from engine.acme.state import State
from engine.acme.strong.choosing import rate_home
from engine.acme.strong.settling import settler
from tests.acme.teams.positions import at_rest
from tests.conformance.strong_games import opened


def beside(rival: str) -> State:
    """Egypt could win Emar from that Faction."""
    return at_rest({"assur": "egypt 3", "emar": f"{rival} 2"})


def test_it_takes_no_land_from_a_partner() -> None:
    """Babylon is of its team, the Hittites are not (ACME-TEAM-06)."""
    assert list(settler(beside("hittites"), "egypt", 4).gains("emar"))
    assert not list(settler(beside("babylon"), "egypt", 4).gains("emar"))


def test_a_partner_is_not_the_leader() -> None:
    """However many VP Babylon has: the leader is whom the disks and cards go against."""
    s = beside("hittites")
    s.civs["babylon"].vp, s.civs["hittites"].vp, s.civs["egypt"].strong = 40, 20, True
    assert settler(s, "egypt", 4).leader == 20
    assert targets(s, "egypt")[0] == "hittites"


def test_a_partner_that_is_near_is_no_crowd() -> None:
    """It keeps away from others, not from its own team."""
    s = at_rest()
    near = rate_home(s, "egypt", "egypt", "thebes")
    s.civs["babylon"].home = "memphis"
    mates = rate_home(s, "egypt", "egypt", "thebes")
    alone = at_rest()
    alone.options = replace(alone.options, teams=0)
    alone.civs["babylon"].home = "memphis"
    assert rate_home(alone, "egypt", "egypt", "thebes") < mates
    assert near != mates


def test_it_climbs_on_culture_tracks_rather_than_pass() -> None:
    """A short game of one strong computer and three stand-ins with Culture Tracks ends, and it has risen on them."""
    table = opened(1, turns=4, culture=True)
    while table.is_unfinished:
        table.go_on()
        table.begin()
    [own] = [c for c in table.state.civs.values() if c.strong]
    assert own.tracks
