"""Going back to an earlier moment: what was answered since counts as not given, the shuffle stays the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import delete
from sqlmodel import col

from bot.service.commit import Change, note, seen
from bot.service.play.game_time import set_timer
from bot.service.recorded_table import RecordedTable
from bot.service.unit_of_work import UnitOfWork
from bot.store.models import CheckpointRow, EntryRow, PetitionRow, PlanRow
from engine.core.game import Control, Event
from engine.core.record import Record


async def rewind(work: UnitOfWork, point: CheckpointRow, record: Record, said: Mapping[str, Any]) -> tuple[Event, ...]:
    """Go back to a record that starts at that checkpoint; whoever plays a seat now plays it then."""
    before = await work.table()
    what = Change("back", request=before.pending, said=said)
    what.view = await work.run(lambda: before.view(None))
    return await resume(work, point, record, what)


async def resume(work: UnitOfWork, point: CheckpointRow, record: Record, what: Change) -> tuple[Event, ...]:
    """Go on from that record, whatever has been before; `what` says as much of that as is known."""
    what.base, what.old = point.first, list(record.entries)
    playing: dict[int, Control] = {row.number - 1: "npc" if row.by == "npc" else "human" for row in work.seats}
    table = await work.run(lambda: RecordedTable.resumed(work.game, record, playing))
    work.use(table)
    _forget_since(work, point, point.first + len(what.old))
    set_timer(work)
    after = await work.run(lambda: seen(work, table))
    return note(work, table, what, after)


def _forget_since(work: UnitOfWork, point: CheckpointRow, answers: int) -> None:
    work.later(delete(EntryRow).where(col(EntryRow.table_id) == work.number, col(EntryRow.seq) > answers))
    work.later(
        delete(CheckpointRow).where(col(CheckpointRow.table_id) == work.number, col(CheckpointRow.no) > point.no)
    )
    for rows in (PetitionRow, PlanRow):
        work.later(delete(rows).where(col(rows.table_id) == work.number))
    work.disarm("petition")
    work.row.points = point.no
    for row in work.seats:
        row.last_ask, row.last_digest = 0, ""
