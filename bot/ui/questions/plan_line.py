"""A typed line put into the draft of a plan, or the reason why it cannot be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from bot.contract.tables import Refused
from bot.ui.questions.draft import DraftAnswers, DraftState, draft_state, token_name
from bot.ui.questions.plan_context import ground_of, look_ahead, plan_key
from bot.ui.typed.grammar import plainly_typed
from bot.ui.typed.planner import PlanFit, fill, fit
from bot.ui.typed.reading import Ground, Wanted, parse_line
from engine.core.message import list_of
from engine.core.naming import Named, WrongLine

MOST_FIXES = 3
VIA = 2


def set_line(stage: DraftState, line: str, *, back: bool = False, ends: bool = True) -> DraftAnswers:
    """Return the draft with the plan that the line asks for in place of the old one. Raises WrongLine.

    `back` or, with `ends`, a stop in the line ends the plan there; else what is left can still be placed.
    """
    if stage.work.plan:
        stage = draft_state(stage.there, stage.presentation, stage.work.with_plan(plan_key(stage), ()), stage.makers)
    ground, key = ground_of(stage), plan_key(stage)
    asked = read_line(stage, line, ground)
    fitted = _fitted(stage, asked, key)
    if fitted.unplaced:
        raise misfit(stage, ground, asked, fitted)
    plan = tuple(pick[0] for pick in fitted.batch[len(stage.work.batch) :])
    work = stage.work.with_plan(key, plan)
    stop = stage.presentation.plans.get(key, "")
    if fitted.offered is not None and stop and (back or (ends and asked.stop == "back")):
        return work.with_answers((stop,))
    return work


def read_line(stage: DraftState, line: str, ground: Ground) -> Wanted:
    """Return what a line asks for: in the game's own grammar for that plan, or in the usual one. Raises WrongLine."""
    key, line = plan_key(stage), plainly_typed(line)
    if key not in stage.lines.readers:
        return parse_line(line, ground)
    picks, stop = stage.lines.readers[key](line, stage.scene), stage.presentation.plans[key]
    ends = bool(stop) and picks[-1:] == (stop,)
    return Wanted(picks[:-1] if ends else picks, stop="back" if ends else "")


def _fitted(stage: DraftState, asked: Wanted, key: str) -> PlanFit:
    look = look_ahead(stage, key)
    fitted = fit(look, asked.areas, stage.work.batch)
    if asked.rest and not fitted.unplaced:
        return fill(look, fitted, asked.rest)
    return fitted


def more(stage: DraftState, line: str) -> DraftAnswers:
    """Return the draft with what the line names added to the plan. Raises WrongLine."""
    ground, already = ground_of(stage), stage.work.plan
    there = {area: n + already.count(area) for area, n in ground.own.items()}
    asked = read_line(stage, line, replace(ground, own=there))
    fitted = fit(look_ahead(stage, plan_key(stage)), (*already, *asked.areas), stage.work.batch)
    if fitted.unplaced:
        raise misfit(stage, ground, asked, fitted)
    return stage.work.with_plan(plan_key(stage), tuple(pick[0] for pick in fitted.batch[len(stage.work.batch) :]))


def add(stage: DraftState, areas: Sequence[str]) -> DraftAnswers:
    """Return the draft with these areas added to the plan, as far as they are offered."""
    key = plan_key(stage)
    fitted = fit(look_ahead(stage, key), areas, stage.work.whole)
    return stage.work.with_plan(key, tuple(pick[0] for pick in fitted.batch[len(stage.work.batch) :]))


def without(stage: DraftState, token: str) -> DraftAnswers:
    """Return the draft with the plan made anew without the last of these tokens, as far as it fits then. Raises
    Refused("stale") if none is planned.
    """
    plan, key = list(stage.work.plan), plan_key(stage)
    if token not in plan:
        raise Refused("stale")
    del plan[len(plan) - 1 - plan[::-1].index(token)]
    fresh = draft_state(stage.there, stage.presentation, stage.work.with_plan(key, ()), stage.makers)
    return add(fresh, plan)


def misfit(stage: DraftState, ground: Ground, asked: Wanted, fitted: PlanFit) -> WrongLine:
    """Return why an area of the line found no place: too many disks, above a limit, or out of reach."""
    if fitted.offered is None:
        n = len(asked.areas)
        return WrongLine("too_many", n=n, left=n - len(fitted.unplaced) if ground.left is None else ground.left)
    area = fitted.unplaced[0]
    name = stage.presentation.names.name("area", area)
    there, most = ground.own.get(area, 0), ground.limit(area)
    adds = Counter(asked.areas)[area]
    if there + adds > most:
        return WrongLine("over_limit", asked.texts.get(area, name), area=name, most=most, there=there, adds=adds)
    if there or area not in ground.own:
        return WrongLine("not_now", name, area=token_name(stage, area))
    return WrongLine("out_of_reach", name, ways(stage, area, fitted.offered), area=name, near=_near(stage, area))


def ways(stage: DraftState, area: str, offered: frozenset[str]) -> tuple[Named, ...]:
    """Return the areas next to it that are offered: a disk there would open the way."""
    board = stage.presentation.board
    near = [a for a in board.near(stage.view, area) if a in offered] if board else []
    return stage.presentation.names.things("area", near)


def _near(stage: DraftState, area: str) -> str:
    board = stage.presentation.board
    near = board.near(stage.view, area) if board else ()
    return str(list_of([stage.presentation.names.name("area", a) for a in near])) or stage.presentation.names.name(
        "area", area
    )


def fixes(wrong: WrongLine, line: str) -> list[tuple[str, str]]:
    """Return lines that would be right instead, with what they do: at most three."""
    if wrong.code in {"unknown_area", "ambiguous_area"}:
        typed = str(wrong.said.get("typed", wrong.words))
        several = [(n.name, line.replace(typed, n.name, 1)) for n in wrong.instead]
    elif wrong.code == "out_of_reach":
        several = [(n.name, f"{n.name}, {line}") for n in wrong.instead[:VIA]]
    elif wrong.code == "over_limit":
        room = int(wrong.said["most"]) - int(wrong.said["there"])
        several = [(str(room), _less(line, wrong, room))] if room > 0 else []
    else:
        several = []
    return several[:MOST_FIXES]


def _less(line: str, wrong: WrongLine, room: int) -> str:
    return line.replace(wrong.words, f"{wrong.said['area']} {room}", 1)
