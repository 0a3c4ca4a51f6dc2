"""What advances cost a nation (CIV §18.1, §18.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engine.civ.board import deck, mega
from engine.civ.definitions import Advance
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
    given = total(one.gives for one in held_cards(s, name))
    return lambda card: given.get(card.id, 0)


def mega_credit(s: State, name: str) -> Callable[[Advance], int]:
    """The nation's credits towards a card of the mega deck: the higher of its colours' totals, and the chain's."""
    cards = held_cards(s, name)
    colours = total([s.nations[name].credits, *[one.gives for one in cards]])
    chains = total({one.leads.to: one.leads.credit} for one in cards if one.leads)
    return lambda card: max([colours.get(group, 0) for group in card.groups]) + chains.get(card.id, 0)


def total(tables: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """What the tables come to together, by key."""
    found: dict[str, int] = {}
    for table in tables:
        for key, n in table.items():
            found[key] = found.get(key, 0) + n
    return found


def on_offer(s: State, name: str) -> list[Advance]:
    """The cards that the nation lacks and whose prerequisites it holds from an earlier turn (CIV §18.2)."""
    owned = set(s.nations[name].advances)
    return [card for card in deck(s).values() if card.id not in owned and owned.issuperset(card.needs)]
