"""When the strong computer establishes a Deity, which one, and what it gives for it (ACME §12.2).

A Deity scores in every Tally and helps in every turn, so the sooner it is there the better; the cards of the first
hands that it cannot use as well are its price.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.acme.facts.catalog import CARDS, RULES
from engine.acme.npc.cards.effects import HAND, MINA, effects
from engine.acme.npc.cards.worth import idle
from engine.acme.questions.board import loose
from engine.acme.state import State
from engine.acme.strong.facts import STRONG
from engine.acme.strong.horizon import tallies_left
from engine.acme.verbs.payments import CARD
from engine.acme.verbs.payments import MINA as MINA_TOKEN

DEITY: Final = "deity"


def establishes(s: State, civ: str, usual: str) -> bool:
    """Whether it establishes a Deity now: there is time for it to pay, cards and mina are enough, and the card that it
    would play instead, `usual`, brings no more of them.
    """
    if tallies_left(s) < STRONG.worship.tallies or len(loose(s, civ)) + s.civs[civ].mina < RULES.deity_cost:
        return False
    return not (usual.isdigit() and brings_resources(s, civ, int(usual)))


def brings_resources(s: State, civ: str, card: int) -> bool:
    """Whether the card brings mina or cards; one of Religion waits for the Deity."""
    found = effects(s, civ, card)
    return found.get(MINA, 0) + found.get(HAND, 0) > 0 and not CARDS[card].has_class("R")


def best_deity(offered: Sequence[str]) -> str:
    """The one that it prefers."""
    return min(offered, key=STRONG.worship.deities.index)


def resource(s: State, civ: str, offered: Sequence[str]) -> str:
    """What it gives first: the card that is worth least, a mina before one that is worth more; disks last."""
    worth = {option: card_worth(s, civ, int(option[len(CARD) :])) for option in offered if option.startswith(CARD)}
    worth |= {MINA_TOKEN: 1.0} if MINA_TOKEN in offered else {}
    return min(worth, key=lambda option: (worth[option], option), default="")


def card_worth(s: State, civ: str, card: int) -> float:
    """What a card is worth to whoever holds it, a mina being 1."""
    w = STRONG.worship
    if CARDS[card].has_class("N"):
        return w.negate
    if CARDS[card].has_class("C"):
        return w.competition
    if idle(s, civ, card):
        return w.idle
    return w.other + w.effect * sum(effects(s, civ, card).values())
