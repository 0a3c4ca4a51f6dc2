"""The whole truth of a game at a step boundary: plain data, nothing else."""

from __future__ import annotations

import msgspec
from msgspec import field

from engine.civ.options import Options
from engine.core.game import Event


class Nation(msgspec.Struct, gc=False):
    """One seat. Cities and ships that are not on the board are in stock; tokens in stock and treasury are counted.

    `place`: its start area while the game is set up. `space`: where its marker is. `rate`: its last tax rate.
    `hand`: money cards by id, in the order drawn; `locked`: those that cannot be spent this turn. `advances`: in the
    order bought. `credits`: by group, from the start and from what gives credits of choice. `ships`: where each lies.
    `leaving`: it falls inert when the turn is over; `inert`: it has (CIV §22.1).
    """

    player: str = ""
    by: str = "human"
    stock: int = 0
    treasury: int = 0
    space: int = 0
    rate: int = 2
    hand: list[str] = field(default_factory=list)
    locked: list[str] = field(default_factory=list)
    advances: list[str] = field(default_factory=list)
    credits: dict[str, int] = field(default_factory=dict)
    ships: list[str] = field(default_factory=list)
    leaving: bool = False
    inert: bool = False


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
    """A game.

    `seats`: how many seats there were at the start. `phase`: the step. `order`: who chooses, or moves, in which order;
    `active`: how many of them are through. `tokens`: area -> owner -> number, without zeros; `cities`: area -> owner;
    `acquired`: cities built or gained this turn. `census`: tokens on the board, as counted. `unpaid`: cities whose tax
    has not been paid, by nation. `moved`: tokens of the mover that have moved, by the area where they are now; `stood`:
    all its tokens, by the area where they were before; `sailing`: its ships, in the order of `Nation.ships`. `piles`:
    money cards, the top one last; `spent`: cards handed
    in this turn. `calamities`: the pile, the top one last; `open`: drawn this turn; `shown`: drawn in the turn before.
    `due`: calamities still to come this turn; `volunteers`: who rolls though exempt. `bonus`: who was first in Late
    Iron alone. `entered`: whether the end of the track has been entered, and in which turn. `scores`, `winners`,
    `reason`: how it ended.
    """

    seed: str
    draws: int = 0
    secrets: int = 0
    scenario: str = "no_trading"
    options: Options = field(default_factory=Options)
    seats: int = 0
    turn: int = 0
    phase: str = "setup.order"
    order: list[str] = field(default_factory=list)
    active: int = 0
    nations: dict[str, Nation] = field(default_factory=dict)
    tokens: dict[str, dict[str, int]] = field(default_factory=dict)
    cities: dict[str, str] = field(default_factory=dict)
    acquired: list[str] = field(default_factory=list)
    census: dict[str, int] = field(default_factory=dict)
    unpaid: dict[str, int] = field(default_factory=dict)
    moved: dict[str, int] = field(default_factory=dict)
    stood: dict[str, int] = field(default_factory=dict)
    sailing: list[Sailing] = field(default_factory=list)
    wishes: dict[str, Wish] = field(default_factory=dict)
    piles: list[list[str]] = field(default_factory=list)
    spent: list[str] = field(default_factory=list)
    calamities: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    due: int = 0
    volunteers: dict[str, bool] = field(default_factory=dict)
    bonus: str = ""
    reached: bool = False
    last_turn: int = 0
    scores: dict[str, int] = field(default_factory=dict)
    winners: list[str] = field(default_factory=list)
    ranking: list[str] = field(default_factory=list)
    reason: str = ""
    action: int = 0
    told: list[Event] = field(default_factory=list)
