"""Dry runs: tries what answers would do on a copy, each run continuing where the last one ended.

Also plans that answer several questions of one kind in a row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final, Protocol, TypeVar

from engine.core.ask import Option, Picks, Request, Seat
from engine.core.decoding import decoder
from engine.core.errors import TableError
from engine.core.game import Event, Game, View
from engine.core.record import Record
from engine.core.table import Table
from engine.core.text import current_language


class Continuation(Protocol):
    """How a game follows plans for one kind of question. A plan is plain data that only its owner sees.

    It gives only answers that its owner could give, and uses only what the owner sees.
    """

    def begin(self, table: Table[Any], seat: Seat, wishes: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a plan for the seat's present question. Raises IllegalAnswer if the wishes make none."""

    def holds(self, table: Table[Any], plan: Mapping[str, Any]) -> bool:
        """Return whether what the plan was made for is still going on."""

    def follow(self, table: Table[Any], seat: Seat, plan: Mapping[str, Any]) -> tuple[Picks, Mapping[str, Any]] | None:
        """Return the seat's next answer and the rest of the plan; None if it has no further answer."""

    def outlook(self, table: Table[Any], seat: Seat, most: int) -> tuple[Mapping[str, int], ...]:
        """Return how it ends if the seat pays 0, 1, 2 ... times and nobody else pays."""


def continuations(game: Game[Any]) -> Mapping[str, Continuation]:
    """Return the kinds of questions for which the game follows plans."""
    found: Mapping[str, Continuation] = getattr(game, "continuations", {})
    return found


def outlook(table: Table[Any], seat: Seat, most: int) -> tuple[Mapping[str, int], ...]:
    """Return how it ends for each number of payments; empty if the question takes no plan."""
    kind = continuations(table.game).get(table.pending.key) if table.pending else None
    return () if kind is None else kind.outlook(table, seat, most)


MOST_KNOWN: Final = 64
_Key = TypeVar("_Key")
_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class DryRun:
    """What a batch would do, as far as the seat may know beforehand."""

    view: View
    events: tuple[Event, ...]
    taken: int
    """How many answers were carried out."""
    stopped: str
    """Why not more: "" (nothing left), "chance" (chance or a secret), "seat" (another seat decides), "over"."""
    request: Request | None
    """The question there, without what others are asked."""
    options: tuple[Option, ...] = ()
    """What the seat can answer there, if it is the one asked."""
    presumed: bool = False
    """Whether another seat would have been asked on the way and was assumed silent, so that more answers must wait."""


@dataclass(frozen=True, slots=True)
class Reached:
    """How far a batch gets, without views: the fields of the same names of a `DryRun`."""

    taken: int
    stopped: str
    request: Request | None
    presumed: bool


class Trial:
    """The position of one seat as it was when this was made: nothing that happens at the table since then changes it.

    What others have answered to a question that is still open counts as not given. Several threads may ask at once.
    """

    def __init__(self, table: Table[Any], seat: Seat) -> None:
        """Raises UnknownSeat."""
        self._game: Game[Any] = table.game
        self._record, self._place = table.known_to(seat), table.place_of(seat)
        self._walk: _Walk | None = None
        self._known: dict[tuple[str, tuple[Picks, ...]], DryRun] = {}  # by language too: options are in words
        self._reached: dict[tuple[Picks, ...], Reached] = {}
        self._reasons: dict[tuple[str, str], str] = {}
        self._outlooks: dict[int, tuple[Mapping[str, int], ...]] = {}
        self._lock = Lock()

    def table(self) -> Table[Any]:
        """Return a separate table at that position."""
        return Table(self._game, self._record.copy(), npcs=False)

    def run(self, batch: Sequence[Sequence[str]]) -> DryRun:
        """Return what these answers would do if nobody else acts. Raises as `Table.submit` does."""
        wanted = tuple(tuple(picks) for picks in batch)
        with self._lock:
            return self._run(wanted)

    def after(self, batch: Sequence[Sequence[str]]) -> Reached:
        """Return how far these answers would get, without making a view. Raises as `run`."""
        wanted = tuple(tuple(picks) for picks in batch)
        with self._lock:
            found = self._reached.get(wanted)
            return found or _kept(self._reached, wanted, self._gone(wanted).after())

    def why_not(self, token: str) -> str:
        """Return why the seat cannot do that now; empty if nothing is known against it."""
        wanted = current_language(), token
        with self._lock:
            if wanted in self._reasons:
                return self._reasons[wanted]
            walk = self._walk_to(())
            return _kept(self._reasons, wanted, self._game.why_not(walk.state, walk.seat, token))

    def outlook(self, most: int) -> tuple[Mapping[str, int], ...]:
        """Return how a question that takes a plan ends if the seat pays 0 to `most` times and nobody else pays."""
        with self._lock:
            if most in self._outlooks:
                return self._outlooks[most]
            walk = self._walk_to(())
            return _kept(self._outlooks, most, outlook(walk, walk.seat, most))

    def _run(self, wanted: tuple[Picks, ...]) -> DryRun:
        key = current_language(), wanted
        return self._known.get(key) or _kept(self._known, key, self._tried(wanted))

    def _tried(self, wanted: tuple[Picks, ...]) -> DryRun:
        walk = self._gone(wanted)
        if walk.secret is None:
            return walk.dry_run()
        view = walk.foreseen() or self._run(walk.answers[:-1]).view
        return DryRun(view, walk.secret, len(walk.answers), "chance", None, (), walk.presumed)

    def _gone(self, wanted: tuple[Picks, ...]) -> _Walk:
        walk = self._walk_to(wanted)
        try:
            walk.go_to(wanted)
        finally:
            if walk.broken:
                self._walk = None
        return walk

    def _walk_to(self, wanted: tuple[Picks, ...]) -> _Walk:
        """The walk so far, if it is on the way there; else a new one."""
        if self._walk is None or wanted[: len(self._walk.answers)] != self._walk.answers:
            self._walk = _Walk(self._game, self._record.copy(), self._place)
        return self._walk


