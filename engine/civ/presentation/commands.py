"""The verbs of Advanced Civilization as data: names, options, and the questions they answer."""

from __future__ import annotations

from typing import Final

from engine.core.commands import Command, Parameter

MOVES: Final = {"movement.tokens": ("plan",)}
CITIES: Final = Parameter("cities", several=True)
TOKENS: Final = Parameter("tokens", several=True)
FACTIONS: Final = ("war.faction", "war.pick", "war.loss", "mega.pick", "mega.keep", "calamity.lose")

COMMANDS: Final[tuple[Command, ...]] = (
    Command(
        "nation",
        (Parameter("nation", required=True), Parameter("area")),
        {"setup.nation": ("nation",), "setup.start": ("area",)},
    ),
    Command("rate", (Parameter("rate", "number", required=True, low=1, high=4),), {"tax.rate": ("rate",)}),
    Command("grow", (Parameter("areas", required=True, several=True),), {"growth.place": ("areas",)}),
    Command(
        "ships",
        (Parameter("build", several=True), Parameter("keep")),
        {"ships.keep": ("keep",), "ships.build": ("build",)},
    ),
    Command(
        "move",
        (
            Parameter("plan", several=True),
            Parameter("from"),
            Parameter("to"),
            Parameter("count", "number", low=1, high=55),
        ),
        MOVES,
        lines=("{from}>{to} {count}", "{from}>{to}"),
    ),
    Command("preview", (Parameter("plan", required=True, several=True),), MOVES, way="preview"),
    Command(
        "build",
        (CITIES, Parameter("settlers", several=True), Parameter("money")),
        {"city.build": ("cities",), "city.settlers": ("settlers",), "cards.buy": ("money",)},
    ),
    Command("reduce", (Parameter("city", required=True),), {"support.reduce": ("city",)}),
    Command("stand", (Parameter("roll", required=True),), {"calamity.stand": ("roll",)}),
    Command(
        "lose",
        (CITIES, TOKENS),
        {**{f"{key}_cities": ("cities",) for key in FACTIONS}, **dict.fromkeys(FACTIONS, ("tokens",))},
    ),
    Command(
        "share",
        (Parameter("plan", required=True, several=True),),
        {"calamity.victims": ("plan",), "calamity.named": ("plan",)},
    ),
    Command(
        "ability",
        (Parameter("name"), Parameter("area")),
        {
            "ability.use": ("name",),
            **dict.fromkeys(("convert.area", "fundamentalism.area", "politics.area", "doctrine.what"), ("area",)),
        },
    ),
    Command(
        "buy",
        (
            Parameter("advances", several=True),
            Parameter("with"),
            Parameter("free"),
            Parameter("credits", several=True),
            Parameter("discard", several=True),
        ),
        {
            "advance.buy": ("advances",),
            "advance.pay": ("with",),
            "advance.free": ("free",),
            "advance.credits": ("credits",),
            "hand.discard": ("discard",),
        },
    ),
    Command("choose", (Parameter("choice", required=True, several=True),), {"": ("choice",)}),
    Command("done", way="decline"),
)
