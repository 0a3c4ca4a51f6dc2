"""Changes of who plays a seat: its owner, the NPC, or another person."""

from __future__ import annotations

import json

import structlog
from msgspec.structs import replace

from bot.contract.snapshot import Done
from bot.contract.tables import Person, Refused, is_program
from bot.store.models import SeatRow
from bot.store.person_models import NoticeRow
from bot.tables.hooks import all_known
from bot.tables.play import responses
from bot.tables.play.answers import close, refuse_as_service
from bot.tables.play.change import change, drop_draft, forget_owner
from bot.tables.play.seat_view import reply_after
from bot.tables.posts.change_posts import send_hand
from bot.tables.work.notify import REPLACED
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.row_mappers import info_of, seat_info
from bot.tables.work.unit_of_work import UnitOfWork, dump
from engine.core.game import Control, Event

log = structlog.get_logger(__name__)


def require_running(work: UnitOfWork) -> None:
    """Refuse a table whose game isn't running. Refused: over, not_begun."""
    if work.row.state != "running":
        raise Refused("over" if work.row.state == "over" else "not_begun", table=work.id, info=info_of(work))


def _require_owner(work: UnitOfWork, row: SeatRow, person: Person) -> None:
    """Require the owner; for a reserved seat of an imported game, the host. Refused: owner_only."""
    if person.id != (work.row.host if row in work.reserved_seats() else row.person):
        raise Refused("owner_only", table=work.id, seat=seat_info(work, row), host=work.row.host_name)


def require_players(work: UnitOfWork, gone: list[SeatRow]) -> None:
    """Refuse to leave the game to NPCs alone, since they would play to the end at once. Refused: nobody_left."""
    if not any(row.by == "human" for row in work.seats if row not in gone):
        raise Refused("nobody_left", table=work.id)


async def control(work: UnitOfWork, person: Person, number: int, by: Control) -> Done:
    """Let the NPC or the owner play. Refused: over, not_begun, no_seat, owner_only, no_person, nobody_left."""
    require_running(work)
    row = work.seat_by_number(number)
    _require_owner(work, row, person)
    if by == "human" and row.person is None:
        raise Refused("no_person", table=work.id, seat=seat_info(work, row))
    if row.by == by:
        return await reply_after(work, person, repeated=True)
    if by == "npc":
        require_players(work, [row])
    events = await _played_by(work, row, by, person)
    return await reply_after(work, person, events)


async def put_npc(work: UnitOfWork, row: SeatRow, person: Person) -> tuple[Event, ...]:
    """Let the NPC play a seat whose owner is away, until the owner takes it back. Refused: nobody_left."""
    require_players(work, [row])
    return await _played_by(work, row, "npc", person) if row.by != "npc" else ()


async def _played_by(work: UnitOfWork, row: SeatRow, by: Control, person: Person) -> tuple[Event, ...]:
    if by == "npc":
        await _pass(work, row, None)
    row.by = by
    said = {"seat": seat_info(work, row), "by": by, "person": person}
    work.post(work.deps.post_maker.matter(info_of(work), "control", said))
    return await set_control(work, row, by)


async def set_control(work: UnitOfWork, row: SeatRow, by: Control) -> tuple[Event, ...]:
    """Hand a seat to a person or the NPC, and adjust an open time to respond."""
    row.by = by
    row.last_ask, row.last_digest = 0, ""
    kept = work.sealed.pop(row.number, None)
    if kept is not None:
        await work.remove(kept)
    drop_draft(work, row.number)
    for played_by_another in all_known(work.deps, lambda one: one.played_by_another):
        played_by_another(work, row)
    log.info("control", table=work.id, seat=row.seat, by=by)
    events = await refuse_as_service(work, lambda: change(work, lambda t: t.control(row.seat, by), "control"))
    return (*events, *await _see_to_window(work, await work.table()))


async def _see_to_window(work: UnitOfWork, table: RecordedTable) -> tuple[Event, ...]:
    """Give an open window a clock if several people play now; close it if nobody is left to answer."""
    if work.row.state != "running" or not responses.silent(table):
        return ()
    if work.alone() and responses.all_sealed(work, table):
        return await close(work, table)
    if (work.alarm("window") is None) != work.alone():
        responses.set_alarm(work, table, None)
    return ()


async def hand_over(work: UnitOfWork, row: SeatRow, to: Person, by: int) -> tuple[Event, ...]:
    """Give a seat to another person, who sees its hand from now on.

    The old owner loses it at once, and is told unless it passes by their own will.
    """
    before = seat_info(work, row)
    await work.know(to.id)
    await _pass(work, row, to)
    remember_owner(work, row)
    row.person, row.person_name, row.reserved, row.hand = to.id, to.name, None, ""
    events = await set_control(work, row, "human")
    said = {"seat": seat_info(work, row), "before": before.person, "person": to}
    work.post(work.deps.post_maker.matter(info_of(work), "seat", said))
    await _show_hand(work, row)
    if before.person is not None and before.person.id != by:
        _tell_former(work, row, before.person.id)
    return events


async def _pass(work: UnitOfWork, row: SeatRow, to: Person | None) -> None:
    for seat_passes in all_known(work.deps, lambda one: one.seat_passes):
        await seat_passes(work, row, to)


def _tell_former(work: UnitOfWork, row: SeatRow, person: int) -> None:
    """Tell the former player, when awake, who has the seat now; without DMs on the next screen."""
    if is_program(person):
        return
    if work.dms_closed(person):
        work.add(NoticeRow(person=person, table_id=work.number, code=REPLACED, said=dump({"table": work.id})))
        return
    said = {"seat": seat_info(work, row), "reader": person}
    posts = work.deps.post_maker.matter(info_of(work), REPLACED, said)
    work.post([replace(post, kind=REPLACED, user=person, mentions=(person,)) for post in posts])


async def _show_hand(work: UnitOfWork, row: SeatRow) -> None:
    """The new owner's first hand, unless the change itself has sent it."""
    table = await work.table()
    if not row.hand:
        send_hand(work, row, await work.run(lambda: table.view(row.seat)))


def remember_owner(work: UnitOfWork, row: SeatRow) -> None:
    """Note the former owner, so that My turn can tell them who plays now, and delete their notes on the seat."""
    forget_owner(work, row)
    if row.person is not None:
        gone = [
            *json.loads(row.former),
            {"person": row.person, "name": row.person_name, "at": work.now, "point": work.row.points},
        ]
        row.former = dump(gone)
    work.dirty = True
