"""What a seat, or the public, may know: built field by field, so that nothing gets in by accident (CIV §2.6).

Types and number of money cards in hand are public, values aren't; spent cards are open. Nobody knows the order of a
pile, nor the seed. Views are stored and sent as JSON: fields may be added with a default, and none removed or renamed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from engine.civ.board import (
    cities,
    cities_left,
    city_count,
    deck,
    in_ast_order,
    is_conflict,
    is_site,
    land,
    mega,
    population,
    support_rate,
)
from engine.civ.calamities.rolling import is_exempt
from engine.civ.catalog import AREAS, CARDS, MAPS, NATIONS, PILES, SEAS
from engine.civ.credits import colour_credits, on_offer, prices
from engine.civ.definitions import Epoch
from engine.civ.geography import area_of
from engine.civ.options import Options
from engine.civ.reach import apart
from engine.civ.state import Nation, State, Wish
from engine.civ.track import epoch_of, missing_demands, next_demand, points_asked, track
from engine.civ.turn import PHASES

TITLE = "Advanced Civilization"
ORDERED = ("setup.nation", "ships", "movement", "cards", "ability")


class MapView(msgspec.Struct, frozen=True, gc=False):
    """The map in play."""

    id: str  # "2p"
    extension: bool
    areas: tuple[str, ...]  # all in play, in the order of the board
    seas: tuple[str, ...]  # open seas, where ships can lie


class AreaView(msgspec.Struct, frozen=True, gc=False):
    """An area in play."""

    limit: int  # tokens that it supports
    site: str  # its city site as it counts on this map: "", "black" or "white"
    plain: str  # its flood plain, "nile", or ""
    volcano: str  # its volcano, or ""
    coastal: bool
    tokens: Mapping[str, int]  # by owner; Barbarians are the neutral owner's
    city: str | None  # an owner; a Pirate city is the neutral owner's
    new: bool  # whether the city was built or gained this turn
    ships: Mapping[str, int]  # by owner
    moved: int  # tokens of the mover that have moved this turn
    conflict: bool


class SupportView(msgspec.Struct, frozen=True, gc=False):
    """How the cities of a nation are supported."""

    needed: int  # tokens that its cities need
    tokens: int  # tokens that it has on the board


class NextSpace(msgspec.Struct, frozen=True, gc=False):
    """The next space of a nation's track."""

    space: int
    epoch: Epoch
    asks: Mapping[str, int]  # its demands, by what they are for: {"cities": 3}
    points: int  # points in advances that it asks
    missing: tuple[str, ...]  # the demands that the nation does not meet


class NationView(msgspec.Struct, frozen=True, gc=False):
    """A nation with all its public facts."""

    name: str  # "Egypt"; a seat without a nation has its id for a name
    adjective: str  # "Egyptian"
    colour: str  # "#8a589e"
    rank: int  # in the order of the A.S.T.
    player: str  # the player's name
    by: str  # "human" or "npc"
    inert: bool
    stock: int  # tokens
    treasury: int  # tokens
    rate: int  # the last tax rate
    tokens: int  # on the board
    cities: tuple[str, ...]  # the areas with its cities
    cities_left: int  # cities in stock
    ships: tuple[str, ...]  # harbours: "rome", "delphi/west"
    aboard: int  # tokens on its ship under way
    census: int | None  # tokens as last counted
    support: SupportView
    unpaid: int  # cities in revolt this turn
    hand: Mapping[str, int]  # number of cards by pile
    locked: int  # cards that cannot be spent this turn
    advances: tuple[str, ...]  # in the order bought
    credits: Mapping[str, int]  # by group, all of them with the mega deck; else empty
    prices: Mapping[str, int]  # what each advance that it lacks costs it now
    on_offer: tuple[str, ...]  # the advances that it may buy
    space: int  # where its marker stands
    epoch: Epoch  # "stone"
    next: NextSpace | None  # None at the end of the track
    exempt: bool  # whether it need not roll for calamities


class PileView(msgspec.Struct, frozen=True, gc=False):
    """A pile of money cards."""

    number: int
    id: str  # "ore"
    name: str  # "Ore"
    left: int  # cards in it


class MoneyView(msgspec.Struct, frozen=True, gc=False):
    """A money card whose face is known."""

    card: str  # "ore_3b"
    pile: int
    value: int


