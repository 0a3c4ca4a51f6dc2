"""Paying for advances: money cards and treasury, without change (CIV §18.1)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.civ.catalog import CARDS, PILES
from engine.civ.state import State

MINED = frozenset({1, 3, 8, 9})  # Ore, Titanium, Ring Ore, Moon Ore (CIV §20.1)
HIGHEST = {pile.number: max(int(value) for value in pile.cards) for pile in PILES}


@dataclass(slots=True)
class Purchase:
    """What a nation buys in one transaction, and what it pays and discards for it.

    `free`: the card from Anatomy; `credits`: those of choice from Written Record and Monument, by colour.
    """

    advances: list[str] = field(default_factory=list)
    free: str = ""
    credits: dict[str, int] = field(default_factory=dict)
    cards: list[str] = field(default_factory=list)
    treasury: int = 0
    discards: list[str] = field(default_factory=list)

    @property
    def advances_gained(self) -> list[str]:
        """Return all advances that come of it, paid for or free."""
        return [*self.advances, *([self.free] if self.free else [])]


def spendable(s: State, name: str) -> list[str]:
    """Return the money cards that can pay: all but those locked this turn, the lowest first."""
    one = s.nations[name]
    return sorted((card for card in one.hand if card not in one.locked), key=lambda card: (CARDS[card].value, card))


def raised_piles(s: State, name: str) -> Container[int]:
    """Return the piles of which one card that is handed in counts as the highest of its pile, once a turn."""
    return raised_with(s.nations[name].advances, s.options.deck, bonus=s.options.mining_bonus)


def raised_with(advances: Container[str], deck: str, *, bonus: bool) -> Container[int]:
    """Return the piles whose cards may count for more with these advances.

    With the mega deck all by Trade Empire, with the classic deck four by Mining if the table plays so (CIV §20).
    """
    if deck == "mega":
        return HIGHEST if "trade_empire" in advances else ()
    return MINED if bonus and "mining" in advances else ()


def raises(s: State, name: str, cards: Iterable[str]) -> dict[str, int]:
    """Return how much more each card could count, for the one that may count more."""
    return raise_values(cards, raised_piles(s, name))


def raise_values(cards: Iterable[str], piles: Container[int]) -> dict[str, int]:
    """Return the same if cards of these piles may count more."""
    more = {card: HIGHEST[CARDS[card].pile] - CARDS[card].value for card in cards if CARDS[card].pile in piles}
    return {card: n for card, n in more.items() if n}


def worth(s: State, name: str, cards: Sequence[str]) -> int:
    """Return what cards pay together; the one that gains most counts more."""
    return sum(CARDS[card].value for card in cards) + max(raises(s, name, cards).values(), default=0)


def token_value(s: State, name: str) -> int:
    """Return what a token of treasury pays (CIV §18.4)."""
    return token_value_with(s.nations[name].advances, s.options.deck)


def token_value_with(advances: Container[str], deck: str) -> int:
    """Return the same with these advances: two with Mining of the mega deck."""
    return 2 if deck == "mega" and "mining" in advances else 1


def tokens_due(s: State, name: str, due: int) -> int:
    """Return the tokens of treasury that pay so much; a token's half is lost."""
    return -(-max(0, due) // token_value(s, name))


def means(s: State, name: str) -> int:
    """Return all that the nation can pay."""
    return worth(s, name, spendable(s, name)) + token_value(s, name) * s.nations[name].treasury


def automatic(s: State, name: str, due: int) -> list[str]:
    """Return the cards that pay best."""
    own = spendable(s, name)
    rich, frugal = s.nations[name].treasury * token_value(s, name), s.options.track == "classic"
    return list(best(own, raises(s, name, own), rich, due, frugal=frugal)[1])


def best(
    own: Sequence[str], more: Mapping[str, int], rich: int, due: int, *, frugal: bool
) -> tuple[int, tuple[str, ...]]:
    """Return what the best payment pays, and its cards: least waste, then fewest tokens of treasury, then fewest cards
    (CIV §18.1).

    `rich` is what treasury pays. Raises ValueError if all don't suffice. On the Basic and Expert tracks treasury scores
    nothing and goes before cards: nobody is `frugal` there.
    """
    fitting = [(paid, cards) for paid, cards in sums(own, more, due) if paid + rich >= due]
    return min(fitting, key=lambda way: (max(0, way[0] - due), -way[0] if frugal else way[0], len(way[1])))


def sums(own: Sequence[str], more: Mapping[str, int], due: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield what can be paid, and with which cards: with every card as printed, and with each that may count more."""
    for card, extra in {"": 0, **more}.items():
        found: dict[int, tuple[str, ...]] = {0: ()}
        for one in own:
            for paid, cards in list(found.items()):
                total = paid + CARDS[one].value + (extra if one == card else 0)
                if paid < due and (total not in found or len(found[total]) > len(cards) + 1):
                    found[total] = (*cards, one)
        yield from found.items()
