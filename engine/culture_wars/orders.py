"""What can be ordered ahead in Culture Wars: a plan of moves, where to grow, whether to settle, and with which coin."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from engine.core.ask import Ask, Picks, Request, Seat
from engine.core.game import View
from engine.core.orders import LATE, LodgedPlan, OrderKind, StandingOrder, WordOrders, stop
from engine.core.said import NOTHING, Said, listed
from engine.core.trial import Trial
from engine.culture_wars.board import PLACING
from engine.culture_wars.geography import name_of
from engine.culture_wars.movement import DONE, parse
from engine.culture_wars.verbs import player, square

MOVES: Final = "movement.move"
GROWTH: Final = "growth.squares"
COINS, TOKENS = "coin.place", "token.start"
LAID: Final[Mapping[str, tuple[str, ...]]] = {"coins": PLACING, "tokens": (*PLACING, "setup.token")}
DOUBT: Final = "culture_wars.order.doubt"
ASK, PUT = "ask", "put"
WIDEST: Final = 18  # squares of the widest land that there can be
SQUARES: Final = {name: name for name in (name_of((x, y)) for x in range(WIDEST) for y in range(WIDEST))}
KINDS: Final[Mapping[str, OrderKind]] = {
    "grow": OrderKind((GROWTH,), ("most", "fewest")),
    "move": OrderKind((MOVES,), ("hold",)),
    "settle": OrderKind(("settle.form",), ("never", "always")),
    "coin": OrderKind(("settle.coin",), ("hidden", "ace")),
    "coins": OrderKind((COINS,), (ASK,), verbs=(PUT,), things=SQUARES),
    "tokens": OrderKind((TOKENS,), (ASK,), verbs=(PUT,), things=SQUARES),
    LATE: OrderKind((), ("npc", "back")),
}
SETS: Final[Mapping[str, tuple[str, ...]]] = {"easy": ("grow: most", "coin: hidden", f"{LATE}: npc")}
PICKED: Final[Mapping[tuple[str, str], str]] = {
    (MOVES, "hold"): DONE,
    ("settle.form", "never"): "pass",
    ("settle.coin", "hidden"): "coin:1",
}


class CultureOrders(WordOrders):
    """The orders of Culture Wars."""

    kinds = KINDS
    sets = SETS
    picked = PICKED
    ahead: Mapping[str, frozenset[str]] = {MOVES: frozenset({"movement"})}
    ends: Mapping[str, str] = {MOVES: DONE}

    def answer(self, order: StandingOrder, trial: Trial, request: Request, ask: Ask) -> Picks | Said:
        """What its word says; growth by the number of tokens, settlements from the first square on."""
        view = trial.run(()).view
        if request.key == GROWTH:
            sign = -1 if order.way == "most" else 1
            return tuple(sorted(ask.options, key=lambda where: sign * _tokens(view, where, ask.seat))[: ask.most])
        if request.key in {COINS, TOKENS}:
            return _wished(order, request, ask)
        if request.key == MOVES and (found := _strangers(view, ask.seat)):
            return stop("entered", **found)
        if request.key == "settle.form" and order.way == "always":
            return ask.options[:1]
        return super().answer(order, trial, request, ask)

    def doubts(self, order: StandingOrder, view: View, seat: Seat) -> tuple[Said, ...]:
        """Squares that are none of this land, and what has been laid before the game begins."""
        del seat
        gone = [square(where) for _, where in order.things if where not in view["squares"]]
        laid = view["phase"] not in LAID.get(order.kind, (view["phase"],))
        said = [Said(f"{DOUBT}.squares", {"what": listed(gone)})] if gone else []
        return (*said, *([Said(f"{DOUBT}.{order.kind}")] if laid else []))

    def idle(self, request: Request, ask: Ask) -> Picks:
        """Nothing is moved."""
        return (DONE,) if request.key == MOVES else ask.options[: ask.least]

    def stops(self, plan: LodgedPlan, seat: Seat, then: View, now: View) -> Said:
        """Foreign tokens have come to where the seat stands or goes, or where it wants to be asked."""
        if found := _entered(then, now, seat, [*_own(now, seat), *_named(plan.picks)]):
            return stop("entered", **found)
        for wish in plan.watched:
            if found := _entered(then, now, seat, wish.areas, wish.seat):
                return stop("watched", **found)
        return NOTHING


def _wished(order: StandingOrder, request: Request, ask: Ask) -> Picks | Said:
    """The first square of the order's list that is free and has none of what is being placed yet."""
    free = [where for _, where in order.things if where in ask.options and where not in request.about]
    return (free[0],) if free else stop("wishes")


def _tokens(view: View, where: str, seat: Seat) -> int:
    found: int = view["squares"].get(where, {}).get("tokens", {}).get(seat, 0)
    return found


def _own(view: View, seat: Seat) -> list[str]:
    """Where the seat has tokens or a settlement."""
    squares: Mapping[str, Any] = view["squares"]
    return [q for q, one in squares.items() if seat in one["tokens"] or (one["settlement"] or {}).get("owner") == seat]


def _named(picks: Iterable[str]) -> Iterable[str]:
    """The squares named in moves such as `c4>c5:3`."""
    for pick in picks:
        if re.search("[>~]", pick):
            start, _, goal, _ = parse(pick)
            yield from (start, goal)


def _strangers(view: View, seat: Seat) -> dict[str, str]:
    """Whose tokens stand with the seat's own."""
    for where in _own(view, seat):
        for owner in view["squares"][where]["tokens"]:
            if owner != seat:
                return {"civ": player(owner), "area": square(where)}
    return {}


def _entered(then: View, now: View, seat: Seat, squares: Iterable[str], only: Seat = "") -> dict[str, str]:
    """Whose tokens have become more in which of these squares, if anybody's have."""
    for where in dict.fromkeys(squares):
        for owner in now["squares"].get(where, {}).get("tokens", {}):
            if owner != seat and only in {"", owner} and _tokens(now, where, owner) > _tokens(then, where, owner):
                return {"civ": player(owner), "area": square(where)}
    return {}
