"""A game being played: a checkpoint, the answers given since, and the coroutine in between."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Self, TypeVar

import msgspec

from engine.core.ai_turns import Computers
from engine.core.ask import Ask, Picks, Request, Seat
from engine.core.decoding import decoder
from engine.core.errors import (
    BadRecord,
    GameOver,
    NotAsked,
    NothingToUndo,
    NotTogether,
    ReplayMismatch,
    TableError,
)
from engine.core.game import Control, Event, Game, Outcome, SeatPlan, View
from engine.core.reading import read
from engine.core.record import CALL, CONTROL, UNASKED, Checkpoint, Entry, Record, snapshot, upgrade

S = TypeVar("S")
NOBODY: Final = -1


class Table(Computers[S]):
    """Drives one game. Every method either does all it says or raises a TableError and changes nothing.

    `position` is another object after each change. What has come about since the last `begin` is kept until then:
    `events` told, `checkpoints` passed, answers `settled`, which undo cannot reach.
    """

    position: object
    _floor: int
    _barred: str
    _answerer: int
    _barrier: int
    _opened: int
    _veils: int

    def __init__(
        self,
        game: Game[S],
        record: Record,
        *,
        npcs: bool = True,
        told: list[Event] | None = None,
        fitting: bool = False,
    ) -> None:
        """A table as recorded. Raises BadRecord or ReplayMismatch. With `npcs` the NPC answers for its seats.

        `told` is what has been told before a new game's first step; only then the first events are kept. With
        `fitting` answers that no longer fit the rules are put into `dropped` instead of a ReplayMismatch.
        """
        self.game = game
        self.record = upgrade(game, record)
        self.events: list[Event] = []
        self.checkpoints: list[Checkpoint] = []
        self.settled: list[Entry] = []
        self._npcs = npcs
        self.dropped = self._replay(fitting=fitting)
        first, self.events = [] if told is None else [*told, *self.events], []
        self.heard()
        self.events += first
        self.heard()
        self._go_on()

    @classmethod
    def new(
        cls, game: Game[S], scenario: str, seats: Sequence[SeatPlan], options: Mapping[str, Any], seed: str
    ) -> Table[S]:
        """Return a new game. Raises SetupError."""
        return cls.start(game, *game.setup(scenario, seats, options, seed))

    @classmethod
    def start(cls, game: Game[S], state: S, step: str | None) -> Table[S]:
        """Return a table at the beginning of that step; its first events are kept."""
        return cls.open_with_checkpoint(game, state, step)[0]

    @classmethod
    def open_with_checkpoint(cls, game: Game[S], state: S, step: str | None) -> tuple[Self, Checkpoint]:
        """Return the table and its very first checkpoint."""
        told, raw = game.drain(state), snapshot(state)
        return cls(game, Record(game.name, game.version, step, raw), told=told), Checkpoint(0, step, raw)

    @classmethod
    def restore(cls, game: Game[S], record: Record) -> tuple[Self, list[Entry]]:
        """Return the table, and the answers that no longer fit the rules and must be given again: the first such and
        all after it.

        Each answer is replayed once. The table ends where the record does, even if it `is_unfinished` there, so that
        the NPC's next answers are told. Raises BadRecord.
        """
        table = cls(game, record.copy(), npcs=False, fitting=True)
        table._npcs = True
        return table, table.dropped

    @classmethod
    def resume(cls, game: Game[S], record: Record, playing: Mapping[int, Control]) -> Self:
        """Return the table at an old position, with its seats (by place in order) played by their present players."""
        table = cls(game, record, npcs=False)
        for place, seat in enumerate(game.seats(table.state)):
            by = playing.get(place, "npc")
            if game.controller(table.state, seat) != by:
                table.control(seat, by)
        table._npcs = True
        table._go_on()
        return table

    def begin(self) -> list[Entry]:
        """Forget what has come about until now; the answers since the checkpoint, to compare `journal` with later."""
        for kept in (self.events, self.checkpoints, self.settled):
            kept.clear()
        self.heard()
        return list(self.record.entries)

    @property
    def journal(self) -> list[Entry]:
        """Return all answers since the checkpoint that stood at `begin`."""
        return [*self.settled, *self.record.entries]

    def boundaries(self) -> list[Checkpoint]:
        """Return all step boundaries since `begin`, those included that undo may still cross."""
        return [*self.checkpoints, *self._marks]

    def view_before(self, step: str, answers: int) -> View | None:
        """Return the public view as a step last began since there were so many answers; None if it did not."""
        found = [point for point in self.boundaries() if point.step == step and point.first > answers]
        if not step or not found:
            return None
        return self.game.view(decoder(self.game.state_type).json(bytes(found[-1].state)), None, ())

    def answer_count(self) -> int:
        """Return how many answers there are, without undone ones."""
        return self.record.first + len(self.record.entries)

    def floor(self) -> int:
        """Return how many answers undo can't reach."""
        return self.record.first + self._floor

    def last_answer(self, seat: Seat) -> int | None:
        """Return the number of the answer that the seat may undo. Raises UnknownSeat."""
        own = self._own_answer(seat)
        last = self._last_answer() if own is None else own
        return None if last is None or self.why_barred(seat) else self.record.first + last + 1

    @property
    def step(self) -> str | None:
        """Return the step whose question is pending, from the last boundary passed; None at the end of the game."""
        return self._marks[-1].step if self._marks else self.record.step

    def view(self, seat: Seat | None) -> View:
        """Return what that seat, or with None the public, may know; never who has answered a question to several."""
        if seat is not None:
            self.place_of(seat)
        return self.game.view(self.state, seat, self.pending.asked if self.pending else ())

    def outcome(self) -> Outcome | None:
        """Return the end of the game, once it has ended."""
        return None if self.pending else self.game.outcome(self.state)

    def submit(self, seat: Seat, *picks: str, auto: bool = False) -> None:
        """Answer the present question; `auto`: the seat's person didn't give the answer and so can't undo it.

        Raises IllegalAnswer, NotAsked, UnknownSeat or GameOver.
        """
        if seat not in self._left:
            self.place_of(seat)
        if self._restless:
            self._refuse_unfinished()
        key, before = self._check(seat, picks), self._snapshot()
        try:
            self._take(Entry(key, seat, picks, auto))
            self._go_on()
        except BaseException:
            self._restore(before)
            raise

    def submit_batch(self, seat: Seat, batch: Sequence[Sequence[str]], *, freely: bool = False) -> None:
        """Give several answers of one seat in a row, all or none. `freely`: options may be spelled differently.

        No answer may come after chance or a secret, actual or possible: whether it fits would reveal it. Raises as
        `submit`, and NotTogether.
        """
        before, place, known = self._snapshot(), self.place_of(seat), self._brought()
        try:
            for n, picks in enumerate(batch):
                called = self._called(place, known) if n else seat
                self._submit(called, read(self.ask_of(called), picks) if freely else tuple(picks))
        except BaseException:
            self._restore(before)
            raise

    def _called(self, place: int, known: tuple[int, int]) -> Seat:
        """The seat at that place, which may be called otherwise by now. Raises NotTogether."""
        if self._brought() != known:
            raise NotTogether("What chance or a secret brings has to be seen before the next answer")
        return self.game.seats(self.state)[place]

    def _brought(self) -> tuple[int, int]:
        """Return a value that changes with chance, revealed secrets, and secret questions."""
        return self.game.barrier(self.state), self._veils

    def close(self, answers: Mapping[Seat, Picks]) -> None:
        """Close a secret question with the given answers, and silence for every other seat asked."""
        before = self._snapshot()
        try:
            for ask in self._asks_left():
                self._submit(ask.seat, _answer_or_silence(ask, answers), auto=ask.seat not in answers)
        except BaseException:
            self._restore(before)
            raise

    def undo(self, seat: Seat) -> Entry:
        """Undo the seat's last answer and return it. Raises UnknownSeat, or NothingToUndo with the reason.

        An answer to a question that others still have to answer is undone alone. Any earlier one is undone together
        with what was answered since.
        """
        reason, entries = self.why_barred(seat), self.record.entries
        own, last = self._own_answer(seat), self._last_answer()
        at = last if own is None else own
        if reason or at is None:
            raise NothingToUndo(reason)
        stays = {e.seat for e in entries} - {seat} if own is not None else set[Seat]()
        self.record.entries = [e for i, e in enumerate(entries) if i < at or not e.is_answer or e.seat in stays]
        self._replay()
        self.events.clear()
        self.heard()
        self._go_on()
        return entries[at]

    def why_barred(self, seat: Seat) -> str:
        """Return why that seat can't undo anything; empty if it can. Raises UnknownSeat.

        "answered": another seat has answered since; "chance": chance was drawn or a secret revealed; "closed": a
        question to several has closed, so its answers are known; "nothing", "over".
        """
        place, last = self.place_of(seat), self._last_answer()
        if self._own_answer(seat) is not None:
            return ""
        if last is None or last < self._floor:
            return self._barred
        return "" if place == self._answerer else "answered"

    @property
    def asked_at(self) -> int:
        """Return how many answers had been given when the present question was put; different for each question."""
        return self.record.first + self._opened

    def has_answered(self, seat: Seat) -> bool:
        """Return whether the seat has answered all of its part of a question that others still have to answer."""
        return seat not in self.waiting() and any(
            e.seat == seat and e.is_answer for e in self.record.entries[self._opened :]
        )

    def control(self, seat: Seat, by: Control) -> None:
        """Hand a seat to a person or the NPC, at any decision. Raises UnknownSeat."""
        self.place_of(seat)
        self._take(Entry(CONTROL, seat, (by,)))
        self._go_on()

    def call(self, name: str, seat: Seat = "", *values: str) -> None:
        """Tell the game, at any decision, what happened outside its rules, or what a seat says unasked.

        It is recorded where it came, so that a replay gives the same game; undo keeps it. Raises UnknownCall, GameOver;
        for a seat UnknownSeat, IllegalAnswer.
        """
        if self.pending is None:
            raise GameOver("The game is over")
        self._check_call(seat, (name, *values))
        self._take(Entry(CALL, seat, (name, *values)))
        self._go_on()

    def known_to(self, seat: Seat) -> Record:
        """Return the record without what others have answered to the question that is still open."""
        record = self.record.copy()
        others = (e.is_answer and e.seat != seat and i >= self._opened for i, e in enumerate(record.entries))
        record.entries = [e for e, other in zip(record.entries, others, strict=True) if not other]
        return record

    def _submit(self, seat: Seat, picks: Picks, *, auto: bool = False) -> None:
        if self._restless:
            self._refuse_unfinished()
        self._take(Entry(self._check(seat, picks), seat, picks, auto))
        self._go_on()

    def _refuse_unfinished(self) -> None:
        """Raises NotAsked while the NPC has answers to give."""
        if self.is_unfinished:
            raise NotAsked("Nobody is asked yet: the NPC has not given all its answers")

    def _take(self, entry: Entry) -> None:
        """Apply an entry that fits, and remember how far back undo may reach after it."""
        entries, asked, self.position = self.record.entries, self.pending, object()
        if entry.key in UNASKED:
            self._set_flows_aside()
            entries.append(entry)
            self._apply(entry)
        elif asked is not None and asked.is_shared:
            entries.append(entry)
            self._take_one_of_several(entry, asked)
        else:
            if not entry.auto and (place := self.game.seats(self.state).index(entry.seat)) != self._answerer:
                self._note_answerer(place)
            entries.append(entry)
            self._advance({entry.seat: entry.picks})
        if (barrier := self.game.barrier(self.state)) != self._barrier:
            self._barrier, self._floor, self._barred = barrier, len(entries), "chance"

    def _note_answerer(self, place: int) -> None:
        """Note that the person at that place answers now: undo never goes back over another person's answer."""
        given = len(self.record.entries)
        if self._answerer != NOBODY and given > self._floor:
            self._floor, self._barred = given, "answered"
        self._answerer = place

    def _take_one_of_several(self, entry: Entry, asked: Request) -> None:
        """Give the rules an answer; the last one to a question may move up how far undo reaches."""
        opened, bar = self._opened, self._bar(asked) if len(self._left) == 1 else None
        self._answered(entry.seat, entry.picks)
        if bar is not None and self._opened != opened:
            floor, barred, self._answerer = bar
            if floor > self._floor:
                self._floor, self._barred = floor, barred

    def _bar(self, asked: Request) -> tuple[int, str, int]:
        """Return where undo stops, why, and whose the last answer is, once this shared question is closed.

        Undo never goes back over what a common question reveals, or over another person's answer.
        """
        entries, bar = self.record.entries, (self._floor, self._barred, self._answerer)
        if self._tells(asked):
            return len(entries), "closed", NOBODY
        for i in self._given():
            bar = _behind(bar, self.place_of(entries[i].seat), i)
        return bar

    def _tells(self, asked: Request) -> bool:
        """Return whether the close of this shared question reveals what another player kept secret."""
        if self._keep_secrets({ask.seat for ask in asked.asks}):
            return True
        return self._keep_secrets({e.seat for e in self.record.entries[self._opened :] if e.is_answer})

    def _keep_secrets(self, seats: Iterable[Seat]) -> bool:
        """Return whether one of these seats may keep secrets: not a person alone, nor an NPC without any."""
        people = {seat for seat in self.game.seats(self.state) if self.game.controller(self.state, seat) == "human"}
        others = set(seats) - (people if len(people) == 1 else set())
        if not others.isdisjoint(people):
            return True
        gave = {self.record.entries[i].seat for i in self._given()}
        return any(seat in gave or self.game.secretive(self.state, seat) for seat in others)

    def _given(self) -> list[int]:
        """Return the places in the record of persons' answers to the pending question."""
        since = enumerate(self.record.entries[self._opened :], self._opened)
        return [i for i, entry in since if not entry.auto and entry.key not in UNASKED]

    def _apply(self, entry: Entry) -> None:
        """Do what answers nothing: hand a seat over, or tell the game something."""
        if entry.key == CONTROL:
            self.game.control(self.state, entry.seat, "npc" if entry.picks == ("npc",) else "human")
        else:
            self._call(entry.seat, entry.picks)

    def _put(self, asked: Request) -> None:
        if asked.flows != "on":
            self._opened = len(self.record.entries)
        if asked.sealed and asked.is_veiled and self._keep_secrets(self.game.seats(self.state)):
            self._floor, self._barred = self._opened, "chance"
            self._veils += 1

    def _pass_boundary(self, step: str | None) -> None:
        last: Checkpoint | Record = self._marks[-1] if self._marks else self.record
        self._opened = len(self.record.entries)
        self._marks.append(Checkpoint(self.record.first + self._opened, step, snapshot(self.state, last.state)))
        if step is None:
            self._floor, self._barred = self._opened, "over"

    def _settle(self) -> None:
        """Make the last boundary that undo cannot cross the new checkpoint."""
        marks, record = self._marks, self.record
        floor = record.first + self._floor
        if not marks or marks[0].first > floor:
            return
        passed = marks if marks[-1].first <= floor else [mark for mark in marks if mark.first <= floor]
        last = passed[-1]
        gone = last.first - record.first
        self.settled += record.entries[:gone]
        self.checkpoints += passed
        self._marks = marks[len(passed) :]
        self._floor, self._opened = self._floor - gone, self._opened - gone
        self.record = Record(record.game, record.version, last.step, last.state, record.entries[gone:], last.first)

    def _replay(self, *, fitting: bool = False) -> list[Entry]:
        """Decode the checkpoint and answer again what has been answered since. Raises BadRecord or ReplayMismatch.

        With `fitting` it stops at the first answer that does not fit, and returns those that are left.
        """
        self.state, self.position = self._decoded(), object()
        entries, self.record.entries = self.record.entries, []
        self._marks, self._floor, self._barred, self._answerer = [], 0, "nothing", NOBODY
        self._opened = self._veils = 0
        self._restless = True
        self._begin(self.record.step)
        self._barrier = self.game.barrier(self.state)
        for n, entry in enumerate(entries):
            misfit = self._misfit(entry)
            if misfit and not fitting:
                raise ReplayMismatch(misfit)
            if misfit:
                return entries[n:]
            self._take(entry)
        return []

    def _decoded(self) -> S:
        """The position of the checkpoint. Raises BadRecord."""
        if self.record.step is not None and self.record.step not in self.game.steps:
            raise BadRecord(f"{self.game.name} knows no step {self.record.step!r}")
        try:
            return decoder(self.game.state_type).json(self.record.state)
        except msgspec.MsgspecError as error:
            raise BadRecord(f"The position cannot be read: {error}") from None

    def _misfit(self, entry: Entry) -> str:
        """Why a recorded entry does not fit what the rules ask now; empty if it does."""
        if entry.key == CALL and not self._knows_call(entry.seat, entry.picks):
            return f"{self.game.name} knows no call {entry.picks}"
        if entry.key == CONTROL and entry.seat not in self.game.seats(self.state):
            return f"there is no seat {entry.seat!r} to hand over"
        if not entry.is_answer:
            return ""
        try:
            key = self._check(entry.seat, entry.picks)
        except TableError as error:
            return f"{entry.seat}'s recorded answer to {entry.key} no longer fits: {error}"
        return "" if key == entry.key else f"{entry.seat} once answered {entry.key}; the rules now ask {key}"

    def _own_answer(self, seat: Seat) -> int | None:
        """Return the place in the record of the seat's answer to a question that is still open."""
        return next((i for i in reversed(self._given()) if self.record.entries[i].seat == seat), None)

    def _last_answer(self) -> int | None:
        """Return the place in the record of the last answer by a person to a closed question."""
        entries = self.record.entries
        for i in range(self._opened - 1, -1, -1):
            if not entries[i].auto and entries[i].is_answer:
                return i
        return None

    def _snapshot(self) -> tuple[Record, int, int, int, int]:
        """Return what identifies the table's state: its record only grows, so its lengths are enough."""
        record, told = self.record, len(self.events)
        return record, len(record.entries), told, len(self.checkpoints), len(self.settled)

    def _restore(self, before: tuple[Record, int, int, int, int]) -> None:
        """Back to a snapshot, if anything has changed since."""
        record, given, told, passed, settled = before
        if self.record.first + len(self.record.entries) == record.first + given:
            return
        del record.entries[given:]
        del self.checkpoints[passed:], self.settled[settled:]
        kept, self.record = self.events[:told], record
        self._replay()
        self.events = kept
        self.heard()


def _behind(bar: tuple[int, str, int], place: int, i: int) -> tuple[int, str, int]:
    """Return the bar moved behind the answer at `i` by the person at that place."""
    floor, barred, answerer = bar
    return (floor, barred, place) if answerer in {NOBODY, place} else (i, "answered", place)


def _answer_or_silence(ask: Ask, answers: Mapping[Seat, Picks]) -> Picks:
    picks = answers.get(ask.seat, ask.silence)
    if picks is None:
        raise NotAsked(f"{ask.seat} has not answered, and silence is no answer here")
    return tuple(picks)
