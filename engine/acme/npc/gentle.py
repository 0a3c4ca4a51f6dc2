"""What the gentle computer does otherwise than a stand-in: it settles, builds and trades slowly, and harms nobody.

It enters no area of another civilization, plays no card that costs others something, cancels none, and spends nothing
on Competitions and losses.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engine.acme.effects.losses import LOSE
from engine.acme.effects.plans import DONE
from engine.acme.npc.cards.effects import BLESS, HAND, MINA, OTHER, PLACE, VP, effects
from engine.acme.npc.cards.playing import action
from engine.acme.npc.cards.saving import free_means
from engine.acme.npc.decision import Decision, decides, only
from engine.acme.npc.fights.rounds import unit_of
from engine.acme.npc.placing.answers import deploy
from engine.acme.questions.board import are_friends, disks, stacks
from engine.acme.setup.options import GENTLE
from engine.acme.state import State
from engine.core.ask import PASS, Ask, Request

MOST: Final = 4
"""Disks of growth that it places in a turn."""
KIND: Final = frozenset({HAND, BLESS, VP, MINA, PLACE, OTHER})
"""What its cards may do."""
UNTOLD: Final = ""
"""A person's civ gives no reasons."""


@decides("growth.deploy", level=GENTLE)
def settle(s: State, request: Request, ask: Ask) -> Decision:
    """Return where its next growth disk goes: where it is alone, or where it already is."""
    calm = tuple(option for option in ask.options if option == DONE or is_calm(s, ask.seat, option))
    if calm == (DONE,) or len(request.about) >= MOST:
        return only(ask, DONE, UNTOLD)
    return Decision(deploy(s, request, replace(ask, options=calm)).picks, UNTOLD)


def is_calm(s: State, civ: str, area: str) -> bool:
    """Return whether nobody else is in the area, or the civ was there before."""
    return disks(s, civ, area) > 0 or all(are_friends(s, faction, civ) for faction in stacks(s, area))


@decides("card.play", level=GENTLE)
def play(s: State, request: Request, ask: Ask) -> Decision:
    """Return a card that brings itself something, or what a stand-in does without cards."""
    kind = tuple(option for option in ask.options if not option.isdigit() or is_kind(s, ask.seat, int(option)))
    return action(s, request, replace(ask, options=kind))


def is_kind(s: State, civ: str, card: int) -> bool:
    """Return whether the card costs others nothing."""
    return KIND.issuperset(effects(s, civ, card))


@decides("competition.commit", level=GENTLE)
def commit(s: State, request: Request, ask: Ask) -> Decision:
    """Commit nothing."""
    del s, request
    return only(ask, DONE, UNTOLD)


@decides("competition.removal", level=GENTLE)
def give_up(s: State, request: Request, ask: Ask) -> Decision:
    """Give up a unit."""
    del request
    return only(ask, unit_of(s, ask.seat, ask.options), UNTOLD)


@decides("card.negate", level=GENTLE)
def bear(s: State, request: Request, ask: Ask) -> Decision:
    """Let every card pass."""
    del s, request
    return only(ask, PASS, UNTOLD)


@decides("loss.buy_off", level=GENTLE)
def lose(s: State, request: Request, ask: Ask) -> Decision:
    """Lose disks rather than pay for them."""
    del s, request
    return only(ask, free_means(ask) or LOSE, UNTOLD)


@decides("draw.buy", level=GENTLE)
def save(s: State, request: Request, ask: Ask) -> Decision:
    """Buy no cards."""
    del s, request
    return only(ask, ask.options[0], UNTOLD)
