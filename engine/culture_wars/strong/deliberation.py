"""How the strong computer moves: it improves what the usual one would move, a plan from nothing, and musters at coins.

Those who move after it are expected to move as the usual computer would. A plan uses only what its view shows and its
future questions, so it can be made again from the beginning of the movement at any time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from engine.core.ask import Ask, Picks, Request
from engine.core.deliberation import Rehearsal, Vantage, next_of_plan
from engine.culture_wars.board import is_strong
from engine.culture_wars.geography import geography
from engine.culture_wars.movement import DONE, parse
from engine.culture_wars.npc import answer
from engine.culture_wars.state import State
from engine.culture_wars.strong.facts import VALUES
from engine.culture_wars.strong.model import Imagined, position, terrain
from engine.culture_wars.strong.planning import Plan, Step, standing
from engine.culture_wars.strong.reasons import MOVE
from engine.culture_wars.view import view

REMEMBERED: Final = 16
COMERS: Final = (5, 3, 2, 1)
"""How many tokens go to a coin together, if there are so many."""


class CultureDeliberation:
    """The thinking of the strong computer of Culture Wars."""

    def is_wanted(self, s: State, request: Request, ask: Ask) -> bool:
        """Return whether the culture is played strongly and moves."""
        return request.key == MOVE and len(ask.options) > 1 and is_strong(s, ask.seat)

    def answer(self, vantage: Vantage) -> Picks:
        """Return the next move of its plan, or the end; the usual computer's answer if another has moved before."""
        return next_of_plan(vantage, plan_moves, usually)


def usually(s: State, request: Request, ask: Ask) -> Picks:
    """Return what the usual computer answers, from the public view."""
    return answer(view(s, (ask.seat,)), request, ask)


@lru_cache(maxsize=REMEMBERED)
def plan_moves(vantage: Vantage) -> tuple[str, ...]:
    """Return all answers of a movement, the end of it included, from its beginning."""
    here: Rehearsal[State] = Rehearsal(vantage)
    s = here.state
    seat = here.game.seats(s)[vantage.place]
    ask = here.ask_of(seat)
    if ask is None:
        raise AssertionError(f"{seat} does not move")
    land = terrain(geography(s), diagonal=s.options.diagonal, two_spaces=s.options.two_spaces)
    found = best(vantage, position(view(s, (seat,)), land), seat, ask)
    written = {(start, goal): f"{start}{way}{goal}" for start, way, goal, _ in map(parse, _moves(ask))}
    names = land.names
    return (*[f"{written[names[a], names[b]]}:{n}" for a, b, n in found.moves()], DONE)


def best(vantage: Vantage, p: Imagined, seat: str, ask: Ask) -> Plan:
    """Return the best of several plans, each judged after what the others would answer to it, and a round later."""
    me, ways = p.cultures.index(seat), _ways(p, ask)
    all_moves = foreseen(vantage, p, [])
    own, after = [m for m in all_moves if m.culture == me], [m for m in all_moves if m.culture != me]
    plans = list[Plan]()
    tries = VALUES.tries_with(len(p.cultures))
    for moves in (own, [], *musters(Plan(p, me, ways, after, tries))):
        plan = Plan(p, me, ways, after, tries)
        plan.begin(moves)
        plan.better()
        if after:
            _meet(vantage, plan, ask)
        plans.append(plan)
    return max(plans, key=standing)


def musters(plan: Plan) -> Iterator[list[Step]]:
    """Yield the moves that bring most tokens to each of the coins around which the culture is strongest."""
    plan.begin([])
    line, near = plan.line, {goal for goals in plan.ways.values() for goal in goals}
    coins = [i for i in plan.p.coins if i in near and plan.p.owner[i] != plan.me]
    coins.sort(key=lambda i: (-line[i] - sum([line[q] for q in plan.p.ground.around[i]]), i))
    for goal in coins[: VALUES.musters]:
        if found := next(filter(None, (plan.gathering_moves(goal, n) for n in COMERS)), None):
            yield [Step(plan.me, one.start, one.new, one.n) for one in found]


def _meet(vantage: Vantage, plan: Plan, ask: Ask) -> None:
    """Judge the plan by what those who move later would do after it."""
    ways = {(start, goal): f"{start}{way}{goal}" for start, way, goal, _ in map(parse, _moves(ask))}
    names = plan.p.ground.names
    own = [f"{ways[names[a], names[b]]}:{n}" for a, b, n in plan.moves()]
    plan.after = [m for m in foreseen(vantage, plan.p, [*own, DONE]) if m.culture != plan.me]
    plan.value = plan.rate()


def _moves(ask: Ask) -> list[str]:
    return [option for option in ask.options if ":" in option]


def _ways(p: Imagined, ask: Ask) -> dict[int, list[int]]:
    """The goals of each start, in the order of the question."""
    found: dict[int, dict[int, None]] = {}
    for start, _, goal, _ in map(parse, _moves(ask)):
        found.setdefault(p.ground.number[start], {})[p.ground.number[goal]] = None
    return {start: list(goals) for start, goals in found.items()}


def foreseen(vantage: Vantage, p: Imagined, own: Sequence[str]) -> list[Step]:
    """Return all moves until all have moved: these answers first, then the usual computer's for everyone."""
    rehearsal: Rehearsal[State] = Rehearsal(vantage)
    given, found, turn, number = list(own), list[Step](), rehearsal.state.turn, p.ground.number

    def policy(s: State, request: Request, ask: Ask) -> Picks:
        picks = (given.pop(0),) if given else usually(s, request, ask)
        if picks != (DONE,):
            start, _, goal, n = parse(picks[0])
            found.append(Step(p.cultures.index(ask.seat), number[start], number[goal], n))
        return picks

    first = rehearsal.pending
    if first is not None:
        picks = policy(rehearsal.state, first, first.asks[0])
        rehearsal.play(picks, policy, lambda s: s.phase != "movement" or s.turn != turn, VALUES.answers)
    return found
