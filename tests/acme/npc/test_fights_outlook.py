"""The rounds reckoned on numbers end as those that are played (RUL-162)."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from engine.acme.npc.fights.outlook import LOST, SHARED, WON, Arena, FightOutlook, Stack, arena_of, best_of, fight_out
from engine.acme.questions.board import cap
from tests.acme.npc.fighting import FIGHT, HOMES, ended
from tests.acme.npc.positions import HUMAN, state

PEOPLE = ("egypt", "hittites", "mittani", "barbarians")
STACK = re.compile(r"\{civ:(\w+)\} (\d+)")


def drawn(number: int) -> str:
    """Stacks of a Contested Mountain area: two to four Factions, one of them sometimes with a Stronghold."""
    rng = random.Random(number)
    factions = sorted(rng.sample(PEOPLE, rng.randint(2, 4)), key=PEOPLE.index)
    stacks = {f: rng.randint(1 + (f == factions[0]), cap("tarsus")) for f in factions}
    walled = factions[0] if factions[0] != "barbarians" and number % 3 == 0 else ""
    return " ".join(f"{f} {n}{' stronghold' if f == walled else ''}" for f, n in stacks.items())


@pytest.mark.parametrize("number", range(60))
def test_rul_162_the_reckoned_rounds_are_the_real_ones(number: int) -> None:
    """Persons who have nothing to play or pay: white disks first, then the Stronghold, then disks."""
    facts: dict[str, Any] = {"order": "egypt hittites mittani", "hittites": HUMAN, "mittani": HUMAN}
    areas = {**HOMES, "mittani": "mittani 1", "tarsus": drawn(number)}
    reckoned = fight_out(arena_of(state(areas, phase="competition", **facts), "tarsus"))
    real = ended(drawn(number), {"mittani": "mittani 1"}, area="tarsus", **facts)
    assert reckoned == {f: int(n) for f, n in STACK.findall(real)}


def test_rul_162_a_payment_is_worth_a_unit() -> None:
    """3 against 4: one payment ties, two leave one disk."""
    for paid, left in ((0, {"b": 2}), (1, {"a": 1, "b": 1}), (2, {"a": 2})):
        assert fight_out(Arena(FIGHT, {"a": Stack(3), "b": Stack(4)}, {"a": paid})) == left


def test_rul_162_white_disks_go_with_the_last_own_disk() -> None:
    """A Faction without a disk of its own is out, whatever stands beside it."""
    assert fight_out(Arena(FIGHT, {"a": Stack(0, 3), "b": Stack(2)})) == {"b": 2}


PROSPECTS = [
    ([FightOutlook(LOST, 0), FightOutlook(LOST, 0)], 0),
    ([FightOutlook(LOST, 0), FightOutlook(SHARED, 1)], 1),
    ([FightOutlook(LOST, 0), FightOutlook(SHARED, 1), FightOutlook(WON, 1), FightOutlook(WON, 2)], 2),
    ([FightOutlook(LOST, 0), FightOutlook(WON, 1), FightOutlook(WON, 3), FightOutlook(WON, 3)], 2),
    ([FightOutlook(WON, 3), FightOutlook(WON, 3)], 0),
    ([FightOutlook(WON, 1), FightOutlook(WON, 2)], 0),
    ([FightOutlook(WON, 2), FightOutlook(WON, 3)], 1),
]


@pytest.mark.parametrize(("prospects", "taken"), PROSPECTS)
def test_rul_163_three_disks_else_a_win_else_a_tie_else_nothing(prospects: list[FightOutlook], taken: int) -> None:
    """SOL-COMP-12, SOL-COMP-13: as few means as will do."""
    assert best_of(FIGHT, prospects) == taken


def test_rul_163_where_nothing_is_spared_the_most_disks_count() -> None:
    """SOL-COMP-11: in an all-in area it goes on beyond the bare win."""
    assert best_of(FIGHT, [FightOutlook(LOST, 0), FightOutlook(WON, 1), FightOutlook(WON, 2)], spare_nothing=True) == 2


def test_rul_162_a_sea_keeps_two_disks() -> None:
    """Limited to the reckoning stack: 2 are enough where no more may stay."""
    assert (
        best_of(
            "egyptian_sea", [FightOutlook(SHARED, 1), FightOutlook(WON, 1), FightOutlook(WON, 2), FightOutlook(WON, 2)]
        )
        == 2
    )