class HeldCard(msgspec.Struct, frozen=True, gc=False):
    """A money card in the seat's own hand."""

    card: str  # "ore_3b"
    pile: int
    value: int
    locked: bool  # whether it cannot be spent this turn


class CalamitiesView(msgspec.Struct, frozen=True, gc=False):
    """The number of calamities in the pile, and the open ones."""

    left: int
    open: tuple[str, ...]  # those that strike now
    shown: tuple[str, ...]  # those that have been struck this turn
    due: int  # how many are still to come
    volunteers: Mapping[str, bool]  # nations that have said whether they roll


class CivResult(msgspec.Struct, frozen=True, gc=False):
    """How the game has ended."""

    winners: tuple[str, ...]
    reason: str  # "track", "limit", "cap" or "nobody"
    scores: Mapping[str, int]
    ranking: tuple[str, ...]


class CivView(msgspec.Struct, frozen=True, gc=False):
    """The public position; the last three fields are only in a seat's own view."""

    game: str  # "civ"
    title: str  # "Advanced Civilization"
    scenario: str  # "no_trading", "basic" or "expert"
    options: Options  # what the table has agreed on
    turn: int  # 0 during the setup, then 1, 2 ...
    last_turn: int  # the turn that ends the game on the Expert track, or 0
    phase: str  # a step of `engine.civ.turn`, or "over"
    number: str  # the phase as printed: "1" ... "13", "11b", "0" during the setup
    order: tuple[str, ...]  # who chooses, moves, draws or uses abilities in which order; empty elsewhere
    active: str | None  # whose turn it is within it
    apart: tuple[str, ...]  # who moves later and can come nowhere where anybody before can come (CIV §8.1)
    waiting_for: tuple[str, ...]  # the nations that are asked
    map: MapView
    areas: Mapping[str, AreaView]  # all in play, in the order of the board
    nations: Mapping[str, NationView]  # in the order of seats; a seat that has no nation yet is "seat_1"
    ranking: tuple[str, ...]  # the nations in the order of the A.S.T.
    piles: tuple[PileView, ...]
    spent: tuple[MoneyView, ...]  # handed in this turn, face up
    calamities: CalamitiesView
    conflicts: tuple[str, ...]  # areas in a conflict situation as they stand
    result: CivResult | None
    seat: str | UnsetType = UNSET  # whose view this is
    cards: tuple[HeldCard, ...] | UnsetType = UNSET  # the seat's own hand
    wish: Wish | UnsetType | None = UNSET  # the money cards that the seat has named ahead

    def hand_of(self, seat: str) -> list[HeldCard]:
        """Return the money cards that this view shows of a seat, by pile and value: only one's own."""
        cards = () if self.seat != seat or self.cards is UNSET else self.cards
        return sorted(cards, key=lambda card: (card.pile, card.value))


def view(s: State, seat: str | None, waiting: Sequence[str]) -> CivView:
    """Return the position as that seat, or the public, may know it."""
    shown = public(s, waiting)
    if not seat:
        return shown
    one, wish = s.nations[seat], s.wishes.get(seat)
    held = tuple(HeldCard(card, CARDS[card].pile, CARDS[card].value, card in one.locked) for card in one.hand)
    return replace(shown, seat=seat, cards=held, wish=wish)


def public(s: State, waiting: Sequence[str]) -> CivView:
    """Return what the public may know."""
    ordered = s.phase in ORDERED
    return CivView(
        game="civ",
        title=TITLE,
        scenario=s.scenario,
        options=s.options,
        turn=s.turn,
        last_turn=s.last_turn,
        phase=s.phase,
        number=PHASES.get(s.phase, ""),
        order=tuple(s.order) if ordered else (),
        active=s.order[s.active] if ordered and s.active < len(s.order) else None,
        apart=tuple(name for name in apart(s) if name != s.order[s.active]) if moves_in_order(s) else (),
        waiting_for=tuple(waiting),
        map=ground(s),
        areas=areas(s),
        nations={name: nation(s, name, one) for name, one in s.nations.items()},
        ranking=tuple(in_ast_order(s)),
        piles=tuple(PileView(p.number, p.id, p.label, left(s, p.number)) for p in PILES),
        spent=tuple(MoneyView(card, CARDS[card].pile, CARDS[card].value) for card in s.spent),
        calamities=CalamitiesView(len(s.calamities), tuple(s.open), tuple(s.shown), s.due, dict(s.volunteers)),
        conflicts=tuple(area for area in land(s).areas if is_conflict(s, area)),
        result=CivResult(tuple(s.winners), s.reason, dict(s.scores), tuple(s.ranking)) if s.reason else None,
    )


