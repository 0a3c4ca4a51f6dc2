"""What a draft would do, in words, from a dry run on the seat's own view.

If an action has a target, a dry run of each target gives the hint of its option.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.ui.parts import short
from bot.ui.questions.draft import DraftState
from engine.core.ask import Option
from engine.core.game import REASON, Event, View
from engine.core.naming import named_by
from engine.core.presentation import Stacks
from engine.core.text import list_parts, sentence, words
from engine.core.trial import DryRun

MOST_CHANGES = 18
MOST_EVENTS = 6
LONG = 1100
MOST_FOUGHT = 360
PHASES = "phase."
PASSED = "passed"


@dataclass(frozen=True, slots=True)
class StackChange:
    """A stack before and after."""

    area: str
    faction: str
    before: int
    after: int


def changes(before: Stacks, after: Stacks) -> list[StackChange]:
    """Return every stack that differs, in the order of the areas."""
    found: list[StackChange] = []
    for area, new in after.items():
        old = before.get(area, {})
        if old != new:
            each = [StackChange(area, f, old.get(f, 0), new.get(f, 0)) for f in dict.fromkeys((*old, *new))]
            found += [change for change in each if change.before != change.after]
    return found


def own_changes(stage: DraftState) -> list[StackChange]:
    """Return how the draft changes the seat's own stacks."""
    return [c for c in all_changes(stage) if c.faction == stage.seat]


def all_changes(stage: DraftState, run: DryRun | None = None) -> list[StackChange]:
    """Return how the draft, or another run, changes the board."""
    board, seen = stage.presentation.board, run or stage.run
    if board is None or seen is None:
        return []
    return changes(board.stacks(stage.sheet.view), board.stacks(seen.view))


def stack_words(stage: DraftState, found: Iterable[StackChange]) -> str:
    """Return a text such as `Tarsus 2→3 City · Lukka 0→2`; stacks of others with their name."""
    board, parts = stage.presentation.board, []
    several = list(found)
    for c in several[:MOST_CHANGES]:
        worth = board.worth(stage.view, c.faction, c.area) if board else ""
        whose = "" if c.faction == stage.seat else f"{stage.presentation.names.name('civ', c.faction)} "
        area = stage.presentation.names.name("area", c.area)
        parts.append(f"{area} {whose}{c.before}→{c.after} {worth}".rstrip())
    if len(several) > MOST_CHANGES:
        parts.append(words("play.text.more", n=len(several) - MOST_CHANGES))
    return " · ".join(parts)


def contested_text(stage: DraftState, run: DryRun | None = None) -> str:
    """Return areas that the draft opens a fight for, with the stacks of others there."""
    board, seen = stage.presentation.board, run or stage.run
    if board is None or seen is None:
        return ""
    after = board.stacks(seen.view)
    new = board.newly_contested(stage.sheet.view, seen.view)
    named = [f"**{stage.presentation.names.name('area', a)}**{_rivals(stage, after[a])}" for a in new]
    return stage.words("play.text.contested", areas=list_parts(named, MOST_FOUGHT)) if named else ""


def _rivals(stage: DraftState, stacks: Mapping[str, int]) -> str:
    """The stacks of others, if there are any: a city is attacked without."""
    names = stage.presentation.names
    others = [f"{names.name('civ', f)} {n}" for f, n in stacks.items() if f != stage.seat and n]
    return f" ({', '.join(others)})" if others else ""


def effect(stage: DraftState, run: DryRun | None = None) -> str:
    """Return what an action would do if nobody stopped it, and where that becomes unknown; empty if nothing."""
    seen = run or stage.run
    if seen is None:
        return ""
    lines = [stack_words(stage, all_changes(stage, seen)), *holdings(stage, seen.view), *others(stage, seen)]
    told = [line for line in (*lines, contested_text(stage, seen)) if line]
    opening = [words("play.text.if_unopposed" if seen.presumed else "play.text.then")] if told else []
    ending = [words("play.text.until_chance")] if seen.stopped == "chance" else []
    return short("\n".join([*opening, *told, *payable(stage, seen), *ending]), LONG)


