"""Advice for a seat: what a computer would answer in its place, and why.

A game with an adviser has `adviser`. It knows no more than the seat does: it gives answers only as far as neither
chance nor another seat decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from engine.core.ask import PASS, Ask, Picks, Request, Seat
from engine.core.deliberation import Vantage
from engine.core.game import Game
from engine.core.message import AND, NOTHING, Message, Value, list_of
from engine.core.record import Checkpoint, Record
from engine.core.table import Table
from engine.core.trial import Reached, Trial

MOST: Final = 200  # answers in a row; no phase of any game has so many
ENDED: Final = ("done",)
NOTHING_DONE: Final = {ENDED, (PASS,), ("no",), ("0",)}


@dataclass(frozen=True, slots=True)
class Advised:
    """One answer with its reason; the reason is empty if there is nothing to say about it."""

    picks: Picks
    why: Message = NOTHING


@dataclass(frozen=True, slots=True)
class Advice:
    """The answers to a question and to those that belong with it, and the reason for them in one sentence."""

    key: str
    """The key of the first question."""
    answers: tuple[tuple[str, Picks], ...]
    """Each answer with the key of its question."""
    why: Message = NOTHING

    @property
    def batch(self) -> tuple[Picks, ...]:
        """Return the answers alone."""
        return tuple(picks for _, picks in self.answers)


class Adviser(Protocol):
    """How the best computer of a game answers for a seat that a person plays."""

    def answer(self, table: Table[Any], seat: Seat, asked: Request, ask: Ask) -> Advised:
        """Return its answer to the question of that seat: legal, and the same whenever the seat sees the same."""


class UsualAdviser:
    """Answers as the computer does that plays seats without a person."""

    def answer(self, table: Table[Any], seat: Seat, asked: Request, ask: Ask) -> Advised:
        """Return the usual computer's answer, with its reason if it comes with one."""
        del seat
        picks = table.game.npc(table.state, asked, ask)
        return Advised(tuple(picks), getattr(picks, "why", NOTHING))


def adviser_of(game: Game[Any]) -> Adviser:
    """Return the adviser of a game; without one the usual computer."""
    found: Adviser = getattr(game, "adviser", USUAL)
    return found


USUAL: Final = UsualAdviser()


def advise(trial: Trial, place: int, belongs: Callable[[str, Reached], bool]) -> Advice | None:
    """Return the advice for the seat at that place; None if it isn't asked anything.

    `belongs` tells, by the key of the first question, whether what a batch has reached is answered with it.
    """
    table, reached, first = trial.table(), None, ""
    given: list[tuple[str, Advised]] = []
    while len(given) < MOST and (reached is None or belongs(first, reached)):
        seat = table.game.seats(table.state)[place]
        asked, ask = table.question_to(seat), table.ask_of(seat)
        if asked is None or ask is None:
            break
        first = first or asked.key
        given.append((asked.key, adviser_of(table.game).answer(table, seat, asked, ask)))
        reached = trial.after([one.picks for _, one in given])
        following = reached.request.key if reached.request else ""
        if reached.stopped or reached.presumed or is_over(first, asked.key, given[-1][1].picks, following):
            break
        table.submit(seat, *given[-1][1].picks)
    answers = tuple((key, one.picks) for key, one in given)
    return Advice(first, answers, _main_reason(given)) if given else None


def is_over(first: str, key: str, picks: Picks, following: str) -> bool:
    """Return whether a decision that began with the first question has been ended with these picks, so that the same
    question begins another one.
    """
    return first == key == following and picks == ENDED


def _main_reason(given: Sequence[tuple[str, Advised]]) -> Message:
    """Return the reason that most answers to the main question have, of equals the first; its lists name what those
    answers are about. The main question is the first at which something is done.
    """
    told = [(key, one.why) for key, one in given if one.why]
    main = next((key for key, one in given if one.why and one.picks not in NOTHING_DONE), told[0][0] if told else "")
    whys = [why for key, why in told if key == main]
    keys = [why.key for why in whys]
    most = max(keys, key=keys.count, default="")
    return _joined([why for why in whys if why.key == most])


def _joined(whys: Sequence[Message]) -> Message:
    """Return reasons of the same kind as one: the most frequent, its lists with the members of all. An `n` that counts
    a list counts the longer one too.
    """
    first = max(whys, key=whys.count, default=NOTHING)
    values = dict(first.values)
    for name, value in first.values.items():
        if members := tuple(dict.fromkeys(one for why in whys for one in _members(why.values[name]))):
            counted = {"n": len(members)} if first.values.get("n") == len(_members(value)) else {}
            values |= {name: list_of(members), **counted}
    return Message(first.key, values)


def _members(value: Value) -> Sequence[str | int | Message]:
    """Return what a list as text names; nothing of any other value."""
    of = value.values["of"] if isinstance(value, Message) and value.key == AND else ()
    return of if isinstance(of, tuple) else ()


def vantage_of(table: Table[Any], seat: Seat) -> Vantage:
    """Return the point from which that seat thinks, without others' answers to the open question."""
    record = table.known_to(seat)
    passed = table.boundaries()
    last: Checkpoint | Record = passed[-1] if passed else record
    since = record.entries[max(0, last.first - record.first) :]
    return Vantage(table.game, last.step, bytes(last.state), tuple(since), table.place_of(seat))
