"""How the computer moves: its plan over land step by step, then its ships (CIV §8)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from engine.civ.board import is_site
from engine.civ.movement import DONE, unmoved_tokens
from engine.civ.moves import move_in, move_of
from engine.civ.npc.decision import Decision, because, decides
from engine.civ.npc.planning import Step, plan
from engine.civ.npc.prospect import prospect, prospect_of
from engine.civ.state import State
from engine.core import text
from engine.core.ask import Ask, Request


@decides("movement.tokens")
def move(s: State, _request: Request, ask: Ask) -> Decision:
    """Return the next step of the plan that is offered; no more when there is none."""
    offered = set(ask.options)
    if DONE not in offered:
        return aboard(s, ask)
    planned = plan(prospect_of(s, ask.seat))
    found = next((step for step in left_of(s, ask, planned) if step.token in offered), None)
    if found is None:
        return choose_voyage(s, ask, planned) or Decision((DONE,), because("stay"))
    return Decision((found.token,), found.why)


def left_of(s: State, ask: Ask, planned: Sequence[Step]) -> list[Step]:
    """Return what of the plan isn't carried out yet; if someone moved differently, a new plan from here."""
    gone, left, arrived = gone_from(s, ask, planned), list[Step](), dict[str, int]()
    for step in planned:
        if gone[step.start] < step.n:
            left.append(step)
        else:
            gone[step.start] -= step.n
            arrived[step.goal] = arrived.get(step.goal, 0) + step.n
    return plan(prospect(s, ask.seat)) if left and s.stood and arrived != s.moved else left


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


def choose_voyage(s: State, ask: Ask, planned: Sequence[Step]) -> Decision | None:
    """Return a voyage that takes spare tokens to empty land that its ships reach."""
    best = max(voyages(s, ask, {(step.start, step.goal) for step in planned}), default=None)
    return Decision((best[1],), because("sail", area=text.area(best[2]))) if best else None


def voyages(s: State, ask: Ask, walked: Collection[tuple[str, str]]) -> Iterator[tuple[float, str, str]]:
    """Yield the value of each such voyage, its option and where it ends; a single token goes only to a site.

    None leads back to where tokens have `walked` from.
    """
    p = prospect(s, ask.seat)
    for token in ask.options:
        move = move_in(token)
        if move is None or move.way != "~" or move.stays_aboard:
            continue
        start, goal, n = move.start_area, move.goal_area, move.n
        if n > p.spare(start) or n > p.limit(goal) - p.mine.get(goal, 0) or p.others.get(goal):
            continue
        worth = n * (2.0 if p.mine.get(goal, 0) < 2 else 0.2) + is_site(s, goal)
        if worth > 2 and (goal, start) not in walked:
            yield worth, token, goal


def aboard(s: State, ask: Ask) -> Decision:
    """Land those aboard where they are, or where there is room for them."""
    p = prospect(s, ask.seat)

    def against(token: str) -> tuple[bool, int, str]:
        move = move_of(token)
        where = move.goal_area
        return move.stays_aboard, max(0, move.n + p.mine.get(where, 0) - p.limit(where)), token

    return Decision((min(ask.options, key=against),), because("land"))
