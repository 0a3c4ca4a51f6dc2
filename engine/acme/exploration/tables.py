"""The numbers and tables of the Exploration Phase (`exploration.toml`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

from data import path
from engine.acme.facts.definitions import Facts
from engine.core.decoding import convert, entries, read_tables

FILE: Final = "exploration.toml"


class DigitLine(Facts, frozen=True, kw_only=True):
    """A line of a table read with the first digit of a card's number, and its disks."""

    id: str
    digits: tuple[int, ...]
    disks: int


class Fortune(DigitLine, frozen=True, kw_only=True):
    """What the yellow disk gives the explorer besides disks: mina, and cards of which one is kept."""

    mina: int = 0
    cards: int = 0


class Met(Facts, frozen=True, kw_only=True):
    """The Barbarians that come with an Event which does not reach the explored area."""

    event_disks: int


class PoolFacts(Facts, frozen=True, kw_only=True):
    """The yellow disks in the Pool, and the default number of unknown NPCs."""

    yellow: int
    npcs_full_map: int
    npcs_smaller_map: int


class Creation(Facts, frozen=True, kw_only=True):
    """The size of a new civilization: disks at home, disks around it by the colour drawn, cards."""

    home_disks: int
    white: int
    black: int
    other: int
    each_turn: int
    cards: int

    def size(self, colour: str, turn: int) -> int:
        """Return the disks placed from the Home Area for that colour in that turn of an Epoch."""
        drawn = {"white": self.white, "black": self.black}.get(colour, self.other)
        return drawn + self.each_turn * (turn - 1)


L = TypeVar("L", bound=DigitLine)
_TABLES = read_tables(path("acme", FILE))
POOL: Final = convert(FILE, "[pool]", _TABLES.get("pool"), PoolFacts)
MET: Final = convert(FILE, "[met]", _TABLES.get("met"), Met)
CREATION: Final = convert(FILE, "[creation]", _TABLES.get("creation"), Creation)
STRANGERS: Final[Mapping[str, DigitLine]] = entries(FILE, _TABLES, "strangers", DigitLine, lambda line: line.id)
FORTUNE: Final[Mapping[str, Fortune]] = entries(FILE, _TABLES, "fortune", Fortune, lambda line: line.id)
MOST_MET: Final = max(line.disks for line in STRANGERS.values())


def line_of(table: Mapping[str, L], card: int) -> L:
    """Return the line for the first digit of the card's number. Raises KeyError if no line has it."""
    digit = int(str(card)[0])
    for line in table.values():
        if digit in line.digits:
            return line
    raise KeyError(digit)
