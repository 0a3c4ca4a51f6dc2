"""Which civilization and Home Area the strong computer takes: good land, away from others, who crowd the first."""

from __future__ import annotations

import pytest

from engine.acme.game import GAME
from engine.acme.setup.setup import free_homes, take_civ
from engine.acme.state import State
from engine.acme.strong.choosing import best_civ, land_around, later_homes, rate_home
from engine.acme.strong.deliberation import CIV
from engine.core.game import SeatPlan
from engine.core.table import Table
from tests.conformance.strong_games import opened


def choosing(*taken: str, board: str = "western") -> State:
    """Four persons choose; the first of them have taken these civilizations, each with its first Home Area."""
    table = Table.new(GAME, "standard", [SeatPlan() for _ in range(4)], {"map": board}, "choosing")
    s = table.state
    for seat, civ in zip(list(s.order), taken, strict=False):
        take_civ(s, seat, civ)
        s.civs[civ].home = free_homes(s, civ)[0]
    return s


def test_land_that_is_nearer_to_others_counts_for_nothing() -> None:
    alone = land_around("full", "memphis", [])
    assert 0 < land_around("full", "memphis", ["thebes"]) < alone
    assert land_around("full", "memphis", ["memphis"]) == alone / 2


def test_those_who_choose_later_are_expected_beside_the_first() -> None:
    """Stand-ins settle as near to the leading person as they can, which is the first as long as nobody has VP."""
    s = choosing("egypt")
    assert later_homes(s, s.order[1], "medes_persians", "medes") == ["alashiya", "thrace"]
    first = choosing()
    assert later_homes(first, first.order[0], "medes_persians", "medes") == ["nineveh", "elam", "sumer"]


def test_the_first_avoids_land_that_all_others_would_crowd() -> None:
    """Assur has the better land as long as it is alone there."""
    s = choosing()
    seat = s.order[0]
    assert land_around(s.map, "assur", []) > land_around(s.map, "ur", [])
    assert rate_home(s, seat, "assyria", "assur") < rate_home(s, seat, "chaldea", "ur")


def test_the_second_lets_others_crowd_the_first() -> None:
    """With the first at Assur it is worth more to be as far away as Thebes than it is to be first there."""
    first, second = choosing(), choosing("assyria")
    assert rate_home(second, second.order[1], "egypt", "thebes") > rate_home(first, first.order[0], "egypt", "thebes")


@pytest.mark.parametrize("taken", [(), ("assyria",), ("egypt", "greeks")])
def test_it_takes_the_civilization_whose_best_home_is_worth_most(taken: tuple[str, ...]) -> None:
    s = choosing(*taken)
    seat = s.order[len(taken)]
    offered = [civ for civ in ("akkad", "babylon", "elam", "hittites", "israelites", "urartu") if civ not in taken]
    found = {civ: max(rate_home(s, seat, civ, home) for home in free_homes(s, civ)) for civ in offered}
    assert found[best_civ(s, seat, offered)] == max(found.values()) > min(found.values())


def test_it_chooses_its_home_itself_where_chance_decides_for_a_stand_in() -> None:
    """RUL-025 has an NPC draw; the strong computer plays by a person's rules."""
    asked = set()
    for number in range(8):
        table = opened(number, turns=1)
        while table.is_unfinished and (table.pending is None or table.pending.key in {CIV, "setup.home"}):
            asked |= {table.pending.key} if table.pending and table.thinker else set()
            table.go_on([thought] if (thought := table.think()) else None)
    assert asked == {CIV, "setup.home"}