def try_answers(trial: Trial, batch: Sequence[Sequence[str]]) -> Reached | None:
    """Return how far the answers would get; None if they aren't possible."""
    try:
        return trial.after(batch)
    except TableError:
        return None


def _kept(known: dict[_Key, _Found], key: _Key, found: _Found) -> _Found:
    """Store the result among the most recent ones, and return it."""
    known[key] = found
    if len(known) > MOST_KNOWN:
        del known[next(iter(known))]
    return found


class _Walk(Table[Any]):
    """A table on which one seat answers.

    `secret` is what had been told before chance came in, if it has. Chance seldom comes in at once: what the last
    answer brings up to the end of its step is known before.
    """

    _start: tuple[int, int] = (-1, -1)
    _quiet: tuple[bytes, int] | None = None

    def __init__(self, game: Game[Any], record: Record, place: int) -> None:
        super().__init__(game, record, npcs=False)
        self.at, self.answers = place, tuple[Picks, ...]()
        self.presumed = self.broken = False
        self.secret: tuple[Event, ...] | None = None
        self._start = self._brought()

    @property
    def seat(self) -> Seat:
        """Return the seat, as it is called by now."""
        return self.game.seats(self.state)[self.at]

    def go_to(self, wanted: tuple[Picks, ...]) -> None:
        """Give the missing answers as far as the seat is asked and no chance comes in. Raises as `submit`."""
        for picks in wanted[len(self.answers) :]:
            if self.secret is not None or (self.answers and self.seat not in self.waiting()):
                return
            self._quiet = None
            self._give(picks)

    def _give(self, picks: Picks) -> None:
        before, told = self.seat, len(self.events)
        self._check(before, picks)
        self.broken = True
        self._submit(before, picks)
        self.answers = (*self.answers, picks)
        self.presumed = self._presume(self.seat) or self.presumed or self._brought()[1] != self._start[1]
        if self._brought()[0] != self._start[0]:
            self.secret = _told(self.events[: self._quiet[1] if self._quiet else told], before)
        else:
            self.broken = False

    def _pass_boundary(self, step: str | None) -> None:
        super()._pass_boundary(step)
        if self.game.barrier(self.state) == self._start[0]:
            self._quiet = (self._marks[-1].state, len(self.events))

    def foreseen(self) -> View | None:
        """Return the position at the last boundary before chance came in; None if the last answer did not lead
        to one.
        """
        if self._quiet is None:
            return None
        state = decoder(self.game.state_type).json(self._quiet[0])
        return self.game.view(state, self.game.seats(state)[self.at], ())

    def dry_run(self) -> DryRun:
        """Return the present state as a dry run."""
        seat, there = self.seat, self.after()
        view, told = self.view(seat), _told(self.events, seat)
        return DryRun(view, told, there.taken, there.stopped, there.request, self._described(), there.presumed)

    def after(self) -> Reached:
        """Return how far it has come."""
        taken, seat = len(self.answers), self.seat
        if self.secret is not None:
            return Reached(taken, "chance", None, self.presumed)
        stopped = "" if seat in self.waiting() else "seat" if self.pending else "over"
        return Reached(taken, stopped, self.question_to(seat), self.presumed)

    def _described(self) -> tuple[Option, ...]:
        asked, ask = self.question_to(self.seat), self.ask_of(self.seat)
        return self.game.describe(self.state, asked, ask) if asked and ask else ()

    def _presume(self, seat: Seat) -> bool:
        """Let all others be silent or answer what the game presumes, as far as possible. Return whether any did."""
        presumed = False
        while self.pending and seat not in self.waiting():
            ask = self._asks_left()[0]
            picks = ask.silence or self.game.presumed.get(self.pending.key)
            if picks is None or ask.refusal(picks):
                break
            self._submit(ask.seat, picks, auto=True)
            presumed = True
        return presumed


def _told(events: Sequence[Event], seat: Seat) -> tuple[Event, ...]:
    return tuple(event for event in events if event.to in {None, seat})