def holdings(stage: DraftState, after: View) -> list[str]:
    """Return what each seat holds besides its stacks, if it changes; one's own first."""
    board, found = stage.presentation.board, []
    if board is None:
        return []
    seats = [stage.seat, *(s.seat for s in stage.sheet.info.seats if s.seat != stage.seat)]
    for seat in seats:
        old, new = (board.means_of(view, seat, whole=seat == stage.seat) for view in (stage.sheet.view, after))
        differs = [f"{name} {old[name]}→{new[name]}" for name in new if name in old and old[name] != new[name]]
        who = words("play.text.you") if seat == stage.seat else stage.presentation.names.name("civ", seat)
        found += [words("play.text.holding", who=who, changes=", ".join(differs))] if differs else []
    return found


def others(stage: DraftState, run: DryRun) -> list[str]:
    """Return the events of a run besides changes of stacks and holdings."""
    told = [sentence(e.said) for e in run.events if e.said and not _is_untold(stage, e)]
    more = [words("play.text.more", n=len(told) - MOST_EVENTS)] if len(told) > MOST_EVENTS else []
    return [*(stage.name_tokens(text) for text in told[:MOST_EVENTS]), *more]


def _is_untold(stage: DraftState, event: Event) -> bool:
    """Return whether the preview leaves out the event: the screen shows it, or it presumes that others pass."""
    passes = event.key.rpartition(".")[2] == PASSED and named_by(event.said) != [("civ", stage.seat)]
    return passes or event.key.startswith((PHASES, REASON, *stage.presentation.silent))


def payable(stage: DraftState, run: DryRun) -> list[str]:
    """Return that players who would lose something may save it, if the loss was only assumed."""
    board, presentation = stage.presentation.board, stage.presentation
    if (
        board is None
        or not run.presumed
        or presentation.questions.saves is None
        or not presentation.questions.saves(stage.scene)
    ):
        return []
    losers = {c.faction for c in all_changes(stage, run) if c.after < c.before and c.faction != stage.seat}
    able = [s.seat for s in stage.sheet.info.seats if s.seat in losers]
    who = ", ".join(f"{presentation.names.name('civ', s)} ({board.purse(stage.sheet.view, s)})" for s in able)
    return [stage.words("play.text.payable", who=who)] if who else []


MOST: Final = 25


def with_aim_hints(stage: DraftState) -> DraftState:
    """Return the stage with hints of what its options would take from others, where an action is being aimed."""
    if not is_aiming(stage) or stage.ask is None:
        return stage
    runs = stage.there.previews([(*stage.work.whole, (token,)) for token in stage.ask.options])
    found = dict(zip(stage.ask.options, runs, strict=True))
    return replace(
        stage, options=tuple(with_cost_hint(stage, option, found.get(option.token)) for option in stage.options)
    )


def is_aiming(stage: DraftState) -> bool:
    """Return whether one target of an action is to be chosen, among few enough to try each."""
    ask, actions = stage.ask, stage.questions.card_actions
    if stage.presentation.board is None or ask is None or stage.request is None or stage.key not in actions:
        return False
    key = stage.request.key
    one = ask.least == ask.most == 1 and 1 < len(ask.options) <= MOST
    return one and key != stage.key and key not in stage.presentation.plans


def with_cost_hint(stage: DraftState, option: Option, run: DryRun | None) -> Option:
    """Return the option with what it would cost others behind what it said already."""
    told = damage(stage, run) if run is not None else ""
    return replace(option, hint=" · ".join(part for part in (option.hint, told) if part))


def damage(stage: DraftState, run: DryRun) -> str:
    """Return `6 disks in 6 areas`, else what a seat would lose; empty if nobody else is known to lose anything."""
    lost = [c for c in all_changes(stage, run) if c.after < c.before and c.faction != stage.seat]
    n, areas = sum(c.before - c.after for c in lost), len({c.area for c in lost})
    if areas > 1:
        return stage.words("play.aim.areas", n=n, areas=areas)
    if n:
        return stage.words("play.aim.one" if n == 1 else "play.aim.several", n=n)
    own = words("play.text.you")
    return " · ".join(line for line in holdings(stage, run.view) if not line.startswith(own))
