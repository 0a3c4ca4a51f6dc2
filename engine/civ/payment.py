"""What pays for advances: money cards and treasury, without change (CIV §18.1)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field

from engine.civ.board import has, mega
from engine.civ.catalog import CARDS, PILES
from engine.civ.state import State

MINED = frozenset({1, 3, 8, 9})  # Ore, Titanium, Ring Ore, Moon Ore (CIV §20.1)
HIGHEST = {pile.number: max(int(value) for value in pile.cards) for pile in PILES}


@dataclass(slots=True)
class Purchase:
    """What a nation buys in one transaction, and what it hands in and discards for it.

    `free`: the card that Anatomy brings; `credits`: those of choice that Written Record and Monument bring, by colour.
    """

    advances: list[str] = field(default_factory=list)
    free: str = ""
    credits: dict[str, int] = field(default_factory=dict)
    cards: list[str] = field(default_factory=list)
    treasury: int = 0
    discards: list[str] = field(default_factory=list)

    @property
    def gained(self) -> list[str]:
        """All advances that come of it, paid for or free."""
        return [*self.advances, *([self.free] if self.free else [])]


def spendable(s: State, name: str) -> list[str]:
    """Money cards that can pay: all but those locked this turn, the lowest first."""
    one = s.nations[name]
    return sorted((card for card in one.hand if card not in one.locked), key=lambda card: (CARDS[card].value, card))


def raised_piles(s: State, name: str) -> Container[int]:
    """The piles of which one card that is handed in counts as the highest of its pile, once a turn.

    With the mega deck all by Trade Empire, with the classic deck four by Mining if the table plays so (CIV §20).
    """
    if mega(s):
        return HIGHEST if has(s, name, "trade_empire") else ()
    return MINED if s.options.mining_bonus and has(s, name, "mining") else ()


def raises(s: State, name: str, cards: Sequence[str]) -> dict[str, int]:
    """How much more each of the cards could count for, if it counts for more."""
    piles = raised_piles(s, name)
    more = {card: HIGHEST[CARDS[card].pile] - CARDS[card].value for card in cards if CARDS[card].pile in piles}
    return {card: n for card, n in more.items() if n}


def worth(s: State, name: str, cards: Sequence[str]) -> int:
    """What cards pay together; the one that gains most by it counts for more."""
    return sum(CARDS[card].value for card in cards) + max(raises(s, name, cards).values(), default=0)


def token_value(s: State, name: str) -> int:
    """What a token of treasury pays: two by Mining of the mega deck (CIV §18.4)."""
    return 2 if mega(s) and has(s, name, "mining") else 1


def tokens_due(s: State, name: str, due: int) -> int:
    """The tokens of treasury that pay so much; a token's half is lost."""
    return -(-max(0, due) // token_value(s, name))


def means(s: State, name: str) -> int:
    """All that the nation can pay."""
    return worth(s, name, spendable(s, name)) + token_value(s, name) * s.nations[name].treasury


def automatic(s: State, name: str, due: int) -> list[str]:
    """The cards that pay best: least is lost, then fewest tokens of treasury go, then fewest cards (CIV §18.1).

    On the Basic and Expert tracks treasury scores nothing and goes before cards.
    """
    rich, frugal = s.nations[name].treasury * token_value(s, name), s.options.track == "classic"
    fitting = [(paid, cards) for paid, cards in sums(s, name, due) if paid + rich >= due]
    _, chosen = min(fitting, key=lambda way: (max(0, way[0] - due), -way[0] if frugal else way[0], len(way[1])))
    return list(chosen)


def sums(s: State, name: str, due: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """What can be paid, and with which cards: once with every card as printed, once for each that may count more."""
    own = spendable(s, name)
    for card, more in {"": 0, **raises(s, name, own)}.items():
        best: dict[int, tuple[str, ...]] = {0: ()}
        for one in own:
            for paid, cards in list(best.items()):
                total = paid + CARDS[one].value + (more if one == card else 0)
                if paid < due and (total not in best or len(best[total]) > len(cards) + 1):
                    best[total] = (*cards, one)
        yield from best.items()
