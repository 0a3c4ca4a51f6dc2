"""Whom orders mean by a leader or an enemy of the seat, as everybody can see it."""

from __future__ import annotations

from typing import Any, Final

from engine.acme.facts.definitions import BARBARIANS
from engine.core.ask import Seat
from engine.core.game import View

LEADER, ENEMY = "leader", "enemy"
SOME: Final = frozenset({LEADER, ENEMY})


def meant(view: View, seat: Seat, what: str) -> set[str]:
    """The Factions that are meant: whoever leads, the enemies of the seat, or the one that is named."""
    if what == LEADER:
        return leaders(view)
    return enemies(view, seat) if what == ENEMY else {what}


def leaders(view: View) -> set[str]:
    """The civs with most VP."""
    most = max(civ["vp"] for civ in view["civs"].values())
    return {name for name, civ in view["civs"].items() if civ["vp"] == most}


def enemies(view: View, seat: Seat) -> set[str]:
    """The NPCs that are hostile to the seat, and whoever shares a Contested area with it and is no team-mate."""
    hostile = {name for name, civ in view["civs"].items() if seat in civ.get("enemies", ())}
    shared = (here["disks"] for here in view["areas"].values() if here["contested"] and here["disks"].get(seat))
    there = {faction for disks in shared for faction in disks}
    return {BARBARIANS, *hostile, *there} - {seat, *_mates(view["civs"], seat)}


def _mates(civs: dict[str, Any], seat: Seat) -> set[str]:
    """Those of the same team, or played by the same person."""
    own = civs[seat]
    return {
        name for name, civ in civs.items() for key in ("team", "player") if own.get(key) and civ.get(key) == own[key]
    }
