"""A game that is ended early: it stops where it is, and its seed is published."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import func
from sqlmodel import col, select

from bot.contract.tables import Person
from bot.store.models import EntryRow
from bot.tables.hooks import Change
from bot.tables.play.change import close_table, finish, note, views_after, waited_for
from bot.tables.play.course import ending_of
from bot.tables.work.unit_of_work import UnitOfWork

MOST_ALONE: Final = 20_000
"""Answers that computers give with nobody among them; a long game of any kind has a quarter of that."""


async def end_game(work: UnitOfWork, person: Person, reason: str, *, moderator: bool = False) -> None:
    """End a running game. The post says who ended it, and whether as a moderator."""
    await _end(work, {"person": person, "reason": reason, "moderator": moderator}, reason)


async def end_without_end(work: UnitOfWork) -> bool:
    """End a game that computers alone have played for so long that it may have no end; whether it was ended."""
    if any(row.by == "human" for row in work.seats):
        return False
    here = EntryRow.table_id == work.number
    [last] = await work.read(select(func.max(EntryRow.seq)).where(here))
    [of_person] = await work.read(select(func.max(EntryRow.seq)).where(here, col(EntryRow.auto).is_(False)))
    if (last or 0) - (of_person or 0) < MOST_ALONE:
        return False
    await _end(work, {"alone": MOST_ALONE}, "")
    return True


async def _end(work: UnitOfWork, told: dict[str, Any], reason: str) -> None:
    table = await work.table()
    what = Change(
        "end",
        request=table.pending,
        asked_at=table.asked_at,
        said=told,
        waited=waited_for(work, table),
    )
    what.view, what.base = await work.run(lambda: table.view(None)), table.record.first
    what.old = table.begin()
    what.ending = await ending_of(work, table)
    close_table(work, reason)
    finish(work)
    after = await work.run(lambda: views_after(work, table))
    await note(work, table, what, after)
