"""What the strong computer thinks about, and what it answers there; all else it does as an NPC would in its seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from engine.acme.facts.catalog import AREAS
from engine.acme.npc.decision import decide
from engine.acme.npc.hooks import is_strong
from engine.acme.npc.placing.defence import enemy_at_city, enemy_at_gold, enemy_at_home
from engine.acme.npc.placing.prospect import prospect
from engine.acme.state import State
from engine.acme.strong.homeland import best_civ
from engine.acme.strong.settling import best_landing, settler
from engine.acme.strong.worship import DEITY, best_deity, establishes, resource
from engine.core.ask import Ask, Picks, Request
from engine.core.deliberation import Rehearsal, Vantage

Thinking: TypeAlias = Callable[[State, Request, Ask], str]
CIV: Final = "setup.civ"
GUARDS: Final = (enemy_at_home, enemy_at_gold, enemy_at_city)


class AcmeDeliberation:
    """The thinking of ACME's strong computer."""

    def wanted(self, s: State, request: Request, ask: Ask) -> bool:
        """Whether the civ is played strongly, and the question is one of those that it thinks about."""
        single = ask.most == 1 and not ask.caps and len(ask.options) > 1
        return single and request.key in THINKING and is_strong(s, ask.seat)

    def answer(self, vantage: Vantage) -> Picks:
        """What it answers; it looks at what lies open and its own hand alone."""
        here: Rehearsal[State] = Rehearsal(vantage)
        seat = here.state.slots[vantage.place]
        request, ask = here.question_to(seat), here.ask_of(seat)
        if request is None or ask is None:
            raise AssertionError(f"{seat} is asked nothing")
        return thought(here.state, request, ask)


def thought(s: State, request: Request, ask: Ask) -> Picks:
    """Its answer to a question that it thinks about; that of an NPC where it knows nothing better."""
    found = THINKING[request.key](s, request, ask)
    return (found,) if found in ask.options else decide(s, request, ask).picks


def civilization(s: State, request: Request, ask: Ask) -> str:
    """The civilization with the best land."""
    del request
    return best_civ(s, ask.seat, ask.options)


def deployment(s: State, request: Request, ask: Ask) -> str:
    """Where the next disk goes: against an enemy who threatens what it has, else where it brings most."""
    if guarded := threatened(s, request, ask):
        return guarded
    found = best_landing(settler(s, ask.seat, request.left), [area for area in ask.options if area in AREAS])
    return "" if found is None else found.area


def threatened(s: State, request: Request, ask: Ask) -> str:
    """Its Home Area, Gold or City beside an enemy that its disks in hand can stand up to; empty if there is none."""
    p = prospect(s, ask.seat, request.left)
    p.barred = frozenset(p.areas()) - {*ask.options}
    groups = (group for guard in GUARDS for group in guard(p))
    return next((group.area for group in groups), "")


def action(s: State, request: Request, ask: Ask) -> str:
    """A Deity, once it is time for it; else what an NPC would play."""
    usual = decide(s, request, ask).picks[0]
    return DEITY if DEITY in ask.options and establishes(s, ask.seat, usual) else usual


def deity(s: State, request: Request, ask: Ask) -> str:
    """Which Deity."""
    del s, request
    return best_deity(ask.options)


def price(s: State, request: Request, ask: Ask) -> str:
    """What a Deity is paid with next."""
    del request
    return resource(s, ask.seat, ask.options)


THINKING: Final[Mapping[str, Thinking]] = {
    CIV: civilization,
    "growth.deploy": deployment,
    "card.play": action,
    "deity.choose": deity,
    "deity.pay": price,
}
