"""What coins promise the strong computer: to whom, how much one beside another, and what rivals take from it; and what
settlements are worth to it that stand.
"""

from __future__ import annotations

import pytest

from engine.culture_wars.catalog import RULES
from engine.culture_wars.game import GAME
from engine.culture_wars.geography import geography
from engine.culture_wars.strong.model import Imagined, position, terrain
from engine.culture_wars.strong.planning import promise, prospects, rate_position, steps_to_coins
from engine.culture_wars.view import view
from tests.culture_wars.story import position as notated

FAR = {"j1": "suns 1", "j10": "moons 1"}


def seen(coins: dict[str, str], **tokens: str) -> Imagined:
    """Coins and tokens as the strong computer sees them; both cultures have a token where no coin is near."""
    s, _ = GAME.load(notated("movement", order=["moons", "suns"], coins=coins, tokens={**FAR, **tokens}))
    return position(view(s, ()), terrain(geography(s), diagonal=False, two_spaces=False))


def hoped(p: Imagined) -> int:
    """What the coins of a position promise the Moons together."""
    return prospects(p, p.tokens[p.cultures.index("moons")], [p.tokens[p.cultures.index("suns")]])


def promised(square: str, **tokens: str) -> int:
    """What a coin there promises the Moons."""
    p = seen({square: "suns 3"}, **tokens)
    lines = dict(zip(p.cultures, p.tokens, strict=True))
    return promise(p, lines["moons"], [lines["suns"]], p.ground.number[square])


def test_a_coin_promises_nothing_while_none_of_ones_own_are_near() -> None:
    assert promised("c3") == 0
    assert promised("c3", c5="moons 6") == 0
    assert promised("c3", c4="suns 2") == 0


def test_a_coin_promises_more_by_each_token_beside_it_and_most_by_those_upon_it() -> None:
    beside = [promised("c3", c4=f"moons {n}") for n in (1, 2, 3)]
    upon = [promised("c3", c3=f"moons {n}") for n in (1, 2, 3)]
    assert 0 < beside[0] < beside[1] < beside[2]
    assert upon[0] < upon[1] < upon[2]
    assert all(on > by for on, by in zip(upon, beside, strict=True))


def test_a_token_upon_a_coin_promises_more_than_two_on_another_square_beside_it() -> None:
    ring = {"c4": "moons 2", "c2": "moons 2"}
    assert promised("c3", **ring, c3="moons 1") > promised("c3", **ring, b3="moons 2")


def test_every_square_beside_a_coin_grows_by_one() -> None:
    """Two squares with a token each will have four between them, as one with three will."""
    assert promised("c3", c4="moons 1", c2="moons 1") == promised("c3", c4="moons 3") > promised("c3", c4="moons 2")


def test_as_many_upon_a_coin_as_will_have_grown_to_settle_it_are_enough() -> None:
    """With plenty around it; one fewer would not be."""
    plenty = dict.fromkeys(("b2", "c2", "d2", "b3", "d3"), "moons 2")
    fewer, enough, more = (promised("c3", **plenty, c3=f"moons {RULES.coin_settlers - n}") for n in (2, 1, 0))
    assert fewer < enough == more
    assert promised("c3", **plenty, c3="moons 4", b4="moons 2") == enough


def test_rivals_beside_a_coin_take_from_its_promise_and_one_upon_it_as_much_as_two_beside_it() -> None:
    own = {"c4": "moons 2", "b3": "moons 2", "b2": "moons 2"}
    none = promised("c3", **own)
    beside = [promised("c3", **own, d3=f"suns {n}") for n in (1, 2, 4)]
    assert none > beside[0] > beside[1] > beside[2]
    assert promised("c3", **own, c3="suns 1") == beside[1]
    assert promised("c3", **own, c3="suns 2") == beside[2]


def test_a_rival_takes_a_part_of_what_a_coin_promises_and_no_more_from_a_throng_than_from_ten() -> None:
    """Tokens are counted as they will have grown, by one in each square."""
    ten = {"c4": "moons 2", "b3": "moons 2", "b2": "moons 3"}
    throng = {**ten, "c2": "moons 3"}
    few, many = (promised("c3", **own) - promised("c3", **own, d3="suns 4") for own in (ten, throng))
    assert 0 < few == many < promised("c3", **ten)


