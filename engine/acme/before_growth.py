"""What a standing order does before disks are placed: nothing, always or without a City of four (ACME §6.2, §6.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.acme.facts.catalog import AREAS, RULES
from engine.core.ask import Ask, Request, Seat
from engine.core.game import View
from engine.core.orders import OrderKind, StandingOrder, stop
from engine.core.said import NOTHING, Said

RETIRE, RESETTLE, STOREHOUSE = "growth.retire", "growth.resettle", "growth.storehouse"
NO, CITY = "no", "city_of_four"
GREAT: Final = RULES.city_disks + 1
CONDITIONS: Final[Mapping[str, frozenset[str]]] = {NO: frozenset({CITY})}
UNTOUCHED: Final = {
    key: OrderKind((key,), ("none",), conditions=CONDITIONS, called={"city_of_4": CITY}) for key in (RETIRE, RESETTLE)
}
TOGETHER: Final[Mapping[str, tuple[str, ...]]] = {
    "none": ("retire: none{tail}", "resettle: none{tail}", "granary: no", "storehouse: 0"),
    "granary": ("granary: yes{tail} else no",),
}


def prevented(order: StandingOrder, view: View, _request: Request, ask: Ask) -> Said:
    """Why the order does not leave all as it is, by what it depends on; nothing if it does."""
    return stop("unmet") if order.when and not has_none(view, ask.seat) else NOTHING


def has_none(view: View, seat: Seat) -> bool:
    """Whether no City of the seat has four disks."""
    stacks = {area: there["disks"].get(seat, 0) for area, there in view["areas"].items()}
    return not any(AREAS[area].holds_cities and disks >= GREAT for area, disks in stacks.items())
