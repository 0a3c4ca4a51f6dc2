"""The moments one may ask to go back to: before the latest actions, and the beginnings of phases."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from sqlmodel import col, select

from bot.service.unit_of_work import UnitOfWork
from bot.store.models import CheckpointRow, EntryRow, LineRow
from bot.values import BackPoint
from engine.core.game import REASON
from engine.core.record import UNASKED
from engine.core.said import NOTHING, decoded

ACTIONS = 10
PHASES = 8
LATEST = 200


async def back_points(work: UnitOfWork) -> tuple[BackPoint, ...]:
    """Newest first, each number of answers once; only what everybody has heard of."""
    found: dict[int, BackPoint] = {}
    for point in (*await _actions(work), *await _phases(work)):
        if point.answers < work.row.answers:
            found.setdefault(point.answers, point)
    return tuple(sorted(found.values(), key=lambda point: -point.answers))


async def _actions(work: UnitOfWork) -> list[BackPoint]:
    """Before each of the latest answers of which something was told to all."""
    here = (EntryRow.table_id == work.number, col(EntryRow.key).not_in(UNASKED))
    newest = select(EntryRow).where(*here).order_by(col(EntryRow.seq).desc()).limit(LATEST)
    rows: list[EntryRow] = await work.read(newest)
    told = await _told(work, rows[-1].seq if rows else 0)
    points = []
    for _, group in groupby(rows, key=lambda row: row.ask_no):
        numbers = [row.seq for row in group]
        line = next((told[seq] for seq in sorted(numbers) if seq in told), None)
        if line is not None:
            points.append(BackPoint(min(numbers) - 1, decoded(line.said), line.chapter))
    return points[:ACTIONS]


async def _told(work: UnitOfWork, first: int) -> dict[int, LineRow]:
    """The first public line about each number of answers, headings left out."""
    here = (LineRow.table_id == work.number, LineRow.to == "", LineRow.seq >= first, col(LineRow.undone).is_(False))
    lines: list[LineRow] = await work.read(select(LineRow).where(*here).order_by(col(LineRow.no).desc()))
    return {line.seq: line for line in lines if "{civ:" in line.said and not line.key.startswith(REASON)}


async def _phases(work: UnitOfWork) -> list[BackPoint]:
    """The beginnings of the latest phases, as far as they are passed for good."""
    here = select(CheckpointRow.chapter, CheckpointRow.first).where(CheckpointRow.table_id == work.number)
    rows = await work.deps.database.rows(here.order_by(col(CheckpointRow.no)))
    first = _first_of(((chapter, number) for chapter, number in rows))
    return [BackPoint(number, NOTHING, chapter) for chapter, number in reversed(first.items())][:PHASES]


def _first_of(points: Iterable[tuple[str, int]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for chapter, number in points:
        if chapter:
            found.setdefault(chapter, number)
    return found
