"""Answers that a computer must work out: the position it thinks from, how it plays on, and its decision.

A game with such computers has `deliberation`. A table stops before such an answer and is `unfinished`; its driver has
the answer worked out in the background and passes it to `Table.go_on` as a `Thought`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from engine.core.ask import Ask, Picks, Request, Seat
from engine.core.decoding import decoder
from engine.core.game import Control, Game
from engine.core.record import CONTROL, Entry, Record, encode
from engine.core.runner import Runner

S = TypeVar("S")
Policy = Callable[[Any, Request, Ask], Picks]


@dataclass(frozen=True, slots=True)
class Vantage:
    """The position a seat thinks from: the last boundary, the answers since, and its place."""

    game: Game[Any]
    step: str | None
    state: bytes
    entries: tuple[Entry, ...]
    place: int


@dataclass(frozen=True, slots=True)
class Thought:
    """A seat's decision after thinking. `mark`: the mark of the record it thought from."""

    mark: str
    seat: Seat
    picks: Picks


class Deliberation(Protocol):
    """How the computers of a game work out answers; unless `is_wanted`, they answer at once."""

    def is_wanted(self, s: Any, request: Request, ask: Ask) -> bool:
        """Return whether the seat, which the computer plays, thinks about that question."""

    def answer(self, vantage: Vantage) -> Picks:
        """Return its answer: legal, the same whenever the seat sees the same, within a fixed number of rehearsals."""


def next_of_plan(vantage: Vantage, plan_from: Callable[[Vantage], tuple[str, ...]], usual: Policy) -> Picks:
    """Return the next answer of the plan that is made from the last boundary; the usual computer's answer if what has
    been answered since isn't the beginning of that plan, or all of it.
    """
    here: Rehearsal[Any] = Rehearsal(vantage)
    seat = here.game.seats(here.state)[vantage.place]
    request, ask = here.question_to(seat), here.ask_of(seat)
    if request is None or ask is None:
        raise AssertionError(f"{seat} is asked nothing")
    made = tuple(pick for entry in vantage.entries if entry.is_answer for pick in entry.picks)
    plan = plan_from(replace(vantage, entries=()))
    if made != plan[: len(made)] or len(made) >= len(plan):
        return usual(here.state, request, ask)
    return (plan[len(made)],)


def mark(record: Record) -> str:
    """Return a hash that tells one record from any other."""
    return hashlib.blake2b(encode(record), digest_size=16).hexdigest()


class Rehearsal(Runner[S], Generic[S]):
    """The rest of a game, played on a copy: nothing is recorded, and computers don't stop to think."""

    def __init__(self, vantage: Vantage) -> None:
        """Copy the position to think from.

        The thinking seat counts as human, so that no computer decides again what has been answered.
        """
        self.game, self.events = vantage.game, []
        self.state = decoder(vantage.game.state_type).json(vantage.state)
        self.game.control(self.state, self.game.seats(self.state)[vantage.place], "human")
        self._begin(vantage.step)
        for entry in vantage.entries:
            self._enter(entry)

    def _enter(self, entry: Entry) -> None:
        if entry.is_answer:
            self._answered(entry.seat, entry.picks)
        elif entry.key == CONTROL:
            by: Control = "npc" if entry.picks == ("npc",) else "human"
            self.game.control(self.state, entry.seat, by)
        else:
            self._call(entry.seat, entry.picks)

    def play(self, first: Picks, policy: Policy, through: Callable[[S], bool], most: int) -> None:
        """Give that answer to the question asked, then what the policy says, until it is through, over or `most`
        answers are given. Raises what the rules raise where a position that was made up does not hold together.
        """
        picks: Picks | None = first
        while self.pending is not None and most > 0:
            ask = next(iter(self._left.values()))
            given = policy(self.state, self.pending.to(ask.seat), ask) if picks is None else picks
            self._answered(ask.seat, given)
            self.events.clear()
            picks, most = None, most - 1
            if through(self.state):
                return
