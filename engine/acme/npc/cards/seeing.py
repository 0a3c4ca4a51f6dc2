"""Which cards an NPC takes, keeps, gives back and draws (Playbook, Cards that Draw/Discard Cards and NPC Mina)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.acme.cards.great_persons import ASTROLOGER
from engine.acme.cards.spies import DIPLOMAT, SEDUCTRESS
from engine.acme.facts.catalog import RULES
from engine.acme.npc.cards.effects import (
    BLACK,
    BLESS,
    CURSE,
    HAND,
    LOSE_CARD,
    LOSE_MINA,
    LOSE_VP,
    MINA,
    PLACE,
    REMOVE,
    VP,
)
from engine.acme.npc.cards.question import best, card_of, why
from engine.acme.npc.cards.worth import Order, given_up_first, kept_first, printed_rank, use, worth
from engine.acme.npc.decision import Decision, decides
from engine.acme.phases.draw_step import GOD_OF_THE_DEAD, KEEP, SWAP, base_cards
from engine.acme.questions.board import abilities, hand_limit, has_power, limited_card_count
from engine.acme.state import State
from engine.core.ask import Ask, Request

GAINS: Final = (HAND, BLESS, VP, MINA, PLACE)
HARMS: Final = (CURSE, LOSE_CARD, LOSE_VP, LOSE_MINA, REMOVE, BLACK)


def numbers(options: Sequence[str]) -> list[int]:
    """Return the options as cards."""
    return [int(option) for option in options]


@decides("card.look")
def take_seen_card(s: State, request: Request, ask: Ask) -> Decision:
    """Return which of the cards seen: as the card says that shows them."""
    card, cards = card_of(request), numbers(ask.options)
    if card == SEDUCTRESS:
        return most_wanted(s, ask.seat, cards)
    if card == DIPLOMAT:
        return most_dangerous(s, ask.seat, cards)
    found = kept_first(s, ask.seat, cards)[: ask.most] if cards else []
    if card == ASTROLOGER and ask.least == len(cards):
        found = cards
    return Decision(tuple(str(n) for n in found), why("keep", str(found[0])) if found else "")


def most_wanted(s: State, npc: str, cards: Sequence[int]) -> Decision:
    """Seductress: what it would play first, then what does most; Negates come last of all (Playbook, card 10)."""
    values = {str(n): worth(s, npc, n) for n in cards}

    def key(token: str) -> tuple[object, ...]:
        return use(int(token)) < 2, *values[token].order

    return best(list(values), key, lambda token: (int(token),), "keep.rank")


def most_dangerous(s: State, npc: str, cards: Sequence[int]) -> Decision:
    """Diplomat: what its owner would gain most by, else what could do most harm, by the list of priorities."""
    owner = next((civ for civ in s.order if set(cards) <= set(s.civs[civ].hand)), npc)

    def key(token: str) -> tuple[object, ...]:
        return danger(s, owner, int(token))

    return best([str(n) for n in cards], key, lambda token: (int(token),), "discard.danger")


def danger(s: State, owner: str, card: int) -> Order:
    """Return how dangerous a card is in its owner's hand; less is more dangerous: gains, then harm, then others."""
    rank = printed_rank(card)
    kind = 2 if use(card) < 2 else 0 if rank in GAINS else 1 if rank in HARMS else 2
    return kind, *(worth(s, owner, card).order if kind == 0 else (rank,))


@decides("card.give", "draw.extra", "draw.discard", "draw.sacrifice")
def parted_with(s: State, request: Request, ask: Ask) -> Decision:
    """Give up Competition cards, then others, then Negates, each kind least useful first (RUL-144)."""
    del s, request
    found = given_up_first(numbers(ask.options))[: ask.least]
    return Decision(tuple(str(n) for n in found), why("discard", str(found[0])))


@decides("draw.dead")
def from_the_dead(s: State, request: Request, ask: Ask) -> Decision:
    """Choose which card of God of the Dead it keeps, by the usual order."""
    del request
    found = kept_first(s, ask.seat, numbers(ask.options))[0]
    return Decision((str(found),), why("keep", str(found)))


@decides("draw.look")
def astrology(s: State, request: Request, ask: Ask) -> Decision:
    """Return the card that it would rather keep comes first; it uses what it sees for this choice alone (RUL-133)."""
    del request
    swap = SWAP in ask.options and kept_first(s, ask.seat, s.deck[:2])[0] != s.deck[0]
    return Decision((SWAP if swap else KEEP,), "draw.look")


@decides("draw.buy")
def buy_cards(s: State, request: Request, ask: Ask) -> Decision:
    """Buy as many cards as fill its hand after its free draws (Playbook, NPC Mina; RUL-149)."""
    del request
    space = hand_limit(s, ask.seat) - limited_card_count(s, ask.seat) - free_cards(s, ask.seat)
    n = max(0, min(space // RULES.mina_per_extra_card, int(ask.options[-1])))
    return Decision((str(n),), f"draw.{'buy' if n else 'free'}")


def free_cards(s: State, npc: str) -> int:
    """Return how many cards it keeps of those drawn for free: base draws and God of the Dead."""
    extra = sum(a.numbers["cards"] for a in abilities(s, npc, "draw_then_discard"))
    dead = has_power(s, npc, GOD_OF_THE_DEAD) and bool(s.discard)
    return base_cards(s, npc) - extra + int(dead)
