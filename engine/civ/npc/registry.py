"""Every question that the computer decides; importing this module imports all deciders."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Final

from engine.civ.npc import advancing, buying, fleets, gentle, growing, losing, moving, powers
from engine.civ.npc.decision import DECIDERS, Decider

MODULES: Final[tuple[ModuleType, ...]] = (growing, moving, advancing, buying, losing, fleets, powers, gentle)
QUESTIONS: Final[Mapping[str, Decider]] = DECIDERS
