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
    """One player's people. `reserve`: numbers of the coins in front of the player, the Ace among them as 1; the
    others lie suit side up, so that nobody knows their numbers, only which lies where in the row.
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
    """A game.

    `tiles`: number -> column and row of the south-west square, counted from the westernmost and southernmost land.
    `frame`: where in these terms the south-west corner of the 5 x 5 square is. `active`: whose turn it is within the
    step. `lifted`: the tile being moved. `tokens`: square -> culture -> number, without zeros. `moved`: tokens that
    the active culture has moved this turn, by the square where they are now. `holding`: who held enough settlements
    at the end of the last turn. `winners`, `reason`: how it ended. `land` follows from the
    tiles and is kept beside the fields: neither stored nor compared nor copied.
    """

    seed: str
    draws: int = 0
    secrets: int = 0
    options: Options = field(default_factory=Options)
    scenario: str = "standard"
    turn: int = 1
    phase: str = "setup.order"
    order: list[str] = field(default_factory=list)
    active: int = 0
    cultures: dict[str, Culture] = field(default_factory=dict)
    tiles: dict[str, Place] = field(default_factory=dict)
    frame: Place = (0, 0)
    lifted: str = ""
    coins: dict[str, Coin] = field(default_factory=dict)
    tokens: dict[str, dict[str, int]] = field(default_factory=dict)
    moved: dict[str, int] = field(default_factory=dict)
    holding: list[str] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)
    reason: str = ""
    action: int = 0
    told: list[Event] = field(default_factory=list)

    @cached_property
    def land(self) -> Geography:
        """The map as the tiles lie; who lays one says so by `lay_tiles`."""
        return from_tiles(self.tiles)
