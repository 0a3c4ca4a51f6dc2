"""To whom a standing order offers peace, and with what gift (Playbook, NPC Hostility; ACME-HOST-03).

Peace is offered to enemies alone, so that `while war` says no more than what holds anyway.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.acme.effects.plans import DONE
from engine.acme.facts.catalog import CIVS
from engine.acme.saving import MINA
from engine.core.ask import Ask, Picks
from engine.core.naming import fold
from engine.core.orders import OrderKind, StandingOrder

OFFER: Final = "offer"
TYPED: Final[Mapping[str, str]] = {
    fold(f"{before}{said}{behind}"): slug
    for slug, civ in CIVS.items()
    for said in (slug, civ.label)
    for before in ("", "to ", "1 to ", "mina to ")
    for behind in ("", " while war")
}
PEACE: Final = OrderKind(("peace.offer",), ("none",), verbs=(OFFER,), things=TYPED)
GIFT: Final = OrderKind(("peace.gift",), ("none", MINA))
WITH_MINA: Final = ("peace: offer{tail}", f"peace-gift: {MINA}{{any}}")
WITH_GIFTS: Final[Mapping[str, tuple[str, ...]]] = {MINA: WITH_MINA, "1": WITH_MINA}
"""Offers and what is given with them, in one line: `peace: mina 1 to sumer, akkad while war`."""


def offered(order: StandingOrder, ask: Ask) -> Picks:
    """The first of those whom the order names to whom peace can be offered still, or nobody more."""
    return (next((npc for _, npc in order.things if npc in ask.options), DONE),)
