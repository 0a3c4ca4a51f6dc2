"""What NPCs take when they have sacked a City (Playbook, Gold City Sacking; RUL-142, RUL-150)."""

from __future__ import annotations

from engine.acme.fight.sack import CAPTIVES, MINA
from engine.acme.npc.decision import Decision, decides, only
from engine.acme.state import State
from engine.core.ask import Ask, Request

NONE = "none"


@decides("loot.choose")
def loot(s: State, request: Request, ask: Ask) -> Decision:
    """Mina; captives if it must take them."""
    del s, request
    return only(ask, MINA, "loot.mina") if MINA in ask.options else only(ask, CAPTIVES, "loot.captives")


@decides("loot.deity")
def release(s: State, request: Request, ask: Ask) -> Decision:
    """An NPC gives no captured Deity back."""
    del s, request
    return only(ask, NONE, "loot.deity")
