"""What of a standing order cannot come about as things stand: its owner is told so when it is given, and nobody else.

It is kept all the same: advances, cities and neighbours come and go.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.civ.abilities.registry import abilities_of
from engine.civ.effects import tax_rates_with
from engine.core import text
from engine.core.ask import Seat
from engine.core.game import View
from engine.core.orders import StandingOrder
from engine.core.said import Said, listed

DOUBT: Final = "civ.order.doubt"


def doubts(order: StandingOrder, view: View, seat: Seat) -> tuple[Said, ...]:
    """Why it is not asked what it answers, or cannot be answered so, or is asked all the same."""
    own = view["nations"][seat]
    found: list[Said] = []
    if order.kind == "tax":
        found += _rates(order.way, tax_rates_with(own["advances"]))
    if order.kind == "stand" and view["turn"] and not own["exempt"]:
        found.append(Said(f"{DOUBT}.stand"))
    if order.kind == "abilities" and not abilities_of(view["options"]["deck"], own["advances"]):
        found.append(Said(f"{DOUBT}.abilities"))
    if order.kind == "move" and (areas := [text.area(area) for area, _ in strangers(view, seat)]):
        found.append(Said(f"{DOUBT}.move", {"what": listed(list(dict.fromkeys(areas)))}))
    return tuple(found)


def _rates(way: str, rates: list[int]) -> Iterator[Said]:
    """Who has one rate is not asked for it (CIV §5.2); no other than those of one's advances can be named."""
    if len(rates) == 1:
        yield Said(f"{DOUBT}.tax", {"n": rates[0]})
    elif way.isdigit() and int(way) not in rates:
        yield Said(f"{DOUBT}.rates", {"least": rates[0], "most": rates[-1]})


def strangers(view: View, seat: Seat) -> Iterator[tuple[str, str]]:
    """The areas where others' tokens stand with the seat's own units, each with their owner."""
    for area in held(view, seat):
        for owner in view["areas"][area]["tokens"]:
            if owner != seat:
                yield area, owner


def held(view: View, seat: Seat) -> list[str]:
    """Where the seat has units."""
    return [
        name
        for name, area in view["areas"].items()
        if seat in area["tokens"] or area["city"] == seat or seat in area["ships"]
    ]
