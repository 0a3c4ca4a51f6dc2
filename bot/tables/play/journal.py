"""The answers of a game and the lines of its log, as they are stored."""

from __future__ import annotations

import json
import zlib

from sqlalchemy import delete, update
from sqlmodel import col, select

from bot.store.models import CheckpointRow, EntryRow, LineRow
from bot.store.plain_rows import new_row
from bot.tables.hooks import Change
from bot.tables.work.recorded_table import RecordedTable, chapter_in
from bot.tables.work.unit_of_work import UnitOfWork, dump
from engine.core.game import CALLED, Event
from engine.core.message import to_json
from engine.core.record import Checkpoint, Entry


async def entries(work: UnitOfWork, after: int, until: int) -> list[EntryRow]:
    """Return the answers after so many, up to so many, in order."""
    here = (EntryRow.table_id == work.number, EntryRow.seq > after, EntryRow.seq <= until)
    found: list[EntryRow] = await work.read(select(EntryRow).where(*here).order_by(col(EntryRow.seq)))
    return found


def entry_of(row: EntryRow) -> Entry:
    """Return a stored answer as the kernel has it."""
    return Entry(row.key, row.seat, tuple(json.loads(row.picks)), row.auto)


def store_answers(work: UnitOfWork, table: RecordedTable, what: Change, ask_no: int) -> int:
    """Store new answers and delete those that were undone. Return how many of the old ones stay."""
    now = table.journal
    same = 0
    while same < min(len(now), len(what.old)) and now[same] is what.old[same]:
        same += 1
    if same < len(what.old):
        kept = what.base + same
        work.later(delete(EntryRow).where(col(EntryRow.table_id) == work.number, col(EntryRow.seq) > kept))
    closed = what.request.key if what.request is not None and what.request.sealed else ""
    before = {id(entry): what.given[seq] for seq, entry in enumerate(what.old, what.base + 1) if seq in what.given}
    for seq, entry in enumerate(now[same:], what.base + same + 1):
        picks, (asked, at) = dump(list(entry.picks)), before.get(id(entry), (ask_no, work.now))
        work.add(
            new_row(EntryRow)(
                table_id=work.number,
                seq=seq,
                key=entry.key,
                seat=entry.seat,
                picks=picks,
                auto=entry.auto,
                sealed=entry.key == closed,
                ask_no=asked,
                at=at,
            )
        )
    work.row.answers = what.base + len(now)
    return what.base + same


def add_checkpoint(work: UnitOfWork, point: Checkpoint) -> None:
    """Store a position that play has passed for good."""
    work.row.points += 1
    work.add(
        new_row(CheckpointRow)(
            table_id=work.number,
            no=work.row.points,
            first=point.first,
            game_version=work.game.version,
            step=point.step,
            chapter=chapter_in(work.game, bytes(point.state)),
            state=zlib.compress(bytes(point.state), 6),
            at=work.now,
        )
    )


def store_lines(work: UnitOfWork, table: RecordedTable, what: Change) -> None:
    """Store the new lines of the log; lines about undone answers are marked as undone."""
    work.first_line = work.row.lines + 1
    if what.cause in {"undo", "back", "corrected"}:
        mark_undone(work, what.stands, calls=what.cause != "undo")
    for event, chapter in zip(table.events, table.chapters, strict=True):
        add_line(work, event, chapter)


def mark_undone(work: UnitOfWork, answers: int, *, calls: bool) -> None:
    """Mark lines told after that many answers as undone; lines that only call players just if `calls`."""
    here = [col(LineRow.table_id) == work.number, col(LineRow.seq) > answers]
    here += [] if calls else [col(LineRow.key).not_like(f"{CALLED}%")]
    work.later(update(LineRow).where(*here).values(undone=True))
    work.take_back_lines(answers, calls=calls)


def add_line(work: UnitOfWork, event: Event, chapter: str) -> None:
    """Store a line of the log."""
    work.row.lines += 1
    line = new_row(LineRow)(
        table_id=work.number,
        no=work.row.lines,
        seq=work.row.answers,
        said=to_json(event.said),
        to=event.to or "",
        focus=dump(list(event.focus)),
        action=event.action,
        key=event.key,
        chapter=chapter,
        at=work.now,
    )
    work.tell(line)