@pytest.mark.parametrize(("rivals", "promises"), [(2, True), (3, False)])
def test_a_coin_promises_a_little_to_a_single_token_beside_two_rivals_and_nothing_beside_three(
    rivals: int, promises: bool
) -> None:
    """Little as it is, it counts."""
    assert (hoped(seen({"c3": "suns 3"}, c4="moons 1", d3=f"suns {rivals}")) > 0) is promises


def test_rivals_that_are_far_from_a_coin_take_nothing_from_its_promise() -> None:
    """Those who are near count; that there are others on the map does not."""
    p = seen({"c3": "suns 3"}, c4="moons 2", h7="suns 6")
    line, coin = p.tokens[p.cultures.index("moons")], p.ground.number["c3"]
    assert promise(p, line, [p.tokens[p.cultures.index("suns")]], coin) == promise(p, line, [], coin) > 0


def test_the_best_coin_counts_whole_and_the_others_less() -> None:
    """Two that promise the same count for more than one and for less than twice as much."""
    one = hoped(seen({"c3": "suns 3"}, c4="moons 2"))
    two = hoped(seen({"c3": "suns 3", "h3": "moons 3"}, c4="moons 2", h4="moons 2"))
    assert one == promised("c3", c4="moons 2")
    assert one < two < 2 * one
    rich = hoped(seen({"c3": "suns 3"}, c3="moons 4", c4="moons 2"))
    assert hoped(seen({"c3": "suns 3", "h3": "moons 3"}, c3="moons 4", c4="moons 2", h4="moons 1")) > rich


@pytest.mark.parametrize(
    ("other", "near"),
    [
        ("moons 3 settlement", {"h4": "moons 2"}),
        ("suns 2 settlement", {"h4": "moons 2"}),
        ("suns 2", {"h4": "moons 1", "h3": "suns 6"}),
    ],
)
def test_a_coin_that_is_settled_or_held_by_rivals_takes_nothing_from_what_another_promises(
    other: str, near: dict[str, str]
) -> None:
    alone = hoped(seen({"c3": "suns 3"}, c4="moons 2"))
    assert hoped(seen({"c3": "suns 3", "h3": other}, c4="moons 2", **near)) == alone


SETTLED = {"c3": "moons 2 settlement"}
FED = dict.fromkeys(("b2", "c2", "b3"), "moons 2")


def ahead(coins: dict[str, str], **tokens: str) -> int:
    """By how much the Moons are ahead of the Suns."""
    p = seen(coins, **tokens)
    me = p.cultures.index("moons")
    return rate_position(p, me, steps_to_coins(p, me))


def test_a_settlement_is_worth_more_by_each_who_feeds_it_beyond_the_five_that_it_needs_up_to_four() -> None:
    """CW:87. As many tokens stand on as many squares: those who do not feed it are far away from it."""
    ring, away = ("b2", "c2", "d2", "b3", "d3"), ("g2", "h2", "i2", "g3", "h3")

    def fed_by(n: int) -> int:
        more = n - RULES.support
        near = {q: f"moons {1 + (i < more)}" for i, q in enumerate(ring)}
        far = {q: f"moons {2 - (i < more)}" for i, q in enumerate(away)}
        return ahead(SETTLED, **near, **far)

    assert fed_by(5) < fed_by(6) < fed_by(7) < fed_by(8) < fed_by(9) == fed_by(10)


def test_those_in_supply_who_would_defend_a_settlement_are_worth_more_than_a_token_far_from_it() -> None:
    """CW:71. With plenty in supply, a token on the map is worth more than one in supply."""
    coins, more = {**SETTLED, "h3": "suns 3"}, {"h5": "moons 2"}
    few = {**FED, "h5": "moons 1"}
    assert ahead(coins, **{**few, **more}) > ahead(coins, **few)
    full = dict.fromkeys(("b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4", "g5"), "moons 2")
    many = {**full, "h5": "moons 1"}
    assert ahead(coins, **{**many, **more}) < ahead(coins, **many)


def test_a_settlement_that_many_rivals_can_enter_is_still_worth_more_than_those_who_would_build_it() -> None:
    """They make it worth less, but not so much."""
    rivals = dict.fromkeys(("d3", "c4", "d4", "e3"), "suns 2")
    threatened = ahead(SETTLED, **FED, **rivals)
    assert threatened > ahead({"c3": "moons 2"}, **FED, c3=f"moons {RULES.coin_settlers}", **rivals)
    assert threatened < ahead(SETTLED, **FED, **dict.fromkeys(("g3", "g4", "h4", "h3"), "suns 2"))
