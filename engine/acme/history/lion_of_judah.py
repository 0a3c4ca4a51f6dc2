"""Lion of Judah: what makes Philistines without a player the enemies of the Israelites (Playbook, Lion of Judah)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.acme.history.rules import by_facts, first_primary
from engine.acme.npc.relations import is_enemy, npcs, swear_enmity, turn_against
from engine.acme.questions.board import disks
from engine.acme.special import SPECIAL
from engine.acme.state import State
from engine.acme.verbs.basic import tell, tell_enmity
from engine.acme.verbs.npc_offences import PLACING
from engine.core import text

LION: Final = "lion_of_judah"
ISRAELITES, PHILISTINES = "israelites", "sea_peoples"


def provoke(s: State, faction: str, area: str, began: bool) -> None:
    """Make Israelites who enter the Philistines' Home Area, or begin a Competition with them, their Primary enemy for
    good.

    Only placing by Growth or by a card counts, as for all enmity by placing (RUL-135).
    """
    if faction != ISRAELITES or s.phase not in PLACING or PHILISTINES not in npcs(s) or is_provoked(s):
        return
    if area == s.civs[PHILISTINES].home or (began and disks(s, PHILISTINES, area)):
        if not is_enemy(s, PHILISTINES, ISRAELITES):
            tell_enmity(s, PHILISTINES, ISRAELITES)
        swear_enmity(s, PHILISTINES, ISRAELITES)
        turn_against(s, PHILISTINES, ISRAELITES)
        tell(s, "lion.provoked", civ=text.civ(PHILISTINES), enemy=text.civ(ISRAELITES))


def is_provoked(s: State) -> bool:
    """Return whether the Israelites have provoked the Philistines before."""
    return ISRAELITES in s.civs[PHILISTINES].sworn


def first_enemy(s: State, npc: str) -> str:
    """Return the Israelites as the Philistines' first enemy, once these have been provoked."""
    return ISRAELITES if npc == PHILISTINES and is_provoked(s) else first_primary(s, npc)


def register() -> None:
    """Register the rule of provocation."""
    SPECIAL[LION] = replace(by_facts(LION), entered=provoke, primary=first_enemy)
