"""Plans that answer several questions of one kind in a row: private, kept until what they were made for is over."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from sqlalchemy import delete
from sqlmodel import col

from bot.store.models import PlanRow
from bot.tables.work.unit_of_work import UnitOfWork, dump
from engine.core.table import Table
from engine.core.trial import continuations

MOST = 200
Plans: TypeAlias = dict[int, tuple[str, Mapping[str, Any]]]


async def stored_plans(work: UnitOfWork) -> Plans:
    """Return the planned moves of a table by seat number, each with the key of its question."""
    if not continuations(work.game):
        return {}
    return {row.number: (row.key, json.loads(row.body)) for row in await work.kept_plans()}


def keep(work: UnitOfWork, before: Plans, after: Plans) -> None:
    """Store the plans that go on, and forget the others."""
    if before or after:
        work.later(delete(PlanRow).where(col(PlanRow.table_id) == work.number))
        work.plans = [
            PlanRow(table_id=work.number, number=number, key=key, body=dump(body), made_at=work.now)
            for number, (key, body) in after.items()
        ]
        work.add(*work.plans)


def follow_plans(table: Table[Any], plans: Plans) -> Plans:
    """Answer from the plans while they fit, which changes the table. Return the plans that remain."""
    left = dict(plans)
    for _ in range(MOST):
        number = _next(table, left)
        if number is None:
            break
        key, body = left.pop(number)
        seat = table.game.seats(table.state)[number - 1]
        step = continuations(table.game)[key].follow(table, seat, body)
        if step is not None:
            picks, rest = step
            table.submit(seat, *picks)
            left[number] = (key, rest)
    kinds = continuations(table.game)
    return {number: (key, body) for number, (key, body) in left.items() if kinds[key].holds(table, body)}


def _next(table: Table[Any], plans: Plans) -> int | None:
    """Return the seat that is asked alone and whose plan answers that."""
    pending = table.pending
    if pending is None or pending.is_shared or len(pending.asks) != 1:
        return None
    number = list(table.game.seats(table.state)).index(pending.asks[0].seat) + 1
    return number if number in plans and plans[number][0] == pending.key else None
