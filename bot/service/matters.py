"""Settings, the end of a table, and its channel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import update
from sqlmodel import col, select

from bot.service.facts import info_of, settings_of
from bot.service.lobby import require_host, set_settings, taken
from bot.service.options import changed
from bot.service.telling import Change, close_table, note, seen
from bot.service.work import Work
from bot.store.models import OutboxRow, TableRow
from bot.values import Person, Place, Refused, TableInfo


async def change_settings(work: Work, person: Person, changes: Mapping[str, Any]) -> TableInfo:
    """Change settings. An open window keeps the close it was announced with. Refused: host_only, bad_option."""
    require_host(work, person)
    before = settings_of(work.row)
    after = changed(before, changes)
    set_settings(work.row, after)
    work.dirty = True
    info = info_of(work)
    if work.row.state == "lobby":
        work.post([work.deps.narrator.lobby(info)])
    elif after != before:
        work.post(work.deps.narrator.matter(info, "settings", {"before": before, "person": person}))
    return info


async def end(work: Work, person: Person, reason: str, confirm: str, *, moderator: bool) -> TableInfo:
    """End the game or close the lobby. Refused: host_only, over, end (until confirmed)."""
    if work.row.state == "over":
        raise Refused("over", table=work.id, info=info_of(work))
    require_host(work, person, moderator=moderator)
    token = f"end-{work.id}-{work.row.answers}"
    if confirm != token:
        raise Refused("end", table=work.id, confirm=token)
    if work.row.state == "lobby":
        close_table(work, reason)
        work.dirty = True
        work.post([work.deps.narrator.lobby(info_of(work))])
    else:
        await _end_game(work, person, reason)
    return info_of(work)


async def _end_game(work: Work, person: Person, reason: str) -> None:
    table = await work.table()
    what = Change("end", request=table.pending, said={"person": person, "reason": reason})
    what.view, what.base = await work.run(lambda: table.view(None)), table.record.first
    what.old = table.begin()
    close_table(work, reason)
    after = await work.run(lambda: seen(work, table))
    note(work, table, what, after)


async def move(work: Work, person: Person, place: Place, *, moderator: bool) -> TableInfo:
    """Go on in another channel. Refused: host_only, channel_taken."""
    require_host(work, person, moderator=moderator)
    await _require_free(work, place.channel)
    before = Place(work.row.guild, work.row.channel)
    work.row.guild, work.row.channel, work.row.may_post = place.guild, place.channel, True
    work.row.shown = None
    waiting = update(OutboxRow).where(col(OutboxRow.lane) == f"t{work.number}")
    work.later(waiting.values(next_at=0.0, tries=0))
    info = info_of(work)
    if work.row.state == "lobby":
        work.post([work.deps.narrator.lobby(info)])
    else:
        work.post(work.deps.narrator.matter(info, "moved", {"before": before, "person": person}))
    return info


async def _require_free(work: Work, channel: int) -> None:
    """Refused: channel_taken."""
    here = (TableRow.channel == channel, col(TableRow.state) != "over", TableRow.id != work.number)
    if await work.read(select(TableRow.id).where(*here)):
        raise await taken(work.deps, channel)
