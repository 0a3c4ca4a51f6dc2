"""What the NPC answers where peace is offered: it makes no treaties for a person whose civ it plays for a while."""

from __future__ import annotations

from engine.acme.effects.plans import DONE
from engine.acme.npc.decision import Decision, decides, only
from engine.acme.state import State
from engine.core.ask import Ask, Request

NO_GIFT = "none"


@decides("peace.offer")
def offer_peace(s: State, request: Request, ask: Ask) -> Decision:
    """No offer: what a person wants of its enemies is not for the NPC to say."""
    del s, request
    return only(ask, DONE, "no_treaty")


@decides("peace.gift")
def give(s: State, request: Request, ask: Ask) -> Decision:
    """No gift."""
    del s, request
    return only(ask, NO_GIFT, "no_gift")
