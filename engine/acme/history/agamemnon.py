"""Agamemnon: Troy, which nobody plays, and the Greeks, who alone may enter it (Playbook, Agamemnon; AMB-23 to 25)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engine.acme.history.rules import by_facts
from engine.acme.npc.relations import forget
from engine.acme.questions.board import disks, on_map
from engine.acme.special import SPECIAL
from engine.acme.state import State
from engine.acme.verbs.basic import gain_loot, gain_vp, new_action, place, tell
from engine.acme.verbs.sequence import strike_out
from engine.core import text
from engine.core.message import count_noun

TROY, ILIUM, GREEKS = "troy", "ilium", "greeks"
GARRISON: Final = 4
WALLS: Final = 2
SPOILS_VP: Final = 2
SPOILS_MINA: Final = 2


def stands(s: State, area: str = ILIUM) -> bool:
    """Return whether the area is Ilium, with a Trojan disk in it."""
    return area == ILIUM and disks(s, TROY, ILIUM) > 0


def room(s: State, faction: str, area: str, n: int) -> int:
    """Return how many of n disks may be placed: while Troy exists, Ilium takes only Greeks and Trojans; Trojans go
    nowhere else.
    """
    if faction == TROY:
        return n if area == ILIUM else 0
    return 0 if stands(s, area) and faction != GREEKS else n


def most_lost(s: State, area: str) -> int | None:
    """Return 1 for Ilium while Troy exists: a card takes at most one disk there."""
    return 1 if stands(s, area) else None


def walls(s: State, area: str) -> Mapping[str, int]:
    """Return Troy's walls, white disks in each Competition for Ilium (AMB-23)."""
    return {TROY: WALLS} if stands(s, area) else {}


def stakes(s: State, faction: str) -> bool:
    """Return whether the City of Troy can be sacked like that of a civ."""
    return faction in s.civs or faction == TROY


def loot(s: State, victor: str, victim: str, area: str) -> None:
    """Give the victor of Troy VP and mina beside the usual loot, and remove Troy (AMB-24)."""
    if victim != TROY:
        return
    gain_vp(s, victor, SPOILS_VP, "sacks")
    gain_loot(s, victor, SPOILS_MINA)
    tell(s, "troy.sacked", focus=(area,), civ=text.civ(victor), vp=SPOILS_VP, n=SPOILS_MINA)
    fall(s)


def fall(s: State) -> None:
    """Remove Troy from the game and from all enmities."""
    strike_out(s, TROY)
    forget(s, TROY)
    tell(s, "troy.fallen", focus=(ILIUM,))


def grow_troy(s: State) -> None:
    """Fill up Troy's garrison after the civs' growth; without a disk in Ilium, remove Troy."""
    if TROY not in s.neutrals:
        return
    new_action(s)
    if not on_map(s, TROY):
        fall(s)
    elif n := place(s, TROY, ILIUM, GARRISON - disks(s, TROY, ILIUM)):
        tell(s, "troy.grown", focus=(ILIUM,), n=count_noun(n, "disk"))


def primary(s: State, npc: str) -> str:
    """Return Troy as the Primary enemy of NPC Greeks while it exists."""
    return TROY if npc == GREEKS and TROY in s.neutrals else ""


def register() -> None:
    """Register the special rules of the scenario."""
    SPECIAL["agamemnon"] = replace(
        by_facts("agamemnon"),
        room=room,
        most_lost=most_lost,
        walls=walls,
        stakes=stakes,
        loot=loot,
        grown=grow_troy,
        primary=primary,
    )
