"""Phase 11: calamities. Importing this package registers what each card does."""

from __future__ import annotations

from engine.civ.calamities import annexing, cities, civil_war, decline, ground, heresy, hordes, hunger, pirates, waters

__all__ = [
    "annexing",
    "cities",
    "civil_war",
    "decline",
    "ground",
    "heresy",
    "hordes",
    "hunger",
    "pirates",
    "waters",
]
