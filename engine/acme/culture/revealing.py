"""A card of the deck turned up for the Culture Tracks; an Event is played and not replaced (PB:2424, 2448)."""

from __future__ import annotations

from engine.acme.effects.events import resolve_event
from engine.acme.facts.catalog import CARDS
from engine.acme.state import State
from engine.acme.verbs.basic import finish_playing, new_action, tell, top_card
from engine.core import text


async def reveal_card(s: State, civ: str, key: str) -> int:
    """Turn up the top card and be done with it. Return its number; 0 without a card to be had (RUL-017)."""
    card = turn_up_card(s, civ, key)
    if card:
        await put_down(s, card)
    return card


def turn_up_card(s: State, civ: str, key: str) -> int:
    """Turn up the top card and return it; it is in no pile until it is put away. `key`: the event that tells it."""
    card = top_card(s)
    if card is None:
        return 0
    new_action(s)
    s.playing.append(card)
    tell(s, key, civ=text.civ(civ), card=text.card(card), n=card)
    return card


async def put_down(s: State, card: int) -> None:
    """Resolve an Event; discard any other card."""
    if CARDS[card].is_event:
        await resolve_event(s, card, "")
    else:
        finish_playing(s, card)
