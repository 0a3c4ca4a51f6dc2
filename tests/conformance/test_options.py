"""What each game declares of its options: once, with a control that the lobby knows, and values that are legal."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.game import Choice, SetupError
from engine.core.lobby import SHOWN
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
    assert Choice("some", kind).typed(text) == meant


def test_each_control_of_the_lobby_is_used_by_some_game() -> None:
    used = {choice.shown for game in GAMES.values() for s in game.scenarios.values() for choice in s.options}
    assert used - {""} == set(SHOWN)
    assert PRESENTATIONS["acme"].lobby.of(GAMES["acme"].scenarios["standard"]).pages == [
        "invasions",
        "culture",
        "one_vs_two",
        "teams",
    ]
