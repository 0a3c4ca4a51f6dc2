"""Positions of Alexander the Great, in which everybody is played by persons unless said otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.acme.questions.board import is_city
from engine.acme.state import State
from tests.acme.history.situations import position
from tests.acme.story import Story

MACEDON, WEST, LEVANT, NILE, HEARTLAND = "greeks", "hittites", "sea_peoples", "egypt", "medes_persians"
EMPIRE: Final = (WEST, LEVANT, NILE, HEARTLAND)
PEOPLES: Final = (MACEDON, *EMPIRE)
NPC: Final[Mapping[str, Any]] = {"by": "npc", "npc": True}
OF_EMPIRE: Final[Mapping[str, Any]] = {**NPC, "enemies": [MACEDON], "primary": MACEDON}
FALLEN: Final[Mapping[str, Any]] = {"out": True, "home": ""}
HOMES: Final = {
    "thrace": "greeks 3 gold",
    "lukka": "hittites 3 gold",
    "tyre": "sea_peoples 3 gold",
    "memphis": "egypt 1 gold",
    "nile_delta": "egypt 1 gold",
    "persis": "medes_persians 3 gold",
}
PERSONS = ("greeks:Ann", "hittites:Bob sea_peoples:Bob egypt:Bob medes_persians:Bob")
TWO = " ".join(PERSONS)


def mustered(areas: Mapping[str, str] | None = None, **more: Any) -> Story:
    """A position of turn 2. Keywords that name a civ are its facts, all others keys of the position.

    Everybody is at home with Gold beneath its disks; an area named as empty is.
    """
    facts = {civ: dict(more.pop(civ, {})) for civ in PEOPLES}
    facts[MACEDON] = {"second_colour": "green", **facts[MACEDON]}
    order = [civ for civ in PEOPLES if not facts[civ].get("out")]
    stacks = {**HOMES, **(areas or {})}
    options = {"epochs": 4, "hostility": False, "gilgamesh_returns": 0, **more.pop("options", {})}
    top = {"turn": 2, "turns": 2, "order": order, **more}
    return position("alexander", facts, {a: stack for a, stack in stacks.items() if stack}, options=options, **top)


def fought(areas: Mapping[str, str], **more: Any) -> Story:
    """The same as a Competition Phase, fought out without cards and payments."""
    return finish(mustered(areas, phase="competition", **more))


def finish(t: Story) -> Story:
    """Nobody plays or pays anything any more: on to the Reckoning, or to the end."""
    return t.run_until("growth.retire", "draw.buy", "draw.regain", "draw.discard", "growth.deploy")


def gold(s: State, civ: str) -> set[str]:
    """Where the Gold of the civ lies."""
    return {area for area, owner in s.gold.items() if owner == civ}


def towns(s: State, civ: str) -> set[str]:
    """Where the civ has Cities."""
    return {area for area in s.disks if is_city(s, civ, area)}
