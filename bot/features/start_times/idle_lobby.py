"""Idle lobbies: the host is asked whether the lobby stays open, and silence closes it."""

from __future__ import annotations

import json
from typing import Final

import structlog

from bot.contract.tables import Person, TableInfo
from bot.features.start_times.schedule import ask_host
from bot.features.start_times.start_time import IDLE
from bot.store.models import AlarmRow
from bot.tables.lobby.lobby import require_lobby, show_lobby
from bot.tables.play.change import close_table
from bot.tables.work import notify
from bot.tables.work.operations import of_table
from bot.tables.work.rights import require_host
from bot.tables.work.row_mappers import info_of, moment
from bot.tables.work.unit_of_work import UnitOfWork, dump
from bot.tables.work.waking_hours import DAY

TO_ANSWER: Final = 3 * DAY
log = structlog.get_logger(__name__)


async def ring(work: UnitOfWork, alarm: AlarmRow) -> bool:
    """Ask the host of an idle lobby, or close it if the host was asked. Return whether anything happened.

    A change since then, or a coming start, delays it.
    """
    if work.row.state != "lobby":
        return False
    changed, asked = _changed(work), json.loads(alarm.body).get("asked")
    if asked is not None and changed <= asked:
        _close(work)
    elif changed + IDLE > work.now:
        work.arm("idle", changed + IDLE, length=0.0, body="{}")
        return False
    else:
        await _ask(work)
    return True


def _changed(work: UnitOfWork) -> float:
    """Return when the lobby last changed: at a change, or at the start agreed on."""
    return max(work.row.lobby_changed_at, work.row.starts_at or 0.0)


async def _ask(work: UnitOfWork) -> None:
    until = work.now + TO_ANSWER
    work.arm("idle", until, length=TO_ANSWER, body=dump({"asked": work.now}))
    await ask_host(work, "idle", {"until": moment(until)})


def _close(work: UnitOfWork) -> None:
    close_table(work, "")
    notify.withdraw(work, None)
    work.dirty = True
    info = info_of(work)
    work.post([work.deps.post_maker.lobby(info)])
    work.post(work.deps.post_maker.matter(info, "idle_closed", {}))
    log.info("idle_closed", table=work.id)


@of_table
async def keep(work: UnitOfWork, person: Person) -> TableInfo:
    """Keep a lobby open: its idle time begins again. Refused: begun, over, host_only."""
    require_lobby(work)
    require_host(work, person)
    work.arm("idle", work.now + IDLE, length=0.0, body="{}")
    return show_lobby(work)
