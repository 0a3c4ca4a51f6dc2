"""What can be ordered ahead: a plan of moves, and standing answers for all that silence may decide (CIV-RUL-060)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from engine.civ import doubting
from engine.civ.movement import DONE
from engine.civ.moves import move_in
from engine.civ.reach import apart
from engine.civ.silence import silent
from engine.core import text
from engine.core.ask import Ask, Picks, Request, Seat
from engine.core.game import View
from engine.core.orders import LATE, LodgedPlan, OrderKind, StandingOrder, WordOrders, stop
from engine.core.said import NOTHING, Said
from engine.core.table import Table
from engine.core.trial import Trial

AUTO, NONE = "auto", "none"
MOVES: Final = "movement.tokens"
KINDS: Final[Mapping[str, OrderKind]] = {
    "tax": OrderKind(("tax.rate",), ("last", "1", "2", "3", "4"), usual="last"),
    "revolt": OrderKind(("revolt.cities", "revolt.lost"), (AUTO,), limited=True),
    "growth": OrderKind(("growth.place",), (AUTO,)),
    "ships": OrderKind(("ships.keep", "ships.build"), (AUTO, "keep", "drop")),
    "move": OrderKind((MOVES,), ("hold",)),
    "conflict": OrderKind(("conflict.order", "conflict.lose"), (AUTO,)),
    "pillage": OrderKind(("conflict.pillage",), (AUTO, "0", "1", "2", "3")),
    "build": OrderKind(("city.build", "city.settlers"), (AUTO, NONE)),
    "cards": OrderKind(("cards.buy",), (NONE, "later")),
    "support": OrderKind(("support.reduce",), (AUTO,)),
    "stand": OrderKind(("calamity.stand",), ("aside", "roll")),
    "losses": OrderKind(
        (
            "calamity.lose_cities",
            "calamity.lose",
            "calamity.cities",
            "war.loss_cities",
            "war.loss",
            "famine.water",
            "famine.cards",
            "mega.discard",
            "mega.sacrifice",
            "mega.escape",
            "empire.card",
        ),
        (AUTO,),
        limited=True,
    ),
    "shares": OrderKind(("calamity.victims", "calamity.named"), (AUTO,)),
    "places": OrderKind(
        (
            "calamity.site",
            "calamity.harbour",
            "calamity.quake",
            "calamity.quake_next",
            "calamity.pirates",
            "horde.landing",
            "horde.city",
            "horde.way",
        ),
        (AUTO,),
    ),
    "gains": OrderKind(
        (
            "annex.cities",
            "annex.tokens",
            "annex.betrayed",
            "mega.pick_count",
            "mega.pick_cities",
            "mega.pick",
            "mega.ransom",
            "war.pick_count",
            "war.pick_cities",
            "war.pick",
        ),
        (AUTO,),
    ),
    "war": OrderKind(
        (
            "war.keep",
            "war.faction_cities",
            "war.faction",
            "mega.keep_count",
            "mega.keep_cities",
            "mega.keep",
        ),
        (AUTO,),
    ),
    "abilities": OrderKind(("ability.use",), (NONE,)),
    "advances": OrderKind(("advance.buy",), (NONE,)),
    "discard": OrderKind(("hand.discard",), (AUTO,), limited=True),
    LATE: OrderKind((), ("npc", "back")),
}
PICKED: Final[Mapping[tuple[str, str], str]] = {
    ("ships.keep", "keep"): "treasury",
    ("ships.build", "keep"): DONE,
    ("ships.build", "drop"): DONE,
    (MOVES, "hold"): DONE,
    ("city.build", NONE): DONE,
    ("cards.buy", NONE): DONE,
    ("ability.use", NONE): DONE,
    ("advance.buy", NONE): DONE,
}
SETS: Final[Mapping[str, tuple[str, ...]]] = {
    "easy": tuple(f"{name}: {AUTO}" for name, kind in KINDS.items() if AUTO in kind.ways and name != "build"),
}
POINT, CITY, CARD = "point", "civ_city", "card"
UNITS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("revolt.cities", "revolt.lost", "calamity.cities", "mega.sacrifice", "mega.escape"), CITY),
    **dict.fromkeys(("calamity.lose_cities", "calamity.lose", "war.loss_cities", "war.loss", "famine.water"), POINT),
    **dict.fromkeys(("famine.cards", "mega.discard", "empire.card", "hand.discard"), CARD),
}
SILENT: Final = frozenset({AUTO, "last"})


class CivilizationOrders(WordOrders):
    """The orders of Advanced Civilization."""

    kinds = KINDS
    sets = SETS
    units = UNITS
    picked = PICKED
    ahead: Mapping[str, frozenset[str]] = {MOVES: frozenset({"ships", "movement"})}
    ends: Mapping[str, str] = {MOVES: DONE}

    def answer(self, order: StandingOrder, trial: Trial, request: Request, ask: Ask) -> Picks | Said:
        """What the order answers: what its word says if that is offered, or what silence would."""
        if request.key == MOVES and (found := _strangers(trial.run(()).view, ask.seat)):
            return found
        said = super().answer(order, trial, request, ask)
        falls_silent = order.way in SILENT or request.key == "city.settlers"
        return silent(ask, request.key) if isinstance(said, Said) and falls_silent else said

    def doubts(self, order: StandingOrder, view: View, seat: Seat) -> tuple[Said, ...]:
        """That it is not asked, or asked all the same."""
        return doubting.doubts(order, view, seat)

    def size(self, _trial: Trial, request: Request, ask: Ask) -> int:
        """Points or cards to be given, cities to be named."""
        said = request.said.values.get("n")
        return said if isinstance(said, int) else ask.total or ask.least

    def idle(self, request: Request, ask: Ask) -> Picks:
        """Silence."""
        return silent(ask, request.key)

    def stops(self, plan: LodgedPlan, seat: Seat, then: View, now: View) -> Said:
        """Foreign tokens have come to where the seat has units or moves to, or where it wants to be asked."""
        touched = [*doubting.held(now, seat), *_named(plan.picks)]
        if found := _entered(then, now, seat, touched):
            return stop("entered", **found)
        for wish in plan.watched:
            if found := _entered(then, now, seat, wish.areas, wish.seat):
                return stop("watched", **found)
        return NOTHING

    def certain(self, table: Table[Any], seat: Seat) -> bool:
        """Whether the moves may as well be made now: nobody who moves before can meet them."""
        return table.step == "movement" and seat in apart(table.state)


def _strangers(view: View, seat: Seat) -> Said:
    """Why nobody should just stay: others' tokens stand with the seat's own."""
    area, owner = next(doubting.strangers(view, seat), ("", ""))
    return stop("entered", civ=text.civ(owner), area=text.area(area)) if owner else NOTHING


def _named(picks: Iterable[str]) -> Iterable[str]:
    """The areas named in moves: `rome>latium:3`, `rome~delphi/west+2`, `carthage!1`."""
    for pick in picks:
        if move := move_in(pick):
            yield from (move.start_area, move.goal_area)


def _entered(then: View, now: View, seat: Seat, areas: Iterable[str], only: Seat = "") -> dict[str, str]:
    """Whose tokens have become more in which of these areas, if anybody's have."""
    for area in dict.fromkeys(areas):
        before, here = (view["areas"].get(area, {}).get("tokens", {}) for view in (then, now))
        for owner, n in here.items():
            if owner != seat and only in {"", owner} and n > before.get(owner, 0):
                return {"civ": text.civ(owner), "area": text.area(area)}
    return {}
