"""What was played at a table that comes from a file, as rows: made off the event loop, and written in portions.

Whoever uploads a file chooses how much that is. Nobody else at the bot waits for more than one portion of it.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Final, TypeAlias

from sqlalchemy import Table, insert

from bot.features.files.file_format import Saved, fact_of
from bot.store.models import CheckpointRow, EntryRow, LineRow
from bot.store.row import StoredRow
from bot.tables.work.transaction import columns
from bot.tables.work.unit_of_work import UnitOfWork, dumped
from engine.core.said import encoded

PORTION: Final = 200
KINDS: Final[tuple[Any, ...]] = (EntryRow, CheckpointRow, LineRow)
TABLES: Final[Mapping[type[StoredRow], Table]] = {kind: kind.__table__ for kind in KINDS}
Rows: TypeAlias = list[tuple[Table, list[dict[str, Any]]]]


def of(saved: Saved) -> Rows:
    """Portions of rows, each with its table: of a table that has no number yet."""
    made: dict[type[StoredRow], list[dict[str, Any]]] = {kind: [] for kind in KINDS}
    for row in chain(_entries(saved), _points(saved), _lines(saved)):
        made[type(row)].append(columns(TABLES[type(row)], row))
    return [
        (TABLES[kind], rows[first : first + PORTION])
        for kind, rows in made.items()
        for first in range(0, len(rows), PORTION)
    ]


async def write(work: UnitOfWork, portions: Rows) -> None:
    """Write them to the table of that work."""
    for table, rows in portions:
        await work.session.execute(insert(table), [{**row, "table_id": work.number} for row in rows])


def _entries(saved: Saved) -> Iterator[EntryRow]:
    for seq, e in enumerate(saved.entries, 1):
        picks = dumped(e.picks)
        yield EntryRow(
            table_id=0, seq=seq, key=e.key, seat=e.seat, picks=picks, auto=e.auto, sealed=e.sealed, ask_no=e.ask,
            at=e.at,
        )  # fmt: skip


def _points(saved: Saved) -> Iterator[CheckpointRow]:
    for no, p in enumerate(saved.points, 1):
        state = b64decode(p.state)
        yield CheckpointRow(
            table_id=0, no=no, first=p.first, game_version=p.version, step=p.step, chapter=p.chapter, state=state,
            at=p.at,
        )  # fmt: skip


def _lines(saved: Saved) -> Iterator[LineRow]:
    for no, r in enumerate(saved.lines, 1):
        yield LineRow(
            table_id=0, no=no, seq=r.seq, said=encoded(fact_of(r)), to=r.to, focus=dumped(r.focus), action=r.action,
            key=r.key, chapter=r.chapter, undone=r.undone, at=r.at,
        )  # fmt: skip
