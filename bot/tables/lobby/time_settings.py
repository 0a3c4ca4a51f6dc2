"""Time settings of a running game. They are a rule of the contest, so they change only if all who play agree."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from bot.contract.table_settings import TIMES, Settings
from bot.contract.tables import Person, Refused
from bot.store.models import PetitionRow
from bot.tables.hooks import active
from bot.tables.lobby.lobby import set_settings
from bot.tables.lobby.options import with_changes
from bot.tables.work.row_mappers import info_of, settings_of
from bot.tables.work.unit_of_work import UnitOfWork, dump


def wanted_times(work: UnitOfWork, changes: Mapping[str, Any]) -> str:
    """Return the changed time settings as a request stores them. Refused: bad_option, times_same."""
    before = settings_of(work.row)
    for name in changes:
        if name not in TIMES:
            raise Refused("bad_option", option=name, value=changes[name], values=TIMES)
    after = with_changes(before, changes)
    if after == before:
        raise Refused("times_same", table=work.id)
    return dump({name: getattr(after, name) for name in changes if getattr(after, name) != getattr(before, name)})


def settings_with(work: UnitOfWork, row: PetitionRow) -> Settings:
    """Return the settings of the table as they would be with what a request asks for."""
    return replace(settings_of(work.row), **json.loads(row.body))


async def change_times(work: UnitOfWork, row: PetitionRow, person: Person) -> None:
    """Apply the time settings that were agreed on, and tell everyone."""
    before, after = settings_of(work.row), settings_with(work, row)
    table = await work.table()

    def setting() -> None:
        set_settings(work.row, after)

    change = setting
    for recount in active(work.deps, lambda one: one.recount):
        change = partial(recount, work, table, change)
    change()
    rows = [row for row in work.seats if row.clock_since is not None]
    for time_moved in active(work.deps, lambda one: one.time_moved):
        time_moved(work, rows)
    work.dirty = True
    work.post(work.deps.post_maker.matter(info_of(work), "settings", {"before": before, "person": person}))
