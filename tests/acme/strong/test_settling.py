"""Where the strong computer's disks of growth go: what land brings early and late, at home and far away, and rivals."""

from __future__ import annotations

from engine.acme.state import State
from engine.acme.strong.settling import best_landing, settler
from tests.acme.growing import acquire


def early(**areas: str) -> State:
    """Egypt, whose home is Thebes, deploys in the first turn of a game of three Epochs."""
    return acquire(areas).state


def late(**areas: str) -> State:
    """The same in the last turn, in which nothing grows any more."""
    s = early(**areas)
    s.epoch, s.turn = 4, 4
    return s


def landing(s: State, hand: int, *areas: str) -> tuple[str, int] | None:
    """Where Egypt's next disks go of those areas, and how many."""
    found = best_landing(settler(s, "egypt", hand), areas)
    return (found.area, found.n) if found else None


def test_a_city_at_home_comes_before_one_in_land_that_is_as_good() -> None:
    s = early(thebes="egypt 2", memphis="egypt 2")
    assert landing(s, 1, "memphis", "thebes") == ("thebes", 1)


def test_one_disk_takes_fertile_land() -> None:
    """ACME §6.3: it grows as well as two would."""
    assert landing(early(thebes="egypt 2"), 2, "abydos") == ("abydos", 1)


def test_a_second_disk_in_the_desert_brings_nothing() -> None:
    s = early(thebes="egypt 2", sinai="egypt 1")
    assert landing(s, 1, "sinai") is None


def test_a_city_comes_before_desert_which_grows_nothing() -> None:
    s = early(thebes="egypt 2", memphis="egypt 2")
    assert landing(s, 1, "eastern_desert", "memphis") == ("memphis", 1)


def test_a_disk_more_than_a_city_needs_is_worth_as_much_as_the_desert_and_goes_where_it_is_nearer() -> None:
    s = early(thebes="egypt 3", memphis="egypt 3")
    assert landing(s, 1, "eastern_desert", "memphis") == ("eastern_desert", 1)
    assert landing(s, 1, "eastern_desert", "thebes") == ("thebes", 1)


def test_in_the_last_turn_fertile_land_is_as_good_as_the_desert_and_the_nearer_is_taken() -> None:
    s = late(thebes="egypt 2")
    assert landing(s, 1, "nile_delta", "eastern_desert") == ("eastern_desert", 1)
    assert landing(early(thebes="egypt 2"), 1, "nile_delta", "eastern_desert") == ("nile_delta", 1)


def test_in_the_last_turn_a_mountain_comes_before_the_desert_and_a_city_before_both() -> None:
    s = late(thebes="egypt 2", memphis="egypt 2")
    assert landing(s, 1, "sinai", "tarsus") == ("tarsus", 1)
    assert landing(s, 1, "sinai", "tarsus", "memphis") == ("memphis", 1)


def test_in_the_last_turn_a_lone_disk_of_a_rival_is_not_worth_a_fight() -> None:
    s = late(thebes="egypt 2", judah="hittites 1")
    assert landing(s, 2, "judah") is not None
    assert landing(s, 2, "judah", "sinai") == ("sinai", 1)
