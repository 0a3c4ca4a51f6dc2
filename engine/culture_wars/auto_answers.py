"""What a seat can set in advance: the setup, where to grow, whether to settle and with which coin; and its moves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from engine.core.ask import Ask, Picks, Request, Seat
from engine.core.auto_answers import LATE, NPC, AutoAnswer, AutoAnswerKind, LodgedPlan, PlainAutoAnswers, stop
from engine.core.message import NOTHING, Message
from engine.core.trial import Trial
from engine.culture_wars.movement import DONE, parse
from engine.culture_wars.npc import answer as suggested
from engine.culture_wars.verbs import player, square
from engine.culture_wars.view import CultureWarsView

MOVES: Final = "movement.move"
GROWTH: Final = "growth.squares"
SETTLE: Final = "settle.form"
SETUP: Final = ("tile.move", "tile.place", "coin.place", "token.start")
KINDS: Final[Mapping[str, AutoAnswerKind]] = {
    "setup": AutoAnswerKind(SETUP, ("suggested",)),
    "grow": AutoAnswerKind((GROWTH,), ("most", "fewest")),
    "settle": AutoAnswerKind((SETTLE,), ("never", "always")),
    "coin": AutoAnswerKind(("settle.coin",), ("hidden", "ace")),
    LATE: AutoAnswerKind((), (NPC,)),
}
PICKED: Final[Mapping[tuple[str, str], str]] = {(SETTLE, "never"): "pass", ("settle.coin", "hidden"): "coin:1"}


class CultureAutoAnswers(PlainAutoAnswers):
    """The auto-answers of Culture Wars."""

    kinds = KINDS
    picked = PICKED
    ahead: Mapping[str, frozenset[str]] = {MOVES: frozenset({"movement"})}
    ends: Mapping[str, str] = {MOVES: DONE}

    def answer(self, one: AutoAnswer, trial: Trial, request: Request, ask: Ask) -> Picks | Message | None:
        """Return the option of its value; the computer's for the setup, growth by the number of tokens, settlements
        from the first square on.
        """
        if request.key in SETUP:
            return suggested(trial.run(()).view, request, ask)
        if request.key == GROWTH:
            view, sign = trial.run(()).view, -1 if one.value == "most" else 1
            return tuple(sorted(ask.options, key=lambda where: sign * _tokens(view, where, ask.seat))[: ask.most])
        if request.key == SETTLE and one.value == "always":
            return ask.options[:1]
        return super().answer(one, trial, request, ask)

    def idle(self, request: Request, ask: Ask) -> Picks:
        """Move nothing; else give the default answer."""
        return (DONE,) if request.key == MOVES else ask.options[: ask.least]

    def stops(self, plan: LodgedPlan, seat: Seat, then: CultureWarsView, now: CultureWarsView) -> Message:
        """Return why the plan stops: foreign tokens have entered a square with its tokens, a goal, or a watched
        square.
        """
        if found := _entered(then, now, seat, [*_own(now, seat), *_named(plan.picks)]):
            return stop("entered", **found)
        for wish in plan.watched:
            if found := _entered(then, now, seat, wish.areas, wish.seat):
                return stop("watched", **found)
        return NOTHING


def _tokens(view: CultureWarsView, where: str, seat: Seat) -> int:
    there = view.squares.get(where)
    return there.tokens.get(seat, 0) if there else 0


def _own(view: CultureWarsView, seat: Seat) -> list[str]:
    """Return the squares with the seat's tokens or settlement."""
    return [q for q, one in view.squares.items() if seat in one.tokens or one.owner == seat]


def _named(picks: Iterable[str]) -> Iterable[str]:
    """The squares named in moves such as `c4>c5:3`."""
    for pick in picks:
        if re.search("[>~]", pick):
            start, _, goal, _ = parse(pick)
            yield from (start, goal)


def _entered(
    then: CultureWarsView, now: CultureWarsView, seat: Seat, squares: Iterable[str], only: Seat = ""
) -> dict[str, str]:
    """Return a square of these with more tokens of another culture than before, and whose; empty if there is none."""
    for where in dict.fromkeys(squares):
        for owner in now.squares[where].tokens if where in now.squares else ():
            if owner != seat and only in {"", owner} and _tokens(now, where, owner) > _tokens(then, where, owner):
                return {"civ": player(owner), "area": square(where)}
    return {}
