"""What the advances of a nation add up to, computed once for each collection of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.civ.board import mega
from engine.civ.catalog import ADVANCES
from engine.civ.definitions import Advance, Deck
from engine.civ.state import State


@dataclass(frozen=True, slots=True)
class Learned:
    """Advances that a nation holds.

    `price`, `vp`: of all together; `groups`: how many of them are among these; `below_100`, `of_100`, `of_200`: how
    many have such a printed price. `credits`: what they give together, by card (classic deck) or by group (mega deck);
    `chains`: by the card to which a chain leads. `offered`: the cards that it lacks and whose prerequisites it holds.
    """

    cards: tuple[Advance, ...]
    price: int
    vp: int
    groups: int
    below_100: int
    of_100: int
    of_200: int
    credits: Mapping[str, int]
    chains: Mapping[str, int]
    offered: tuple[Advance, ...]


def benefits_of(s: State, name: str) -> Learned:
    """Return what the nation's advances add up to."""
    return add_up("mega" if mega(s) else "classic", tuple(s.nations[name].advances))


@lru_cache(maxsize=4096)
def add_up(deck: Deck, advances: tuple[str, ...]) -> Learned:
    """Return what these advances of the deck add up to."""
    every, owned = ADVANCES[deck], set(advances)
    cards = tuple([every[card] for card in advances])
    of_100 = sum([card.price >= 100 for card in cards])
    return Learned(
        cards,
        price=sum([card.price for card in cards]),
        vp=sum([card.vp for card in cards]),
        groups=len({group for card in cards for group in card.groups}),
        below_100=len(cards) - of_100,
        of_100=of_100,
        of_200=sum([card.price >= 200 for card in cards]),
        credits=total([card.gives for card in cards]),
        chains=total([{card.leads.to: card.leads.credit} for card in cards if card.leads]),
        offered=tuple([card for card in every.values() if card.id not in owned and owned.issuperset(card.needs)]),
    )


def total(tables: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Return the sum of the tables, by key."""
    found: dict[str, int] = {}
    for table in tables:
        for key, n in table.items():
            found[key] = found.get(key, 0) + n
    return found
