"""The whole truth of a game of Culture Wars at a step boundary: plain data, nothing else."""

from __future__ import annotations

from functools import cached_property

import msgspec
from msgspec import field

from engine.core.game import Event
from engine.culture_wars.geography import Geography, from_tiles
from engine.culture_wars.options import Options
from engine.culture_wars.pieces import Place


class Culture(msgspec.Struct):
    """A player's culture.

    `reserve`: numbers of the coins in front of the player, the Ace among them as 1; the others are suit side up, so
    nobody knows their numbers, only their places in the row.
    """

    player: str = ""
    by: str = "human"
    reserve: list[int] = field(default_factory=list)
    supply: int = 36


class Coin(msgspec.Struct):
    """A coin on the map. A settlement shows its suit; any other coin its number once all have been placed."""

    suit: str
    number: int
    settled: bool = False


class State(msgspec.Struct, dict=True):
    """A game."""

    seed: str
    draws: int = 0
    secrets: int = 0
    options: Options = field(default_factory=Options)
    scenario: str = "standard"
    turn: int = 1
    phase: str = "setup.order"
    order: list[str] = field(default_factory=list)
    active: int = 0
    """Whose turn it is within the step."""
    cultures: dict[str, Culture] = field(default_factory=dict)
    tiles: dict[str, Place] = field(default_factory=dict)
    """Number -> column and row of the south-west square, from the westernmost and southernmost land."""
    frame: Place = (0, 0)
    """The south-west corner of the 5 x 5 square, in these terms."""
    lifted: str = ""
    """The tile being moved."""
    coins: dict[str, Coin] = field(default_factory=dict)
    tokens: dict[str, dict[str, int]] = field(default_factory=dict)
    """Square -> culture -> number, without zeros."""
    moved: dict[str, int] = field(default_factory=dict)
    """Tokens that the active culture has moved this turn, by their present square."""
    holding: list[str] = field(default_factory=list)
    """Who held enough settlements at the end of the last turn."""
    winners: list[str] = field(default_factory=list)
    reason: str = ""
    action: int = 0
    told: list[Event] = field(default_factory=list)

    @cached_property
    def land(self) -> Geography:
        """Return the map of the tiles; `lay_tiles` must be called when one moves."""
        return from_tiles(self.tiles)
