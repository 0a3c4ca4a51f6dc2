"""The whole truth of a game at a step boundary: plain data, nothing else."""

from __future__ import annotations

import msgspec
from msgspec import field

from engine.civ.options import Options
from engine.core.game import Event


class Nation(msgspec.Struct, gc=False):
    """A seat. Cities and ships that aren't on the board are in stock; tokens in stock and treasury are counted."""

    player: str = ""
    by: str = "human"
    stock: int = 0
    treasury: int = 0
    space: int = 0
    """The space of its marker."""
    rate: int = 2
    """Its last tax rate."""
    hand: list[str] = field(default_factory=list)
    """Money cards by id, in the order drawn."""
    locked: list[str] = field(default_factory=list)
    """Cards that can't be spent this turn."""
    advances: list[str] = field(default_factory=list)
    """In the order bought."""
    credits: dict[str, int] = field(default_factory=dict)
    """By group, from the start and from credits of choice."""
    ships: list[str] = field(default_factory=list)
    """The harbour of each."""
    leaving: bool = False
    """Whether it becomes inert when the turn is over."""
    inert: bool = False
    """Whether it is inert (CIV §22.1)."""


class Wish(msgspec.Struct, frozen=True, gc=False):
    """Money cards that a nation will buy after its draw, named ahead while it had so many cities (CIV §12.2)."""

    cities: int
    piles: list[int] = field(default_factory=list)
    later: bool = False


class Sailing(msgspec.Struct, gc=False):
    """A ship in the movement phase: steps made, and tokens aboard."""

    steps: int = 0
    aboard: int = 0


class State(msgspec.Struct):
    """A game."""

    seed: str
    draws: int = 0
    secrets: int = 0
    scenario: str = "no_trading"
    options: Options = field(default_factory=Options)
    seats: int = 0
    """How many seats there were at the start."""
    turn: int = 0
    phase: str = "setup.order"
    """The step."""
    order: list[str] = field(default_factory=list)
    """Who chooses or moves in which order."""
    active: int = 0
    """How many of them are finished."""
    nations: dict[str, Nation] = field(default_factory=dict)
    tokens: dict[str, dict[str, int]] = field(default_factory=dict)
    """Area -> owner -> number, without zeros."""
    cities: dict[str, str] = field(default_factory=dict)
    """Area -> owner."""
    acquired: list[str] = field(default_factory=list)
    """Cities built or gained this turn."""
    census: dict[str, int] = field(default_factory=dict)
    """Tokens on the board, as last counted."""
    unpaid: dict[str, int] = field(default_factory=dict)
    """Cities whose tax hasn't been paid, by nation."""
    moved: dict[str, int] = field(default_factory=dict)
    """Tokens of the mover that have moved, by their present area."""
    stood: dict[str, int] = field(default_factory=dict)
    """All tokens of the mover, by the area before its moves."""
    sailing: list[Sailing] = field(default_factory=list)
    """The mover's ships, in the order of `Nation.ships`."""
    wishes: dict[str, Wish] = field(default_factory=dict)
    piles: list[list[str]] = field(default_factory=list)
    """Money cards, the top one last."""
    spent: list[str] = field(default_factory=list)
    """Cards spent this turn."""
    calamities: list[str] = field(default_factory=list)
    """The pile, the top one last."""
    open: list[str] = field(default_factory=list)
    """Calamities drawn this turn."""
    shown: list[str] = field(default_factory=list)
    """Calamities drawn in the turn before."""
    due: int = 0
    """Calamities still to come this turn."""
    volunteers: dict[str, bool] = field(default_factory=dict)
    """Exempt nations that roll."""
    bonus: str = ""
    """The nation that was first in Late Iron alone."""
    reached: bool = False
    last_turn: int = 0
    scores: dict[str, int] = field(default_factory=dict)
    winners: list[str] = field(default_factory=list)
    ranking: list[str] = field(default_factory=list)
    reason: str = ""
    action: int = 0
    told: list[Event] = field(default_factory=list)
