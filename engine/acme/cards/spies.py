"""Spies: cards 10 to 13 and 23. The choice among what they see comes after the response (RUL-009)."""

from __future__ import annotations

from typing import Any

from engine.acme.cards.gains import earn, pay_bank, pay_to
from engine.acme.cards.looking import choose_seen, look_at_hand, take_seen
from engine.acme.cards.targets import holders, owns_something, rivals_with
from engine.acme.effects.announce import announce_card
from engine.acme.effects.card_registry import card
from engine.acme.effects.plans import plan_victim
from engine.acme.questions.board import loose
from engine.acme.state import State
from engine.acme.verbs.basic import discard, give_card, tell
from engine.core import chance, text
from engine.core.ask import choose

SEDUCTRESS, DIPLOMAT, EYES, DANCER, SPY = 10, 11, 12, 13, 23
SAMPLE, VEILS = 3, 2
PAY, SHOW = "pay", "show"


@card(SEDUCTRESS, can=lambda s, civ: bool(holders(s, civ)))
async def seductress(s: State, civ: str) -> None:
    """See up to 3 cards drawn at random from another hand, take 1; gain 1 mina (RUL-067)."""
    victim = await plan_victim(civ, SEDUCTRESS, holders(s, civ))
    await announce_card(s, civ, SEDUCTRESS, against=[victim], aim=text.civ(victim))
    seen = chance.take(s, loose(s, victim), SAMPLE)
    look_at_hand(s, civ, victim, seen)
    await take_seen(s, civ, SEDUCTRESS, victim, seen)
    earn(s, civ, 1)


def diplomacy_cost(s: State, civ: str) -> int:
    """Return 1 mina; 0 for an NPC (Playbook, Cards that Draw/Discard Cards)."""
    c = s.civs[civ]
    return 0 if c.npc and c.by == "npc" else 1


@card(DIPLOMAT, can=lambda s, civ: s.civs[civ].mina >= diplomacy_cost(s, civ) and bool(holders(s, civ)))
async def diplomat(s: State, civ: str) -> None:
    """Pay 1 mina; see another hand and discard 1 card of it."""
    victim = await plan_victim(civ, DIPLOMAT, holders(s, civ))
    await announce_card(s, civ, DIPLOMAT, against=[victim], aim=text.civ(victim))
    pay_bank(s, civ, diplomacy_cost(s, civ))
    hand = loose(s, victim)
    look_at_hand(s, civ, victim, hand)
    if hand:
        chosen = await choose_seen(civ, DIPLOMAT, hand, "card.discard_of", victim)
        discard(s, victim, chosen)
        tell(s, "card.discarded", civ=text.civ(victim), card=text.card(chosen))


@card(EYES, can=lambda s, civ: bool(holders(s, civ)))
async def eyes_of_the_king(s: State, civ: str) -> None:
    """See another hand and take 1 card of it (RUL-067)."""
    victim = await plan_victim(civ, EYES, holders(s, civ))
    await announce_card(s, civ, EYES, against=[victim], aim=text.civ(victim))
    await rob(s, civ, EYES, victim)


async def rob(s: State, civ: str, number: int, victim: str) -> int | None:
    """See the whole hand of the victim and take 1 card of it. Return it."""
    hand = loose(s, victim)
    look_at_hand(s, civ, victim, hand)
    return await take_seen(s, civ, number, victim, hand)


def can_dance(s: State, civ: str) -> bool:
    """Return whether another civ holds a card or 2 mina."""
    return bool(rivals_with(s, civ, lambda other: bool(loose(s, other)) or s.civs[other].mina >= VEILS))


@card(DANCER, can=can_dance)
async def dancer_of_the_seven_veils(s: State, civ: str) -> None:
    """Make the victim pay 2 mina or show its hand, of which 1 card is taken; without the means for one, the other."""
    victim = await plan_victim(civ, DANCER, rivals_with(s, civ, lambda other: owns_something(s, other)))
    await announce_card(s, civ, DANCER, against=[victim], aim=text.civ(victim))
    if await dance_answer(s, victim) == PAY:
        pay_to(s, victim, civ, VEILS)
    else:
        await rob(s, civ, DANCER, victim)


async def dance_answer(s: State, victim: str) -> str:
    """Pay or show: the victim's choice if it has both 2 mina and a card (RUL-067)."""
    c = s.civs[victim]
    if not loose(s, victim):
        return PAY
    if c.mina < VEILS:
        return SHOW
    return await choose(victim, "loss.penalty", [PAY, SHOW], what=text.card(DANCER))


@card(SPY, can=lambda s, civ: bool(holders(s, civ)))
async def spy(s: State, civ: str) -> None:
    """See another hand and take 1 card of it; then give that civ 1 other card (RUL-067)."""
    victim = await plan_victim(civ, SPY, holders(s, civ))
    await announce_card(s, civ, SPY, against=[victim], aim=text.civ(victim))
    taken = await rob(s, civ, SPY, victim)
    others = [str(n) for n in sorted(loose(s, civ)) if n != taken]
    if others:
        said: dict[str, Any] = {"prompt": "card.give_back", "card": text.card(SPY), "civ": text.civ(victim)}
        given = await choose(civ, "card.give", others, **said)
        give_card(s, civ, victim, int(given), freely=True)
        tell(s, "card.given", civ=text.civ(civ), other=text.civ(victim))
