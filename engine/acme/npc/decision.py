"""NPC decisions, and the register of deciders: one function for each question of the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.acme.setup.options import GENTLE
from engine.acme.state import State
from engine.core.ask import Ask, Flow, Picks, Request


@dataclass(frozen=True, slots=True)
class NpcPick:
    """One pick with its reason: the text `why.<reason>`; what it is about follows a colon, as in
    `place.7:{area:judah}`. A reason has no spaces.
    """

    token: str
    why: str


@dataclass(frozen=True, slots=True)
class Decision:
    """An answer and its reason."""

    picks: Picks
    why: str
    ties: tuple[Picks, ...] = ()
    """Equally good answers, this one among them, in Method A's order; Method B lets the cards choose (RUL-134)."""
    then: tuple[NpcPick, ...] = ()
    """The picks that follow when the same question is asked repeatedly, while they are offered."""
    whys: tuple[str, ...] = ()
    """The reason of each tie, if they differ."""

    def among(self, picks: Picks) -> Decision:
        """Return the one of the ties that has been chosen, alone. Raises ValueError for picks that are none of them."""
        return Decision(picks, self.whys[self.ties.index(picks)] if self.whys else self.why)


Decider: TypeAlias = Callable[[State, Request, Ask], Decision]
DECIDERS: Final[dict[str, Decider]] = {}
GENTLY: Final[dict[str, Decider]] = {}
"""What the gentle computer decides otherwise."""


def decides(*keys: str, level: str = "") -> Callable[[Decider], Decider]:
    """Register the function for these questions. Raises ValueError if a question has one already."""
    register_in = GENTLY if level == GENTLE else DECIDERS

    def register(mind: Decider) -> Decider:
        for key in keys:
            if key in register_in:
                raise ValueError(f"{key} is decided twice")
            register_in[key] = mind
        return mind

    return register


Afterthought: TypeAlias = Callable[[State, Request, Ask, Decision], Flow[Decision]]
AFTERTHOUGHTS: Final[dict[str, Afterthought]] = {}


def second_thought(*keys: str) -> Callable[[Afterthought], Afterthought]:
    """Register a flow for these questions that has the last word on a decision: it may draw on chance and the deck.

    Raises ValueError if a question has one already.
    """

    def register(flow: Afterthought) -> Afterthought:
        for key in keys:
            if key in AFTERTHOUGHTS:
                raise ValueError(f"{key} is reconsidered twice")
            AFTERTHOUGHTS[key] = flow
        return flow

    return register


def decide(s: State, request: Request, ask: Ask) -> Decision:
    """Return what the NPC of that seat answers, from public facts and its own hand (RUL-133). Raises KeyError."""
    otherwise = GENTLY.get(request.key) if is_gentle(s, ask.seat) else None
    return _planned(s, request, ask) or (otherwise or DECIDERS[request.key])(s, request, ask)


def is_gentle(s: State, civ: str) -> bool:
    """Return whether the gentle computer plays the civ: by a person's rules, with a hidden hand."""
    c = s.civs[civ]
    return c.by == "npc" and c.gentle


def _planned(s: State, request: Request, ask: Ask) -> Decision | None:
    """The next pick of what the seat has planned for this question, if it is offered."""
    planned = s.civs[ask.seat].planned
    if not planned:
        return None
    key, why, token = planned[0].split(" ", 2)
    fits = key == request.key and token in ask.options and ask.least <= 1 <= ask.most
    return Decision((token,), why) if fits else None


def only(ask: Ask, token: str, why: str) -> Decision:
    """Return a decision for that option, without equals. Raises ValueError if it isn't offered."""
    if token not in ask.options:
        raise ValueError(f"{ask.seat} is not offered {token!r}")
    return Decision((token,), why)
