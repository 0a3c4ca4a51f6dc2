"""The options of a table: read strictly, with a reason for each that is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.core.game import Choice, SetupError
from engine.culture_wars.catalog import SUITS
from engine.culture_wars.state import Options

MOST_ROUNDS = 99


def _switch(name: str, text: str) -> Choice:
    return Choice(name, "boolean", default=False, text=text)


CHOICES = (
    _switch("technological_advantage", "In a conflict the culture with fewer settlements removes tokens first."),
    _switch("diagonal", "Tokens may move diagonally."),
    _switch("two_spaces", "Tokens may move two spaces."),
    _switch("settlement_roads", "A token entering an own settlement may go on to any square around it."),
    _switch("any_coast", "Boats may land on any coast of their sea."),
    Choice("handicap", "suits", (), "Cultures that start with an extra token.", tuple(SUITS)),
    Choice("rounds", "integer", 0, "The game ends after so many rounds; 0 for never.", (0, 10, 15, 20, 30)),
)


def read_options(raw: Mapping[str, Any], suits: tuple[str, ...]) -> Options:
    """The options in effect for these cultures. Raises SetupError that names the option."""
    unknown = sorted(set(raw) - {c.name for c in CHOICES})
    if unknown:
        raise SetupError(unknown[0], "option", known=[c.name for c in CHOICES])
    read = {name: READERS[name](name, value) for name, value in raw.items()}
    options = Options(**read)
    absent = [suit for suit in options.handicap if suit not in suits]
    if absent:
        raise SetupError("handicap", "culture_wars.absent", suit=absent[0])
    return options


def _flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise SetupError(name, "flag")
    return value


def _rounds(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_ROUNDS:
        raise SetupError(name, "whole", low=0, high=MOST_ROUNDS)
    return value


def _suits(name: str, value: Any) -> list[str]:
    named = [value] if isinstance(value, str) and value else value or []
    if not isinstance(named, list | tuple) or any(suit not in SUITS for suit in named):
        raise SetupError(name, "culture_wars.suits", known=SUITS)
    return [suit for suit in SUITS if suit in named]


SWITCHES = [c.name for c in CHOICES if c.kind == "boolean"]
READERS: dict[str, Callable[[str, Any], Any]] = {
    **dict.fromkeys(SWITCHES, _flag),
    "handicap": _suits,
    "rounds": _rounds,
}
