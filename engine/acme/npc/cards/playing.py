"""The action of an NPC in the Card Phase, and what it does with a card beside aiming it (RUL-139 to RUL-142)."""

from __future__ import annotations

from typing import Final

from engine.acme.cards.religion import ZIGGURAT
from engine.acme.facts.catalog import RULES
from engine.acme.npc.cards.question import card_of, one_of, why
from engine.acme.npc.cards.resources import can_spare
from engine.acme.npc.cards.spots import spots
from engine.acme.npc.cards.worth import Worth, willing, worth_playing
from engine.acme.npc.culture import best_advance
from engine.acme.npc.decision import Decision, decides, only
from engine.acme.questions.board import deity_state
from engine.acme.state import State
from engine.core.ask import PASS, Ask, Request

RESTORE = "restore"
RESTORING: Final = ("2", "9", "95")
BRANCHES: Final = ("vp", "draw", "restore", "establish", "place", "look", "growth")


@decides("card.play")
def action(s: State, request: Request, ask: Ask) -> Decision:
    """The Deity comes back first, then the card of the best rank is played; otherwise the NPC passes (RUL-139).

    For a person it advances on a Culture Track before it passes."""
    del request
    duty = restoring(s, ask) if deity_state(s, ask.seat) == "lost" else None
    if duty is not None:
        return duty
    cards = [int(option) for option in ask.options if option.isdigit()]
    valued = {card: found for card in cards if (found := worth_playing(s, ask.seat, card))}
    if valued:
        return best_card(valued)
    return best_advance(s, ask) or only(ask, PASS, "play.pass")


def restoring(s: State, ask: Ask) -> Decision | None:
    """How the NPC restores its Lost Deity: by a card that helps, else for 2 resources that it can spare, or not now.

    ACME Playbook, NPC Card Phase Deity Priorities.
    """
    card = next((n for n in RESTORING if n in ask.options and willing(s, ask.seat, int(n))), "")
    if card:
        return Decision((card,), why("play.restoring_card", card))
    if RESTORE in ask.options and can_spare(s, ask.seat, RULES.reestablish_cost):
        return Decision((RESTORE,), "play.restore")
    return None


def best_card(valued: dict[int, Worth]) -> Decision:
    """The card of the best rank, in a rank the larger amount, then more effects; equal ones by number (RUL-139)."""
    least = min(valued.values(), key=lambda w: w.order)
    ties = [str(n) for n in sorted(valued) if valued[n].order == least.order]
    return one_of(ties, [why(f"play.{least.rank}", tie) for tie in ties])


@decides("card.option")
def branch(s: State, request: Request, ask: Ask) -> Decision:
    """Of two effects the one that the notes on the card name: VP, cards, a Deity (RUL-142)."""
    del s, request
    picked = next((option for option in BRANCHES if option in ask.options), ask.options[0])
    return only(ask, picked, f"option.{picked}" if picked in BRANCHES else "most")


@decides("card.amount")
def amount(s: State, request: Request, ask: Ask) -> Decision:
    """As much as the card allows: "may" means that it does (Playbook, Card Play Clarifications)."""
    card = card_of(request)
    if card == ZIGGURAT and not spots(s, ask.seat, [s.civs[ask.seat].home]):
        return Decision((min(ask.options, key=int),), "quiet_home")
    return Decision((max(ask.options, key=int),), why("most", str(card)))
