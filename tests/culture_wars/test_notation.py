"""Positions as text, options of a table, and what is refused."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from engine.core.decoding import CatalogError
from engine.core.game import SeatPlan, SetupError
from engine.culture_wars.catalog import load
from engine.culture_wars.game import GAME
from engine.culture_wars.geography import place_of
from tests.culture_wars.story import position


def test_a_position_reads_back_to_the_same_text() -> None:
    text = position(
        "movement",
        turn=7,
        order=["moons", "suns"],
        active=1,
        holding=["suns"],
        frame="c1",
        cultures={"suns": {"player": "Ana", "reserve": [1, 5, 3]}, "moons": {"by": "npc"}},
        options={"diagonal": True, "handicap": ["suns"], "rounds": 20},
        tiles={"8": "a3"},
        coins={"e9": "moons 3", "c4": "suns 2 settlement", "a3": "suns 4"},
        tokens={"e9": "suns 4 moons 1"},
    )
    s, step = GAME.load(text)
    assert step == "movement"
    again = GAME.dump(s, step)
    assert GAME.dump(*GAME.load(again)) == again
    raw = tomllib.loads(again)
    assert raw["cultures"]["suns"] == {"by": "human", "player": "Ana", "reserve": [1, 5, 3]}
    assert raw["cultures"]["moons"]["reserve"] == [1, 2, 4, 5]
    assert raw["tiles"] == {"8": "a3"}
    assert raw["coins"] == {"e9": "moons 3", "c4": "suns 2 settlement", "a3": "suns 4"}
    assert raw["tokens"] == {"e9": "suns 4 moons 1"}
    assert raw["options"] == {"diagonal": True, "handicap": ["suns"], "rounds": 20}


def test_only_tiles_that_have_been_moved_are_written_though_the_land_has_grown_to_the_south() -> None:
    """The 5 x 5 board then begins two rows further up."""
    tables = {"frame": "a3", "tiles": {"8": "c1"}}
    assert tomllib.loads(GAME.dump(*GAME.load(position("movement", **tables))))["tiles"] == tables["tiles"]


WRONG: dict[str, dict[str, Any]] = {
    "phase": {"phase": "tea"},
    "order": {"order": ["suns"]},
    "holding": {"holding": ["arms"]},
    "turn": {"turn": -1},
    "position": {"turn": "two"},
    "frame": {"frame": "c0"},
    "tiles.25": {"tiles": {"25": "a1"}},
    "tiles.8": {"tiles": {"8": "A1"}},
    "tiles.8: ": {"tiles": {"8": "a100"}},
    "tiles: one": {"tiles": {"8": "a1"}},
    "tiles: the land must begin": {"frame": "c1"},
    "colour": {"colour": "red"},
    "tokens.e5": {"tokens": {"e5": "suns 1"}},
    "tokens.a1": {"tokens": {"a1": "suns"}},
    "tokens.a2": {"tokens": {"a2": "arms 1"}},
    "coins.a1": {"coins": {"a1": "suns 6"}},
    "coins.a2": {"coins": {"a2": "suns 1"}},
    "coins.a3": {"coins": {"a3": "suns 2 3"}},
    "coins: two coins of suns": {"coins": {"a1": "suns 2", "d1": "suns 2"}},
    "cultures.suns.reserve": {"cultures": {"suns": {"reserve": [1, 2]}, "moons": {}}},
    "cultures.suns.by": {"cultures": {"suns": {"by": "cat"}, "moons": {}}},
    "cultures.suns: ": {"cultures": {"suns": {"vp": 1}, "moons": {}}},
    "cultures.swords": {"cultures": {"swords": {}, "moons": {}}},
    "cultures: this can.t be played by 1": {"cultures": {"moons": {}}},
    "diagonal": {"options": {"diagonal": 1}},
    "options": {"options": 3},
    "rounds": {"options": {"rounds": 100}},
    "handicap: must": {"options": {"handicap": ["swords"]}},
    "handicap: {civ:arms}": {"options": {"handicap": ["arms"]}},
    "tempo": {"options": {"tempo": True}},
}


@pytest.mark.parametrize("key", WRONG)
def test_what_is_wrong_is_refused_with_its_key(key: str) -> None:
    tables = dict(WRONG[key])
    with pytest.raises(SetupError, match=key):
        GAME.load(position(tables.pop("phase", "movement"), **tables))


def test_a_text_of_another_game_or_none_is_refused() -> None:
    for text in ('game = "acme"', "nothing = = 1"):
        with pytest.raises(SetupError):
            GAME.load(text)


def test_a_finished_game_has_no_step() -> None:
    s, step = GAME.load(position("over", winners=["suns"], reason="held"))
    assert step is None
    assert GAME.outcome(s) is not None
    assert tomllib.loads(GAME.dump(s, None))["phase"] == "over"


def test_names_of_squares() -> None:
    assert place_of("a1") == (0, 0)
    assert place_of("r18") == (17, 17)
    assert place_of("z99") == (25, 98)
    assert place_of("a0") == (0, -1)
    assert {place_of(name) for name in ("aa1", "1a", "a01", "a²", "a100", "a" + "9" * 5000, "")} == {None}


def test_a_scenario_and_options_are_checked_when_a_game_begins() -> None:
    plans = [SeatPlan(), SeatPlan()]
    with pytest.raises(SetupError, match="scenario"):
        GAME.setup("long", plans, {}, "x")
    s, step = GAME.setup("standard", plans, {"handicap": "moons", "two_spaces": True}, "x")
    assert step == "setup.order"
    assert (s.options.handicap, s.options.two_spaces, s.turn) == (["moons"], True, 0)


def test_a_damaged_rules_file_is_named(tmp_path: Any) -> None:
    file = tmp_path / "rules.toml"
    file.write_text("tiles = 24\n", encoding="utf-8")
    with pytest.raises(CatalogError, match=r"rules\.toml"):
        load(file)
