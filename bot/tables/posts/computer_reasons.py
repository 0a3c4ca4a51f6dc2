"""Why NPCs did what they did: stored in the log, left out of posts and pages, and shown on request.

A reason is told when a decision is made, so the reasons for a line come between it and the public line before. Reasons
told only to the computer's own seat may reveal its hand, so they are shown after the end.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from sqlalchemy import ColumnElement, or_
from sqlmodel import col, select

from bot.contract.tables import Reasons, Refused
from bot.store.models import LineRow
from bot.tables.work.row_mappers import info_of, log_line, summary_of
from bot.tables.work.unit_of_work import UnitOfWork
from engine.core.game import REASON
from engine.core.message import from_json

FURTHEST = 400


def is_reason() -> ColumnElement[bool]:
    """Return the lines that are reasons."""
    return col(LineRow.key).startswith(REASON)


def _open_to_all(work: UnitOfWork) -> ColumnElement[bool]:
    """Return the condition for public lines, and after the end also for reasons told to one seat."""
    public = col(LineRow.to) == ""
    return or_(public, is_reason()) if work.row.state == "over" else public


async def explained_lines(work: UnitOfWork, numbers: Iterable[int]) -> frozenset[int]:
    """Return those of these public lines for which the computer's reasons are stored."""
    wanted = sorted(numbers)
    if not wanted:
        return frozenset()
    here = (LineRow.table_id == work.number, _open_to_all(work))
    span = col(LineRow.no).between(wanted[0] - FURTHEST, wanted[-1])
    rows = await work.deps.database.rows(select(LineRow.no, is_reason()).where(*here, span).order_by(col(LineRow.no)))
    told = [no for no, why in rows if not why]
    found = {told[i] for no, why in rows if why and (i := bisect_left(told, no)) < len(told)}
    return frozenset(found.intersection(wanted))


async def why(work: UnitOfWork, number: int) -> Reasons:
    """Return the reasons told for that public line. Refused: no_reason, not_begun."""
    table = await work.table()
    here = (LineRow.table_id == work.number, _open_to_all(work))
    span = col(LineRow.no).between(number - FURTHEST, number)
    rows: list[LineRow] = await work.read(select(LineRow).where(*here, span).order_by(col(LineRow.no).desc()))
    line = rows[0] if rows and rows[0].no == number and not rows[0].key.startswith(REASON) else None
    told: list[LineRow] = []
    for row in rows[1:]:
        if not row.key.startswith(REASON):
            break
        told.insert(0, row)
    if line is None or not told:
        raise Refused("no_reason", table=work.id, line=number)
    reasons = tuple(from_json(row.said) for row in telling_reasons(told, work.game.name))
    return Reasons(info_of(work), log_line(line), reasons, await asyncio.to_thread(table.view, None))


def telling_reasons(told: Sequence[LineRow], game: str) -> Sequence[LineRow]:
    """Return the reasons without those that hold for every decision of the kind, unless there are no others."""
    return [row for row in told if not row.key.startswith(summary_of(game).minor)] or told
