"""The options of a table, each declared once: its type, its default, what it does, its control in the lobby."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import field

from engine.core.game import Choice, SetupError, declared_options
from engine.core.game import read_options as read
from engine.core.text import civ
from engine.culture_wars.catalog import SUITS

MOST_ROUNDS = 99
USUAL, STRONG, GENTLE = "usual", "strong", "gentle"  # who plays the seats of the computer


def _suits(name: str, value: Any) -> list[str]:
    named = [value] if isinstance(value, str) and value else value or []
    if not isinstance(named, list | tuple) or any(suit not in tuple(SUITS) for suit in named):
        raise SetupError(name, "culture_wars.suits", known=SUITS)
    return [suit for suit in SUITS if suit in named]


class Options(msgspec.Struct, frozen=True):
    """What the table agrees on before the start. `rounds`: the game ends after that many turns; 0 for never."""

    technological_advantage: Annotated[bool, Choice(shown="box")] = False
    diagonal: Annotated[bool, Choice(shown="box")] = False
    two_spaces: Annotated[bool, Choice(shown="box")] = False
    settlement_roads: Annotated[bool, Choice(shown="box")] = False
    any_coast: Annotated[bool, Choice(shown="box")] = False
    handicap: Annotated[
        list[str],
        Choice(values=tuple(SUITS), read=_suits, shown="set"),
    ] = field(default_factory=list)
    rounds: Annotated[
        int,
        Choice(
            values=(0, 10, 15, 20, 30),
            most=MOST_ROUNDS,
            shown="length",
            word="rounds",
        ),
    ] = 0
    npc: Annotated[str, Choice(values=(USUAL, STRONG, GENTLE), shown="npc_radio")] = USUAL


CHOICES = tuple(declared_options(Options, "culture_wars").values())


def read_options(raw: Mapping[str, Any], suits: tuple[str, ...]) -> Options:
    """Return the options in effect for these cultures. Raises SetupError that names the option."""
    options = Options(**read(CHOICES, raw))
    absent = [suit for suit in options.handicap if suit not in suits]
    if absent:
        raise SetupError("handicap", "culture_wars.absent", suit=civ(absent[0]))
    return options
