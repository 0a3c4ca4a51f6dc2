"""Who plays a seat: its owner, the NPC, or somebody else from now on."""

from __future__ import annotations

import json

import structlog

from bot.service import windows
from bot.service.answers import close, refusing
from bot.service.facts import info_of, seat_info
from bot.service.kept import KeptTable
from bot.service.lobby import require_host
from bot.service.sheets import done, own_seats
from bot.service.telling import change, drop_draft, send_hand, set_clock
from bot.service.work import Work, dumped
from bot.store.models import SeatRow
from bot.values import Done, Person, Refused, TableInfo
from engine.core.game import Control, Event

log = structlog.get_logger(__name__)


def require_running(work: Work) -> None:
    """Refused: over, not_begun."""
    if work.row.state != "running":
        raise Refused("over" if work.row.state == "over" else "not_begun", table=work.id, info=info_of(work))


def _require_owner(work: Work, row: SeatRow, person: Person) -> None:
    """Refused: owner_only."""
    if person.id not in {row.person, work.row.host}:
        raise Refused("owner_only", table=work.id, seat=seat_info(work, row), host=work.row.host_name)


def _require_others(work: Work, gone: list[SeatRow]) -> None:
    """Somebody has to play on: NPCs alone would play to the end at once. Refused: nobody_left."""
    if not any(row.by == "human" for row in work.seats if row not in gone):
        raise Refused("nobody_left", table=work.id)


async def control(work: Work, person: Person, number: int, by: Control) -> Done:
    """Let the NPC or the owner play. Refused: over, not_begun, no_seat, owner_only, no_person, nobody_left."""
    require_running(work)
    row = work.numbered(number)
    _require_owner(work, row, person)
    if by == "human" and row.person is None:
        raise Refused("no_person", table=work.id, seat=seat_info(work, row))
    if row.by == by:
        return await done(work, person, repeated=True)
    if by == "npc":
        _require_others(work, [row])
    row.by = by
    said = {"seat": seat_info(work, row), "by": by, "person": person}
    work.post(work.deps.narrator.matter(info_of(work), "control", said))
    events = await set_control(work, row, by)
    return await done(work, person, events)


async def set_control(work: Work, row: SeatRow, by: Control) -> tuple[Event, ...]:
    """Hand a seat to a person or the NPC, and see to the window that may be open."""
    row.by = by
    row.last_ask, row.last_digest = 0, ""
    kept = work.sealed.pop(row.number, None)
    if kept is not None:
        await work.remove(kept)
    drop_draft(work, row.number)
    log.info("control", table=work.id, seat=row.seat, by=by)
    events = await refusing(work, lambda: change(work, lambda t: t.control(row.seat, by), "control"))
    return (*events, *await _see_to_window(work, await work.table()))


async def _see_to_window(work: Work, table: KeptTable) -> tuple[Event, ...]:
    """An open window gets a clock if several people play now, and closes if nobody is left to answer."""
    if work.row.state != "running" or not windows.silent(table):
        return ()
    if work.alone() and windows.all_sealed(work, table):
        return await close(work, table)
    if (work.clock is None) != work.alone():
        set_clock(work, table, None)
    return ()


async def give_seat(work: Work, person: Person, number: int, to: Person) -> Done:
    """Hand a seat to somebody; the old owner loses it at once. Refused: over, not_begun, no_seat, owner_only."""
    require_running(work)
    row = work.numbered(number)
    _require_owner(work, row, person)
    if row.person == to.id and row.by == "human":
        return await done(work, person, repeated=True)
    before = seat_info(work, row)
    await work.know(to.id)
    _remember_owner(work, row)
    row.person, row.person_name, row.hand = to.id, to.name, ""
    events = await set_control(work, row, "human")
    said = {"seat": seat_info(work, row), "before": before.person, "person": person}
    work.post(work.deps.narrator.matter(info_of(work), "seat", said))
    await _show_hand(work, row)
    return await done(work, person, events)


async def _show_hand(work: Work, row: SeatRow) -> None:
    """The new owner's first hand, unless the change itself has sent it."""
    table = await work.table()
    if not row.hand:
        send_hand(work, row, await work.run(lambda: table.view(row.seat)))


def _remember_owner(work: Work, row: SeatRow) -> None:
    """So that My seat can tell a former owner who plays now."""
    if row.person is not None:
        gone = [*json.loads(row.former), {"person": row.person, "name": row.person_name, "at": work.now}]
        row.former = dumped(gone)
    work.dirty = True


async def leave(work: Work, person: Person, confirm: str) -> TableInfo:
    """Give up all one's seats of a running game to the NPC. Refused: no_seat, leave (until confirmed)."""
    require_running(work)
    mine = own_seats(work, person)
    token = f"leave-{person.id % 997}-{len(mine)}"
    if confirm != token:
        raise Refused("leave", table=work.id, seats=tuple(seat_info(work, r) for r in mine), confirm=token)
    left = tuple(seat_info(work, row) for row in mine)
    for row in mine:
        _remember_owner(work, row)
        row.person, row.person_name, row.hand = None, "", ""
        if row.by == "human":
            await set_control(work, row, "npc")
    _pass_host_on(work, person)
    work.post(work.deps.narrator.matter(info_of(work), "left", {"seats": left, "person": person}))
    return info_of(work)


def _pass_host_on(work: Work, person: Person) -> None:
    heir = next((row for row in work.seats if row.person is not None), None)
    if person.id == work.row.host and heir is not None and heir.person is not None:
        work.row.host, work.row.host_name = heir.person, heir.person_name


async def give_host(work: Work, person: Person, to: Person) -> TableInfo:
    """Pass on the host's rights. Refused: host_only."""
    require_host(work, person)
    work.row.host, work.row.host_name = to.id, to.name
    work.dirty = True
    info = info_of(work)
    work.post(work.deps.narrator.matter(info, "host", {"person": person, "to": to}))
    if work.row.state == "lobby":
        work.post([work.deps.narrator.lobby(info)])
    return info
