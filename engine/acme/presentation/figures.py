"""The counts that ACME keeps for the figures at the end of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.acme.state import State
from engine.core.figures import Figure, Figures, left_alone, lines, numbers

PHASES: Final = ("growth", "card", "competition", "reckoning")
ELSE: Final = "else"


def treasuries(s: State) -> dict[str, dict[str, int]]:
    """Return how many mina each civ earned and paid, by phase."""
    return {civ: {**by_phase("earned", c.earned), **by_phase("paid", c.spent)} for civ, c in s.civs.items()}


def by_phase(figure: str, moved: Mapping[str, int]) -> dict[str, int]:
    """Return the parts of a figure by phase; what came or went outside the four phases is a part of its own."""
    parts = {f"{figure}.{phase}": moved.get(phase, 0) for phase in PHASES}
    return {**parts, f"{figure}.{ELSE}": sum(n for phase, n in moved.items() if phase not in PHASES)}


FIGURES: Final = Figures(
    (
        Figure(
            "played",
            {
                "card.announced": lines("civ"),
                "card.announced_at": lines("civ"),
                "competition.revealed": numbers("civ", "cards"),
            },
        ),
        Figure("negated", {"negate.negated": lines("civ"), "investment.negated": lines("civ")}),
        Figure("negating", {"negate.announced": lines("civ"), "negate.law": lines("civ")}),
        Figure("placed", {"growth.placed": numbers("civ", "n")}),
        Figure(
            "lost",
            {
                "loss.lost": numbers("civ", "areas"),
                "loss.both": numbers("civ", "areas"),
                "competition.hurt": numbers("civ", "lost"),
                "competition.hurt_and_saved": numbers("civ", "lost"),
            },
        ),
        Figure(
            "saved",
            {
                "loss.saved": numbers("civ", "saved"),
                "loss.both": numbers("civ", "saved"),
                "competition.saved": numbers("civ", "saved"),
                "competition.hurt_and_saved": numbers("civ", "saved"),
            },
        ),
        Figure("won", {"competition.ends": left_alone("stacks")}),
        Figure("sacked", {"loot.sacked": lines("civ")}),
        Figure("earned", parts=(*PHASES, ELSE)),
        Figure("paid", parts=(*PHASES, ELSE)),
    ),
    successions={"gilgamesh.came": ("civ", "old")},
    kept=treasuries,
)
