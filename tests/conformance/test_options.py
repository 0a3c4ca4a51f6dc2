"""What each game declares of its options: once, with a control that the lobby knows, and values that are legal."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.core.game import Choice, SeatPlan, SetupError
from engine.core.lobby import SHOWN
from engine.core.protocol import Session
from engine.core.table import Table
from engine.games import GAMES, PRESENTATIONS

OFFERED = [
    pytest.param(choice, id=f"{game.name}-{scenario.name}-{choice.name}")
    for game in GAMES.values()
    for scenario in list(game.scenarios.values())[:3]
    for choice in scenario.options
]


@pytest.mark.parametrize("choice", OFFERED)
def test_what_the_lobby_offers_is_legal_and_has_a_control(choice: Choice) -> None:
    assert choice.shown in {"", *SHOWN}
    single = () if choice.kind in {"numbers", "names"} else choice.values
    for value in (choice.default, *single):
        choice.effective(value)
    with pytest.raises(SetupError, match=choice.name):
        choice.effective({"no": "such value"})


def tables(game: str, scenario: str, options: dict[str, Any]) -> list[str]:
    """Why a table of each number of seats can't be set up with these options; empty where it can."""
    found = []
    for n in GAMES[game].scenarios[scenario].players:
        try:
            Table.new(GAMES[game], scenario, [SeatPlan() for _ in range(n)], options, "published")
        except SetupError as refused:
            found.append(str(refused))
        else:
            found.append("")
    return found


@pytest.mark.sample(6)
@pytest.mark.parametrize(
    "which", [(game.name, name) for game in GAMES.values() for name in game.scenarios], ids="-".join
)
def test_what_is_published_of_options_is_taken_or_refused_with_a_reason(which: tuple[str, str]) -> None:
    """A program reads `games` and gives back what stands there: each value, the default, and each thing of a list."""
    listed = json.loads(json.dumps(Session(GAMES).reply('{"cmd": "games"}')))["games"]
    told = next(s for game in listed if game["name"] == which[0] for s in game["scenarios"] if s["name"] == which[1])
    usual = tables(*which, {})
    assert told["options"]
    for option in told["options"]:
        name, many = option["name"], option["kind"] in {"numbers", "names"}
        assert tables(*which, {name: option["default"]}) == usual
        for value in option["values"]:
            for given in (value, [value]) if many else (value,):
                found = tables(*which, {name: given})
                assert not many or "" in found or "" not in usual or "isn't in this game" in found[0]
                assert [why for why in found if why and ": " not in why] == []


@pytest.mark.parametrize(
    ("kind", "text", "meant"),
    [
        ("boolean", "Yes", True),
        ("boolean", "off", False),
        ("boolean", "maybe", "maybe"),
        ("integer", "-2", -2),
        ("integer", "two", "two"),
        ("minutes", "90", 90),
        ("numbers", "97, 98", [97, 98]),
        ("numbers", "true", True),
        ("choice", "12", "12"),
    ],
)
def test_a_typed_text_means_what_the_kind_of_option_says(kind: str, text: str, meant: Any) -> None:
    assert Choice("some", kind).parse(text) == meant


def test_each_control_of_the_lobby_is_used_by_some_game() -> None:
    used = {choice.shown for game in GAMES.values() for s in game.scenarios.values() for choice in s.options}
    assert used - {""} == set(SHOWN)
    assert PRESENTATIONS["acme"].lobby.of(GAMES["acme"].scenarios["standard"]).pages == [
        "invasions",
        "culture",
        "one_vs_two",
        "teams",
    ]
