"""What an NPC takes back of the cards that are its own by its scenario."""

from __future__ import annotations

from engine.acme.npc.decision import Decision, decides
from engine.acme.state import State
from engine.core.ask import Ask, Request


@decides("draw.regain")
def regain(s: State, request: Request, ask: Ask) -> Decision:
    """All of them: an NPC must (Playbook, Alexander)."""
    del s, request
    return Decision(ask.options[: ask.most], "draw.regain")
