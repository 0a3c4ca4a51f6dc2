"""What an NPC gives to turn a card of its own up again (Playbook, Roman Bonuses, Parthian Bonus)."""

from __future__ import annotations

from engine.acme.npc.decision import Decision, decides, only
from engine.acme.state import State
from engine.core.ask import Ask, Request

PRICES = ("mina", "discard", "card")


@decides("draw.refresh")
def price(s: State, request: Request, ask: Ask) -> Decision:
    """A mina if it has one; else a card of its hand where that is asked for, else one of its draws."""
    del s, request
    found = next((p for p in PRICES if p in ask.options), ask.options[-1])
    return only(ask, found, f"refresh.{found}")
