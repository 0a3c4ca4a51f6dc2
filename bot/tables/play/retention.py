"""Games that ended a month ago keep the last position of each chapter; the others follow from it and the answers.

A dropped position is an empty state in its row, which still says when and after how many answers it was stored. It is
dropped only if replaying gives the same bytes.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

import structlog
from msgspec import Raw
from sqlalchemy import update
from sqlmodel import col, select

from bot.contract.tables import Refused
from bot.store.models import CheckpointRow
from bot.tables.play.journal import entries, entry_of
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.unit_of_work import UnitOfWork
from engine.core.errors import TableError
from engine.core.game import Game
from engine.core.record import Entry, Record

DAY: Final = 86400.0
WHOLE: Final = 30 * DAY
GONE: Final = b""

log = structlog.get_logger(__name__)


async def thin(work: UnitOfWork) -> None:
    """Let go of the positions of a game that ended a month ago, but for the first and the last of each chapter."""
    row = work.row
    if row.thinned or row.state != "over" or row.record is None or (row.over_at or work.now) > work.now - WHOLE:
        return
    points = await _points(work)
    spare = [point for point, later in pairwise(points) if point.chapter == later.chapter and point.no > 1]
    given = await _entries(work)
    followed = await work.run(lambda: _following(work.game, points, spare, given))
    gone = [point.id for point in spare if followed.get(point.no) == zlib.decompress(point.state)]
    if gone:
        work.later(update(CheckpointRow).where(col(CheckpointRow.id).in_(gone)).values(state=GONE))
    row.thinned = work.dirty = True
    log.info("thinned", table=work.id, positions=len(points), gone=len(gone), kept=len(spare) - len(gone))


async def whole(work: UnitOfWork, points: Sequence[CheckpointRow]) -> list[CheckpointRow]:
    """Return the same checkpoints with all their states; dropped states are worked out again.

    Refused: no_checkpoint, if a state no longer follows because the rules were corrected.
    """
    missing = [point for point in points if point.state == GONE]
    if not missing:
        return list(points)
    known, given = await _points(work), await _entries(work)
    followed = await asyncio.to_thread(_following, work.game, known, missing, given)
    for point in missing:
        if point.no not in followed:
            raise Refused("no_checkpoint", table=work.id, checkpoint=point.no)
        point.state = zlib.compress(followed[point.no], 6)
    return list(points)


async def _points(work: UnitOfWork) -> list[CheckpointRow]:
    here = select(CheckpointRow).where(CheckpointRow.table_id == work.number)
    found: list[CheckpointRow] = await work.read(here.order_by(col(CheckpointRow.no)))
    return found


async def _entries(work: UnitOfWork) -> list[Entry]:
    return [entry_of(row) for row in await entries(work, 0, work.row.answers)]


def _following(
    game: Game[Any], points: Sequence[CheckpointRow], wanted: Sequence[CheckpointRow], given: Sequence[Entry]
) -> dict[int, bytes]:
    """The states of those positions by number, as they follow from the nearest ones before that are kept."""
    found: dict[int, bytes] = {}
    for kept, following in _stretches(points, {point.no for point in wanted}):
        try:
            found |= _played(game, kept, following, given)
        except (TableError, ValueError) as error:
            log.warning("not_following", point=kept.no, reason=repr(error))
    return found


def _stretches(
    points: Sequence[CheckpointRow], wanted: set[int]
) -> Iterator[tuple[CheckpointRow, list[CheckpointRow]]]:
    """Each position from which wanted ones follow, with those."""
    kept, following = points[0], list[CheckpointRow]()
    for point in points[1:]:
        if point.no in wanted:
            following.append(point)
        elif point.state != GONE:
            if following:
                yield kept, following
            kept, following = point, []
    if following:
        yield kept, following


def _played(
    game: Game[Any], kept: CheckpointRow, following: Sequence[CheckpointRow], given: Sequence[Entry]
) -> dict[int, bytes]:
    """Give the answers again that led from a position to others."""
    state = Raw(zlib.decompress(kept.state))
    entries = list(given[kept.first : following[-1].first])
    record = Record(game.name, kept.game_version, kept.step, state, entries, kept.first)
    passed = dict(enumerate(RecordedTable(game, record, npcs=False).boundaries(), kept.no + 1))
    there = ((point, passed[point.no]) for point in following if point.no in passed)
    return {
        point.no: bytes(passing.state)
        for point, passing in there
        if (point.first, point.step) == (passing.first, passing.step)
    }
