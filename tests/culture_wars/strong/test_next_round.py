"""The round that the strong computer of Culture Wars imagines after its own."""

from __future__ import annotations

from engine.culture_wars.strong.model import ALL, Imagined
from engine.culture_wars.strong.planning import grow, is_over, next_round
from tests.culture_wars.strong.test_strong import met, modelled


def imagined(**tables: object) -> Imagined:
    """The position in the strong computer's head; it plays Moons."""
    return modelled(met(**tables).state)


def test_each_square_grows_by_one_and_the_emptiest_first_where_supply_is_short() -> None:
    """CW:47."""
    p = imagined(tokens={"c4": "moons 3", "d5": "moons 1", "j9": "suns 2"})
    me, at = p.cultures.index("moons"), p.ground.number
    grow(p, me)
    assert (p.tokens[me][at["c4"]], p.tokens[me][at["d5"]], sum(p.tokens[me])) == (4, 2, 6)
    p.tokens[me][at["c4"]] = ALL - 3
    grow(p, me)
    assert (p.tokens[me][at["c4"]], p.tokens[me][at["d5"]]) == (ALL - 3, 3)
    grow(p, me)
    assert sum(p.tokens[me]) == ALL


def test_a_round_later_a_coin_is_settled_that_enough_can_reach() -> None:
    around = {"c4": "moons 2", "c5": "moons 2", "c3": "moons 2", "b3": "moons 2", "b4": "moons 2", "j9": "suns 2"}
    p = imagined(coins={"b5": "moons 4"}, tokens=around)
    me, there = p.cultures.index("moons"), p.ground.number["b5"]
    later = p
    for _ in range(3):
        later = next_round(later)
    assert later.owner[there] == me
    assert p.owner[there] != me, "the position before is left as it was"


def test_who_has_held_enough_settlements_for_a_round_has_won() -> None:
    p = imagined(tokens={"c4": "moons 3", "j9": "suns 2"})
    me = p.cultures.index("moons")
    assert not is_over(p)
    for i in range(p.target):
        p.owner[i], p.number[i] = me, 3
    assert not is_over(p)
    p.holding = tuple(c == me for c in range(len(p.cultures)))
    assert is_over(p)
