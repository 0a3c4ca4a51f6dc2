"""Every question that an NPC can answer: importing this module brings in all modules in which one decides something."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Final

from engine.acme.npc.decision import MINDS, Mind

MODULES: Final[tuple[ModuleType, ...]] = ()
QUESTIONS: Final[Mapping[str, Mind]] = MINDS
