"""What ACME declares for its screens: which questions belong together, which are plans, and screens of its own."""

from __future__ import annotations

from typing import Final

from bot.ui.names_acme import AcmeNames
from bot.ui.play.acme_board import AcmeBoard
from bot.ui.play.acme_facts import explain, saves, subject
from bot.ui.play.acme_growth import PLACING, placed
from bot.ui.play.cards import card_screen
from bot.ui.play.commands_acme import COMMANDS
from bot.ui.play.face import Face
from bot.ui.play.fight import fight_screen
from bot.ui.play.pay_screen import pay_screen
from engine.acme.catalog import REGIONS

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
)
GROWTH: Final = ("growth.retire", "growth.granary", "growth.resettle", "growth.storehouse", "growth.deploy")
DONE: Final = "done"

ACME: Final = Face(
    names=AcmeNames(),
    board=AcmeBoard(),
    composites={
        "card.play": AFTER_CARD,
        "competition.commit": ("competition.order",),
        "event.base": ("event.entry", "event.spread"),
        "event.entry": ("event.spread",),
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
    defaults={
        "growth.retire": (DONE,),
        "growth.granary": ("no",),
        "growth.resettle": (DONE,),
        "growth.storehouse": ("0",),
    },
    makers={
        "card.play": card_screen,
        **dict.fromkeys(("loss.buy_off", "loss.choose", "loss.penalty", "epoch.faith"), pay_screen),
        "competition.removal": fight_screen,
    },
    losses=frozenset({"loss.buy_off"}),
    fights=frozenset({"competition.removal"}),
    reasons=frozenset({"card.play"}),
    counted=frozenset({"growth.deploy", "setup.deploy", "gilgamesh.deploy", "card.place", "card.areas", "deity.pay"}),
    growing=frozenset(PLACING),
    below=frozenset({"setup.civ", "gilgamesh.civ"}),
    regions=tuple(region.name for region in REGIONS.values()),
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
    subject=subject,
    saves=saves,
    placed=placed,
    explain=explain,
    group="acme",
    commands=COMMANDS,
)
