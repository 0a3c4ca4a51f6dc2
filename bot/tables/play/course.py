"""How a finished game went: the points after each turn."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from sqlmodel import col, select

from bot.contract.records import Course, Ending, TurnEnd
from bot.contract.tables import Refused
from bot.store.models import CheckpointRow
from bot.tables.play.retention import whole
from bot.tables.work.recorded_table import RecordedTable, chapter_in
from bot.tables.work.row_mappers import info_of, summary_of
from bot.tables.work.unit_of_work import UnitOfWork
from engine.core.decoding import decoder
from engine.core.game import turn_in

Passed = tuple[str, bytes]
LEAST: Final = 3  # points that a line needs to say more than the two numbers at its ends


async def ending_of(work: UnitOfWork, table: RecordedTable) -> Ending:
    """Return the course of the game; none if parts of it were played by other rules."""
    rows = await _passed(work)
    fresh = [(chapter_in(work.game, bytes(point.state)), bytes(point.state)) for point in table.checkpoints]
    return await work.run(lambda: Ending(_of(table, rows, fresh)))


async def course_of(work: UnitOfWork) -> Course:
    """Return the points after each turn so far; while the game is running, only if they are public.

    Refused: not_begun, chart_hidden, chart_none (no points are counted), no_chart (after too few turns, or if parts
    were played by other rules).
    """
    table, summary = await work.table(), summary_of(work.row.game)
    view = await work.run(lambda: table.view(None))
    if work.row.state != "over" and not summary.open_scores(view):
        raise Refused("chart_hidden", table=work.id)
    rows = await _passed(work)
    turns = await asyncio.to_thread(lambda: _of(table, rows, ()))
    if turns and not any(end.points for end in turns):
        raise Refused("chart_none", table=work.id)
    if len(turns) < LEAST:
        raise Refused("no_chart", table=work.id)
    return Course(info_of(work), view, turns)


async def _passed(work: UnitOfWork) -> list[CheckpointRow]:
    here = select(CheckpointRow).where(CheckpointRow.table_id == work.number).order_by(col(CheckpointRow.no))
    points: list[CheckpointRow] = await work.read(here)
    await whole(work, list(_firsts(points)))
    return points


def _of(table: RecordedTable, rows: Sequence[CheckpointRow], fresh: Iterable[Passed]) -> tuple[TurnEnd, ...]:
    current = all(row.game_version == table.game.version for row in rows)
    return _course(table, [*_stored(rows), *fresh]) if current else ()


def _stored(rows: Iterable[CheckpointRow]) -> Iterable[Passed]:
    return ((row.chapter, zlib.decompress(row.state)) for row in _firsts(rows))


def _firsts(rows: Iterable[CheckpointRow]) -> Iterator[CheckpointRow]:
    """The first position of every turn that is stored."""
    turn = ""
    for row in rows:
        if turn_in(row.chapter) != turn:
            turn = turn_in(row.chapter)
            yield row


def _course(table: RecordedTable, passed: Iterable[Passed]) -> tuple[TurnEnd, ...]:
    """Return the points before the first turn and after each turn."""
    course: list[TurnEnd] = []
    turn = (0, 0)
    for chapter, raw in passed:
        era, number, _ = chapter.split(".", 2)
        if int(number) < 1 or (int(era), int(number)) == turn:
            continue
        course.append(TurnEnd(*turn, table.game.scores(decoder(table.game.state_type).json(raw))))
        turn = int(era), int(number)
    return (*course, TurnEnd(*turn, table.game.scores(table.state))) if course else ()
