"""What Culture Wars counts for the figures at the end."""

from __future__ import annotations

from typing import Final

from engine.core.figures import Figure, Figures, lines, losses, numbers

MOVED: Final = numbers("player", "n")

FIGURES: Final = Figures(
    (
        Figure("grown", {"expansion.grown": numbers("player", "n")}),
        Figure("moved", {"movement.moved": MOVED, "movement.sailed": MOVED}),
        Figure("lost", {"conflict.fought": losses("before", "after")}),
        Figure("surplus", {"excess.removed": numbers("player", "n")}),
        Figure("settled", {f"settle.{how}": lines("player") for how in ("ace", "own", "replaced", "with_ace")}),
        Figure("abandoned", {"abandon.coin": lines("player"), "abandon.ace": lines("player")}),
    )
)
