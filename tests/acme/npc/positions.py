"""Positions with NPCs, written as Python: Egypt is a person's civ, every other one an NPC unless said otherwise."""

from __future__ import annotations

from typing import Any

from engine.acme.game import GAME
from engine.acme.state import State
from engine.core.toml import write
from tests.acme.story import Story

WEST = "abbreviated_western"
HOMES = {
    "egypt": "thebes",
    "hittites": "hattusha",
    "israelites": "judah",
    "sea_peoples": "alashiya",
    "mittani": "mittani",
    "greeks": "thrace",
    "indus_valley": "gandhara",
}
HUMAN: dict[str, Any] = {"by": "human", "npc": False}
NPC: dict[str, Any] = {"by": "npc", "npc": True}


def notated(areas: dict[str, str], *, order: str = "egypt hittites", **more: Any) -> str:
    """A position on a western map. Keywords that name a civ are its facts, all others keys of the position."""
    names = order.split()
    civs = {n: {"home": HOMES[n], **(HUMAN if n == "egypt" else NPC), "hand": [], **more.pop(n, {})} for n in names}
    top = {"game": "acme", "map": WEST, "phase": "card", "order": names, "seed": "positions", **more}
    return write({**top, "civs": civs, "areas": areas})


def story(areas: dict[str, str], **more: Any) -> Story:
    """A table at such a position: NPCs have answered until a person is asked."""
    return Story(notated(areas, **more))


def state(areas: dict[str, str], **more: Any) -> State:
    """The bare position, to put questions to."""
    return GAME.load(notated(areas, **more))[0]
