"""The questions that the strong computer thinks about; it answers the rest as an NPC would.

A Deity scores in every Tally and helps in every
turn (ACME §12.2), so it buys one early with the cards of its first hands that it can't use as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from engine.acme.facts.catalog import AREAS, CARDS, RULES
from engine.acme.npc.cards.effects import HAND, MINA, effects
from engine.acme.npc.cards.worth import idle
from engine.acme.npc.decision import decide
from engine.acme.npc.hooks import is_strong
from engine.acme.npc.placing.course import FIRST
from engine.acme.npc.placing.defence import enemy_at_city, enemy_at_gold, enemy_at_home
from engine.acme.npc.placing.prospect import DiskGroup, prospect
from engine.acme.questions.board import loose
from engine.acme.state import State
from engine.acme.strong.choosing import best_civ, best_home
from engine.acme.strong.facts import STRONG
from engine.acme.strong.horizon import tallies_left
from engine.acme.strong.settling import best_landing, settler
from engine.acme.verbs.payments import CARD
from engine.acme.verbs.payments import MINA as MINA_TOKEN
from engine.core.ask import Ask, Picks, Request
from engine.core.deliberation import Rehearsal, Vantage

Thinking: TypeAlias = Callable[[State, Request, Ask], str]
CIV: Final = "setup.civ"
GUARDS: Final = (enemy_at_home, enemy_at_gold, enemy_at_city)
DEITY: Final = "deity"


class AcmeDeliberation:
    """The thinking of ACME's strong computer."""

    def is_wanted(self, s: State, request: Request, ask: Ask) -> bool:
        """Return whether the civ is played strongly, and the question is one of those that it thinks about."""
        return thinks_about(request, ask) and is_strong(s, ask.seat)

    def answer(self, vantage: Vantage) -> Picks:
        """Return its answer, from public facts and its own hand alone."""
        here: Rehearsal[State] = Rehearsal(vantage)
        seat = here.state.slots[vantage.place]
        request, ask = here.question_to(seat), here.ask_of(seat)
        if request is None or ask is None:
            raise AssertionError(f"{seat} is asked nothing")
        return think(here.state, request, ask)


def thinks_about(request: Request, ask: Ask) -> bool:
    """Return whether a question is one of those that the strong computer thinks about."""
    return ask.most == 1 and not ask.caps and len(ask.options) > 1 and request.key in THINKING


def think(s: State, request: Request, ask: Ask) -> Picks:
    """Return its answer to a question that it thinks about; that of an NPC where it knows nothing better."""
    found = THINKING[request.key](s, request, ask)
    return (found,) if found in ask.options else decide(s, request, ask).picks


def civilization(s: State, request: Request, ask: Ask) -> str:
    """Return the civilization with the best land."""
    del request
    return best_civ(s, ask.seat, ask.options)


def home(s: State, request: Request, ask: Ask) -> str:
    """Return the Home Area with the best land."""
    del request
    return best_home(s, ask.seat, ask.options)


def deployment(s: State, request: Request, ask: Ask) -> str:
    """Return where the next disk goes: against an enemy that threatens what it has, else where it gains most."""
    if (guarded := threatened(s, request, ask)) is not None:
        return guarded.area
    found = best_landing(settler(s, ask.seat, request.left), [area for area in ask.options if area in AREAS])
    return "" if found is None else found.area


def threatened(s: State, request: Request, ask: Ask) -> DiskGroup | None:
    """Return what the scenario has it defend first, or its Home Area, Gold or City with an enemy that its disks can
    resist; None if there is none.
    """
    p = prospect(s, ask.seat, request.left)
    p.barred = frozenset(p.areas()) - {*ask.options}
    groups = (group for guard in (*FIRST.get(s.scenario, ()), *GUARDS) for group in guard(p))
    return next(groups, None)


def action(s: State, request: Request, ask: Ask) -> str:
    """Return a Deity, once it is time for it; else what an NPC would play."""
    usual = decide(s, request, ask).picks[0]
    return DEITY if DEITY in ask.options and establishes(s, ask.seat, usual) else usual


def deity(s: State, request: Request, ask: Ask) -> str:
    """Return which Deity."""
    del s, request
    return best_deity(ask.options)


def price(s: State, request: Request, ask: Ask) -> str:
    """Return what pays for a Deity next."""
    del request
    return resource(s, ask.seat, ask.options)


THINKING: Final[Mapping[str, Thinking]] = {
    CIV: civilization,
    "setup.home": home,
    "growth.deploy": deployment,
    "card.play": action,
    "deity.choose": deity,
    "deity.pay": price,
}


def establishes(s: State, civ: str, usual: str) -> bool:
    """Return whether it establishes a Deity now: there is time for it to pay off, cards and mina suffice, and the card
    it would play instead (`usual`) doesn't gain more.
    """
    if tallies_left(s) < STRONG.worship.tallies or len(loose(s, civ)) + s.civs[civ].mina < RULES.deity_cost:
        return False
    return not (usual.isdigit() and brings_resources(s, civ, int(usual)))


def brings_resources(s: State, civ: str, card: int) -> bool:
    """Return whether the card brings mina or cards; one of Religion waits for the Deity."""
    found = effects(s, civ, card)
    return found.get(MINA, 0) + found.get(HAND, 0) > 0 and not CARDS[card].has_class("R")


def best_deity(offered: Sequence[str]) -> str:
    """Return the one that it prefers."""
    return min(offered, key=STRONG.worship.deities.index)


def resource(s: State, civ: str, offered: Sequence[str]) -> str:
    """Return what it gives first: the least valuable card, a mina before a better card; disks last."""
    worth = {option: card_worth(s, civ, int(option[len(CARD) :])) for option in offered if option.startswith(CARD)}
    worth |= {MINA_TOKEN: 1.0} if MINA_TOKEN in offered else {}
    return min(worth, key=lambda option: (worth[option], option), default="")


def card_worth(s: State, civ: str, card: int) -> float:
    """Return what a card is worth to its holder, in mina."""
    w = STRONG.worship
    if CARDS[card].has_class("N"):
        return w.negate
    if CARDS[card].has_class("C"):
        return w.competition
    if idle(s, civ, card):
        return w.idle
    return w.other + w.effect * sum(effects(s, civ, card).values())
