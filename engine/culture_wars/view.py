"""What a seat, or the public, may know: built field by field, so that nothing gets in by accident.

Nothing in this game is known to one seat alone. A coin shows its suit or its number, never both; coins in reserve show
their suit, the Ace its number; the order of the Null coins is unknown until they are revealed; the seed never is. So
the views of all seats are the same. Views are stored and sent as JSON: fields may be added with a default, and none
removed or renamed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engine.culture_wars.board import (
    PLACING,
    conflict_squares,
    hidden_coins,
    is_contested,
    limit,
    population,
    settlement,
    settlements,
    squares_of,
    suit_shown,
    supporters,
    target,
)
from engine.culture_wars.catalog import RULES, SUITS
from engine.culture_wars.geography import Geography, geography, name_of
from engine.culture_wars.options import Options
from engine.culture_wars.state import Culture, State
from engine.culture_wars.tiles import goals, movable
from engine.culture_wars.turns import active

TITLE = "Culture Wars"


class Extent(msgspec.Struct, frozen=True, gc=False):
    """How far the land reaches: square a1 is column 0, row 0, the south-west corner."""

    columns: int
    rows: int


class Corner(msgspec.Struct, frozen=True, gc=False):
    """The south-west square of a tile, counted from 0."""

    column: int
    row: int


class TileFrame(msgspec.Struct, frozen=True, gc=False):
    """The original 5 x 5 square of tiles within the extent."""

    column: int
    row: int
    side: int  # in squares


class LiftedTile(msgspec.Struct, frozen=True, gc=False):
    """The tile that is being moved while `tile.place` is asked."""

    tile: str  # its number
    places: Mapping[str, Corner]  # the places offered, by token; they may lie outside the extent


class CoinView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The visible side of a coin; the other side isn't in the JSON."""

    face: str  # "number" or "suit"
    suit: str = ""  # of the face "suit"
    number: int = 0  # of the face "number"


class SettlementView(msgspec.Struct, frozen=True, gc=False):
    """A settlement and how well it is fed."""

    owner: str  # a culture
    support: int  # tokens of the owner in the squares around
    needed: int  # tokens that it needs around it


class SquareView(msgspec.Struct, frozen=True, gc=False):
    """A square of land."""

    column: int  # counted from 0 in the west
    row: int  # counted from 0 in the south
    tile: str  # the number of its tile
    coasts: tuple[str, ...]  # the seas that it shares an edge with; empty inland
    coin: CoinView | None
    settlement: SettlementView | None
    tokens: Mapping[str, int]  # by culture, never 0
    moved: Mapping[str, int]  # those of the culture moving that have moved this turn
    limit: int | None  # tokens supported after conflicts; 0 for a settlement, None while coins' numbers are hidden
    conflict: bool

    @property
    def owner(self) -> str:
        """Return the culture of the settlement there, or an empty text."""
        return self.settlement.owner if self.settlement else ""


class CultureView(msgspec.Struct, frozen=True, gc=False):
    """A culture with all its public facts."""

    name: str  # in English
    player: str  # the player's name
    by: str  # "human" or "npc"
    colour: str  # "red"
    letter: str  # "S"
    supply: int  # tokens off the map
    tokens: int  # tokens on the map
    squares: tuple[str, ...]  # where they are, row by row from the north-west
    settlements: tuple[str, ...]  # the squares of its settlements, in the same order
    ace: bool  # whether the Ace lies in reserve, its number side up
    hidden: int  # coins in reserve suit side up, whose numbers nobody knows
    place: int | None  # place in the order revealed, from 1; None while its Null coin is hidden
    handicap: bool  # whether it had an extra token at the start
    alive: bool  # false once it has neither tokens nor settlements; true during the setup


class VictoryView(msgspec.Struct, frozen=True, gc=False):
    """What wins the game."""

    target: int  # settlements that win
    holding: tuple[str, ...]  # who held the target as the last turn ended, and wins by holding it as this one ends
    rounds: int  # the turn after which the game ends in any case; 0 for none


class ResultView(msgspec.Struct, frozen=True, gc=False):
    """How the game has ended."""

    winners: tuple[str, ...]
    reason: str  # "held", "rounds", "alone" or "nobody"


