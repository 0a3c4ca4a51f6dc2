"""When a standing order plays the Traitor before Competitions: where that sacks a City (card 22, RUL-072)."""

from __future__ import annotations

from typing import Final

from engine.acme.facts.catalog import AREAS, RULES
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.fight import opening
from engine.core.ask import Ask, Picks, Seat
from engine.core.game import View
from engine.core.orders import OrderKind

NOTHING: Final = "nothing"
BEFORE: Final = OrderKind((opening.KEY,), ("none", "traitor"), typed={NOTHING: "none"})


def betrayed(way: str, view: View, ask: Ask) -> Picks:
    """The first opponent whose City falls to the seat alone if all its disks leave; else nothing."""
    options = ask.options if way == "traitor" else ()
    kinds = (option.split(":") for option in options if option.startswith(f"{opening.TRAITOR}:"))
    found = (":".join(kind) for kind in kinds if _sacks(view, ask.seat, kind[1], kind[2]))
    return (next(found, NOTHING),)


def _sacks(view: View, seat: Seat, area: str, faction: str) -> bool:
    """Whether that Faction has a City in the area, in which there is nobody else but the seat."""
    disks = {one: n for one, n in view["areas"][area]["disks"].items() if n}
    city = AREAS[area].holds_cities and disks.get(faction, 0) >= RULES.city_disks
    return city and faction != BARBARIANS and set(disks) == {seat, faction}
