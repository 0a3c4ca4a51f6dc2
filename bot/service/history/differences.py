"""What going back would undo: two moments of a game side by side, and whose consent that takes.

Only public facts decide, so that nobody learns from a request who has answered a window or what was dealt.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sqlmodel import col, select

from bot.service.history.moments import entries, record_after
from bot.service.recorded_table import RecordedTable
from bot.service.unit_of_work import UnitOfWork, summary_of
from bot.store.models import CheckpointRow, EntryRow, LineRow, SeatRow
from bot.values import Refused
from engine.core.errors import TableError
from engine.core.game import REASON, View
from engine.core.record import UNASKED, Record
from engine.core.summary import Summary

NAMED: Final = re.compile(r"\{civ:([a-z0-9_]+)\}")


@dataclass(frozen=True, slots=True)
class Compared:
    """A game as it was after `answers` answers and as it is now. `concerned` are the seats that must agree."""

    answers: int
    point: CheckpointRow
    record: Record
    then: View
    now: View
    concerned: tuple[SeatRow, ...]


async def compared(work: UnitOfWork, answers: int, asker: int) -> Compared:
    """What going back to so many answers, asked for by that person, would undo. Refused: no_checkpoint."""
    table = await work.table()
    point, record = await record_after(work, answers)
    try:
        before = await work.run(lambda: RecordedTable(work.game, record.copy(), npcs=False))
    except TableError as error:
        raise Refused("no_checkpoint", table=work.id, checkpoint=answers) from error
    then, now = before.view(None), table.view(None)
    old = dict(zip(before.game.seats(before.state), (row.seat for row in work.seats), strict=False))
    given = await entries(work, answers, _openly(work, table))
    summary = summary_of(work.game.name)
    slugs = {old.get(slug, slug) for slug in _answered(given)}
    slugs |= {row.seat for was, row in zip(old, work.seats, strict=False) if touched(summary, then, now, was, row.seat)}
    slugs |= await _shown(work, answers)
    everybody = chance_moved(before, table)
    rows = [row for row in work.seats if (everybody or row.seat in slugs) and consents(row, asker)]
    return Compared(answers, point, record, then, now, tuple(rows))


def consents(row: SeatRow, asker: int) -> bool:
    """Whether a seat has a say: NPCs agree, and so does whoever asks."""
    return row.by == "human" and row.person is not None and row.person != asker


def _openly(work: UnitOfWork, table: RecordedTable) -> int:
    """How many answers count: those to a common question that others still have to answer are nobody's business."""
    return table.asked_at if table.pending is not None and table.pending.shared else work.row.answers


def _answered(given: Iterable[EntryRow]) -> set[str]:
    """Who has answered openly. A sealed answer counts by what it brought about."""
    return {row.seat for row in given if not row.auto and not row.sealed and row.key not in UNASKED}


def touched(summary: Summary, then: View, now: View, was: str, slug: str) -> bool:
    """Whether a seat has lost or gained anything that everybody can see."""
    return summary.visible(then, was) != summary.visible(now, slug)


async def _shown(work: UnitOfWork, answers: int) -> set[str]:
    """Who is named where something secret has come out since: whose cards were seen, for one."""
    here = (LineRow.table_id == work.number, LineRow.seq > answers, col(LineRow.undone).is_(False))
    lines: list[LineRow] = await work.read(select(LineRow).where(*here))
    secret = {(line.seq, line.action) for line in lines if line.to}
    public = [line for line in lines if not line.to and not line.key.startswith(REASON)]
    told = [line.said for line in public if (line.seq, line.action) in secret]
    return {slug for text in told for slug in NAMED.findall(text)}


def chance_moved(before: RecordedTable, after: RecordedTable) -> bool:
    """Whether something was drawn, dealt or turned up: who goes back then knows what comes."""
    game, then, now = before.game, before.state, after.state
    return game.chance(then) != game.chance(now) or game.dealt(then) != game.dealt(now)
