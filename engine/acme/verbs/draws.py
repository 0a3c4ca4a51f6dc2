"""Drawing cards, and the Events that come up (ACME §8.6, RUL-050)."""

from __future__ import annotations

from engine.acme.effects.events import resolve_event
from engine.acme.facts.catalog import CARDS
from engine.acme.state import State
from engine.acme.verbs.basic import tell, top_card
from engine.core import text
from engine.core.message import list_of


async def draw(s: State, civ: str, n: int) -> list[int]:
    """Draw n cards together; Events among them are resolved in drawn order and replaced until none is left.

    Return the cards drawn, which are then in the civ's hand; fewer, if no more can be had (RUL-017).
    """
    draw_unseen(s, n)
    return await look(s, civ)


def draw_unseen(s: State, n: int) -> int:
    """Take n cards off the deck without looking at them (RUL-121). Return how many could be had (RUL-017)."""
    before = len(s.unseen)
    while len(s.unseen) < before + n and (card := top_card(s)) is not None:
        s.unseen.append(card)
    return len(s.unseen) - before


async def look(s: State, civ: str) -> list[int]:
    """Let the civ look at its unseen draws: Events are resolved and replaced, the rest is its hand (RUL-050)."""
    drawn: list[int] = []
    while s.unseen:
        batch, s.unseen = s.unseen, []
        events = [card for card in batch if CARDS[card].is_event]
        kept = [card for card in batch if card not in events]
        s.playing += events
        await take_in(s, civ, kept)
        drawn += kept
        for event in events:
            await resolve_event(s, event, civ)
        draw_unseen(s, len(events))
    return drawn


async def take_in(s: State, civ: str, cards: list[int]) -> None:
    """Put cards just drawn into the hand; their owner alone learns which."""
    s.civs[civ].hand += cards
    if cards:
        tell(s, "draw.yours", to=civ, cards=list_of([text.card(c) for c in cards]))
