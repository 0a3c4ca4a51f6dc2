"""In which order an NPC plays, keeps and gives up cards (Playbook, Priority of NPC Card Play; RUL-139, 143, 144)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.acme.cards.great_persons import smith_options
from engine.acme.cards.religion import ZEAL, ZIGGURAT, zealous
from engine.acme.cards.society import markets, neighbourhood, partners
from engine.acme.cards.spies import diplomacy_cost
from engine.acme.cards.targets import placeable
from engine.acme.effects.card_registry import why_not
from engine.acme.facts.catalog import CARDS
from engine.acme.npc.cards.effects import BLESS, CURSE, MINA, OTHER, PLACE, REMOVE, Effects, effects
from engine.acme.npc.cards.resources import can_spare
from engine.acme.npc.cards.spots import spots
from engine.acme.questions.board import deity_state, hand_limit, is_city, limited_card_count
from engine.acme.state import State

Order: TypeAlias = tuple[int, ...]

SMITH, ASTROLOGER, PROPHET, DIPLOMAT, CAPTAIN, EXODUS, GOLDEN_AGE, LOCAL_TRADE, MONOTHEISM = (
    2,
    5,
    9,
    11,
    14,
    64,
    65,
    66,
    95,
)
DRAWN: Final = {1: 1, ASTROLOGER: 2, 63: 2}
BROKEN: Final = {"captured", "lost", "dormant", "silenced"}
INTERRUPTS: Final = {
    **dict.fromkeys((CAPTAIN, 27, 38), MINA),
    **dict.fromkeys((16, 17, 32, 35, 39, 40), REMOVE),
    **dict.fromkeys((18, 21), PLACE),
    26: CURSE,
    PROPHET: BLESS,
}


@dataclass(frozen=True, slots=True)
class Worth:
    """The value of playing a card: its rank of twelve, how much it does of that, and its number of effects."""

    rank: int
    amount: int = 0
    effects: int = 0

    @property
    def order(self) -> Order:
        """Return a key; the least is played first (RUL-139)."""
        return self.rank, -self.amount, -self.effects


def worth(s: State, npc: str, card: int) -> Worth:
    """Return what the card would be worth to the NPC now; one without effect has only its rank."""
    return _worth_of(card, effects(s, npc, card))


def worth_playing(s: State, npc: str, card: int) -> Worth | None:
    """Return what a card is worth that the NPC is willing to play; None for one that it keeps."""
    found = effects(s, npc, card)
    return _worth_of(card, found) if _plays(s, npc, card, found) else None


def _worth_of(card: int, found: Effects) -> Worth:
    """With several effects the earliest of the twelve ranks counts (Playbook, Priority of NPC Card Play)."""
    if not found:
        return Worth(printed_rank(card))
    rank = min(found)
    return Worth(rank, found[rank], len(found))


def printed_rank(card: int) -> int:
    """Return the rank of the card, whatever the position; Competition and Negate cards by what they do."""
    return CARDS[card].npc_priority or INTERRUPTS.get(card, OTHER)


def in_last_place(s: State, npc: str) -> bool:
    """Return whether no civ has fewer VP (RUL-148)."""
    return s.civs[npc].vp == min(c.vp for name, c in s.civs.items() if name in s.order)


def is_willing(s: State, npc: str, card: int) -> bool:
    """Return whether the NPC plays a card that it could play now: not at a price nor to its own loss (RUL-139,
    RUL-149).
    """
    return _plays(s, npc, card, effects(s, npc, card))


def _plays(s: State, npc: str, card: int, found: Effects) -> bool:
    """Return whether the NPC plays a card with these effects."""
    if not found or limited_card_count(s, npc) - 1 + DRAWN.get(card, 0) > hand_limit(s, npc):
        return False
    test = UNWILLING.get(card)
    return test is None or not test(s, npc)


def _no_deity_to_be_had(s: State, npc: str) -> bool:
    """Gold Smith: the Lost Deity comes back for nothing; a new one only for disks that can be spared."""
    return "restore" not in smith_options(s, npc) and not can_spare(s, npc, 3, 2)


def _sound(s: State, npc: str) -> bool:
    """Return whether the Deity works: then Prophet is no action (RUL-146)."""
    return deity_state(s, npc) not in BROKEN


def _needless_market(s: State, npc: str) -> bool:
    """Local Trade places two disks at once: not where that begins a fight without an enemy (RUL-154)."""
    if not placeable(s, npc, markets(s, npc)):
        return False
    fit = set(spots(s, npc, markets(s, npc)))
    return not any(fit.intersection(partners(s, npc, a)) for a in fit)


def _needless_growth(s: State, npc: str) -> bool:
    """Golden Age has to place its disks somewhere."""
    around = neighbourhood(s, npc)
    return bool(placeable(s, npc, around)) and not spots(s, npc, around)


def _disturbing_at_home(s: State, npc: str) -> bool:
    """Great Ziggurat, where it would have to begin a fight in the Home Area to be built."""
    home = s.civs[npc].home
    return not is_city(s, npc, home) and not spots(s, npc, [home])


UNWILLING: Final = {
    SMITH: _no_deity_to_be_had,
    ASTROLOGER: lambda s, npc: not in_last_place(s, npc),
    PROPHET: _sound,
    DIPLOMAT: lambda s, npc: diplomacy_cost(s, npc) > 0,
    GOLDEN_AGE: _needless_growth,
    LOCAL_TRADE: _needless_market,
    ZEAL: lambda s, npc: not spots(s, npc, zealous(s, npc)),
    ZIGGURAT: _disturbing_at_home,
}


def idle(s: State, npc: str, card: int) -> bool:
    """Return whether the card cannot be used now and may pay for a disk: no Negate and, but for 14, no C card
    (RUL-143).
    """
    if card == CAPTAIN:
        return True
    if CARDS[card].has_class("N") or CARDS[card].has_class("C"):
        return False
    if card == ASTROLOGER:
        return bool(why_not(s, npc, card)) or not in_last_place(s, npc)
    return bool(why_not(s, npc, card)) or not effects(s, npc, card)


def idle_cards(s: State, npc: str) -> Iterator[int]:
    """Return the cards that may pay for a disk, the one that goes first in front (RUL-143); none that its scenario gave
    it.
    """
    c = s.civs[npc]
    return (n for n in sorted(c.hand) if n not in c.safe and idle(s, npc, n))


def use(card: int) -> int:
    """0 for a Negate, 1 for a Competition card, 2 for any other."""
    return 0 if CARDS[card].has_class("N") else 1 if CARDS[card].has_class("C") else 2


def kept_first(s: State, npc: str, cards: Iterable[int]) -> list[int]:
    """Return the cards in the order in which the NPC takes or keeps them (Playbook, Cards that Draw/Discard Cards).

    Negates, Competition cards, then the highest play priority.
    """
    return sorted(cards, key=lambda n: (use(n), *worth(s, npc, n).order, n))


def given_up_first(cards: Iterable[int]) -> list[int]:
    """Return the cards in the order in which the NPC is forced to give them up (RUL-144).

    Competition cards, others, Negates; of each the worst rank first, then the highest number.
    """
    place = {1: 0, 2: 1, 0: 2}
    return sorted(cards, key=lambda n: (place[use(n)], -printed_rank(n), -n))
