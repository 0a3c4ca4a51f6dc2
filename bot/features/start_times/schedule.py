"""A lobby that begins by itself: its players are told before, and if it can't begin the host is asked once."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import structlog
from msgspec.structs import replace

from bot.contract.snapshot import Done
from bot.contract.tables import Person, Refused, TableInfo
from bot.features.start_times import start_time
from bot.store.models import AlarmRow, SeatRow
from bot.tables.lobby import lobby, start_game
from bot.tables.play.change import close_table
from bot.tables.work import notify
from bot.tables.work.operations import of_table
from bot.tables.work.rights import require_host
from bot.tables.work.row_mappers import info_of, moment, seat_info
from bot.tables.work.unit_of_work import UnitOfWork
from bot.tables.work.waking_hours import DAY, HOUR

log = structlog.get_logger(__name__)


@of_table
async def set_start(work: UnitOfWork, person: Person, at: float | None) -> TableInfo:
    """Set when the lobby begins by itself; None: not at all. Refused: begun, over, host_only, start_past, start_far."""
    lobby.require_lobby(work)
    require_host(work, person)
    start_time.choose(work, at)
    return lobby.show_lobby(work)


async def ring(work: UnitOfWork, _: AlarmRow) -> bool:
    """Tell those who sit there that it begins soon, or begin; whether anything came of it."""
    at = work.row.starts_at
    if work.row.state != "lobby" or at is None:
        return False
    if at <= work.now:
        await _begin_or_ask(work)
        return True
    soon = at - work.now <= DAY
    if soon:
        _tell(work, at)
    start_time.arm(work, at)
    return soon


def _tell(work: UnitOfWork, at: float) -> None:
    """A direct message to each who wants one: the last before the start is that of the last hour.

    Who takes no direct messages is mentioned in the channel.
    """
    info, rows = info_of(work), {row.person: row for row in reversed(work.seats) if row.person is not None}
    wanted = {"all", "last"} if at - work.now <= HOUR else {"all"}
    told = [row for person, row in rows.items() if work.wishes(person).reminders in wanted]
    for row in told:
        said = {"until": moment(at), "reader": row.person}
        posts = work.deps.post_maker.matter(info, "starting", said)
        work.post([replace(post, user=row.person, mentions=(row.person or 0,)) for post in posts])
    _announce(work, [row for row in told if work.dms_closed(row.person or 0)], at)
    log.info("told_start", table=work.id, people=len(told))


def announce(work: UnitOfWork, person: int) -> None:
    """Mention a player in the channel, whose DM couldn't tell them that a lobby begins soon, if that is still so."""
    if work.row.state == "lobby" and (work.row.starts_at or 0.0) > work.now:
        _announce(work, work.own(person)[:1], work.row.starts_at or 0.0)


def _announce(work: UnitOfWork, rows: Sequence[SeatRow], at: float) -> None:
    seats = tuple(seat_info(work, row) for row in rows)
    if seats:
        told = {"seats": seats, "until": moment(at)}
        work.post(work.deps.post_maker.matter(info_of(work), "starts_soon", told))


async def _begin_or_ask(work: UnitOfWork) -> None:
    """Begin with those who sit there, or ask the host what is to be done instead."""
    seats, least = len(work.seats) + work.row.npcs, start_game.least(work)
    error = start_game.misfit_at_start(work) if seats >= least else None
    if seats >= least and error is None:
        await start_game.begin(work)
        return
    work.disarm("starts")
    notify.withdraw(work, None)
    lobby.show_lobby(work)
    fills = work.game.scenarios[work.row.scenario].fills
    said = {
        "at": int(work.row.starts_at or 0),
        "seats": seats,
        "reason": error.why if error else None,
        "may_fill": error is None and not fills,
    }
    await ask_host(work, "unfilled", said)
    log.info("not_begun", table=work.id, seats=seats)


async def ask_host(work: UnitOfWork, what: str, said: Mapping[str, Any]) -> None:
    """Ask the host of a lobby a question: by DM, or in the channel if they take none."""
    host = work.row.host
    await work.know(host)
    user = None if work.dms_closed(host) else host
    posts = work.deps.post_maker.matter(info_of(work), what, {**said, "reader": user})
    work.post([replace(post, user=user, mentions=(host,)) for post in posts])


def _require_asked(work: UnitOfWork, person: Person, at: int) -> None:
    """Require that the question about that time is still open, and this person is asked it.

    Refused: begun, over, host_only, start_settled.
    """
    lobby.require_lobby(work)
    require_host(work, person)
    wanted = work.row.starts_at
    if wanted is None or int(wanted) != at or wanted > work.now:
        raise Refused("start_settled", table=work.id)


@of_table
async def fill(work: UnitOfWork, person: Person, at: int) -> Done:
    """Let NPCs take the seats that are missing, and begin. Refused: host_only, begun, over, start_settled, bad_option,
    setup.
    """
    _require_asked(work, person, at)
    missing = start_game.least(work) - len(work.seats) - work.row.npcs
    if missing > 0:
        await lobby.set_options(work, person, npcs=work.row.npcs + missing)
    return await lobby.start(work, person)


@of_table
async def wait(work: UnitOfWork, person: Person, at: int) -> TableInfo:
    """Begin a day later. Refused: host_only, begun, over, start_settled."""
    _require_asked(work, person, at)
    later = at + DAY
    start_time.choose(work, later if later > work.now else float(int(work.now)) + DAY)
    return lobby.show_lobby(work)


@of_table
async def close(work: UnitOfWork, person: Person, at: int) -> TableInfo:
    """Close the lobby. Refused: host_only, begun, over, start_settled."""
    _require_asked(work, person, at)
    close_table(work, "")
    notify.withdraw(work, None)
    work.dirty = True
    return lobby.show_lobby(work)


async def no_dm(work: UnitOfWork, person: int, kinds: Collection[str]) -> None:
    """Tell a player in the channel that the game starts soon, whose DMs are closed."""
    if "starting" in kinds:
        announce(work, person)


async def note_full_lobby(work: UnitOfWork, person: Person) -> None:
    """Tell the host that the last free seat is taken; only they can start the game."""
    full = len(work.seats) + work.row.npcs >= work.row.most
    if work.row.state == "lobby" and full and person.id != work.row.host:
        await ask_host(work, "full", {})
