"""Positions and tables of Rostam."""

from __future__ import annotations

from typing import Any

from engine.acme.game import GAME
from engine.acme.state import State
from engine.core.game import SeatPlan
from engine.core.toml import write
from tests.acme.story import Story

PERSIANS, TURANIANS = "medes_persians", "scythians"
SOLO = [SeatPlan(civ=PERSIANS, player="ana")]
TWO = [SeatPlan(civ=PERSIANS, player="ana"), SeatPlan(civ=TURANIANS, player="ben")]
PLAIN = [42, 44, 46, 48, 50, 52, 54, 56, 58, 62, 64, 66]
NEUTRALS = {
    "armenians": {"colour": "blue", "letter": "A", "disks": 50},
    "steppe_tribes": {"colour": "orange", "letter": "T", "disks": 50},
    "subject_peoples": {"colour": "red", "letter": "S", "disks": 50},
}
SAFE = {"parthia": "medes_persians 3 gold", "sacans": "scythians 3"}


def position(areas: dict[str, str], phase: str = "card", *, npc: bool = True, **more: Any) -> Story:
    """Such a position, up to its first question."""
    return Story(notated(areas, phase, npc=npc, **more))


def still(areas: dict[str, str], phase: str = "card", *, npc: bool = True, **more: Any) -> State:
    """Such a position as it is."""
    return GAME.load(notated(areas, phase, npc=npc, **more))[0]


def notated(areas: dict[str, str], phase: str, *, npc: bool, **more: Any) -> str:
    """Both civs at home and the areas named; `persia`, `turan`: facts of theirs, all others keys of the position."""
    persian = {"home": "parthia", "hand": [], "deity": "god_of_war", **more.pop("persia", {})}
    foe = {"by": "npc", "npc": True, "enemies": [PERSIANS], "least_growth": 8} if npc else {"least_growth": 8}
    turanian = {"home": "sacans", "hand": [], **foe, **more.pop("turan", {})}
    options = {"epochs": 4, "hostility": False, "gilgamesh_returns": 0, **more.pop("options", {})}
    frame = {"game": "acme", "scenario": "rostam", "map": "rostam", "epoch": 3, "turn": 1, "turns": 1, "deck": PLAIN}
    top = {**frame, "phase": phase, "seed": "rostam", "order": [TURANIANS, PERSIANS], **more, "options": options}
    civs = {TURANIANS: turanian, PERSIANS: persian}
    return write({**top, "civs": civs, "neutrals": NEUTRALS, "areas": {**SAFE, **areas}})
