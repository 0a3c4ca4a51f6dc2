"""Answers that a computer has to work out: from where it thinks, how it plays on in its head, what it comes to.

A game whose computers may do so has `deliberation`. A table stops before such an answer and is `unfinished`; whoever
drives it has the answer worked out where nobody waits for it, and gives it to `Table.go_on` as a `Thought`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
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
    """From where a seat thinks: the last boundary passed, what has been answered since, and its place."""

    game: Game[Any]
    step: str | None
    state: bytes
    entries: tuple[Entry, ...]
    place: int


@dataclass(frozen=True, slots=True)
class Thought:
    """What a seat answers that has thought about it. `mark`: that of the record from which it has thought."""

    mark: str
    seat: Seat
    picks: Picks


class Deliberation(Protocol):
    """How the computers of a game work out answers; what is not `wanted` they give at once."""

    def wanted(self, s: Any, request: Request, ask: Ask) -> bool:
        """Whether the seat, which the computer plays, thinks about that question."""

    def answer(self, vantage: Vantage) -> Picks:
        """Its answer: legal, the same whenever the seat sees the same, within a fixed number of rehearsals."""


def mark(record: Record) -> str:
    """What tells one record from any other."""
    return hashlib.blake2b(encode(record), digest_size=16).hexdigest()


class Rehearsal(Runner[S], Generic[S]):
    """The rest of a game played in one's head: nothing is recorded, and computers do not stop to think."""

    def __init__(self, vantage: Vantage) -> None:
        """The position from which is thought, as a copy. Its seat is in nobody's hands but its own: no computer makes
        up its mind again about what has been answered.
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
