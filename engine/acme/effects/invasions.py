"""Barbarian invasions: Events 98 to 102 (ACME §13, RUL-089, RUL-090, RUL-096)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import ceil

from engine.acme.effects.announce import Cause, is_negated
from engine.acme.effects.plans import tell_placed
from engine.acme.exploration.npc_events import aim_of, all_npcs_unknown, unled_path
from engine.acme.facts.catalog import AREAS, MapId, edge, neighbours, playable
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.facts.invasions import DESERT_RAIDERS, EASTERN, FROM_THE_SEA, HORDES, INVASIONS, MOUNTAIN_TRIBES
from engine.acme.questions.board import (
    by_order,
    cap,
    factions,
    fewest_vp,
    land,
    land_near,
    near,
    of_terrain,
    room,
    seas,
)
from engine.acme.state import State
from engine.acme.verbs.basic import place, tell
from engine.core import text
from engine.core.ask import choose
from engine.core.message import list_of

EDGES = {HORDES: "N", EASTERN: "E"}
BASES = {MOUNTAIN_TRIBES: "mountain", DESERT_RAIDERS: "desert"}


def entries(s: State, number: int) -> list[str]:
    """Return where the invasion may enter, in the order of Competitions (RUL-089, RUL-090).

    One met while an area is explored must reach that area, if it can (RUL-172).
    """
    legal = legal_entries(s, number)
    return ways_into(s, number, legal, aim_of(s)) or legal if s.exploration else legal


def ways_into(s: State, number: int, legal: Sequence[str], area: str) -> list[str]:
    """Return the entries from which the invasion would place Barbarians in the area."""
    return [a for a in legal if area in (a, *spread(s, number, a))]


def reaches(s: State, number: int, area: str) -> bool:
    """Return whether the Event is an invasion that can place Barbarians in the area."""
    if number not in INVASIONS or not s.black:
        return False
    return bool(ways_into(s, number, legal_entries(s, number), area))


def legal_entries(s: State, number: int) -> list[str]:
    """Return all areas in which the invasion may begin, in the order of Competitions (RUL-089, RUL-090)."""
    return list(_beginnings(s.map, number))


@cache
def _beginnings(map_id: MapId, number: int) -> tuple[str, ...]:
    if number in EDGES:
        return tuple(by_order(edge(map_id, EDGES[number])))
    if number == FROM_THE_SEA:
        return tuple(by_order(seas(playable(map_id))))
    inland = areas_outside_base(number, land(playable(map_id)))
    return tuple(by_order([a for a in inland if of_terrain(neighbours(map_id, a), BASES[number])]))


def areas_outside_base(number: int, areas: Sequence[str]) -> list[str]:
    """Return the areas without those of the base's terrain, in which nothing is placed (RUL-090)."""
    return [a for a in areas if AREAS[a].terrain != BASES.get(number)]


def bases_of(s: State, number: int, area: str) -> list[str]:
    """Return the areas next to it from which the invaders could come."""
    return of_terrain(near(s, area), BASES[number])


def spread(s: State, number: int, entry: str) -> list[str]:
    """Return where the invasion spreads from its entry: one step by Land (RUL-089)."""
    return by_order(areas_outside_base(number, land_near(s, entry)))


async def invade(s: State, number: int, drawer: str, leader: str = "") -> None:
    """Let the civ with the fewest VP choose the entry, ask for responses, then place Barbarians up to the cap (ACME
    §13.4, RUL-013).

    `leader`: who counts as the civ with the fewest VP, if a scenario says so.
    """
    if not s.black or not entries(s, number):
        tell(s, "event.nothing", card=text.card(number))
        return
    chooser = leader or ("" if all_npcs_unknown(s) else fewest_vp(s))
    areas = await path(s, number, chooser) if chooser else unled_path(s, ways(s, number))
    tell_invasion(s, number, chooser, areas)
    victims = frozenset(f for a in areas for f in factions(s, a) if f in s.order)
    if await is_negated(s, Cause("event", drawer, number, against=victims, harm=True)):
        tell(s, "event.cancelled", card=text.card(number))
        return
    placed = [a for a in areas for _ in range(place(s, BARBARIANS, a, force(s, number, a)))]
    if placed:
        tell_placed(s, BARBARIANS, placed)


def barbarians_by_area(s: State, number: int, areas: Sequence[str]) -> dict[str, int]:
    """Return how many Barbarians enter each of the areas, in that order, limited by room and black disks."""
    found, left = dict[str, int](), s.black
    for area in areas:
        found[area] = min(left, force(s, number, area), room(s, BARBARIANS, area))
        left -= found[area]
    return {area: n for area, n in found.items() if n}


def force(s: State, number: int, area: str) -> int:
    """Return how many Barbarians enter the area if it has room: the cap, or half of it (rounded up) if the table has
    limited the Event (PB:178, RUL-190).
    """
    return ceil(cap(area) / 2) if number in s.options.limited_events else cap(area)


def tell_invasion(s: State, number: int, chooser: str, areas: Sequence[str]) -> None:
    """Tell where the Barbarians enter and how far they spread."""
    key = "event.invasion" if len(areas) > 1 else "event.landing"
    key += "" if chooser else "_unled"
    beyond = list_of([text.area(a) for a in areas[1:]])
    said = {"civ": text.civ(chooser), "card": text.card(number), "area": text.area(areas[0])}
    tell(s, key, focus=areas, areas=beyond, **said)


def ways(s: State, number: int) -> dict[str, list[str]]:
    """Return where the invasion spreads, for each entry."""
    return {entry: spread(s, number, entry) for entry in entries(s, number)}


async def path(s: State, number: int, chooser: str) -> list[str]:
    """Return the areas of the invasion as its chooser names them: the entry, then its neighbours."""
    entry = await choose_entry(s, number, chooser)
    return [entry, *await neighbours_in_order(s, number, chooser, entry)]


async def choose_entry(s: State, number: int, chooser: str) -> str:
    """Return the entry; out of Mountains and Deserts by way of the base, which only makes it legal (RUL-090)."""
    offered, card = entries(s, number), text.card(number)
    if number not in BASES:
        return await choose(chooser, "event.entry", offered, about=(str(number),), card=card)
    bases = by_order({b for a in offered for b in bases_of(s, number, a)})
    base = await choose(chooser, "event.base", bases, about=(str(number),), card=card)
    beside = [a for a in offered if base in near(s, a)]
    return await choose(chooser, "event.entry", beside, about=(str(number), base), card=card)


async def neighbours_in_order(s: State, number: int, chooser: str, entry: str) -> list[str]:
    """Return all of them; if black disks run short, those the chooser names first, one after another (RUL-089,
    RUL-096).
    """
    left = s.black - min(s.black, room(s, BARBARIANS, entry))
    waiting = [a for a in spread(s, number, entry) if room(s, BARBARIANS, a)]
    named = [a for a in waiting if a == aim_of(s)]
    waiting = [a for a in waiting if a not in named]
    left -= sum(room(s, BARBARIANS, a) for a in named)
    while left > 0 and sum(room(s, BARBARIANS, a) for a in waiting) > left:
        about = (entry, *named)
        area = await choose(chooser, "event.spread", waiting, about=about, card=text.card(number), left=left)
        waiting.remove(area)
        named.append(area)
        left -= room(s, BARBARIANS, area)
    return [*named, *(waiting if left > 0 else [])]
