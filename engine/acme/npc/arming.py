"""Whether an NPC girds for battle between the Epochs (Playbook, Sargon I: Solitaire Adjustments)."""

from __future__ import annotations

from engine.acme.npc.decision import Decision, decides, only
from engine.acme.questions.board import others
from engine.acme.state import State
from engine.core.ask import Ask, Request


@decides("epoch.gird")
def gird(s: State, request: Request, ask: Ask) -> Decision:
    """If another has girded, or has more VP."""
    del request
    rivals = [s.civs[civ] for civ in others(s, ask.seat)]
    if any(len(c.displays) > 1 for c in rivals):
        return only(ask, "yes", "gird.answer")
    behind = any(c.vp > s.civs[ask.seat].vp for c in rivals)
    return only(ask, "yes", "gird.behind") if behind else only(ask, "no", "gird.no")
