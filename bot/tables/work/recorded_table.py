"""A table of the kernel as the service has it: with the chapter of the log to which each of its events belongs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core import record as records
from engine.core.ask import Seat
from engine.core.decoding import decoder
from engine.core.game import Game, View
from engine.core.record import Entry
from engine.core.table import Table


def chapter_in(game: Game[Any], raw: bytes) -> str:
    """Return the chapter of the log to which a stored state belongs: `2.3.growth`, or empty."""
    return game.chapter(decoder(game.state_type).json(raw))


class RecordedTable(Table[Any]):
    """A Table with the chapter of each event, which is that of the position in which it was told.

    Each seat's view of a position is worked out once and cached.
    """

    chapters: Sequence[str] = ()
    _seen_at: object = None
    _seen: dict[Seat | None, View]

    def view(self, seat: Seat | None) -> View:
        """Return the view as Table does, cached. Views are never changed."""
        if self._seen_at is not self.position:
            self._seen_at, self._seen = self.position, {}
        if seat not in self._seen:
            self._seen[seat] = super().view(seat)
        return self._seen[seat]

    def heard(self) -> None:
        """Give what has just been told the chapter of the present position, and forget those of what is forgotten."""
        missing = len(self.events) - len(self.chapters)
        new = (self.game.chapter(self.state),) * missing if missing > 0 else ()
        self.chapters = (*self.chapters[: len(self.events)], *new)


def table_from(game: Game[Any], raw: bytes) -> tuple[RecordedTable, list[Entry], list[Entry]]:
    """Return the table of a record, the answers that no longer fit, and all that were in it."""
    record = records.decode(raw)
    table, dropped = RecordedTable.restore(game, record)
    return table, dropped, record.entries
