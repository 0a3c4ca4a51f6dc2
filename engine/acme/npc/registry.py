"""Every question that an NPC can answer: importing this module brings in all modules in which one decides something."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Final

from engine.acme.npc import arming, culture, exploring, founding, gilgamesh_answers, invading, regaining, treaties
from engine.acme.npc.cards import deities, negating, playing, refreshing, saving, seeing, targeting
from engine.acme.npc.decision import MINDS, Mind
from engine.acme.npc.fights import answering, committing, opening, rounds, spoils
from engine.acme.npc.placing import answers as placing_answers

MODULES: Final[tuple[ModuleType, ...]] = (
    treaties,
    arming,
    culture,
    placing_answers,
    founding,
    exploring,
    invading,
    regaining,
    gilgamesh_answers,
    answering,
    committing,
    opening,
    rounds,
    spoils,
    playing,
    targeting,
    refreshing,
    seeing,
    saving,
    deities,
    negating,
)
QUESTIONS: Final[Mapping[str, Mind]] = MINDS
