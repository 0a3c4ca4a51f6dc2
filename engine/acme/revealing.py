"""Which cards revealed in a Competition a standing order Negates, and with what (ACME §9.3, RUL-181).

Without conditions these are the cards that cost units; who is hit by one is seldom said before it comes up.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.acme import negating, saving
from engine.acme.announcing import ALWAYS, BARE, BY, HITS, HOME, LOSE_DISKS
from engine.acme.facts.catalog import AREAS, CIVS
from engine.acme.foes import SOME, meant
from engine.acme.npc.fights.answering import UNITS, Pair, read
from engine.core.ask import PASS, Ask, Picks, Seat
from engine.core.game import View
from engine.core.orders import OrderKind, StandingOrder

KEY: Final = "competition.negate"
CITY: Final = "city"
CONDITIONS: Final[Mapping[str, frozenset[str]]] = {
    HOME: BARE,
    CITY: BARE,
    HITS: frozenset(AREAS),
    LOSE_DISKS: frozenset(map(str, range(1, max(UNITS.values()) + 1))),
    BY: frozenset({*CIVS, *SOME}),
    ALWAYS: BARE,
}
FIGHTS: Final = OrderKind((KEY,), (PASS, negating.ANY, negating.CHEAPEST), conditions=CONDITIONS, typed=negating.TYPED)


def answered(order: StandingOrder, view: View, ask: Ask) -> Picks:
    """One means for each revealed card that the order is about, the greatest loss first; else it lets them stand."""
    pairs = [read(option) for option in ask.options if option != PASS]
    cards = sorted({pair[1:] for pair in pairs if _is_meant(order, view, ask.seat, pair)}, key=_by_loss)
    found, spare = list[Pair](), negating.spare(order, view, ask)
    for card in cards if order.way != PASS else ():
        used = {pair.means for pair in found}
        means = [pair.means for pair in pairs if pair[1:] == card and pair.means not in used]
        if chosen := negating.chosen(order.way, negating.affordable(means, spare - sum(map(str.isdigit, used)))):
            found.append(Pair(chosen, *card))
    return tuple(pair.token for pair in found) or (PASS,)


def _by_loss(card: tuple[int, str]) -> tuple[int, int, str]:
    return -UNITS.get(card[0], 0), *card


def _is_meant(order: StandingOrder, view: View, seat: Seat, pair: Pair) -> bool:
    """Whether the order is about that card: one of its conditions holds; without any, what costs units."""
    if not order.when:
        return _cost(view, seat, pair) > 0
    return order.holds(_is_true(name, what, view, seat, pair) for name, what in order.when)


def _cost(view: View, seat: Seat, pair: Pair) -> int:
    """How many units the card can cost the seat: none where it has none."""
    return UNITS.get(pair.card, 0) if seat in view["competition"]["units"] else 0


def _is_true(name: str, what: str, view: View, seat: Seat, pair: Pair) -> bool:
    area = view["competition"]["area"]
    if name == BY:
        return pair.actor in meant(view, seat, what)
    if name == LOSE_DISKS:
        return _cost(view, seat, pair) >= int(what)
    if name == HITS:
        return bool(area == what)
    if name == CITY:
        return area in saving.cities_of(view, seat)
    return name == ALWAYS or bool(area == view["civs"][seat]["home"])
