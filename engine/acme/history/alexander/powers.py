"""Macedon and the four parts of the Persian Empire, and who of them has Gold (Playbook, Alexander: Civilizations)."""

from __future__ import annotations

from typing import Final

from engine.acme.history.facts import HISTORICAL
from engine.acme.questions.board import by_order, controller, disks
from engine.acme.state import State

ALEXANDER: Final = "alexander"
MACEDON: Final = "greeks"
WEST, LEVANT, NILE, HEARTLAND = "hittites", "sea_peoples", "egypt", "medes_persians"
EMPIRE: Final = (WEST, LEVANT, NILE, HEARTLAND)


def persians(s: State) -> list[str]:
    """Return the parts of the Empire that have not been conquered."""
    return [civ for civ in EMPIRE if civ in s.order]


def home_of(civ: str) -> str:
    """Return its Home Area in this scenario, even when it has been conquered."""
    return HISTORICAL[ALEXANDER].sides[civ].home


def gold_beneath(s: State, civ: str) -> list[str]:
    """Return the areas with Gold beneath disks of the civ: its own, or won since and still occupied."""
    return [area for area in by_order(s.gold) if s.gold[area] == civ and disks(s, civ, area)]


def gold_under(s: State, civs: list[str]) -> list[str]:
    """Return the areas with Gold that one of the civs Controls, whoever had it before."""
    return [area for area in by_order(s.gold) if controller(s, area) in civs]
