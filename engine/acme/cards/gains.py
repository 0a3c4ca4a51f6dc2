"""Gains and losses by cards, each with the line that tells it."""

from __future__ import annotations

from engine.acme.state import State
from engine.acme.verbs.basic import discard_at_random, gain_mina, gain_vp, give_mina, pay_mina, tell
from engine.acme.verbs.draws import draw
from engine.core import text
from engine.core.message import Message, count_noun


def earn(s: State, civ: str, mina: int) -> None:
    """Gain mina from the bank."""
    gain_mina(s, civ, mina)
    tell(s, "card.mina", civ=text.civ(civ), n=mina)


def score(s: State, civ: str, vp: int, why: str, /, **about: str) -> None:
    """Gain VP, told with the reason, the text `part.scored.<why>`: a card may take effect long after it was
    announced.
    """
    gain_vp(s, civ, vp, "cards")
    tell(s, "card.vp_for", civ=text.civ(civ), n=vp, reason=Message(f"part.scored.{why}", about))


def earn_and_score(s: State, civ: str, mina: int, vp: int, card: int) -> None:
    """Gain mina from the bank and VP by that card, told in one line."""
    gain_mina(s, civ, mina)
    gain_vp(s, civ, vp, "cards")
    tell(s, "card.mina_and_vp_by", civ=text.civ(civ), n=mina, vp=vp, card=text.card(card))


def pay_bank(s: State, civ: str, mina: int) -> int:
    """Pay mina to the bank, as far as there are any. Return how many."""
    paid = pay_mina(s, civ, mina)
    if paid:
        tell(s, "card.paid", civ=text.civ(civ), n=paid)
    return paid


def pay_to(s: State, giver: str, taker: str, mina: int) -> int:
    """Pay mina to another civ, as far as there are any. Return how many."""
    paid = give_mina(s, giver, taker, mina)
    if paid:
        tell(s, "card.paid_to", civ=text.civ(giver), other=text.civ(taker), n=paid)
    return paid


def lose_vp(s: State, civ: str, vp: int, card: int) -> None:
    """Lose VP by that card, as far as there are any (RUL-014)."""
    lost = min(vp, s.civs[civ].vp)
    if lost:
        gain_vp(s, civ, -lost, "losses")
        tell(s, "card.vp_lost_by", civ=text.civ(civ), n=lost, card=text.card(card))


def lose_cards(s: State, civ: str, n: int) -> None:
    """Discard random cards face up, as far as there are any."""
    for _ in range(n):
        card = discard_at_random(s, civ)
        if card is not None:
            tell(s, "card.discarded", civ=text.civ(civ), card=text.card(card))


async def draw_cards(s: State, civ: str, n: int) -> None:
    """Draw cards, resolve and replace Events among them (RUL-050), and tell everyone how many."""
    drawn = await draw(s, civ, n)
    tell(s, "card.drew", civ=text.civ(civ), n=count_noun(len(drawn), "card"))
