"""Alarms: what a table does by itself at its time. Each kind rings as one change of its table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import structlog

from bot.contract.tables import AlarmKind
from bot.store.models import AlarmRow
from bot.tables.history import requests as petitions
from bot.tables.hooks import active
from bot.tables.play import answers, game_time, pauses
from bot.tables.play.change import PAUSE, change
from bot.tables.play.ending import end_without_end
from bot.tables.seats import offers
from bot.tables.work.transaction import do
from bot.tables.work.unit_of_work import Deps, UnitOfWork
from engine.core.deliberation import Thought
from engine.core.game import Game
from engine.core.record import Record

log = structlog.get_logger(__name__)


async def go_on(work: UnitOfWork, _: AlarmRow) -> bool:
    """Let the NPCs of the table give their next answers; whether there were any.

    Where one has to think and what it has come to is not at hand, or belongs to another position, it thinks anew.
    """
    if work.row.state != "running":
        return False
    table = await work.table()
    if not table.is_unfinished:
        return False
    if await end_without_end(work):
        return True
    if table.thinker is not None and not table.fits(work.thoughts):
        work.arm("npcs", work.now + PAUSE)
        return False
    log.info("npcs_go_on", table=work.id, answers=table.answer_count())
    await change(work, lambda stretch: stretch.go_on(work.thoughts), "answer")
    return True


RINGS: Final[dict[str, Callable[[UnitOfWork, AlarmRow], Awaitable[bool]]]] = {
    "window": answers.close_window,
    "petition": petitions.close,
    "offer": offers.lapse,
    "time": game_time.call,
    "npcs": go_on,
    "resume": pauses.pause_over,
}
"""What the core itself does in time; a feature brings its own."""


def _rings(work: UnitOfWork, kind: AlarmKind) -> Callable[[UnitOfWork, AlarmRow], Awaitable[bool]]:
    """Return the handler of that kind of alarm; an alarm of a feature left out is dropped and logged."""
    heard = dict(RINGS)
    for alarms in active(work.deps, lambda one: one.alarms):
        heard |= alarms
    return heard.get(kind, _unheard)


async def _unheard(work: UnitOfWork, alarm: AlarmRow) -> bool:
    log.info("alarm_left_out", table=work.id, kind=alarm.kind)
    return False


async def ring(work: UnitOfWork, kind: AlarmKind, ask_no: int, thoughts: Sequence[Thought] = ()) -> bool:
    """Ring that alarm if its time has come. Return whether it still had something to do.

    The alarm is removed, unless it was set anew. `thoughts` are results that computers have worked out beforehand.
    """
    work.thoughts = thoughts
    due = next((row for row in work.alarms if (row.kind, row.ask_no) == (kind, ask_no) and row.at <= work.now), None)
    if due is None:
        return False
    done = await _rings(work, kind)(work, due)
    if work.alarm(kind, due.number) is due and due.at <= work.now:
        work.disarm(kind, number=due.number)
    return done


async def thought_out(deps: Deps, table: str) -> Sequence[Thought]:
    """Return what the computers of a table come to next; nothing where none has to think. Refused: no_table."""
    found = await do(deps, table, _standing)
    return () if found is None else await deps.think(*found)


async def _standing(work: UnitOfWork) -> tuple[Game[Any], Record] | None:
    """The game and its record, if one of its computers has to think."""
    if work.row.state != "running":
        return None
    table = await work.table()
    return None if table.thinker is None else (table.game, table.record.copy())
