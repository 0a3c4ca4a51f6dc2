"""What a nation can set in advance: its tax rate, losses, conflicts and purchases (CIV-RUL-060); and its moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from engine.civ.effects import tax_rates_with
from engine.civ.movement import DONE
from engine.civ.moves import move_in
from engine.civ.reach import apart
from engine.civ.silence import silent
from engine.civ.view import CivView
from engine.core import text
from engine.core.ask import Ask, Picks, Request, Seat
from engine.core.auto_answers import LATE, NPC, AutoAnswer, AutoAnswerKind, LodgedPlan, PlainAutoAnswers, stop
from engine.core.message import NOTHING, Message
from engine.core.table import Table
from engine.core.trial import Trial

AUTO, NONE, LAST = "auto", "none", "last"
MOVES: Final = "movement.tokens"
KINDS: Final[Mapping[str, AutoAnswerKind]] = {
    "tax": AutoAnswerKind(("tax.rate",), (LAST, "1", "2", "3", "4"), usual=LAST),
    "losses": AutoAnswerKind(
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
    ),
    "conflict": AutoAnswerKind(("conflict.order", "conflict.lose"), (AUTO,)),
    "cards": AutoAnswerKind(("cards.buy",), (NONE, "later")),
    "advances": AutoAnswerKind(("advance.buy",), (NONE,)),
    LATE: AutoAnswerKind((), (NPC,)),
}
PICKED: Final[Mapping[tuple[str, str], str]] = {("cards.buy", NONE): DONE, ("advance.buy", NONE): DONE}


class CivilizationAutoAnswers(PlainAutoAnswers):
    """The auto-answers of Advanced Civilization."""

    kinds = KINDS
    picked = PICKED
    ahead: Mapping[str, frozenset[str]] = {MOVES: frozenset({"ships", "movement"})}
    ends: Mapping[str, str] = {MOVES: DONE}

    def offered_values(self, kind: str, view: CivView, seat: Seat) -> Sequence[str]:
        """Return the tax rates that the nation's advances allow (CIV §5.2)."""
        if kind != "tax":
            return KINDS[kind].values
        return [LAST, *map(str, tax_rates_with(view.nations[seat].advances))]

    def answer(self, one: AutoAnswer, trial: Trial, request: Request, ask: Ask) -> Picks | Message | None:
        """Return the option of its value; the answer of silence to what it leaves to the game."""
        if one.value in {AUTO, LAST}:
            return silent(ask, request.key)
        return super().answer(one, trial, request, ask)

    def idle(self, request: Request, ask: Ask) -> Picks:
        """Return the silent answer."""
        return silent(ask, request.key)

    def stops(self, plan: LodgedPlan, seat: Seat, then: CivView, now: CivView) -> Message:
        """Return why the plan stops: foreign tokens have entered an area with its units, a goal, or a watched area."""
        touched = [*_held(now, seat), *_named(plan.picks)]
        if found := _entered(then, now, seat, touched):
            return stop("entered", **found)
        for wish in plan.watched:
            if found := _entered(then, now, seat, wish.areas, wish.seat):
                return stop("watched", **found)
        return NOTHING

    def certain(self, table: Table[Any], seat: Seat) -> bool:
        """Return whether the seat may already move, because nobody before can meet it."""
        return table.step == "movement" and seat in apart(table.state)


def _held(view: CivView, seat: Seat) -> list[str]:
    """Return the areas with the seat's units."""
    return [name for name, area in view.areas.items() if seat in area.tokens or area.city == seat or seat in area.ships]


def _named(picks: Iterable[str]) -> Iterable[str]:
    """The areas named in moves: `rome>latium:3`, `rome~delphi/west+2`, `carthage!1`."""
    for pick in picks:
        if move := move_in(pick):
            yield from (move.start_area, move.goal_area)


def _entered(then: CivView, now: CivView, seat: Seat, areas: Iterable[str], only: Seat = "") -> dict[str, str]:
    """Return an area of these with more tokens of another nation than before, and whose; empty if there is none."""
    for area in dict.fromkeys(areas):
        before, here = (view.areas[area].tokens if area in view.areas else {} for view in (then, now))
        for owner, n in here.items():
            if owner != seat and only in {"", owner} and n > before.get(owner, 0):
                return {"civ": text.civ(owner), "area": text.area(area)}
    return {}
