"""What ACME counts for the figures at the end."""

from __future__ import annotations

from typing import Final

from engine.core.figures import Figure, Figures, left_alone, lines, numbers

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
    ),
    successions={"gilgamesh.came": ("civ", "old")},
)
