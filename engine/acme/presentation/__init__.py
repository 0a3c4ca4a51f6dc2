"""Declares ACME's own parts of the screens: which questions belong together, which are plans, and own screens."""

from __future__ import annotations

from typing import Final

from engine.acme.exploration.phase import ALL
from engine.acme.facts.catalog import REGIONS
from engine.acme.presentation.atlas import AcmeAtlas
from engine.acme.presentation.board import BOARD
from engine.acme.presentation.commands import COMMANDS
from engine.acme.presentation.facts import explain, saves, subject
from engine.acme.presentation.figures import FIGURES
from engine.acme.presentation.growth import PLACING, placed_facts
from engine.acme.presentation.lobby import AcmeLobby
from engine.acme.presentation.names import NAMES, names_in, paints_in
from engine.acme.presentation.rulebook import NPC_TOPIC, AcmeRules
from engine.acme.presentation.summary import AcmeSummary
from engine.core.guide import guide_of
from engine.core.presentation import PlanTraits, Presentation, QuestionTraits

AFTER_CARD: Final = (
    "card.option",
    "card.victim",
    "card.faction",
    "card.area",
    "card.areas",
    "card.place",
    "card.move",
    "card.amount",
    "deity.choose",
    "deity.pay",
    "culture.pay",
)
GROWTH: Final = ("growth.retire", "growth.granary", "growth.resettle", "growth.storehouse", "growth.deploy")
ABOUT_CARDS: Final = frozenset(
    f"{phase}.{step}"
    for phase, steps in {
        "card": ("look", "give", "negate"),
        "competition": ("negate", "before"),
        "draw": ("extra", "dead", "sacrifice"),
        "explore": ("keep",),
        "event": ("deity",),
        "loot": ("deity",),
    }.items()
    for step in steps
)
DONE: Final = "done"
COUNTED: Final = ("growth.deploy", "setup.deploy", "gilgamesh.deploy", "card.place", "card.areas", "deity.pay")


PRESENTATION: Final = Presentation(
    names=NAMES,
    named_in=names_in,
    painted_in=paints_in,
    board=BOARD,
    summary=AcmeSummary(),
    lobby=AcmeLobby(),
    atlas=AcmeAtlas(),
    rules=AcmeRules(),
    composites={
        "card.play": AFTER_CARD,
        "competition.commit": ("competition.order",),
        "event.base": ("event.entry", "event.spread"),
        "event.entry": ("event.spread",),
        "peace.offer": ("peace.gift",),
        **dict.fromkeys(GROWTH, GROWTH),
    },
    plans={
        "growth.deploy": DONE,
        "growth.retire": DONE,
        "growth.resettle": DONE,
        "setup.deploy": "",
        "gilgamesh.deploy": "",
        "card.place": DONE,
        "card.areas": DONE,
        "deity.pay": "",
        "competition.commit": DONE,
        "event.spread": "",
    },
    npc_topic=NPC_TOPIC,
    hands=True,
    guide=guide_of("acme"),
    figures=FIGURES,
    silent=(
        "card.announced",
        "card.mina",
        "card.vp",
        "card.boxed",
        "card.paid",
        "card.drew",
        "card.invested",
        "deity.established",
        "loss.",
        "placed",
    ),
    explain=explain,
    group="acme",
    commands=COMMANDS,
    questions=QuestionTraits(
        regions=tuple(REGIONS),
        defaults={
            "growth.retire": (DONE,),
            "growth.granary": ("no",),
            "growth.resettle": (DONE,),
            "growth.storehouse": ("0",),
        },
        card_actions=frozenset({"card.play"}),
        forecast=frozenset({"competition.removal"}),
        decline=DONE,
        apart=(ALL,),
        last=frozenset({"peace.gift", "competition.order"}),
        veiled=frozenset({"competition.commit", "competition.before"}),
        below=frozenset({"setup.civ", "gilgamesh.civ"}),
        paired={"setup.civ": "setup.home", "gilgamesh.civ": "gilgamesh.home"},
        about={"card": "card", "investment": "card", "white": "card", "disk": "area"},
        subject=subject,
        saves=saves,
        worded=ABOUT_CARDS,
        shareable=frozenset({"event.base", "event.entry", "event.spread"}),
    ),
    lines=PlanTraits(
        counted=frozenset(
            {"growth.deploy", "setup.deploy", "gilgamesh.deploy", "card.place", "card.areas", "deity.pay"}
        ),
        growing=frozenset(PLACING),
        fill="settlements",
        placed=placed_facts,
    ),
)
