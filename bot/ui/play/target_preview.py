"""What each target of an action would lose, as the hint of its option: a dry run for every option of one question."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.ui.play.draft import DraftState
from bot.ui.play.preview import all_changes, holdings
from engine.core.ask import Option
from engine.core.text import words
from engine.core.trial import DryRun

MOST: Final = 25


def aimed(stage: DraftState) -> DraftState:
    """The stage with hints of what its options would take from others, where an action is being aimed."""
    if not is_aiming(stage) or stage.ask is None:
        return stage
    runs = stage.there.previews([(*stage.work.whole, (token,)) for token in stage.ask.options])
    found = dict(zip(stage.ask.options, runs, strict=True))
    return replace(stage, options=tuple(hinted(stage, option, found.get(option.token)) for option in stage.options))


def is_aiming(stage: DraftState) -> bool:
    """Whether one target of an action is to be chosen, among few enough to try each."""
    ask, actions = stage.ask, stage.questions.card_actions
    if stage.presentation.board is None or ask is None or stage.request is None or stage.key not in actions:
        return False
    key = stage.request.key
    one = ask.least == ask.most == 1 and 1 < len(ask.options) <= MOST
    return one and key != stage.key and key not in stage.presentation.plans


def hinted(stage: DraftState, option: Option, run: DryRun | None) -> Option:
    """The option with what it would cost others behind what it said already."""
    told = damage(stage, run) if run is not None else ""
    return replace(option, hint=" · ".join(part for part in (option.hint, told) if part))


def damage(stage: DraftState, run: DryRun) -> str:
    """`6 disks in 6 areas`, else what a seat would hold less; empty if nobody else loses anything that is known."""
    lost = [c for c in all_changes(stage, run) if c.after < c.before and c.faction != stage.seat]
    n, areas = sum(c.before - c.after for c in lost), len({c.area for c in lost})
    if areas > 1:
        return stage.words("play.aim.areas", n=n, areas=areas)
    if n:
        return stage.words("play.aim.one" if n == 1 else "play.aim.several", n=n)
    own = words("play.text.you")
    return " · ".join(line for line in holdings(stage, run.view) if not line.startswith(own))
