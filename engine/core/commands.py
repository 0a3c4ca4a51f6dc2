"""Commands of a game as data: which questions a verb answers, and what its options fill in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from engine.core.ask import Picks

Kind: TypeAlias = Literal["text", "number", "choice", "flag"]
Way: TypeAlias = Literal[
    "answer", "preview", "note", "losses", "fight", "purchase", "advance", "joined", "march", "decline"
]
Given: TypeAlias = Mapping[str, str]

TABLE: Final = "table"
SEAT: Final = "seat"
LOOKED_AT: Final = "player"
HAND: Final = "hand"
CONFIRM: Final = "confirm"  # the flag that sends a plan typed in full without showing first what it brings


@dataclass(frozen=True, slots=True)
class Parameter:
    """An option of a command: its name means the same in every command. `several`: a list, completed item by item."""

    name: str
    kind: Kind = "text"
    required: bool = False
    several: bool = False
    values: tuple[str, ...] = ()
    low: int = 0
    high: int = 99


@dataclass(frozen=True, slots=True)
class Command:
    """One verb of a game.

    `fills`: for the key of a question the options that together name its answer. `constant`: questions that the verb
    answers by itself. `way`: how it is carried out. `either`: questions of which the first option that fits is the
    answer. `look`: the look at the board, or beside it, that the verb shows instead, of the seat named by `LOOKED_AT`;
    `HAND` for the own hand.
    `lines`: how options make a plan line when none was typed, such as `{area} {count}`: the first of which all
    options were given; of several with the same options the first that is understood. `auto`: the kind of the
    auto-answer that the first option sets.
    """

    name: str
    parameters: tuple[Parameter, ...] = ()
    fills: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    constant: Mapping[str, Picks] = field(default_factory=dict)
    way: Way = "answer"
    either: frozenset[str] = frozenset()
    lines: tuple[str, ...] = ()
    look: str = ""
    auto: str = ""

    def parameter(self, name: str) -> Parameter:
        """Return the option of that name; a plain one if the command has none."""
        return next((p for p in self.parameters if p.name == name), None) or Parameter(name)