class CultureWarsView(msgspec.Struct, frozen=True, gc=False):
    """The public position."""

    game: str  # "culture_wars"
    title: str  # "Culture Wars"
    scenario: str  # "standard"
    turn: int  # 1, 2 ...; 0 during the setup
    phase: str  # a step of the setup ("setup.tile"), a step of the turn ("movement"), or "over"
    order: tuple[str, ...]  # as revealed this turn, empty while the Null coins are hidden; movement goes in reverse
    active: str | None  # the culture whose turn it is within the phase
    waiting_for: tuple[str, ...]  # the cultures that are asked
    options: Options  # what the table has agreed on
    extent: Extent
    frame: TileFrame
    tiles: Mapping[str, Corner]  # by number
    moving: LiftedTile | None
    movable: tuple[str, ...]  # while tiles are moved, those that touch the hole; else empty
    sea: Mapping[str, str]  # every square within the extent that is no land, with its sea
    seas: tuple[str, ...]  # the seas there are ("outer", "inner", "inner_2"); without "inner" everything is joined
    islands: int  # pieces of land
    squares: Mapping[str, SquareView]  # all land, row by row from the north-west
    cultures: Mapping[str, CultureView]  # in the order of seats
    conflicts: tuple[str, ...]  # squares in conflict as they stand, tokens only first, then settlements
    victory: VictoryView
    result: ResultView | None


def view(s: State, waiting: Sequence[str]) -> CultureWarsView:
    """Return the public position."""
    land, mover = geography(s), active(s)
    columns, rows = land.extent
    return CultureWarsView(
        game="culture_wars",
        title=TITLE,
        scenario=s.scenario,
        turn=s.turn,
        phase=s.phase,
        order=tuple(s.order),
        active=mover,
        waiting_for=tuple(waiting),
        options=s.options,
        extent=Extent(columns, rows),
        frame=TileFrame(*s.frame, RULES.side),
        tiles={tile: Corner(*at) for tile, at in s.tiles.items()},
        moving=moving(s) if s.lifted else None,
        movable=tuple(movable(s)) if s.phase == "setup.tile" else (),
        sea=water(land),
        seas=tuple(sorted(set(land.sea_at.values()), key=lambda sea: (sea != "outer", sea))),
        islands=land.islands,
        squares={name: square(s, land, name, mover) for name in land.land},
        cultures={name: culture(s, name, c) for name, c in s.cultures.items()},
        conflicts=() if s.phase in PLACING else tuple(conflict_squares(s)),
        victory=VictoryView(target(s), tuple(s.holding), s.options.rounds),
        result=ResultView(tuple(s.winners), s.reason) if s.reason else None,
    )


def water(land: Geography) -> dict[str, str]:
    """Return the squares of sea within the extent, row by row from the north-west."""
    columns, rows = land.extent
    inside = {p: sea for p, sea in land.sea_at.items() if 0 <= p[0] < columns and 0 <= p[1] < rows}
    return {name_of(p): inside[p] for p in sorted(inside, key=lambda p: (-p[1], p[0]))}


def moving(s: State) -> LiftedTile:
    """Return the tile being moved, and where it may go."""
    return LiftedTile(s.lifted, {token: Corner(*at) for token, at in goals(s, s.lifted).items()})


def square(s: State, land: Geography, name: str, mover: str | None) -> SquareView:
    """Return one land square; `mover`: whose turn it is."""
    here, place, moved = s.tokens.get(name), land.places[name], s.moved.get(name, 0)
    return SquareView(
        *place,
        tile=land.tile_at[place],
        coasts=tuple(land.coasts[name]),
        coin=coin(s, name),
        settlement=standing(s, name),
        tokens={c: here[c] for c in s.cultures if c in here} if here else {},
        moved={mover: moved} if mover and moved else {},
        limit=None if s.phase in PLACING and name in s.coins else limit(s, name),
        conflict=s.phase not in PLACING and is_contested(s, name),
    )


def coin(s: State, name: str) -> CoinView | None:
    """Return the visible side of the coin there."""
    if name not in s.coins:
        return None
    if suit_shown(s, name):
        return CoinView("suit", suit=s.coins[name].suit)
    return CoinView("number", number=s.coins[name].number)


def standing(s: State, name: str) -> SettlementView | None:
    """Return the settlement there, with the tokens that support it."""
    owner = settlement(s, name)
    return SettlementView(owner, supporters(s, name, owner), RULES.support) if owner else None


def culture(s: State, name: str, c: Culture) -> CultureView:
    """Return a culture with all its public facts."""
    setting_up, suit, settled = s.phase.startswith("setup."), SUITS[name], tuple(settlements(s, name))
    tokens = population(s, name)
    return CultureView(
        name=suit.name,
        player=c.player,
        by=c.by,
        colour=suit.colour,
        letter=suit.letter,
        supply=c.supply,
        tokens=tokens,
        squares=tuple(squares_of(s, name)),
        settlements=settled,
        ace=RULES.ace in c.reserve,
        hidden=len(hidden_coins(s, name)),
        place=s.order.index(name) + 1 if name in s.order else None,
        handicap=name in s.options.handicap,
        alive=setting_up or bool(tokens or settled),
    )
