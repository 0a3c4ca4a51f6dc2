"""Computers that have to think: off the event loop and outside any transaction, from the record as it stands.

What they come to goes through the door by which NPCs go on, and counts only where the record is still the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

from bot.tables.work.transaction import do
from bot.tables.work.unit_of_work import Deps, UnitOfWork
from engine.core.deliberation import Thought
from engine.core.game import Game
from engine.core.record import Record
from engine.core.table import Table

MOST: Final = 10  # what is thought out for one portion of answers


async def thought_out(deps: Deps, table: str) -> Sequence[Thought]:
    """What the computers of a table come to next; nothing where none has to think. Refused: no_table."""
    found = await do(deps, table, _standing)
    return () if found is None else await asyncio.to_thread(think_ahead, *found)


async def _standing(work: UnitOfWork) -> tuple[Game[Any], Record] | None:
    """The game and its record, if one of its computers has to think."""
    if work.row.state != "running":
        return None
    table = await work.table()
    return None if table.thinker is None else (table.game, table.record.copy())


def think_ahead(game: Game[Any], record: Record) -> list[Thought]:
    """The next thoughts in their order, on a table of one's own."""
    table, thoughts = Table.restore(game, record)[0], list[Thought]()
    while len(thoughts) < MOST and (thought := table.think()) is not None:
        thoughts.append(thought)
        table.go_on([thought])
    return thoughts
