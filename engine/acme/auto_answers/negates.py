"""Auto-answer *use a Negate* against announcements: never, or where the seat would lose a disk (ACME §8.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.acme.auto_answers.responses import NEGATE, lost
from engine.acme.npc.cards.worth import given_up_first
from engine.core.ask import PASS, Ask, Picks
from engine.core.auto_answers import AutoAnswer, AutoAnswerKind
from engine.core.trial import Trial

NEVER, CHEAPEST, ANY = "never", "cheapest", "any"
KIND: Final = AutoAnswerKind((NEGATE,), (NEVER, CHEAPEST, ANY))


def negated(one: AutoAnswer, trial: Trial, ask: Ask) -> Picks:
    """What it Negates with, or that it passes."""
    means = [option for option in ask.options if option != PASS]
    if one.value == NEVER or not means or not lost(trial, ask.seat):
        return (PASS,)
    return (_cheapest(means) if one.value == CHEAPEST else means[0],)


def _cheapest(means: Sequence[str]) -> str:
    """What is face up before a card of the hand; of cards the one that a computer would give up first (RUL-144)."""
    face_up = [option for option in means if not option.isdigit()]
    return face_up[0] if face_up else str(given_up_first(int(option) for option in means)[0])
