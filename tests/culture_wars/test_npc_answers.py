"""What the computer weighs in single answers: where a tile goes, where tokens grow, which coin it means to settle, when
a settlement is fed, who makes room; and what is wrong with tiles and coins.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from engine.core.ask import Ask, Request
from engine.core.game import SetupError
from engine.core.message import NOTHING
from engine.culture_wars.npc import answers
from engine.culture_wars.npc.outlook import HOME, Outlook, outlook
from engine.culture_wars.options import read_options
from engine.culture_wars.problems import coin_problems, tile_problems
from engine.culture_wars.verbs import lay_tiles
from engine.culture_wars.view import Corner, LiftedTile, view
from tests.conformance.culture import culture_wars
from tests.culture_wars.story import Story


def asked(*options: str, least: int = 1) -> tuple[Request, Ask]:
    ask = Ask("suns", options, least, least)
    return Request("growth.place", NOTHING, (ask,)), ask


def test_a_tile_goes_where_it_has_most_edges_to_land() -> None:
    seen = view(culture_wars(0).state, [])
    some = next(iter(seen.squares.values()))
    squares = {f"{x},{y}": replace(some, column=x, row=y) for x in range(4) for y in range(2)}
    places = {"alone": Corner(9, 9), "corner": Corner(4, 1), "snug": Corner(1, 2)}
    moving = replace(seen, squares=squares, moving=LiftedTile("1", places))
    assert answers.place(moving, *asked(*places)) == ("snug",)


def test_of_equal_squares_tokens_grow_where_there_are_fewest(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = SimpleNamespace(far={}, coins={}, mine={"a1": 1})
    monkeypatch.setattr(answers, "outlook", lambda *_: seen)
    assert answers.choose_growth(view(culture_wars(0).state, []), *asked("a1", "b1")) == ("b1",)


def test_a_square_of_ones_own_is_worth_all_that_the_supply_can_grow_there() -> None:
    def worth(supply: int, *squares: str) -> float:
        seen = Outlook("suns", {}, {}, {}, {}, dict.fromkeys(squares, 1), {}, {}, supply, {}, frozenset())
        seen.weigh()
        return seen.home

    assert worth(1, "a1") == worth(2, "a1") == worth(2, "a1", "b1") == HOME
    assert worth(1, "a1", "b1") == HOME / 2


FIRST = ["moons", "suns"]  # the order; movement is the other way round, so that the Suns are asked


def answered(phase: str, **tables: Any) -> str:
    """What the computer answers for the Suns in a position."""
    table = Story(phase, order=FIRST, **tables).table
    assert table.pending is not None
    [pick] = answers.answer(view(table.state, []), table.pending, table.pending.asks[0])
    return pick


SETTLERS = {"c4": "suns 5", "j1": "moons 2"}


@pytest.mark.parametrize(("own", "beside"), [("c8", "b5"), ("h8", "e8"), ("h3", "e2")])
def test_of_places_with_as_much_land_around_it_lays_a_coin_as_near_to_its_own_as_may_be(own: str, beside: str) -> None:
    """Two squares between coins are the least (CW:20)."""
    assert answered("setup.coin", coins={own: "suns 3"}) == beside


def test_its_first_token_begins_by_the_coin_that_feeds_most() -> None:
    """CW:83: five on h3, two on c8; the numbers have been turned up by then."""
    assert answered("setup.token", coins={"c8": "suns 2", "h3": "moons 5"}) == "g2"
    assert answered("setup.token", coins={"c8": "suns 5", "h3": "moons 2"}) == "b7"


def test_a_settlement_that_nobody_comes_near_keeps_five_around_it_and_lets_the_sixth_go() -> None:
    """CW:87: five feed it; with two of the Moons beside them there is a sixth to lose."""
    ring = {"b6": "suns 1", "b8": "suns 1", "c8": "suns 1", "a7": "suns 1", "a8": "suns 2"}
    coins = {"b7": "suns 3 settlement"}
    assert answered("movement", coins=coins, tokens={**ring, "j1": "moons 2"}) == "a8>a9:1"


def test_it_settles_where_a_coin_beside_feeds_as_many_as_its_number() -> None:
    """Four live on the coin 4 beside it (CW:83), and with the one on b4 they are five (CW:87)."""
    tokens = {**SETTLERS, "c5": "suns 4", "b4": "suns 1"}
    assert answered("settlement", coins={"c4": "suns 3", "c5": "moons 4"}, tokens=tokens) == "c4"
    assert answered("settlement", coins={"c4": "suns 3", "c5": "moons 3"}, tokens=tokens) == "pass"


def test_those_who_settle_an_empty_coin_come_all_five_at_once_where_they_can() -> None:
    """CW:77. Five stay around it to feed the settlement."""
    ring = {"b2": "suns 2", "d2": "suns 2", "b3": "suns 1", "j1": "moons 2"}
    assert answered("movement", coins={"c3": "suns 3"}, tokens={**ring, "c4": "suns 5"}) == "c4>c3:5"
    assert answered("movement", coins={"c3": "suns 3"}, tokens={**ring, "c4": "suns 6"}) == "c4>c3:5"


def test_where_five_are_on_a_coin_and_five_around_it_others_need_not_come() -> None:
    """CW:77, CW:87. Two on e4 break the settlement on f4; where one around c4 is lacking they come there."""
    coins = {"c4": "suns 3", "f4": "moons 3 settlement"}
    tokens = {
        "c4": "suns 5",
        "b4": "suns 2",
        "c5": "suns 2",
        "e4": "suns 2",
        **dict.fromkeys(("f3", "g3", "g4"), "moons 2"),
    }
    assert answered("movement", coins=coins, tokens={**tokens, "b5": "suns 1"}) == "e4>f4:2"
    assert answered("movement", coins=coins, tokens=tokens).startswith("e4>d4")


def test_it_gives_its_settlement_the_fifth_that_it_needs_before_it_breaks_one_of_a_rival() -> None:
    """CW:87. Four live around c4, and two on e4 can go to d4 or enter f4; once five are there these two enter."""
    coins = {"c4": "suns 3 settlement", "f4": "moons 3 settlement"}
    tokens = {"b4": "suns 2", "c5": "suns 2", "e4": "suns 2", **dict.fromkeys(("f3", "g3", "g4"), "moons 2")}
    assert answered("movement", coins=coins, tokens=tokens) == "e4>d4:1"
    assert answered("movement", coins=coins, tokens={**tokens, "b5": "suns 1"}) == "e4>f4:2"


def test_from_between_two_coins_a_token_goes_to_the_one_that_it_means_to_settle() -> None:
    """The one on c3, near which another own token stands."""
    coins = {"c3": "suns 3", "g3": "moons 3"}
    assert answered("movement", coins=coins, tokens={"b3": "suns 1", "e3": "suns 1", "a10": "moons 2"}) == "e3>d3:1"


def test_where_growth_would_take_those_in_supply_who_defend_its_settlement_some_go_where_nobody_stays() -> None:
    """Two of those who feed it beyond its need go into the settlement, and are removed from there (CW:83)."""
    ring = dict.fromkeys(("b2", "c2", "d2", "b3", "d3"), "suns 2")
    many = dict.fromkeys(("a7", "c7", "e9", "a10", "h2", "i4", "h7"), "suns 2")
    tokens = {**ring, **many, "j10": "moons 2"}
    assert answered("movement", coins={"c3": "suns 2 settlement"}, tokens=tokens) == "b3>c3:2"


def test_it_does_not_settle_where_only_what_will_be_removed_would_feed_it() -> None:
    """Of three on a square without a coin two are left (CW:83): four beside it, and one too few (CW:87)."""
    fed = {**SETTLERS, "b4": "suns 2", "d4": "suns 3"}
    assert answered("settlement", coins={"c4": "suns 3"}, tokens=fed) == "pass"
    assert answered("settlement", coins={"c4": "suns 3"}, tokens={**fed, "c5": "suns 1"}) == "c4"
    assert answered("settlement", coins={"c4": "suns 3"}, tokens={**fed, "c5": "moons 1"}) == "pass"


def test_tokens_in_a_settlement_of_its_own_feed_no_other() -> None:
    """Nobody stays in a settlement (CW:83): c4 has the four on b4 and d4, and not those in c5."""
    coins = {"c4": "suns 3", "c5": "suns 4 settlement"}
    tokens = {**SETTLERS, "b4": "suns 2", "d4": "suns 2", "b6": "suns 2", "d6": "suns 2", "c5": "suns 2"}
    assert answered("settlement", coins=coins, tokens=tokens) == "pass"
    assert answered("settlement", coins=coins, tokens={**tokens, "d3": "suns 1"}) == "c4"


def test_one_of_a_crowd_makes_room_and_those_who_stand_alone_stay() -> None:
    """Three on d4 feed c4 as two; with one of them on d5, and one each on b4 and d3, they are five."""
    tokens = {**SETTLERS, "b4": "suns 1", "d3": "suns 1", "d4": "suns 3"}
    assert answered("movement", coins={"c4": "suns 3"}, tokens=tokens) == "d4>d5:1"


PREY = {"h7": "suns 7", "g9": "moons 2", "h9": "moons 2", "i9": "moons 1"}  # a settlement on h8 that can be entered


@pytest.mark.parametrize(
    ("tokens", "first"),
    [
        pytest.param({"b4": "suns 3", "c6": "suns 2"}, "c6>c5:2", id="from further away, and then one of a crowd"),
        pytest.param(
            {"b4": "suns 2", "c5": "suns 1", "d4": "suns 1", "a4": "suns 1"}, "b4>b3:1", id="one, for another who comes"
        ),
        pytest.param({"b4": "suns 3", "c5": "suns 1"}, "h7>h8:6", id="nobody: they are one too few"),
    ],
)
def test_before_it_breaks_a_settlement_those_move_who_make_room_for_ones_own(
    tokens: dict[str, str], first: str
) -> None:
    """They take squares around c4 that are free, not b5, where rivals stand."""
    coins = {"c4": "suns 3", "h8": "moons 5 settlement"}
    assert answered("movement", coins=coins, tokens={**SETTLERS, **PREY, "b5": "moons 2", **tokens}) == first


AWAY = {"a10": "suns 1", "a9": "moons 1"}  # no coin of these stories is near


@pytest.mark.parametrize(
    ("coins", "tokens", "meant"),
    [
        pytest.param({"c3": 2, "j4": 2}, {}, "c3", id="the one with more land around it"),
        pytest.param({"c3": 5, "h3": 2}, {}, "c3", id="the higher of two with as much land"),
        pytest.param({"c3": 2, "j4": 5}, {}, "c3", id="more land rather than a higher number"),
        pytest.param({"d4": 5, "h3": 2}, {}, "d4", id="a higher number rather than one square of land"),
        pytest.param({"c3": 2, "h3": 2}, {"c4": "suns 1"}, "c3", id="the one where own tokens are"),
        pytest.param({"c3": 2, "h3": 2}, {"c5": "suns 1"}, "c3", id="the one that own tokens are on the way to"),
        pytest.param({"c3": 2, "h3": 2}, {"c4": "suns 1", "h5": "suns 2"}, "c3", id="near rather than further away"),
        pytest.param({"c3": 2, "h3": 2}, {"h4": "moons 1"}, "c3", id="the one without rivals"),
        pytest.param({"c3": 2, "h3": 2}, {"c3": "moons 1", "h3": "moons 2"}, "c3", id="the one with fewer rivals"),
        pytest.param({"c3": 2, "h3": 2}, {"c4": "suns 1 moons 1"}, "c3", id="where as many own as rivals are"),
    ],
)
def test_it_means_to_settle(coins: dict[str, int], tokens: dict[str, str], meant: str) -> None:
    """Of equal coins it would be the last by name."""
    owned = {square: f"{suit} {n}" for (square, n), suit in zip(coins.items(), ("suns", "moons"), strict=True)}
    s = Story("movement", order=FIRST, coins=owned, tokens={**AWAY, **tokens}).s
    assert outlook(view(s, []), "suns").focus == meant


def test_of_equal_coins_it_means_to_settle_the_last_by_name_and_of_settled_ones_none() -> None:
    coins = {"c3": "suns 2", "h3": "moons 2", "h8": "moons 5 settlement"}
    s = Story("movement", order=FIRST, coins=coins, tokens=AWAY).s
    assert outlook(view(s, []), "suns").focus == "h3"


def test_a_tile_upon_another_is_a_problem_though_none_is_missing() -> None:
    s = culture_wars(0).state
    assert list(tile_problems(s)) == []
    one, other, *_ = s.tiles
    s.tiles[one] = s.tiles[other]
    assert "what is known of the land is not of these tiles" in list(tile_problems(s))
    lay_tiles(s, s.tiles)
    assert "what is known of the land is not of these tiles" not in list(tile_problems(s))
    assert "tiles are missing or lie on one another" in list(tile_problems(s))


def test_a_tile_that_is_missing_is_a_problem_though_none_lies_on_another() -> None:
    s = culture_wars(0).state
    s.tiles.popitem()
    assert "tiles are missing or lie on one another" in list(tile_problems(s))


def test_a_coin_in_the_sea_is_a_problem_whosever_it_is() -> None:
    s = Story("movement", coins={"c3": "suns 2"}, tokens=SETTLERS).s
    s.coins["e5"] = s.coins.pop("c3")
    assert list(coin_problems(s)) == ["a coin of suns is on e5"]


def test_no_rounds_at_all_may_be_agreed_on_for_a_game_without_that_limit() -> None:
    assert read_options({"rounds": 0}, ()).rounds == 0
    with pytest.raises(SetupError, match="whole number from 0"):
        read_options({"rounds": -1}, ())
