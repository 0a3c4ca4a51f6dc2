"""The verbs of Advanced Civilization as data: names, options, and the questions they answer."""

from __future__ import annotations

from typing import Final

from engine.core.commands import CONFIRM, HAND, Command, Parameter

MOVES: Final = dict.fromkeys(("movement.tokens", "ships.keep", "ships.build"), ("plan",))
SURE: Final = Parameter(CONFIRM, "flag")
CITIES: Final = Parameter("cities", several=True)
FACTIONS: Final = ("war.faction", "war.pick", "war.loss", "mega.pick", "mega.keep", "calamity.lose")
SHARED: Final = ("calamity.victims", "calamity.named")
LOST: Final = (
    *(f"{key}{part}" for key in FACTIONS for part in ("", "_cities", "_count")),
    *("famine.water", "mega.escape", "mega.discard", "mega.sacrifice", "calamity.cities", "calamity.pirates"),
    *("annex.cities", "annex.tokens", "annex.betrayed", "revolt.cities", "revolt.lost"),
)

ABILITIES: Final = ("convert.area", "fundamentalism.area", "politics.area", "doctrine.what", "diaspora.goal")

COMMANDS: Final[tuple[Command, ...]] = (
    Command(
        "nation",
        (Parameter("nation", required=True), Parameter("area")),
        {"setup.nation": ("nation",), "setup.start": ("area",)},
    ),
    Command("rate", (Parameter("rate", "number", required=True, low=1, high=4),), {"tax.rate": ("rate",)}, auto="tax"),
    Command("grow", (Parameter("areas", required=True, several=True),), {"growth.place": ("areas",)}),
    Command(
        "ships",
        (Parameter("build", several=True), Parameter("keep", several=True), SURE),
        {"ships.keep": ("keep",), "ships.build": ("build",)},
        way="joined",
    ),
    Command(
        "move",
        (
            Parameter("plan", several=True),
            Parameter("from"),
            Parameter("to"),
            Parameter("count", "number", low=1, high=55),
            SURE,
        ),
        MOVES,
        way="march",
        lines=("{from}>{to} {count}", "{from}~{to} {count}", "{from}>{to}", "{from}~{to}"),
    ),
    Command("preview", (Parameter("plan", required=True, several=True),), MOVES, way="preview"),
    Command(
        "build",
        (CITIES, Parameter("architecture"), Parameter("settlers", several=True), Parameter("cards"), SURE),
        {"city.build": ("cities",), "city.settlers": ("settlers",), "cards.buy": ("cards",)},
        way="joined",
    ),
    Command("reduce", (Parameter("city", required=True),), {"support.reduce": ("city",)}),
    Command("stand", (Parameter("roll", required=True),), {"calamity.stand": ("roll",)}),
    Command(
        "lose",
        (Parameter("plan", required=True, several=True), SURE),
        dict.fromkeys(LOST, ("plan",)),
        way="losses",
    ),
    Command(
        "share",
        (Parameter("plan", required=True, several=True), SURE),
        dict.fromkeys(SHARED, ("plan",)),
        way="losses",
    ),
    Command(
        "ability",
        (Parameter("name"), Parameter("area")),
        {
            "ability.use": ("name",),
            **dict.fromkeys(ABILITIES, ("area",)),
        },
    ),
    Command(
        "buy",
        (
            Parameter("advances", several=True),
            Parameter("pay", several=True),
            Parameter("keep", several=True),
            Parameter("free"),
            Parameter("credits", several=True),
            Parameter("discard", several=True),
            SURE,
        ),
        {
            "advance.buy": ("advances",),
            "advance.pay": ("pay",),
            "advance.free": ("free",),
            "advance.credits": ("credits",),
            "hand.discard": ("discard",),
        },
        way="joined",
    ),
    Command("hand", look=HAND),
    Command("advances", (Parameter("player"),), look="advances"),
    Command("track", look="track"),
    Command("score", look="score"),
    Command("odds", look="odds"),
    Command("choose", (Parameter("choice", required=True, several=True),), {"": ("choice",)}),
    Command("done", way="decline"),
)
