"""How the strong computer moves: it tries several plans in the same worlds, and takes another than the usual one if
that promises clearly more.

A plan uses only what the nation sees, and is made from the beginning of its movement. So it can be made again at any
time, and comes out the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import sqrt
from statistics import fmean, stdev
from typing import Final

from engine.civ.board import is_strong
from engine.civ.npc.decision import decide
from engine.civ.npc.hooks import MOVE
from engine.civ.npc.moving import move_by
from engine.civ.npc.style import PRESSING, Style
from engine.civ.options import USUAL
from engine.civ.state import State
from engine.civ.strong.facts import VALUES
from engine.civ.strong.value import value
from engine.civ.strong.worlds import Rollout, given_first, seed_of, world
from engine.core.ask import Ask, Picks, Request
from engine.core.deepcopy import deep_copy
from engine.core.deliberation import Rehearsal, Vantage, next_of_plan
from engine.core.game import Game

REMEMBERED: Final = 16
STYLES: Final = (
    PRESSING,
    replace(PRESSING, builds=False),
    replace(PRESSING, room=6),
    replace(PRESSING, settles=False),
    replace(PRESSING, wild=6),
    replace(PRESSING, raids=False),
    replace(PRESSING, stripped=9),
    replace(PRESSING, retakes=False),
)
"""The usual plan that presses first, then those it is compared with."""


class CivDeliberation:
    """The thinking of the strong computer of Advanced Civilization."""

    def is_wanted(self, s: State, request: Request, ask: Ask) -> bool:
        """Return whether the nation is played strongly and moves."""
        return request.key == MOVE and len(ask.options) > 1 and is_strong(s, ask.seat)

    def answer(self, vantage: Vantage) -> Picks:
        """Return the next move of its plan, or the end; the usual computer's answer if another has moved before."""
        return next_of_plan(vantage, plan_moves, usually)


def usually(s: State, request: Request, ask: Ask) -> Picks:
    """Return what the usual computer answers."""
    return decide(s, request, ask, USUAL).picks


@lru_cache(maxsize=REMEMBERED)
def plan_moves(vantage: Vantage) -> tuple[str, ...]:
    """Return all answers of a movement, from its beginning."""
    here: Rehearsal[State] = Rehearsal(vantage)
    s = here.state
    s.stood, s.moved, s.sailing = {}, {}, []
    name = here.game.seats(s)[vantage.place]
    return Movement(here.game, s, str(vantage.step), name, seed_of(s, name)).best_plan()


@dataclass(frozen=True, slots=True)
class Movement:
    """A nation's movement from its beginning, and the seed of the worlds in which it is tried."""

    game: Game[State]
    state: State
    step: str
    name: str
    seed: str

    def best_plan(self) -> tuple[str, ...]:
        """Return the plan that promises most; the usual one unless another is clearly better."""
        plans = self.plans()
        if len(plans) == 1:
            return plans[0]
        promises = [list[float]() for _ in plans]
        for number in range(VALUES.worlds):
            dealt = self.world(number)
            for plan, found in zip(plans, promises, strict=True):
                found.append(self.promise(deep_copy(dealt), plan))
        best = max(range(len(plans)), key=lambda i: fmean(promises[i]))
        more = [a - b for a, b in zip(promises[best], promises[0], strict=True)]
        return plans[best if fmean(more) > VALUES.sure * stdev(more) / sqrt(len(more)) else 0]

    def world(self, number: int) -> State:
        """Return one of the positions that look alike to the nation."""
        return world(self.state, self.name, f"{self.seed} {number}")

    def plans(self) -> list[tuple[str, ...]]:
        """Return the answers of the movement in each style, the usual one first, each plan once."""
        dealt = self.world(0)
        return list(dict.fromkeys([self.moves_in(style, deep_copy(dealt)) for style in STYLES]))

    def moves_in(self, style: Style, s: State) -> tuple[str, ...]:
        """Return the answers of the movement in that style; changes `s`."""
        found = list[str]()

        def policy(now: State, _request: Request, ask: Ask) -> Picks:
            picks = move_by(now, ask, style).picks
            found.extend(picks)
            return picks

        Rollout(self.game, s, self.step, lambda _: True).play(policy)
        return tuple(found)

    def promise(self, s: State, plan: Sequence[str]) -> float:
        """Return what the position promises at the end of a turn after that plan, if all others play as the usual
        computer does; changes `s`.
        """
        last = s.turn + VALUES.turns - 1
        rest = Rollout(self.game, s, self.step, lambda after: after == "begin" and s.turn >= last)
        return value(rest.play(given_first(plan, usually)), self.name)
