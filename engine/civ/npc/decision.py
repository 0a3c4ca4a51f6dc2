"""Computer decisions, and the register of deciders: one function for each question of the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Self, TypeAlias

from engine.civ.options import GENTLE, STRONG, USUAL
from engine.civ.state import State
from engine.core.ask import Ask, Picks, Request
from engine.core.message import NOTHING, Message

WHY: Final = "why.civilization"


@dataclass(frozen=True, slots=True)
class Decision:
    """An answer and its reason: a key of the table `why.civilization` with its values.

    `ties`: equally good answers, this one among them, the chosen one first; empty if there is no other.
    """

    picks: Picks
    why: Message = NOTHING
    ties: tuple[Picks, ...] = ()


class ReasonedPicks(tuple[str, ...]):  # noqa: SLOT001 - a tuple has no room for one
    """Picks of the computer with their reason; stored picks are plain, and their reason is worked out again.

    A question to one seat is answered in the position in which it was put: nothing changes in between.
    """

    why: Message

    def __new__(cls, made: Decision) -> Self:
        """The picks of a decision."""
        picks = super().__new__(cls, made.picks)
        picks.why = made.why
        return picks


Decider: TypeAlias = Callable[[State, Request, Ask], Decision]
DECIDERS: Final[dict[str, Decider]] = {}
OTHERWISE: Final[dict[str, dict[str, Decider]]] = {GENTLE: {}, STRONG: {}}
"""What computers of other levels decide differently. The strong one compares plans, too."""


def decides(*keys: str, level: str = USUAL) -> Callable[[Decider], Decider]:
    """Register the function for these questions. Raises ValueError if a question has one already."""
    register_in = OTHERWISE.get(level, DECIDERS)

    def register(mind: Decider) -> Decider:
        for key in keys:
            if key in register_in:
                raise ValueError(f"{key} is decided twice")
            register_in[key] = mind
        return mind

    return register


def because(reason: str, /, **said: Any) -> Message:
    """Return a reason of the catalogue with its values."""
    return Message(f"{WHY}.{reason}", said)


def decide(s: State, request: Request, ask: Ask, level: str = "") -> Decision:
    """Return what a computer of that level, or of that of the table, answers for that seat; the same state and ask give
    the same answer. Raises KeyError for an unknown question.
    """
    otherwise = OTHERWISE.get(level or s.options.npc, {})
    return (otherwise.get(request.key) or DECIDERS[request.key])(s, request, ask)
