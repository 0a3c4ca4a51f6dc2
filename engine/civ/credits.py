"""What advances cost a nation (CIV §18.1, §18.2)."""

from __future__ import annotations

from engine.civ.board import deck, mega
from engine.civ.definitions import Advance
from engine.civ.ending import credit_in
from engine.civ.state import State
from engine.civ.track import held_cards


def price(s: State, name: str, card: Advance) -> int:
    """The printed price less all credits, never below 0; credits of this turn's purchase wait (CIV §18.1)."""
    return max(0, card.price - credit_for(s, name, card))


def credit_for(s: State, name: str, card: Advance) -> int:
    """The nation's credits towards a card.

    Classic: what its cards give that card. Mega: the higher of the colours' totals, and the chain's (CIV §18.2).
    """
    owned = held_cards(s, name)
    if not mega(s):
        return sum(one.gives.get(card.id, 0) for one in owned)
    chain = sum(one.leads.credit for one in owned if one.leads and one.leads.to == card.id)
    return max(credit_in(s, name, group) for group in card.groups) + chain


def on_offer(s: State, name: str) -> list[Advance]:
    """The cards that the nation lacks and whose prerequisites it holds from an earlier turn (CIV §18.2)."""
    owned = s.nations[name].advances
    return [card for card in deck(s).values() if card.id not in owned and all(need in owned for need in card.needs)]
