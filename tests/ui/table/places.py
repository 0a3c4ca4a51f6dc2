"""A table of six with the longest names, and public views of it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec.structs import replace

from bot.contract.records import News
from bot.contract.table_settings import Settings
from bot.contract.tables import Person, Place, PublicAsk, SeatInfo, TableInfo, Window
from engine.acme.facts.catalog import AREAS, CARDS, CIVS, DEITIES, playable
from engine.acme.view import NOBODY, AcmeView, AreaView
from engine.core.game import Event
from tests.acme.views import acme_view
from tests.facts import fact

EMPTY = AreaView({}, None, None, None, None, contested=False, bonus=None)
BEGUN = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)
CIV_IDS = ("hittites", "egypt", "babylon", "middle_persia", "indus_valley", "assyria")
NAMES = ("Ben", "Ana", "Dee", "W" * 32, "x_y*z" * 6, "Cho")


def civ_ids() -> tuple[str, ...]:
    longest = sorted(CIVS, key=lambda c: -len(CIVS[c].name))[:4]
    return ("egypt", "babylon", *[c for c in longest if c not in {"egypt", "babylon"}])[:6]


def seats(n: int = 6) -> tuple[SeatInfo, ...]:
    return tuple(SeatInfo(i + 1, civ, civ, Person(100 + i, NAMES[i]), "human") for i, civ in enumerate(civ_ids()[:n]))


def table(n: int = 6, **changed: Any) -> TableInfo:
    plain: dict[str, Any] = {
        "id": "1K9",
        "game": "acme",
        "game_title": "Ancient Civilizations of the Middle East",
        "scenario": "standard",
        "scenario_title": "Standard game",
        "place": Place(1, 2),
        "host": Person(101, "Ana"),
        "state": "running",
        "options": {"map": "full", "epochs": 3},
        "settings": Settings(),
        "seats": seats(n),
        "least": 2,
        "most": 6,
        "npcs": 0,
        "ask_no": 7,
        "fingerprint": "4f2a91c07be0d553" * 4,
        "started_at": BEGUN,
    }
    return TableInfo(**{**plain, **changed})


def view(seed: int = 1, phase: str = "card", **changed: Any) -> AcmeView:
    """A crowded public view of the full map."""
    dice = random.Random(seed)
    civs = civ_ids()
    areas: dict[str, AreaView] = {}
    for area in sorted(playable("full")):
        there = dice.sample([*civs, "barbarians"], dice.choice((0, 1, 1, 2, 3)))
        disks = {faction: dice.randint(1, 4) for faction in there}
        areas[area] = replace(EMPTY, disks=disks, contested=len(disks) > 1)
    deities = sorted(DEITIES, key=lambda d: -len(DEITIES[d].name))
    has = replace(NOBODY, mina=10, hand_count=6, deity_state="lost", colour="blue")
    shown = acme_view(
        epoch=3,
        turn=4,
        phase=phase,
        order=civs,
        goal={"epochs": 3},
        deck_count=41,
        discard=tuple(sorted(CARDS)[:30]),
        set_aside=(73,),
        areas=areas,
        civs={civ: replace(has, vp=100 + i, deity=deities[i], letter=civ[0].upper()) for i, civ in enumerate(civs)},
    )
    return replace(shown, **changed)


def ask(info: TableInfo, key: str = "card.play", *who: int, sealed: bool = False) -> PublicAsk:
    asked = tuple(info.seats[i] for i in who) or info.seats[:1]
    return PublicAsk(key, fact("What do you do?"), asked, sealed, False, ())


def window(key: str = "card.negate") -> Window:
    return Window(key, "long", BEGUN, BEGUN + timedelta(hours=2))


def news(info: TableInfo, **changed: Any) -> News:
    plain: dict[str, Any] = {
        "cause": "answer",
        "info": info,
        "before": view(),
        "after": view(),
        "events": (),
        "request": ask(info),
        "actor": info.seats[min(1, len(info.seats) - 1)],
    }
    return News(**{**plain, **changed})


def events(*texts: str, to: str | None = None, key: str = "") -> tuple[Event, ...]:
    """One action a text."""
    return tuple(Event(fact(text, key), to, action=i, key=key) for i, text in enumerate(texts))


def flood(lines: int, civ: str = "egypt") -> tuple[Event, ...]:
    """Very much that happened, with long names."""
    longest = sorted(AREAS, key=lambda a: -len(AREAS[a].name))[:20]
    told = ", ".join(f"{{area:{a}}} +2 (4, Contested)" for a in longest)
    return tuple(Event(fact(f"{{civ:{civ}}} placed 40 disks: {told}."), action=i) for i in range(lines))


def options(**more: Any) -> Mapping[str, Any]:
    return more
