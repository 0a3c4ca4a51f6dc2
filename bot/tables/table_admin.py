"""Settings, the end of a table, and its channel."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy import update
from sqlmodel import col, select

from bot.contract.tables import Person, Place, Refused, TableInfo
from bot.store.models import OutboxRow, TableRow
from bot.tables.history.damaged_games import end_unread, is_damaged
from bot.tables.history.request_kinds import ask_end
from bot.tables.hooks import active
from bot.tables.lobby.lobby import channel_taken, set_settings
from bot.tables.lobby.options import with_changes
from bot.tables.play.change import close_table
from bot.tables.play.ending import end_game
from bot.tables.posts.change_posts import show_again
from bot.tables.work import notify
from bot.tables.work.rights import impartial, others, require_host
from bot.tables.work.row_mappers import info_of, settings_of
from bot.tables.work.unit_of_work import UnitOfWork


async def change_settings(work: UnitOfWork, person: Person, /, **changes: Any) -> TableInfo:
    """Change what `Settings` tells of. The present time to respond keeps its announced end.

    Changed hints aren't posted. Refused: host_only, over, bad_option, clock_fixed, rated_fixed, rooms_fixed,
    advice_fixed.
    """
    require_host(work, person)
    if work.row.state == "over":
        raise Refused("over", table=work.id, info=info_of(work))
    before = settings_of(work.row)
    after = with_changes(before, changes, begun=work.row.state != "lobby")
    set_settings(work.row, after)
    work.row.lobby_changed_at = work.now
    for settings_changed in active(work.deps, lambda one: one.settings_changed):
        settings_changed(work)
    work.dirty = True
    info = info_of(work)
    if work.row.state == "lobby":
        work.post([work.deps.post_maker.lobby(info)])
    elif after != replace(before, hints=after.hints):
        work.post(work.deps.post_maker.matter(info, "settings", {"before": before, "person": person}))
    return info


async def end(work: UnitOfWork, person: Person, *, reason: str = "", confirm: str = "") -> TableInfo:
    """Close the lobby, end a game without others, or ask them to end it; a moderator who does not sit there just does.

    Refused: host_only, over, end (with `confirm` to repeat), undo_pending, too_many_requests.
    """
    if work.row.state == "over":
        raise Refused("over", table=work.id, info=info_of(work))
    require_host(work, person, or_moderator=True)
    token = f"end-{work.id}-{work.row.answers}"
    if confirm != token:
        raise Refused("end", table=work.id, confirm=token)
    if work.row.state == "lobby":
        close_table(work, reason)
        notify.withdraw(work, None)
        work.dirty = True
        work.post([work.deps.post_maker.lobby(info_of(work))])
    elif await is_damaged(work):
        end_unread(work, person, reason)
    elif impartial(work, person) or not others(work, person):
        await end_game(work, person, reason, moderator=person.id != work.row.host)
    else:
        await ask_end(work, person, reason)
    return info_of(work)


async def move(work: UnitOfWork, person: Person, place: Place) -> TableInfo:
    """Move the table to another channel.

    Refused: host_only, other_server (unless nobody else sits there), channel_taken.
    """
    require_host(work, person, or_moderator=True)
    _require_same_server(work, person, place)
    await _require_free(work, place.channel)
    before = Place(work.row.guild, work.row.channel)
    work.row.guild, work.row.channel, work.row.may_post = place.guild, place.channel, True
    work.row.lacks = ""
    work.row.shown = None
    waiting = update(OutboxRow).where(col(OutboxRow.lane) == f"t{work.number}")
    work.later(waiting.values(next_at=0.0, tries=0))
    info = info_of(work)
    if work.row.state == "lobby":
        work.post([work.deps.post_maker.lobby(info)])
    elif work.reserved_seats():
        work.post(work.deps.post_maker.matter(info, "brought", {"person": person}))
    elif work.row.state == "running" and not await is_damaged(work):
        await show_again(work)
    else:
        work.post(work.deps.post_maker.matter(info, "moved", {"before": before, "person": person}))
    return info


def _require_same_server(work: UnitOfWork, person: Person, place: Place) -> None:
    """Require a host alone for a move to another server, which decides who watches and moderates. Refused:
    other_server.
    """
    if place.guild != work.row.guild and (person.id != work.row.host or others(work, person)):
        raise Refused("other_server", table=work.id)


async def _require_free(work: UnitOfWork, channel: int) -> None:
    """Require a channel without a table. Refused: channel_taken."""
    here = (TableRow.channel == channel, col(TableRow.state) != "over", TableRow.id != work.number)
    if await work.read(select(TableRow.id).where(*here)):
        raise await channel_taken(work.deps, channel)
