"""Tells the computer's reason after each of its answers; it can be read on request.

Only the computer's own answers are explained, not those given by a person.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.civ.board import is_strong
from engine.civ.npc.decision import DECIDERS, WHY, ReasonedPicks, because, decide
from engine.civ.state import State
from engine.core import text
from engine.core.ask import Answers, Ask, Flow, Picks, Request, watch
from engine.core.game import REASON, Event
from engine.core.message import NOTHING, Message

MOVE: Final = "movement.tokens"


def with_reasons(step: Callable[[State], Flow[str | None]]) -> Callable[[State], Flow[str | None]]:
    """Return the step, with reasons told after the questions that it puts one by one."""

    def run(s: State) -> Flow[str | None]:
        return watch(step(s), lambda asked, given: s.told.extend(reasons(s, asked, given)))

    return run


def reasons(s: State, asked: Request, given: Answers) -> list[Event]:
    """Return why the computer answered so, for each of its seats that was asked."""
    if asked.key not in DECIDERS:
        return []
    playing = [ask for ask in asked.asks if s.nations[ask.seat].by == "npc"]
    if not playing:
        return []
    found = [(ask.seat, _why(s, asked, ask, given[ask.seat])) for ask in playing]
    return [reason_event(s, seat, asked.key, why) for seat, why in found if why]


def _why(s: State, asked: Request, ask: Ask, picks: Picks) -> Message:
    """Why the computer would answer so; nothing if it would not."""
    if isinstance(picks, ReasonedPicks) and not asked.is_shared:
        return picks.why
    made = decide(s, asked, ask)
    if made.picks == picks:
        return made.why
    return because("compared") if asked.key == MOVE and is_strong(s, ask.seat) else NOTHING


def reason_event(s: State, name: str, key: str, why: Message) -> Event:
    """Return the reason as a line that is shown on request only."""
    said = Message(why.key, {"player": text.civ(name), **why.values})
    return Event(said, None, (), s.action, f"{REASON}{WHY.partition('.')[2]}.{key}")
