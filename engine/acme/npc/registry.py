"""Every question that an NPC can answer; importing this module imports all deciders."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Final

from engine.acme.npc import culture, gentle, invading, small_decisions
from engine.acme.npc.cards import negating, playing, saving, seeing, targeting
from engine.acme.npc.decision import DECIDERS, Decider
from engine.acme.npc.fights import answering, committing, opening, rounds
from engine.acme.npc.placing import answers as placing_answers

MODULES: Final[tuple[ModuleType, ...]] = (
    small_decisions,
    culture,
    placing_answers,
    invading,
    answering,
    committing,
    opening,
    rounds,
    playing,
    targeting,
    seeing,
    saving,
    negating,
    gentle,
)
QUESTIONS: Final[Mapping[str, Decider]] = DECIDERS
