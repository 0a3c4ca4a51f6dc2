"""A Table of the kernel that remembers what has to be stored of each change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from engine.core.ask import Seat
from engine.core.errors import ReplayMismatch
from engine.core.game import Control, Event, Game, SeatPlan, View
from engine.core.record import Checkpoint, Entry, Record
from engine.core.table import Table
from engine.games import FACES


def _heading(era: int, turn: int, phase: str) -> str:
    return f"{era}.{turn}.{phase.lower()}" if era or turn or phase else ""


def heading_of(game: str, state: object) -> str:
    """The chapter of the log to which that position belongs: `2.3.growth`, or empty; as far as its state says so."""
    era = getattr(state, _era(game), 0)
    return _heading(int(era), int(getattr(state, "turn", 0)), str(getattr(state, "phase", "")))


def heading_in(game: str, raw: bytes) -> str:
    """The chapter of a stored state."""
    found: Any = msgspec.json.decode(raw, type=_shape(_era(game)))
    return _heading(found.era, found.turn, found.phase)


def _era(game: str) -> str:
    """The part of a game's state that counts what is longer than a turn."""
    return (FACES[game].era if game in FACES else "") or "era"


@cache
def _shape(era: str) -> type[msgspec.Struct]:
    """The few parts of a stored state that say where it stands."""
    first = ("era", int, msgspec.field(default=0, name=era))
    return msgspec.defstruct("Heading", [first, ("turn", int, 0), ("phase", str, "")])


class KeptTable(Table[Any]):
    """A Table with its journal since the last `begin`, and the chapter of each event."""

    def __init__(self, game: Game[Any], record: Record, *, npcs: bool = True, told: list[Event] | None = None) -> None:
        """As Table. Raises BadRecord or ReplayMismatch."""
        self.settled: list[Entry] = []
        self.chapters: list[str] = []
        super().__init__(game, record, npcs=npcs, told=told)
        self._note_chapters()

    @classmethod
    def opened(
        cls, game: Game[Any], scenario: str, seats: Sequence[SeatPlan], options: Mapping[str, Any], seed: str
    ) -> tuple[KeptTable, Checkpoint]:
        """A new game, and its very first position. Raises SetupError."""
        state, step = game.setup(scenario, seats, options, seed)
        told = game.drain(state)
        raw = msgspec.Raw(msgspec.json.encode(state))
        record = Record(game.name, game.version, step, raw)
        return cls(game, record, told=told), Checkpoint(0, step, raw)

    @classmethod
    def kept(cls, game: Game[Any], record: Record) -> tuple[KeptTable, int]:
        """The table of a record, and how many of its last answers no longer fit the rules and were dropped."""
        fitting = record.copy()
        while True:
            try:
                return cls(game, fitting.copy()), len(record.entries) - len(fitting.entries)
            except ReplayMismatch:
                fitting.entries = fitting.entries[:-1]

    @classmethod
    def resumed(cls, game: Game[Any], record: Record, playing: Mapping[int, Control]) -> KeptTable:
        """The table at an old position, its seats (by place in order) played by whoever plays them now."""
        table = cls(game, record, npcs=False)
        for place, seat in enumerate(game.seats(table.state)):
            by = playing.get(place, "npc")
            if game.controller(table.state, seat) != by:
                table.control(seat, by)
        table._npcs = True
        table._go_on()
        return table

    def floor(self) -> int:
        """How many answers undo cannot reach."""
        return self.record.first + self._floor

    def begin(self) -> list[Entry]:
        """Forget what was told and settled before; the answers since the checkpoint, to compare with later."""
        self.events.clear()
        self.chapters.clear()
        self.checkpoints.clear()
        self.settled.clear()
        return list(self.record.entries)

    @property
    def journal(self) -> list[Entry]:
        """All answers since the checkpoint that stood at `begin`."""
        return [*self.settled, *self.record.entries]

    def boundaries(self) -> list[Checkpoint]:
        """All step boundaries since `begin`, those included that undo may still cross."""
        first = self.record.first
        return [*self.checkpoints, *(Checkpoint(first + n, step, raw) for n, step, raw in self._marks)]

    def view_before(self, step: str, answers: int) -> View | None:
        """The public view as a step last began since there were so many answers; None if it did not."""
        found = [point for point in self.boundaries() if point.step == step and point.first > answers]
        if not step or not found:
            return None
        state = msgspec.json.decode(bytes(found[-1].state), type=self.game.state_type)
        return self.game.view(state, None, ())

    def answered(self) -> int:
        """How many answers stand."""
        return self.record.first + len(self.record.entries)

    def barred(self, seat: Seat) -> str:
        """Why that seat cannot take anything back: answered, chance, nothing, over; empty if it can."""
        last = self._last_answer()
        if last is None or last < self._floor:
            return self._barred
        return "" if self.undoable() == seat else "answered"

    def last_answer(self) -> int | None:
        """The number of the last answer a person gave and may take back."""
        last = self._last_answer()
        return None if last is None or last < self._floor else self.record.first + last + 1

    def _settle(self) -> None:
        before = self.record
        super()._settle()
        self.settled += before.entries[: self.record.first - before.first]

    def _replay(self) -> None:
        """What replaying tells is forgotten by the kernel, and so are its chapters."""
        super()._replay()
        self.chapters.clear()

    def _hear(self) -> None:
        super()._hear()
        self._note_chapters()

    def _note_chapters(self) -> None:
        """Give what has just been told the chapter of the present position."""
        del self.chapters[len(self.events) :]
        missing = len(self.events) - len(self.chapters)
        self.chapters += [heading_of(self.game.name, self.state)] * missing
