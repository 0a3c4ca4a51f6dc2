"""Method B: cards of the deck decide between equal chances (Playbook, Equal Chances; RUL-134)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.acme.effects.events import resolve_event
from engine.acme.facts.catalog import CARDS
from engine.acme.state import State
from engine.acme.verbs.basic import put_away, tell, top_card
from engine.core import text
from engine.core.ask import Picks

PAIR = 2


async def chosen_by_cards(s: State, civ: str, ties: Sequence[Picks]) -> Picks:
    """Return one of the answers: of two by one card (even: the first); of more, the one with the highest card.

    An Event that comes up is played at once. Without a card the first answer is taken (RUL-017).
    """
    if len(ties) == PAIR:
        card = await reveal(s, civ)
        return ties[card % 2] if card else ties[0]
    shown = [await reveal(s, civ) for _ in ties]
    return ties[shown.index(max(shown))]


async def reveal(s: State, civ: str, told: str = "npc.revealed", away: Callable[[State, int], None] = put_away) -> int:
    """Turn up the top card for an NPC: an Event is played at once, any other put away. 0 without a card (RUL-017).

    `told`: the event that tells it; `away`: where another card goes, by default to the discard pile. While an Event is
    being resolved, cards decide nothing else.
    """
    card = top_card(s)
    if card is None:
        return 0
    tell(s, told, civ=text.civ(civ), card=text.card(card), n=card)
    if CARDS[card].is_event:
        await resolve_at_once(s, card)
    else:
        away(s, card)
    return card


async def resolve_at_once(s: State, card: int) -> None:
    """Resolve an Event met while an NPC lets the cards decide."""
    before, s.pondering = s.pondering, True
    s.playing.append(card)
    await resolve_event(s, card, "")
    s.pondering = before
