"""What a standing order takes for a sacked City and which captured Deity it returns (ACME §9.6), and whether it uses
the Granary (ACME §6.3).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.acme.facts.catalog import DEITIES
from engine.acme.fight.sack import CAPTIVES, CLEMENCY, MINA
from engine.core.ask import Ask, Picks
from engine.core.naming import fold
from engine.core.orders import BELOW, StandingOrder, stop
from engine.core.said import Said

LOOT, RELEASE = "loot.choose", "loot.deity"
RETURN: Final = "return"
NONE, ANY = "none", "any"
SUPPLY, DISKS, BOX = "supply", "disks", "box"
COUNTED: Final[Mapping[str, str]] = {SUPPLY: "supply", DISKS: "disks", BOX: "growth_box", MINA: "mina"}
GRANARY: Final = "growth.granary"
MOST_MINA: Final = 9
MOST_DISKS: Final = 60
WAYS: Final = (MINA, CAPTIVES, CLEMENCY)
RELEASES: Final = (NONE, ANY)
CONDITIONS: Final[Mapping[str, frozenset[str]]] = {
    SUPPLY: frozenset(map(str, range(1, MOST_DISKS + 1))),
    DISKS: frozenset(f"{BELOW}{n}" for n in range(1, MOST_DISKS + 1)),
}
STORED: Final[Mapping[str, frozenset[str]]] = {
    BOX: frozenset(map(str, range(1, MOST_DISKS + 1))),
    MINA: frozenset(f"{BELOW}{n}" for n in range(1, MOST_MINA + 1)),
}
NAMED_DEITIES: Final[Mapping[str, str]] = {
    fold(said): slug for slug, deity in DEITIES.items() for said in (slug, deity.label)
}


def as_counted(order: StandingOrder, civ: Mapping[str, Any], ask: Ask) -> Picks | Said:
    """What the order says if that is offered and its conditions hold; else what it says otherwise."""
    holds = order.holds(_is_true(civ, name, what) for name, what in order.when)
    wanted = order.way if holds and order.way in ask.options else order.otherwise
    if wanted in ask.options:
        return (wanted,)
    return stop("gone") if holds or wanted else stop("unmet")


def _is_true(civ: Mapping[str, Any], name: str, what: str) -> bool:
    """Whether the civ has so many of what is counted, or fewer than so many."""
    there = int(civ[COUNTED[name]])
    return there < int(what.removeprefix(BELOW)) if what.startswith(BELOW) else there >= int(what)


def released(order: StandingOrder, ask: Ask) -> Picks:
    """The first captured Deity that the order names and that can be returned; else any, or none, as its way says."""
    there = [option for option in ask.options if option != NONE]
    named = [what for _, what in order.things if what in there]
    found = named or (there if order.way == ANY else [])
    return (found[0] if found else NONE,)