def moves_in_order(s: State) -> bool:
    """Return whether one nation after the other moves now."""
    return s.phase == "movement" and not s.options.simultaneous_moves and s.active < len(s.order)


def ground(s: State) -> MapView:
    """Return the map in play."""
    board = MAPS[s.options.map]
    return MapView(board.id, board.extension, tuple(land(s).areas), tuple(SEAS))


def areas(s: State) -> dict[str, AreaView]:
    """Return every area in play."""
    ships = Counter((area_of(harbour), name) for name, one in s.nations.items() for harbour in one.ships)
    fleet: dict[str, dict[str, int]] = {}
    for (where, name), n in ships.items():
        fleet.setdefault(where, {})[name] = n
    return {where: area(s, where, fleet.get(where, {})) for where in land(s).areas}


def area(s: State, where: str, ships: Mapping[str, int]) -> AreaView:
    """Return one area."""
    facts = AREAS[where]
    return AreaView(
        limit=facts.limit,
        site=facts.site if is_site(s, where) else "",
        plain=facts.plain,
        volcano=facts.volcano,
        coastal=facts.coastal,
        tokens=dict(s.tokens.get(where, {})),
        city=s.cities.get(where),
        new=where in s.acquired,
        ships=ships,
        moved=s.moved.get(where, 0),
        conflict=is_conflict(s, where),
    )


def nation(s: State, name: str, one: Nation) -> NationView:
    """Return a nation with all its public facts."""
    facts, known, tokens = NATIONS.get(name), name in NATIONS, population(s, name)
    every = deck(s)
    return NationView(
        name=facts.label if facts else name,
        adjective=facts.adjective if facts else name,
        colour=facts.colour if facts else "#808080",
        rank=facts.rank if facts else 0,
        player=one.player,
        by=one.by,
        inert=one.inert,
        stock=one.stock,
        treasury=one.treasury,
        rate=one.rate,
        tokens=tokens,
        cities=tuple(cities(s, name)),
        cities_left=cities_left(s, name),
        ships=tuple(one.ships),
        aboard=aboard(s, name),
        census=s.census.get(name),
        support=SupportView(support_rate(s, name) * city_count(s, name), tokens),
        unpaid=s.unpaid.get(name, 0),
        hand=by_pile(one),
        locked=len(one.locked),
        advances=tuple(one.advances),
        credits=dict(colour_credits(s, name)) if mega(s) else {},
        prices=prices(s, name, [card for card in every.values() if card.id not in one.advances]),
        on_offer=tuple(card.id for card in on_offer(s, name)),
        space=one.space if known else 0,
        epoch=epoch_of(s, name) if known else "stone",
        next=following(s, name) if known else None,
        exempt=known and is_exempt(s, name),
    )


def aboard(s: State, name: str) -> int:
    """Return the tokens on the ship of the nation that moves now."""
    moves = s.phase == "movement" and s.order[s.active : s.active + 1] == [name]
    return sum(ship.aboard for ship in s.sailing) if moves else 0


def by_pile(one: Nation) -> dict[str, int]:
    """Return the money cards in hand by type."""
    counted = Counter(CARDS[card].pile for card in one.hand)
    return {str(p.number): counted[p.number] for p in PILES if counted[p.number]}


def following(s: State, name: str) -> NextSpace | None:
    """Return the next space of the nation's track, its demands, and what is missing."""
    demand = next_demand(s, name)
    if demand is None:
        return None
    space = s.nations[name].space + 1
    return NextSpace(
        space=space,
        epoch=track(s, name).epoch(space),
        asks={key: n for key, n in msgspec.structs.asdict(demand).items() if n},
        points=points_asked(s, name),
        missing=tuple(missing_demands(s, name)),
    )


def left(s: State, number: int) -> int:
    """Return the cards in a pile."""
    return len(s.piles[number - 1]) if s.piles else 0
