"""Under which conditions a standing order Negates: what the announcement would do to the seat, and who makes it.

What it would do is found by letting it pass in a trial; who announces what against whom lies open (ACME §8.5).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.acme import saving
from engine.acme.discarding import LETTERS
from engine.acme.facts.catalog import AREAS, CARDS, CIVS
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.foes import LEADER, SOME, leaders, meant
from engine.core.ask import Seat
from engine.core.game import View
from engine.core.orders import StandingOrder
from engine.core.trial import DryRun

MOST_LOST: Final = 24
HOME, DEITY, CITY, HITS, LOSE_DISKS = "home", "deity", "city", "hits", "lose"
ALWAYS, MINE, REPLACED, BY, CLASS = "always", "mine", "replaced", "by", "class"
COSTS: Final[Mapping[str, str]] = {"mina": "mina", "cards": "hand_count", "vp": "vp"}
BARE: Final = frozenset({""})
CONDITIONS: Final[Mapping[str, frozenset[str]]] = {
    HOME: BARE,
    DEITY: BARE,
    CITY: BARE,
    HITS: frozenset(AREAS),
    LOSE_DISKS: frozenset(map(str, range(1, MOST_LOST + 1))),
    **dict.fromkeys(COSTS, BARE),
    ALWAYS: BARE,
    MINE: BARE,
    REPLACED: BARE,
    BARBARIANS: BARE,
    LEADER: frozenset({"vp"}),
    BY: frozenset({*CIVS, *SOME}),
    CLASS: frozenset(LETTERS),
}


def holds(order: StandingOrder, before: View, passed: DryRun, gone: Mapping[str, int], seat: Seat) -> bool:
    """Whether the order applies: one of its conditions, or each, holds if the seat lets it pass and saves nothing.

    `passed`: what comes of that; `gone`: in which areas how many of the seat's disks are gone by it.
    """
    return order.holds(_is_true(name, what, before, passed.view, gone, seat) for name, what in order.when)


def _is_true(name: str, what: str, before: View, after: View, gone: Mapping[str, int], seat: Seat) -> bool:
    if name == LOSE_DISKS:
        return sum(gone.values()) >= int(what)
    if name in COSTS:
        return bool(after["civs"][seat][COSTS[name]] < before["civs"][seat][COSTS[name]])
    if name in {BY, CLASS, MINE}:
        return _is_announced(name, what, before, seat)
    if name == LEADER:
        return any(after["civs"][civ]["vp"] > before["civs"][civ]["vp"] for civ in leaders(before) - {seat})
    return name == ALWAYS or (what in gone if name == HITS else _hits(name, before, after, gone, seat))


def _hits(name: str, before: View, after: View, gone: Mapping[str, int], seat: Seat) -> bool:
    """Whether the own Home Area, the area of the Deity or a City is hit, or others come where own disks are or were."""
    own = before["civs"][seat]
    if name == HOME:
        return own["home"] in gone
    if name == DEITY:
        return bool(own["deity"]) and (own.get("temple") or own["home"]) in gone
    if name == CITY:
        return bool(saving.cities_of(before, seat) - saving.cities_of(after, seat))
    came = _came(before, after, seat)
    if name == BARBARIANS:
        return any(BARBARIANS in there for there in came.values())
    return any(gone.get(area) for area, there in came.items() if there)


def _came(before: View, after: View, seat: Seat) -> Mapping[str, set[str]]:
    """By area in which the seat had disks, which other Factions have more there than before."""
    held = {area: here["disks"] for area, here in before["areas"].items() if here["disks"].get(seat)}
    later = {area: after["areas"][area]["disks"] for area in held}
    return {
        area: {faction for faction, n in later[area].items() if faction != seat and n > there.get(faction, 0)}
        for area, there in held.items()
    }


def _is_announced(name: str, what: str, view: View, seat: Seat) -> bool:
    """Whether one who is meant announces it; a card of that class; or a Negate of what the seat has announced."""
    lying: list[Mapping[str, Any]] = view.get("announced", [])
    if not lying:
        return False
    if name == MINE:
        return len(lying) > 1 and bool(lying[-2]["actor"] == seat)
    if name == CLASS:
        return bool(lying[-1]["card"]) and CARDS[lying[-1]["card"]].has_class(LETTERS[what])
    return bool(lying[-1]["actor"] in meant(view, seat, what))
