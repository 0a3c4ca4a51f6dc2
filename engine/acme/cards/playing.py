"""Playing a card as an action: announced, perhaps Negated, carried out, put away (ACME §8.3)."""

from __future__ import annotations

from engine.acme.effects.announce import Gone, Negated
from engine.acme.effects.card_registry import EFFECTS, why_not
from engine.acme.facts.catalog import CARDS
from engine.acme.state import State
from engine.acme.verbs.basic import finish_playing, tell
from engine.acme.verbs.npc_offences import doing
from engine.core import text

PILES = {"stays": "display", "display": "display", "set_aside": "set_aside"}


async def play_card(s: State, civ: str, number: int) -> None:
    """Play a card of the civ's hand for its effect; its player chooses, then the others may answer (RUL-009).

    From its announcement on the card is in no pile (RUL-045). If it is Negated nothing of it happens (RUL-058). An
    Event met while an NPC let the cards decide may have taken it, or all that it could do.
    """
    try:
        await carry_out(s, civ, number)
    except Gone:
        tell(s, "card.gone", civ=text.civ(civ), card=text.card(number))
    except Negated:
        tell(s, "card.negated", civ=text.civ(civ), card=text.card(number))
        finish_playing(s, number, negated_pile(number))
    else:
        finish_playing(s, number, PILES.get(CARDS[number].after_play, "discard"))


async def carry_out(s: State, civ: str, number: int) -> None:
    """What the card says, from its player's choices on. Raises Negated, or Gone if it cannot be played any more."""
    if number not in s.civs[civ].hand or why_not(s, civ, number):
        raise Gone
    with doing(s):
        await EFFECTS[number](s, civ)


def negated_pile(number: int) -> str:
    """Where a Negated card goes: the great disasters are set aside even so, all others are discarded (RUL-046)."""
    return "set_aside" if CARDS[number].after_play == "set_aside" else "discard"
