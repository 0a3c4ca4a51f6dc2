"""How the computer moves: its plan over land step by step, then its ships (CIV §8)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TypeAlias

from engine.civ.geography import area_of
from engine.civ.movement import DONE, unmoved_tokens
from engine.civ.moves import move_in, move_of
from engine.civ.npc.campaign import held, last_voyages, orders, plan
from engine.civ.npc.decision import Decision, because, decides
from engine.civ.npc.ferrying import worth_of_landing
from engine.civ.npc.planning import Step
from engine.civ.npc.prospect import Prospect, prospect, prospect_of
from engine.civ.npc.style import PRESSING, USUALLY, Style
from engine.civ.options import STRONG
from engine.civ.state import State
from engine.core import text
from engine.core.ask import Ask, Request

Planner: TypeAlias = Callable[[Prospect], list[Step]]


@decides("movement.tokens")
def move(s: State, _request: Request, ask: Ask) -> Decision:
    """Return the next step of its plan; after all of them the next voyage."""
    return move_by(s, ask, USUALLY)


@decides("movement.tokens", level=STRONG)
def press_on(s: State, _request: Request, ask: Ask) -> Decision:
    """Return the next move in the way of a strong computer, which loses no tokens for want of room."""
    return move_by(s, ask, PRESSING)


def move_by(s: State, ask: Ask, style: Style) -> Decision:
    """Return the same of a plan in that style."""

    def planner(p: Prospect) -> list[Step]:
        p.style = style
        return plan(p)

    step = None if has_sailed(s) else next_step(s, ask, planner)
    return step or voyage_of(s, ask, style) or roam(s, ask, planner, held(prospect(s, ask.seat, style)))


def voyage_of(s: State, ask: Ask, style: Style) -> Decision | None:
    """Return the next voyage that brings what a city lacks: from before all moves, or from here if a ship has
    sailed.
    """
    here = prospect(s, ask.seat, style) if has_sailed(s) else prospect_of(s, ask.seat, style)
    left = last_voyages(here) if has_sailed(s) else orders(here).voyages
    found = next((voyage for voyage in left if voyage.token in ask.options), None)
    return Decision((found.token,), because("ferry", n=found.n, area=text.area(area_of(found.goal)))) if found else None


def has_sailed(s: State) -> bool:
    """Return whether a ship has sailed in this movement."""
    return any(ship.steps for ship in s.sailing)


def next_step(s: State, ask: Ask, planner: Planner) -> Decision | None:
    """Return the next step of the plan that is offered; those aboard land first. None when there is none."""
    offered = set(ask.options)
    if DONE not in offered:
        return aboard(s, ask)
    planned = planner(prospect_of(s, ask.seat))
    found = next((step for step in left_of(s, ask, planned, planner) if step.token in offered), None)
    return Decision((found.token,), found.why) if found else None


def roam(s: State, ask: Ask, planner: Planner, kept: Collection[str] = ()) -> Decision:
    """Return a voyage to empty land, from none of the areas that are `kept`; no more moves if there is none."""
    if DONE not in ask.options:
        return aboard(s, ask)
    walked = {(step.start, step.goal) for step in planner(prospect_of(s, ask.seat))}
    return choose_voyage(s, ask, walked, kept) or Decision((DONE,), because("stay"))


def left_of(s: State, ask: Ask, planned: Sequence[Step], planner: Planner) -> list[Step]:
    """Return what of the plan isn't carried out yet; if someone moved differently, a new plan from here."""
    gone, left, arrived = gone_from(s, ask, planned), list[Step](), dict[str, int]()
    for step in planned:
        if gone[step.start] < step.n:
            left.append(step)
        else:
            gone[step.start] -= step.n
            arrived[step.goal] = arrived.get(step.goal, 0) + step.n
    return planner(prospect(s, ask.seat)) if left and s.stood and arrived != s.moved else left


def gone_from(s: State, ask: Ask, planned: Sequence[Step]) -> dict[str, int]:
    """Return how many have left each area; if all plan at once, the options alone show it (CIV-RUL-052)."""
    starts = {step.start for step in planned}
    if s.stood:
        return {start: s.stood[start] - unmoved_tokens(s, ask.seat, start) for start in starts}
    able: dict[str, int] = {}
    for option in ask.options:
        move = move_in(option)
        if move and move.way == ">":
            able[move.start] = max(move.n, able.get(move.start, 0))
    return {start: unmoved_tokens(s, ask.seat, start) - able.get(start, 0) for start in starts}


def choose_voyage(s: State, ask: Ask, walked: Collection[tuple[str, str]], kept: Collection[str]) -> Decision | None:
    """Return a voyage that takes spare tokens to empty land that its ships reach."""
    best = max(voyages(s, ask, walked, kept), default=None)
    return Decision((best[1],), because("sail", area=text.area(best[2]))) if best else None


def voyages(
    s: State, ask: Ask, walked: Collection[tuple[str, str]], kept: Collection[str]
) -> Iterator[tuple[float, str, str]]:
    """Yield the value of each such voyage, its option and where it ends; a single token goes only to a site.

    None leads back to where tokens have `walked` from.
    """
    p = prospect(s, ask.seat)
    for token in ask.options:
        move = move_in(token)
        if move is None or move.way != "~" or move.stays_aboard:
            continue
        start, goal, n = move.start_area, move.goal_area, move.n
        if start in kept or n > p.spare(start) or n > p.limit(goal) - p.mine.get(goal, 0):
            continue
        if (worth := worth_of_landing(p, goal, n)) and (goal, start) not in walked:
            yield worth, token, goal


def aboard(s: State, ask: Ask) -> Decision:
    """Land those aboard where they are, or where there is room for them."""
    p = prospect(s, ask.seat)

    def against(token: str) -> tuple[bool, int, str]:
        move = move_of(token)
        where = move.goal_area
        return move.stays_aboard, max(0, move.n + p.mine.get(where, 0) - p.limit(where)), token

    return Decision((min(ask.options, key=against),), because("land"))
