"""What Advanced Civilization counts for the figures at the end."""

from __future__ import annotations

from typing import Final

from engine.core.figures import Figure, Figures, lines, losses, numbers

EVENT: Final = "civilization."
BUILT: Final = ("built_plain", "built_treasury", "built_neighbours", "built_both")

FIGURES: Final = Figures(
    (
        Figure("grown", {f"{EVENT}growth.grown": numbers("player", "n")}),
        Figure("lost", {f"{EVENT}conflict.fought": losses("before", "after")}),
        Figure("built", {f"{EVENT}city.{how}": lines("player") for how in BUILT}),
        Figure("taken", {f"{EVENT}attack.taken": lines("player")}),
        Figure("cities_lost", {f"{EVENT}attack.taken": lines("victim")}),
        Figure("taxes", {f"{EVENT}tax.paid": numbers("player", "n")}),
        Figure("drawn", {f"{EVENT}cards.drawn": numbers("player", "piles")}),
        Figure(
            "advances",
            {
                f"{EVENT}advance.{how}": numbers("player", "advances")
                for how in ("bought", "bought_plain", "bought_cards", "bought_free")
            },
        ),
        Figure("calamities", {f"{EVENT}calamity.alone": lines("player"), f"{EVENT}calamity.roles": lines("victim")}),
    )
)
