"""What the computer weighs in single answers: where a tile goes, where tokens grow; and what is wrong with tiles."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from engine.core.ask import Ask, Request
from engine.core.game import SetupError
from engine.core.said import NOTHING
from engine.culture_wars.npc import answers
from engine.culture_wars.npc.outlook import HOME, Outlook
from engine.culture_wars.options import read_options
from engine.culture_wars.problems import tile_problems
from engine.culture_wars.verbs import lay_tiles
from tests.conformance.culture import culture_wars


def asked(*options: str, least: int = 1) -> tuple[Request, Ask]:
    ask = Ask("suns", options, least, least)
    return Request("growth.place", NOTHING, (ask,)), ask


def test_a_tile_goes_where_it_has_most_edges_to_land() -> None:
    squares = {f"{x},{y}": {"column": x, "row": y} for x in range(4) for y in range(2)}
    places = {"alone": {"column": 9, "row": 9}, "corner": {"column": 4, "row": 1}, "snug": {"column": 1, "row": 2}}
    view: dict[str, Any] = {"squares": squares, "moving": {"places": places, "tile": "1"}}
    assert answers.place(view, *asked(*places)) == ("snug",)


def test_of_equal_squares_tokens_grow_where_there_are_fewest(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = SimpleNamespace(far={}, coins={}, mine={"a1": 1})
    monkeypatch.setattr(answers, "outlook", lambda *_: seen)
    assert answers.growing({}, *asked("a1", "b1")) == ("b1",)


def test_a_square_of_ones_own_is_worth_all_that_the_supply_can_grow_there() -> None:
    def worth(supply: int, *squares: str) -> float:
        seen = Outlook("suns", {}, {}, {}, {}, dict.fromkeys(squares, 1), {}, {}, supply, {}, frozenset())
        seen.weigh()
        return seen.home

    assert worth(1, "a1") == worth(2, "a1") == worth(2, "a1", "b1") == HOME
    assert worth(1, "a1", "b1") == HOME / 2


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


def test_no_rounds_at_all_may_be_agreed_on_for_a_game_without_that_limit() -> None:
    assert read_options({"rounds": 0}, ()).rounds == 0
    with pytest.raises(SetupError, match="whole number from 0"):
        read_options({"rounds": -1}, ())
