"""The verbs of ACME as data: names, options, and the questions they answer."""

from __future__ import annotations

from typing import Final

from engine.core.commands import CONFIRM, Command, Parameter

PLAN: Final = Parameter("plan", several=True)
SURE: Final = Parameter(CONFIRM, "flag")
AREA: Final = Parameter("area")
COUNT: Final = Parameter("count", "number", low=1, high=48)
LEFT: Final = Parameter("left", "choice", values=("ask", "back"))
DISKS: Final = Parameter("disks", several=True)
CARD: Final = Parameter("card", required=True)
TARGET: Final = Parameter("target")
AREAS: Final = Parameter("areas", several=True)
OPTION: Final = Parameter("option")
AMOUNT: Final = Parameter("amount", "number", high=50)
ANSWER: Final = Parameter("answer", required=True)
CARDS: Final = Parameter("cards", several=True)
CHOICE: Final = Parameter("choice", several=True)
CIV: Final = Parameter("civ")
HOME: Final = Parameter("home")

AIMS: Final = {
    "card.play": ("card",),
    "card.option": ("option",),
    "card.victim": ("target",),
    "card.faction": ("target",),
    "card.area": ("target",),
    "card.areas": ("areas",),
    "card.place": ("areas",),
    "card.move": ("areas",),
    "card.amount": ("amount",),
    "deity.choose": ("target",),
    "deity.pay": ("with",),
}
PLAYING: Final = (CARD, TARGET, AREAS, OPTION, AMOUNT)
MEANS: Final = Parameter("with", several=True)

COMMANDS: Final[tuple[Command, ...]] = (
    Command(
        "deploy",
        (PLAN, AREA, COUNT, LEFT, SURE),
        {"growth.deploy": ("plan",), "setup.deploy": ("plan",), "gilgamesh.deploy": ("plan",)},
        lines=("{area} {count}", "{area}"),
    ),
    Command("retire", (Parameter("disks", required=True, several=True),), {"growth.retire": ("disks",)}, way="note"),
    Command("granary", (), {}, {"growth.granary": ("yes",)}, way="note"),
    Command(
        "resettle", (Parameter("disks", required=True, several=True),), {"growth.resettle": ("disks",)}, way="note"
    ),
    Command("play", (*PLAYING, MEANS), AIMS),
    Command("preview", (*PLAYING, MEANS), AIMS, way="preview"),
    Command(
        "deity",
        (
            Parameter("mode", "choice", values=("build", "restore", "return")),
            Parameter("deity"),
            DISKS,
            Parameter("mina", "number", high=50),
            CARDS,
            TARGET,
            SURE,
        ),
        {"deity.choose": ("deity",), "deity.pay": ("disks", "mina", "cards")},
        way="purchase",
    ),
    Command(
        "advance",
        (Parameter("track", required=True), MEANS, SURE),
        {"card.play": ("track",), "culture.pay": ("with",)},
        way="advance",
    ),
    Command("power", (TARGET, AREA), {"deity.power": ("area", "target"), "deity.back": ("area",)}),
    Command(
        "negate",
        (ANSWER, Parameter("against"), DISKS),
        {"card.negate": ("answer",), "competition.negate": ("answer", "against"), "negate.cost": ("disks",)},
    ),
    Command("before", (ANSWER, TARGET, AREA), {"competition.before": ("answer", "area", "target")}),
    Command(
        "commit",
        (CARDS, AREA, AMOUNT, Parameter("order", several=True)),
        {
            "competition.commit": ("cards",),
            "competition.order": ("order",),
            "competition.card": ("area", "amount"),
        },
        either=frozenset({"competition.card"}),
    ),
    Command(
        "fight",
        (
            Parameter("pay", "number", high=48),
            MEANS,
            Parameter("lose", several=True),
            Parameter("until", "choice", values=("win", "share", "useless", "ask")),
        ),
        {"competition.removal": ("with", "lose"), "loss.choose": ("with", "lose")},
        way="fight",
        either=frozenset({"competition.removal", "loss.choose"}),
    ),
    Command(
        "pay",
        (Parameter("save", several=True), MEANS, Parameter("lose", several=True)),
        {
            "loss.buy_off": ("with",),
            "loss.choose": ("lose",),
            "loss.penalty": ("with",),
            "epoch.cities": ("lose",),
            "epoch.faith": ("with",),
        },
        way="losses",
    ),
    Command("loot", (Parameter("loot", required=True),), {"loot.choose": ("loot",), "loot.deity": ("loot",)}),
    Command("buy", (Parameter("buy", "number", required=True, high=10),), {"draw.buy": ("buy",)}),
    Command(
        "discard",
        (Parameter("cards", required=True, several=True),),
        {"draw.discard": ("cards",), "draw.extra": ("cards",), "draw.sacrifice": ("cards",)},
    ),
    Command(
        "event",
        (Parameter("base"), Parameter("entry"), AREAS),
        {"event.base": ("base",), "event.entry": ("entry",), "event.spread": ("areas",)},
    ),
    Command(
        "gilgamesh",
        (Parameter("decision", "choice", required=True, values=("stay", "leave")), CIV, HOME, PLAN, SURE),
        {
            "gilgamesh.invoke": ("decision",),
            "gilgamesh.civ": ("civ",),
            "gilgamesh.home": ("home",),
            "gilgamesh.deploy": ("plan",),
        },
    ),
    Command(
        "choose",
        (CHOICE, CIV, HOME, CARDS),
        {
            "setup.civ": ("civ",),
            "setup.home": ("home",),
            "card.look": ("cards",),
            "card.give": ("cards",),
            "draw.dead": ("cards",),
            "draw.regain": ("cards",),
            "": ("choice",),
        },
    ),
    Command(
        "peace",
        (Parameter("npc", required=True), Parameter("gift")),
        {"peace.offer": ("npc",), "peace.gift": ("gift",)},
    ),
    Command("explore", (AREA, CARDS), {"explore.next": ("area",), "explore.keep": ("cards",)}),
    Command("pass", way="decline"),
)
