"""A game being played: a checkpoint, the answers given since, and the coroutine in between."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

import msgspec

from engine.core.ask import Answers, Ask, Flow, Option, Picks, Request, Seat
from engine.core.errors import (
    GameOver,
    IllegalAnswer,
    NotAsked,
    NothingToUndo,
    ReplayMismatch,
    TableError,
    UnknownCall,
    UnknownSeat,
)
from engine.core.game import Control, Event, Game, Outcome, SeatPlan, View
from engine.core.reading import read
from engine.core.record import CALL, CONTROL, Checkpoint, Entry, Record, upgrade

S = TypeVar("S")
MOST_UNASKED: Final = 20_000


@dataclass(frozen=True, slots=True)
class DryRun:
    """What a batch would do, as far as the seat may know it beforehand.

    `taken` answers were carried out; `stopped` says why not more: "" (nothing left), "chance" (chance or
    a secret comes in), "seat" (somebody else decides), "over". `request` is what is asked there; if it is the
    seat that is asked, `options` describes what it can answer. `presumed`: somebody else would have been asked
    on the way and was taken to be silent, so that more answers can only be given once that is settled.
    """

    view: View
    events: tuple[Event, ...]
    taken: int
    stopped: str
    request: Request | None
    options: tuple[Option, ...] = ()
    presumed: bool = False


class Table(Generic[S]):
    """Drives one game. Every method either does all it says or raises a TableError and changes nothing."""

    state: S
    pending: Request | None
    _flow: Flow[str | None] | None
    _answers: dict[Seat, Picks]
    _marks: list[tuple[int, str | None, msgspec.Raw]]
    _floor: int
    _barred: str
    _answerer: int

    def __init__(self, game: Game[S], record: Record, *, npcs: bool = True, told: list[Event] | None = None) -> None:
        """A table as recorded. Raises BadRecord or ReplayMismatch. With `npcs` the NPC answers for its seats.

        `told` is what has been told before a new game's first step; only then the first events are kept.
        """
        self.game = game
        self.record = upgrade(game, record)
        self.events: list[Event] = []
        self.checkpoints: list[Checkpoint] = []
        self._npcs = npcs
        self._replay()
        self.events = [] if told is None else [*told, *self.events]
        self._go_on()

    @classmethod
    def new(
        cls, game: Game[S], scenario: str, seats: Sequence[SeatPlan], options: Mapping[str, Any], seed: str
    ) -> Table[S]:
        """A new game. Raises SetupError."""
        return cls.start(game, *game.setup(scenario, seats, options, seed))

    @classmethod
    def start(cls, game: Game[S], state: S, step: str | None) -> Table[S]:
        """A table at the beginning of that step; its first events are kept."""
        told = game.drain(state)
        raw = msgspec.Raw(msgspec.json.encode(state))
        return cls(game, Record(game.name, game.version, step, raw), told=told)

    @classmethod
    def restore(cls, game: Game[S], record: Record) -> tuple[Table[S], list[Entry]]:
        """The table, and the answers that no longer fit the rules and must be given again."""
        fitting = record.copy()
        while True:
            try:
                return cls(game, fitting.copy()), record.entries[len(fitting.entries) :]
            except ReplayMismatch:
                fitting.entries = fitting.entries[: _first_misfit(game, fitting)]

    @property
    def step(self) -> str | None:
        """The step whose question is pending, from the last boundary passed; None at the end of the game."""
        return self._marks[-1][1] if self._marks else self.record.step

    def waiting(self) -> tuple[Seat, ...]:
        """The seats that have not answered yet."""
        return tuple(a.seat for a in self.pending.asks if a.seat not in self._answers) if self.pending else ()

    def ask_of(self, seat: Seat) -> Ask | None:
        """What that seat has still to answer."""
        return self.pending.of(seat) if self.pending and seat in self.waiting() else None

    def view(self, seat: Seat | None) -> View:
        """What that seat, or with None everybody, may know. Who has answered a common question is nobody's business."""
        if seat is not None:
            self._place(seat)
        return self.game.view(self.state, seat, self.pending.asked if self.pending else ())

    def outcome(self) -> Outcome | None:
        """The end of the game, once it has ended."""
        return None if self.pending else self.game.outcome(self.state)

    def submit(self, seat: Seat, *picks: str) -> None:
        """Answer the pending question. Raises IllegalAnswer, NotAsked, UnknownSeat or GameOver."""
        self.submit_batch(seat, [picks])

    def submit_batch(self, seat: Seat, batch: Sequence[Sequence[str]], *, freely: bool = False) -> None:
        """Several answers of one seat in a row, all or none. `freely`: options may be spelled otherwise."""
        before, place = self._snapshot(), self._place(seat)
        try:
            for picks in batch:
                called = self.game.seats(self.state)[place]
                self._submit(called, read(self.ask_of(called), picks) if freely else tuple(picks))
        except BaseException:
            self._restore(before)
            raise

    def close(self, answers: Mapping[Seat, Picks]) -> None:
        """End a sealed window: the answers given, and silence for every other seat asked."""
        before = self._snapshot()
        try:
            for ask in self._asks_left():
                self._submit(ask.seat, _answer_or_silence(ask, answers), auto=ask.seat not in answers)
        except BaseException:
            self._restore(before)
            raise

    def undo(self, seat: Seat) -> Entry:
        """Take back the seat's last answer and return it. Raises UnknownSeat, or NothingToUndo with the reason."""
        place, last = self._place(seat), self._last_answer()
        if last is None or last < self._floor:
            raise NothingToUndo(self._barred)
        if place != self._answerer:
            raise NothingToUndo("answered")
        entry = self.record.entries[last]
        kept = [e for i, e in enumerate(self.record.entries) if i < last or not e.is_answer]
        self.record.entries = kept
        self._replay()
        self.events.clear()
        self._go_on()
        return entry

    def undoable(self) -> Seat | None:
        """The seat that could take back an answer now."""
        last = self._last_answer()
        return None if last is None or last < self._floor else self.game.seats(self.state)[self._answerer]

    def control(self, seat: Seat, by: Control) -> None:
        """Hand a seat to a person or to the NPC, at any decision. Raises UnknownSeat."""
        self._place(seat)
        self._take(Entry(CONTROL, seat, (by,)))
        self._go_on()

    def call(self, name: str) -> None:
        """Tell the game, at any decision, what has come about outside its rules. Raises UnknownCall or GameOver.

        It is recorded where it came, so that the same game follows from the record; undo does not take it back.
        """
        if self.pending is None:
            raise GameOver("The game is over")
        if name not in self._calls():
            raise UnknownCall(f"{self.game.name} knows no call {name!r}")
        self._take(Entry(CALL, "", (name,)))
        self._go_on()

    def _calls(self) -> Mapping[str, Callable[[S], None]]:
        calls: Mapping[str, Callable[[S], None]] = getattr(self.game, "calls", {})
        return calls

    def dry_run(self, seat: Seat, batch: Sequence[Sequence[str]]) -> DryRun:
        """What these answers would do if nobody else did anything. Raises as `submit` does; changes nothing."""
        trial, place = Table(self.game, self.record.copy(), npcs=False), self._place(seat)
        shown, taken, presumed = trial.view(seat), 0, False
        events: tuple[Event, ...] = ()
        barrier = self.game.barrier(trial.state)
        for picks in batch:
            if taken and seat not in trial.waiting():
                return DryRun(shown, events, taken, "seat" if trial.pending else "over", trial.pending, (), presumed)
            trial._submit(seat, tuple(picks))
            taken += 1
            seat = self.game.seats(trial.state)[place]
            presumed = trial._presume(seat) or presumed
            if self.game.barrier(trial.state) != barrier:
                return DryRun(shown, events, taken, "chance", None, (), presumed)
            shown, events = trial.view(seat), tuple(e for e in trial.events if e.to in {None, seat})
        stopped = "" if seat in trial.waiting() else "seat" if trial.pending else "over"
        return DryRun(shown, events, taken, stopped, trial.pending, trial._described(seat), presumed)

    def _described(self, seat: Seat) -> tuple[Option, ...]:
        ask = self.ask_of(seat)
        return self.game.describe(self.state, self.pending, ask) if self.pending and ask else ()

    def problems(self) -> list[str]:
        """Broken invariants of the present position."""
        return self.game.problems(self.state)

    def _presume(self, seat: Seat) -> bool:
        """Let everybody else be silent, or answer what the game presumes, as long as that is possible. Has anybody?"""
        presumed = False
        while self.pending and seat not in self.waiting():
            ask = self._asks_left()[0]
            picks = ask.silence or self.game.presumed.get(self.pending.key)
            if picks is None or ask.refusal(picks):
                break
            self._submit(ask.seat, picks, auto=True)
            presumed = True
        return presumed

    def _place(self, seat: Seat) -> int:
        """The seat's place in the game's fixed order, which stays when its id changes. Raises UnknownSeat."""
        seats = list(self.game.seats(self.state))
        if seat not in seats:
            raise UnknownSeat(f"There is no seat {seat!r} at this table")
        return seats.index(seat)

    def _asks_left(self) -> list[Ask]:
        return [ask for ask in self.pending.asks if ask.seat not in self._answers] if self.pending else []

    def _submit(self, seat: Seat, picks: Picks, *, auto: bool = False) -> None:
        key = self._check(seat, picks)
        self._take(Entry(key, seat, picks, auto))
        self._go_on()

    def _check(self, seat: Seat, picks: Picks) -> str:
        """The key of the question these picks answer. Raises what is wrong with them."""
        if self.pending is None:
            raise GameOver("The game is over")
        ask = self.ask_of(seat)
        if ask is None:
            self._place(seat)
            raise NotAsked(f"{seat} is not asked now; waiting for {', '.join(self.waiting())}")
        refusal = ask.refusal(picks)
        if refusal:
            raise IllegalAnswer(f"{self.pending.key}: {refusal}")
        return self.pending.key

    def _go_on(self) -> None:
        """Let the NPC answer for its seats, then move the checkpoint up as far as undo allows.

        It stops after `MOST_UNASKED` answers: among NPCs alone a game without a limit might never end, and would
        keep everybody else waiting. The next answer, or building the table anew, goes on from there.
        """
        left = MOST_UNASKED
        while left and self._npcs and self.pending and (ask := self._npc_ask()):
            self._take(Entry(self.pending.key, ask.seat, self.game.npc(self.state, self.pending, ask), auto=True))
            self._settle()
            left -= 1
        self._settle()

    def _npc_ask(self) -> Ask | None:
        return next((a for a in self._asks_left() if self.game.controller(self.state, a.seat) == "npc"), None)

    def _take(self, entry: Entry) -> None:
        """Apply an entry that fits, and remember how far back undo may reach after it."""
        entries, barrier = self.record.entries, self.game.barrier(self.state)
        if not entry.auto and entry.is_answer:
            place = self._place(entry.seat)
            if self._last_answer() is not None and place != self._answerer:
                self._floor, self._barred = len(entries), "answered"
            self._answerer = place
        entries.append(entry)
        self._apply(entry)
        if self.game.barrier(self.state) != barrier:
            self._floor, self._barred = len(entries), "chance"

    def _apply(self, entry: Entry) -> None:
        if entry.key == CONTROL:
            self.game.control(self.state, entry.seat, "npc" if entry.picks == ("npc",) else "human")
            return
        if entry.key == CALL:
            for name in entry.picks:
                self._calls()[name](self.state)
            self._hear()
            return
        self._answers[entry.seat] = entry.picks
        if not self.waiting():
            answers, self._answers = self._answers, {}
            self._advance(answers)

    def _advance(self, answers: Answers | None) -> None:
        """Run the rules to the next question, over as many step boundaries as it takes."""
        while self._flow is not None:
            try:
                asked = self._flow.send(answers)
            except StopIteration as end:
                self._pass_boundary(end.value)
                answers = None
                continue
            if not isinstance(asked, Request):
                raise TypeError(f"the rules awaited {asked!r}, which is no Request")
            self._hear()
            self.pending = asked
            return

    def _hear(self) -> None:
        """Keep what the rules have told."""
        self.events += self.game.drain(self.state)

    def _pass_boundary(self, step: str | None) -> None:
        self._hear()
        raw = msgspec.Raw(msgspec.json.encode(self.state))
        self._marks.append((len(self.record.entries), step, raw))
        self._flow, self.pending = None, None
        if step is None:
            self._floor, self._barred = len(self.record.entries), "over"
        else:
            self._flow = self.game.steps[step](self.state)

    def _settle(self) -> None:
        """Make the last boundary that undo cannot cross the new checkpoint."""
        passed = [mark for mark in self._marks if mark[0] <= self._floor]
        if not passed:
            return
        first, gone = self.record.first, passed[-1][0]
        self.checkpoints += [Checkpoint(first + n, step, raw) for n, step, raw in passed]
        self._marks = [(n - gone, step, raw) for n, step, raw in self._marks[len(passed) :]]
        self._floor -= gone
        _, step, raw = passed[-1]
        self.record = Record(self.game.name, self.game.version, step, raw, self.record.entries[gone:], first + gone)

    def _replay(self) -> None:
        """Decode the checkpoint and answer again what has been answered since. Raises ReplayMismatch."""
        self.state = msgspec.json.decode(self.record.state, type=self.game.state_type)
        entries, self.record.entries = self.record.entries, []
        self._answers, self._marks = {}, []
        self._floor, self._barred, self._answerer = 0, "nothing", -1
        self.pending, self._flow = None, self._first_flow()
        self._advance(None)
        for entry in entries:
            self._refuse_misfit(entry)
            self._take(entry)

    def _first_flow(self) -> Flow[str | None] | None:
        step = self.record.step
        return None if step is None else self.game.steps[step](self.state)

    def _refuse_misfit(self, entry: Entry) -> None:
        if entry.key == CALL and not set(entry.picks) <= set(self._calls()):
            raise ReplayMismatch(f"{self.game.name} knows no call {entry.picks}")
        if not entry.is_answer:
            return
        try:
            key = self._check(entry.seat, entry.picks)
        except TableError as error:
            raise ReplayMismatch(f"{entry.seat}'s recorded answer to {entry.key} no longer fits: {error}") from error
        if key != entry.key:
            raise ReplayMismatch(f"{entry.seat} once answered {entry.key}; the rules now ask {key}")

    def _last_answer(self) -> int | None:
        entries = self.record.entries
        for i in range(len(entries) - 1, -1, -1):
            if not entries[i].auto and entries[i].is_answer:
                return i
        return None

    def _snapshot(self) -> tuple[Record, int, int]:
        return self.record.copy(), len(self.events), len(self.checkpoints)

    def _restore(self, before: tuple[Record, int, int]) -> None:
        """Back to a snapshot, if anything has changed since."""
        record, told, passed = before
        if self.record.first + len(self.record.entries) == record.first + len(record.entries):
            return
        del self.checkpoints[passed:]
        kept, self.record = self.events[:told], record
        self._replay()
        self.events = kept


def _answer_or_silence(ask: Ask, answers: Mapping[Seat, Picks]) -> Picks:
    picks = answers.get(ask.seat, ask.silence)
    if picks is None:
        raise NotAsked(f"{ask.seat} has not answered, and silence is no answer here")
    return tuple(picks)


def _first_misfit(game: Game[S], record: Record) -> int:
    """How many of the record's answers fit the rules."""
    for n in range(len(record.entries)):
        trial = record.copy()
        trial.entries = trial.entries[: n + 1]
        try:
            Table(game, trial, npcs=False)
        except ReplayMismatch:
            return n
    return len(record.entries)
