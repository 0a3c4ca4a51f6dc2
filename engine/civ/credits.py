"""What advances cost a nation (CIV §18.1, §18.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine.civ.board import mega
from engine.civ.catalog import ADVANCES
from engine.civ.definitions import GROUPS, Advance
from engine.civ.learned import benefits_of
from engine.civ.state import State

GROUPINGS: Final = frozenset(card.groups for card in ADVANCES["mega"].values())


def price(s: State, name: str, card: Advance) -> int:
    """Return the printed price less all credits, never below 0; credits of this turn's purchase wait (CIV §18.1)."""
    return prices(s, name, [card])[card.id]


def prices(s: State, name: str, cards: Iterable[Advance]) -> dict[str, int]:
    """Return the price of each of these cards."""
    return mega_prices(s, name, cards) if mega(s) else classic_prices(s, name, cards)


def classic_prices(s: State, name: str, cards: Iterable[Advance]) -> dict[str, int]:
    """Return prices with the classic deck: the nation's cards give credits to single cards (CIV §18.2)."""
    given = benefits_of(s, name).credits
    return {card.id: max(0, card.price - given.get(card.id, 0)) for card in cards}


def mega_prices(s: State, name: str, cards: Iterable[Advance]) -> dict[str, int]:
    """Return prices with the mega deck: the higher of its colours' totals, plus the chain's credit."""
    colours, chains = colour_credits(s, name), benefits_of(s, name).chains
    higher = {groups: max([colours[group] for group in groups]) for groups in GROUPINGS}
    return {card.id: max(0, card.price - higher[card.groups] - chains.get(card.id, 0)) for card in cards}


def colour_credits(s: State, name: str) -> Mapping[str, int]:
    """Return the nation's credit in each group of the mega deck, those of choice and of the start included (CIV
    §18.2).
    """
    given, chosen = benefits_of(s, name).credits, s.nations[name].credits
    return {group: given.get(group, 0) + chosen.get(group, 0) for group in GROUPS}


def on_offer(s: State, name: str) -> Sequence[Advance]:
    """Return the cards that the nation lacks and whose prerequisites it holds from an earlier turn (CIV §18.2)."""
    return benefits_of(s, name).offered
