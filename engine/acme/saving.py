"""Which disks a standing order saves and with what: those that it names first, then the rest by its way (ACME §7.2).

It pays with what it names, in that order, else with mina, and never with the last mina that it keeps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from engine.acme.effects.losses import LOSE
from engine.acme.facts.catalog import AREAS, RULES
from engine.acme.npc.cards.worth import given_up_first
from engine.core import text
from engine.core.ask import Ask, Picks, Request, Seat
from engine.core.game import View
from engine.core.naming import fold
from engine.core.orders import StandingOrder, stop
from engine.core.said import Said

SAVE, PAY, KEEP = "save", "pay", "keep"
MINA, ASK = "mina", "ask"
VERBS: Final = (SAVE, PAY, KEEP)
WAYS: Final = (LOSE, MINA, ASK)
HOME, DEITY, CITIES, LAST, STRONGHOLDS = "home", "deity", "cities", "last", "strongholds"
FERTILE, BONUS = "fertile", "bonus"
EVERYTHING: Final = "all"
CARDS, INVESTMENTS = "cards", "investments"
TOUCHED: Final = (HOME, DEITY, CITIES, LAST, STRONGHOLDS, FERTILE, BONUS)
MOST_KEPT: Final = 5
UNNAMED: Final = "acme.order.stop.unnamed"
KEPT_BACK: Final = "acme.order.stop.kept"


KEPT: Final[Mapping[str, str]] = {
    fold(said): f"mina{n}" for n in range(1, MOST_KEPT + 1) for said in (str(n), f"{n} mina", f"mina {n}")
}


PAID: Final[Mapping[str, str]] = {
    **{one: one for one in (MINA, CARDS, INVESTMENTS)},
    **{fold(said): CARDS for said in ("card", "any card", "spare")},
    "investment": INVESTMENTS,
}


def _typed() -> dict[str, str]:
    """What can be named, by all it is typed with."""
    words = {one: one for one in (*TOUCHED, EVERYTHING)}
    areas = {fold(f"area {said}"): slug for slug, area in AREAS.items() for said in (slug, area.label)}
    return {**words, **PAID, **KEPT, **TYPED_AREAS, **areas}


TYPED_AREAS: Final[Mapping[str, str]] = {
    fold(said): slug for slug, area in AREAS.items() for said in (slug, area.label)
}
THINGS: Final[Mapping[str, str]] = _typed()
FITS: Final[Mapping[str, frozenset[str]]] = {
    SAVE: frozenset({*TOUCHED, EVERYTHING, *AREAS}),
    PAY: frozenset(PAID.values()),
    KEEP: frozenset(KEPT.values()),
}


def saved(order: StandingOrder, view: View, request: Request, ask: Ask) -> Picks | Said:
    """What the next disk is saved with, or that it is lost; or why the owner has to be asked. Nothing where the order
    names no things and its way says it.
    """
    if not order.things and order.way != ASK:
        return ()
    area = area_of(request)
    is_named = names(order, view, ask.seat, area)
    if ask.options == (LOSE,) or (not is_named and order.way == LOSE):
        return (LOSE,)
    if not is_named and order.way == ASK:
        return Said(UNNAMED, {"area": text.area(area)})
    return paid(order, view, ask)


def area_of(request: Request) -> str:
    """The area in which something is to be lost; empty if it is in none."""
    return next((about for about in request.about if about in AREAS), "")


def names(order: StandingOrder, view: View, seat: Seat, area: str, *more: str) -> bool:
    """Whether the order saves everything, what lies in that area, or one of `more`."""
    touched = (EVERYTHING, area, *worths(view, seat, area), *more)
    return any(what in touched for verb, what in order.things if verb == SAVE)


def paid(order: StandingOrder, view: View, ask: Ask) -> Picks | Said:
    """What the order pays with first, of what it does not keep; or why it pays nothing."""
    own = view["civs"][ask.seat]
    means = first_means(paying(order) or (MINA,), spare_mina(order, own), ask)
    return (means,) if means else unpaid(order, own)


def unpaid(order: StandingOrder, civ: Mapping[str, Any]) -> Said:
    """Why nothing is paid: what there is the order keeps, or there is nothing of what it pays with."""
    keeps = civ["mina"] and MINA in (paying(order) or (MINA,)) and any(verb == KEEP for verb, _ in order.things)
    return Said(KEPT_BACK) if keeps else stop("cost")


def worths(view: View, seat: Seat, area: str) -> tuple[str, ...]:
    """What the loss of the next disk there would touch of the seat's: its Home Area, a City that would be none any
    more, the last disk, an area with its Stronghold or where its Deity stands, fertile land, an area with a bonus.
    """
    here, civ = view["areas"].get(area), view["civs"][seat]
    if here is None:
        return ()
    disks = here["disks"].get(seat, 0)
    true: Mapping[str, bool] = {
        HOME: area == civ["home"],
        DEITY: bool(civ["deity"]) and area == (civ.get("temple") or civ["home"]),
        CITIES: disks == RULES.city_disks and area in cities_of(view, seat),
        LAST: disks == 1,
        STRONGHOLDS: here["stronghold"] == seat,
        FERTILE: AREAS[area].terrain == "fertile",
        BONUS: bool(here["bonus"]),
    }
    return tuple(name for name, holds in true.items() if holds)


def cities_of(view: View, seat: Seat) -> set[str]:
    """The areas in which the seat has a City."""
    stacks = {area: there["disks"].get(seat, 0) for area, there in view["areas"].items()}
    return {area for area, disks in stacks.items() if AREAS[area].holds_cities and disks >= RULES.city_disks}


def paying(order: StandingOrder) -> tuple[str, ...]:
    """What the order names to be paid with, in its order."""
    return tuple(what for verb, what in order.things if verb == PAY)


def first_means(kinds: Iterable[str], spare: int, ask: Ask) -> str:
    """The first means of these kinds that is there; of cards what a computer gives up first. `spare`: of mina."""
    return next((found for kind in kinds if (found := _offered(kind, ask, spare))), "")


def spare_mina(order: StandingOrder, civ: Mapping[str, Any]) -> int:
    """How many mina the civ has beyond those that the order keeps."""
    kept = (int(what.removeprefix(MINA)) for verb, what in order.things if verb == KEEP)
    return int(civ["mina"]) - max(kept, default=0)


def _offered(kind: str, ask: Ask, spare: int) -> str:
    if kind == MINA:
        return MINA if MINA in ask.options and spare > 0 else ""
    prefix = f"{kind.removesuffix('s')}:"
    found = [int(option.removeprefix(prefix)) for option in ask.options if option.startswith(prefix)]
    chosen = given_up_first(found) if kind == CARDS else found
    return f"{prefix}{chosen[0]}" if chosen else ""


def times(kind: str, civ: Mapping[str, Any], spare: int, ask: Ask) -> int:
    """How often the civ can pay with that: mina beyond those it keeps, cards, disks of Investments."""
    if kind == MINA:
        return max(0, spare) if MINA in ask.options else 0
    found = [option.partition(":")[2] for option in ask.options if option.startswith(f"{kind.removesuffix('s')}:")]
    return sum(int(civ["investments"][n]) for n in found) if kind == INVESTMENTS else len(found)
