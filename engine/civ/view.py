"""What a seat, or everybody, may know: built field by field, so that nothing comes in by accident (CIV §2.6).

Types and number of money cards in hand are public, values are not; what has been handed in lies open. Nobody knows the
order of a pile, nor the seed. The public view, and what a seat's own view has more:

```
game            "civ"
title, scenario "Advanced Civilization", "no_trading" | "basic" | "expert"
options         {"deck": "classic", "track": "classic", "map": "2p", "turn_limit": 0, ...}
turn            0 during the setup, then 1, 2 ...
last_turn       the turn that ends the game on the Expert track, or 0
phase           a step of `engine.civ.turn`, or "over"
number          "1" ... "13", "11b", "0" during the setup: the phase as printed
order           ["egypt", "crete"]: who chooses, moves, draws or uses abilities in which order; [] elsewhere
active          whose turn it is within it, or null
apart           ["crete"]: who moves later and can come nowhere where anybody before can come; [] elsewhere (CIV §8.1)
waiting_for     ["egypt"]
map             {"id": "2p", "extension": false, "areas": ["apollonia", ...], "seas": ["adriatic_sea", ...]}
areas           {"rome": Area, ...}: all in play, in the order of the board
nations         {"egypt": Nation, ...} in the order of seats; a seat that has no nation yet is "seat_1"
ranking         the nations in the order of the A.S.T.
piles           [{"number": 1, "id": "ore", "name": "Ore", "left": 26}, ...]
spent           [{"card": "ore_3b", "pile": 1, "value": 3}, ...]: handed in this turn, face up
calamities      {"left": 12, "open": ["famine"], "shown": ["flood"], "due": 2, "volunteers": {"egypt": true}}
conflicts       ["rome"]: areas in a conflict situation as they stand
result          null, or {"winners": ["egypt"], "reason": "track" | "limit" | "cap" | "nobody", "scores": {"egypt": 61},
                "ranking": ["egypt", ...]}

Area = {
  limit, site     3, "" | "black" | "white" (as it counts on this map)
  plain, volcano  "nile", "" and the like
  coastal         true
  tokens          {"egypt": 2, "neutral": 3}: Barbarians are the neutral owner's
  city            null, or an owner; a Pirate city is the neutral owner's
  new             whether the city was built or gained this turn
  ships           {"egypt": 1}
  moved           tokens of the mover that have moved this turn
  conflict        false
}
Nation = {
  name, adjective, colour, rank   "Egypt", "Egyptian", "#8a589e", 9; a seat without a nation has its id for a name
  player, by, inert               "Ana", "human" | "npc", false
  stock, treasury, rate           tokens; the last tax rate
  tokens, cities, cities_left     tokens on the board, areas with its cities, cities in stock
  ships                           ["rome", "delphi/west"]: harbours
  aboard                          tokens on its ship under way
  census                          tokens as last counted, or null
  support                         {"needed": 8, "tokens": 10}
  unpaid                          cities in revolt this turn
  hand                            {"1": 2, "4": 1}: number of cards by pile
  locked                          cards that cannot be spent this turn
  advances                        ["music", ...] in the order bought
  credits                         {"crafts": 10, ...}: all groups with the mega deck, else {}
  prices                          {"law": 170, ...}: what each advance it lacks costs it now; on_offer: those it may buy
  on_offer                        ["law", ...]
  space, epoch                    3, "stone"
  next                            null at the end, or {"space", "epoch", "asks": {"cities": 3}, "points": 0,
                                  "missing": ["cities"]}
  exempt                          whether it need not roll for calamities
}
own view        {"seat": "egypt", "cards": [{"card": "ore_3b", "pile": 1, "value": 3, "locked": false}, ...],
                "wish": null | {"cities": 4, "piles": [4], "later": false}}
```
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

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
from engine.civ.geography import area_of
from engine.civ.reach import apart
from engine.civ.state import Nation, State
from engine.civ.track import epoch_of, missing, next_demand, points_asked, track
from engine.civ.turn import PHASES

TITLE = "Advanced Civilization"
ORDERED = ("setup.nation", "ships", "movement", "cards", "ability")


def view(s: State, seat: str | None, waiting: Sequence[str]) -> dict[str, Any]:
    """The position as that seat, or everybody, may know it; the shape stands above."""
    shown = public(s, waiting)
    return shown | own(s, seat) if seat else shown


def public(s: State, waiting: Sequence[str]) -> dict[str, Any]:
    """What everybody may know."""
    ordered = s.phase in ORDERED
    return {
        "game": "civ",
        "title": TITLE,
        "scenario": s.scenario,
        "options": msgspec.to_builtins(s.options),
        "turn": s.turn,
        "last_turn": s.last_turn,
        "phase": s.phase,
        "number": PHASES.get(s.phase, ""),
        "order": list(s.order) if ordered else [],
        "active": s.order[s.active] if ordered and s.active < len(s.order) else None,
        "apart": [name for name in apart(s) if name != s.order[s.active]] if moves_in_order(s) else [],
        "waiting_for": list(waiting),
        "map": ground(s),
        "areas": areas(s),
        "nations": {name: nation(s, name, one) for name, one in s.nations.items()},
        "ranking": in_ast_order(s),
        "piles": [{"number": p.number, "id": p.id, "name": p.label, "left": left(s, p.number)} for p in PILES],
        "spent": [money(card) for card in s.spent],
        "calamities": calamities(s),
        "conflicts": [area for area in land(s).areas if is_conflict(s, area)],
        "result": result(s) if s.reason else None,
    }


def moves_in_order(s: State) -> bool:
    """Whether one nation after the other moves now."""
    return s.phase == "movement" and not s.options.simultaneous_moves and s.active < len(s.order)


def ground(s: State) -> dict[str, Any]:
    """The map in play."""
    board = MAPS[s.options.map]
    return {"id": board.id, "extension": board.extension, "areas": list(land(s).areas), "seas": list(SEAS)}


def areas(s: State) -> dict[str, Any]:
    """Every area in play."""
    ships = Counter((area_of(harbour), name) for name, one in s.nations.items() for harbour in one.ships)
    fleet: dict[str, dict[str, int]] = {}
    for (where, name), n in ships.items():
        fleet.setdefault(where, {})[name] = n
    return {where: area(s, where, fleet.get(where, {})) for where in land(s).areas}


def area(s: State, where: str, ships: dict[str, int]) -> dict[str, Any]:
    """One area."""
    facts = AREAS[where]
    return {
        "limit": facts.limit,
        "site": facts.site if is_site(s, where) else "",
        "plain": facts.plain,
        "volcano": facts.volcano,
        "coastal": facts.coastal,
        "tokens": dict(s.tokens.get(where, {})),
        "city": s.cities.get(where),
        "new": where in s.acquired,
        "ships": ships,
        "moved": s.moved.get(where, 0),
        "conflict": is_conflict(s, where),
    }


def nation(s: State, name: str, one: Nation) -> dict[str, Any]:
    """A nation with all that lies open before its player."""
    return {**who(name, one), **pieces(s, name, one), **cards(s, name, one), **place(s, name)}


def who(name: str, one: Nation) -> dict[str, Any]:
    """Name and player."""
    facts = NATIONS.get(name)
    return {
        "name": facts.label if facts else name,
        "adjective": facts.adjective if facts else name,
        "colour": facts.colour if facts else "#808080",
        "rank": facts.rank if facts else 0,
        "player": one.player,
        "by": one.by,
        "inert": one.inert,
    }


def pieces(s: State, name: str, one: Nation) -> dict[str, Any]:
    """Tokens, cities and ships."""
    moving = s.phase == "movement" and s.order[s.active : s.active + 1] == [name]
    return {
        "stock": one.stock,
        "treasury": one.treasury,
        "rate": one.rate,
        "tokens": population(s, name),
        "cities": cities(s, name),
        "cities_left": cities_left(s, name),
        "ships": list(one.ships),
        "aboard": sum(ship.aboard for ship in s.sailing) if moving else 0,
        "census": s.census.get(name),
        "support": {"needed": support_rate(s, name) * city_count(s, name), "tokens": population(s, name)},
        "unpaid": s.unpaid.get(name, 0),
    }


def cards(s: State, name: str, one: Nation) -> dict[str, Any]:
    """Money cards by type, advances and what others would cost."""
    every = deck(s)
    by_pile = Counter(str(CARDS[card].pile) for card in one.hand)
    return {
        "hand": {str(p.number): by_pile[str(p.number)] for p in PILES if by_pile[str(p.number)]},
        "locked": len(one.locked),
        "advances": list(one.advances),
        "credits": dict(colour_credits(s, name)) if mega(s) else {},
        "prices": prices(s, name, [card for card in every.values() if card.id not in one.advances]),
        "on_offer": [card.id for card in on_offer(s, name)],
    }


def place(s: State, name: str) -> dict[str, Any]:
    """The marker, and what the next space asks."""
    if name not in NATIONS:
        return {"space": 0, "epoch": "stone", "next": None, "exempt": False}
    space = s.nations[name].space
    return {"space": space, "epoch": epoch_of(s, name), "next": following(s, name), "exempt": is_exempt(s, name)}


def following(s: State, name: str) -> dict[str, Any] | None:
    """The next space of the nation's track, its demands, and what is missing."""
    demand = next_demand(s, name)
    if demand is None:
        return None
    space = s.nations[name].space + 1
    return {
        "space": space,
        "epoch": track(s, name).epoch(space),
        "asks": {key: n for key, n in msgspec.structs.asdict(demand).items() if n},
        "points": points_asked(s, name),
        "missing": list(missing(s, name)),
    }


def left(s: State, number: int) -> int:
    """Cards in a pile."""
    return len(s.piles[number - 1]) if s.piles else 0


def money(card: str) -> dict[str, Any]:
    """A money card whose face is known."""
    return {"card": card, "pile": CARDS[card].pile, "value": CARDS[card].value}


def calamities(s: State) -> dict[str, Any]:
    """The pile of calamities, and those that lie open."""
    return {
        "left": len(s.calamities),
        "open": list(s.open),
        "shown": list(s.shown),
        "due": s.due,
        "volunteers": dict(s.volunteers),
    }


def result(s: State) -> dict[str, Any]:
    """How the game ended."""
    return {
        "winners": list(s.winners),
        "reason": s.reason,
        "scores": dict(s.scores),
        "ranking": list(s.ranking),
    }


def own(s: State, seat: str) -> dict[str, Any]:
    """What a seat alone knows: the values of its cards, and what it has named ahead."""
    one, wish = s.nations[seat], s.wishes.get(seat)
    return {
        "seat": seat,
        "cards": [{**money(card), "locked": card in one.locked} for card in one.hand],
        "wish": msgspec.to_builtins(wish) if wish else None,
    }
