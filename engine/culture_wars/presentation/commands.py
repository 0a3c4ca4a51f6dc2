"""The verbs of Culture Wars as data: names, options, and the questions they answer."""

from __future__ import annotations

from typing import Final

from engine.core.commands import CONFIRM, Command, Parameter

SQUARES: Final = Parameter("squares", required=True, several=True)
MOVES: Final = {"movement.move": ("plan",)}

COMMANDS: Final[tuple[Command, ...]] = (
    Command(
        "tile",
        (Parameter("tile", required=True), Parameter("to", required=True)),
        {"tile.move": ("tile",), "tile.place": ("to",)},
    ),
    Command("coin", (Parameter("square", required=True),), {"coin.place": ("square",)}),
    Command("start", (SQUARES,), {"token.start": ("squares",)}),
    Command("grow", (SQUARES,), {"growth.squares": ("squares",)}),
    Command(
        "move",
        (
            Parameter("plan", several=True),
            Parameter("from"),
            Parameter("to"),
            Parameter("count", "number", low=1, high=36),
            Parameter(CONFIRM, "flag"),
        ),
        MOVES,
        lines=("{from}-{to} {count}", "{from}-{to}"),
    ),
    Command(
        "settle",
        (Parameter("squares", several=True), Parameter("choice")),
        {"settle.form": ("squares",), "settle.coin": ("choice",)},
    ),
    Command("preview", (Parameter("plan", required=True, several=True),), MOVES, way="preview"),
    Command("pass", way="decline"),
)
