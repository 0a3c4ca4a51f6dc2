"""What ACME declares for its screens: which questions belong together, which are plans, and screens of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.acme.catalog import REGIONS
from engine.acme.exploration.phase import ALL
from engine.acme.face.atlas import AcmeAtlas
from engine.acme.face.board import AcmeBoard
from engine.acme.face.commands import COMMANDS
from engine.acme.face.facts import explain, saves, subject
from engine.acme.face.growth import PLACING, placed
from engine.acme.face.herald import AcmeHerald
from engine.acme.face.lobby import AcmeLobby
from engine.acme.face.names import NAMES, names_in, paints_in
from engine.acme.face.rulebook import NPC_TOPIC, AcmeRules
from engine.core.face import Actions, Face, Fights, Losses, Purchase, ScreenKind

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
SCREENS: Final[Mapping[str, ScreenKind]] = {
    "card.play": "cards",
    "loss.buy_off": "pay",
    "loss.choose": "pay",
    "loss.penalty": "pay",
    "epoch.faith": "pay",
    "competition.removal": "fight",
}
UNITS: Final = {"white": "white", "cube": "cube", "stronghold": "cube", "disk": "disk", "disks": "disk"}
DEITY: Final = Purchase(
    "deity",
    choose="deity.choose",
    pay="deity.pay",
    kind="deity",
    stack="disk:",
    card="card:",
    coin="mina",
    verb="deity",
    modes={"build": "deity", "restore": "restore"},
)


def cause(prompt: str) -> str:
    """What takes the disks: the subject of the prompt."""
    return prompt.partition(" takes")[0]


FACE: Final = Face(
    names=NAMES,
    named_in=names_in,
    painted_in=paints_in,
    board=AcmeBoard(),
    herald=AcmeHerald(),
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
    defaults={
        "growth.retire": (DONE,),
        "growth.granary": ("no",),
        "growth.resettle": (DONE,),
        "growth.storehouse": ("0",),
    },
    screens=SCREENS,
    actions=Actions(frozenset({"card.play"}), ("deity", "restore"), DEITY),
    losses=Losses(
        frozenset({"loss.buy_off"}),
        coin="mina",
        order=("mina", "power", "investment", "card", "cube"),
        words=("cities", "home"),
        cause=cause,
    ),
    fights=Fights(frozenset({"competition.removal"}), ("white", "cube", "disk"), UNITS),
    counted=frozenset({"growth.deploy", "setup.deploy", "gilgamesh.deploy", "card.place", "card.areas", "deity.pay"}),
    growing=frozenset(PLACING),
    fill="settlements",
    decline=DONE,
    apart=(ALL,),
    npc_topic=NPC_TOPIC,
    below=frozenset({"setup.civ", "gilgamesh.civ"}),
    paired={"setup.civ": "setup.home", "gilgamesh.civ": "gilgamesh.home"},
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
    about={"card": "card", "investment": "card", "white": "card", "disk": "area"},
    subject=subject,
    saves=saves,
    placed=placed,
    explain=explain,
    group="acme",
    era="epoch",
    commands=COMMANDS,
)
