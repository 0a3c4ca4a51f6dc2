"""When a standing order passes in the Card Phase, and when it asks its owner instead (ACME §8.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from engine.acme.ahead import on_board
from engine.acme.discarding import STOPS
from engine.core.ask import PASS, Ask, Request, Seat
from engine.core.game import View
from engine.core.orders import BELOW, StandingOrder, stop
from engine.core.said import NOTHING, Said

STUCK, ALONE, CARDS = "stuck", "alone", "cards"
HIT, DISKS, CAN, LEADER, HOME = "hit", "disks", "can", "leader", "home"
BUILD: Final = "deity"
CARD_PHASE: Final = "card"
MOST_CARDS: Final = 12
MOST_VP: Final = 99
MOST_DISKS: Final = 60
BARE: Final = frozenset({""})
FEWER: Final = frozenset(f"{BELOW}{n}" for n in range(1, MOST_DISKS + 1))
CONDITIONS: Final[Mapping[str, frozenset[str]]] = {
    STUCK: BARE,
    ALONE: BARE,
    CARDS: frozenset(f"{BELOW}{n}" for n in range(1, MOST_CARDS + 1)),
}
EXCEPTIONS: Final[Mapping[str, frozenset[str]]] = {
    HIT: BARE | FEWER,
    CAN: frozenset({BUILD}),
    LEADER: frozenset(f"vp_{n}" for n in range(1, MOST_VP + 1)),
    HOME: BARE,
    DISKS: FEWER,
}


def dated(order: StandingOrder, view: View, seat: Seat) -> StandingOrder:
    """The order with how many disks the seat has on the map, where it is to stop once that is hit: in a Card Phase the
    most since it began or the order was given, before as many as there are.
    """
    now = min(MOST_DISKS, max(1, on_board(view, seat)))

    def most(what: str) -> str:
        kept = int(what.removeprefix(BELOW)) if what and view["phase"] == CARD_PHASE else 0
        return f"{BELOW}{max(kept, now)}"

    return replace(order, unless=tuple((name, most(what) if name == HIT else what) for name, what in order.unless))


def may_pass(order: StandingOrder, view: View, ask: Ask) -> bool:
    """Whether one of the conditions for passing holds: there is nothing else to do, all others have passed, or few
    cards are in hand.
    """
    others = {name for name in view["order"] if name != ask.seat}
    true = {STUCK: ask.options == (PASS,), ALONE: others <= {*view["passed"]}}
    held = len(view["civs"][ask.seat].get("hand", ()))
    return order.holds(
        held < int(what.removeprefix(BELOW)) if name == CARDS else true[name] for name, what in order.when
    )


def prevented(order: StandingOrder, view: View, _request: Request, ask: Ask) -> Said:
    """Why the order does not pass: its exceptions first, then that no condition of it holds; nothing if it does."""
    return excepted(order, view, ask) or (NOTHING if may_pass(order, view, ask) else stop("unmet"))


def excepted(order: StandingOrder, view: View, ask: Ask) -> Said:
    """Why the seat is asked whether to pass: the first exception of the order that has come about; nothing if none."""
    found = (one for one in order.unless if _has_come(*one, view, ask))
    name, what = next(found, ("", ""))
    number = what.removeprefix(BELOW).rpartition("_")[2]
    return Said(f"{STOPS}.pass_{name}", {"what": number}) if name else NOTHING


def _has_come(name: str, what: str, view: View, ask: Ask) -> bool:
    if name == CAN:
        return BUILD in ask.options
    if name == LEADER:
        rivals = (civ["vp"] for other, civ in view["civs"].items() if other != ask.seat)
        return max(rivals, default=0) >= int(what.rpartition("_")[2])
    if name == HOME:
        home = view["civs"][ask.seat]["home"]
        return home in view["areas"] and bool(view["areas"][home]["contested"])
    return name in {DISKS, HIT} and what != "" and on_board(view, ask.seat) < int(what.removeprefix(BELOW))
