"""How a person's civ that the NPC plays for a while explores (RUL-171, RUL-173)."""

from __future__ import annotations

from engine.acme.effects.plans import DONE
from engine.acme.facts.catalog import CARDS
from engine.acme.npc.decision import Decision, decides, only
from engine.acme.state import State
from engine.core import text
from engine.core.ask import Ask, Request


@decides("explore.next")
def next_area(s: State, request: Request, ask: Ask) -> Decision:
    """The order of the map."""
    del s, request
    return only(ask, DONE, "explore.next")


@decides("explore.keep")
def kept_card(s: State, request: Request, ask: Ask) -> Decision:
    """A Negate, then a Competition card, then the card that it would play first."""
    del s, request
    card = min(ask.options, key=lambda token: wanted(int(token)))
    return only(ask, card, f"explore.keep:{text.card(card)}")


def wanted(card: int) -> tuple[bool, bool, int, int]:
    """The order in which cards are kept, the best first."""
    facts = CARDS[card]
    return not facts.has_class("N"), not facts.has_class("C"), facts.npc_priority, card
