"""What advances cost a nation (CIV §18.1, §18.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from engine.civ.board import deck, mega
from engine.civ.definitions import GROUPS, Advance
from engine.civ.ending import credit_in
from engine.civ.state import State
from engine.civ.track import held_cards


def price(s: State, name: str, card: Advance) -> int:
    """The printed price less all credits, never below 0; credits of this turn's purchase wait (CIV §18.1)."""
    return prices(s, name, [card])[card.id]


def prices(s: State, name: str, cards: Iterable[Advance]) -> dict[str, int]:
    """The price of each of these cards."""
    credit = mega_credit(s, name) if mega(s) else classic_credit(s, name)
    return {card.id: max(0, card.price - credit(card)) for card in cards}


def classic_credit(s: State, name: str) -> Callable[[Advance], int]:
    """The nation's credits towards a card of the classic deck: what its cards give that card (CIV §18.2)."""
    given = Counter[str]()
    for one in held_cards(s, name):
        given.update(one.gives)
    return lambda card: given[card.id]


def mega_credit(s: State, name: str) -> Callable[[Advance], int]:
    """The nation's credits towards a card of the mega deck: the higher of its colours' totals, and the chain's."""
    colours = {group: credit_in(s, name, group) for group in GROUPS}
    chains = Counter[str]()
    for one in held_cards(s, name):
        if one.leads:
            chains[one.leads.to] += one.leads.credit
    return lambda card: max(colours[group] for group in card.groups) + chains[card.id]


def on_offer(s: State, name: str) -> list[Advance]:
    """The cards that the nation lacks and whose prerequisites it holds from an earlier turn (CIV §18.2)."""
    owned = s.nations[name].advances
    return [card for card in deck(s).values() if card.id not in owned and all(need in owned for need in card.needs)]
