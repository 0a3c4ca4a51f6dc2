"""More time for one question."""

from __future__ import annotations

from typing import Final

from bot.contract.tables import Person, Refused, TableInfo
from bot.features.clocks import turn_clocks
from bot.store.models import SeatRow
from bot.tables.hooks import active
from bot.tables.play.seat_view import asked_openly, awaited_seats
from bot.tables.seats.seats import require_running
from bot.tables.work.operations import of_table
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.rights import require_host
from bot.tables.work.row_mappers import info_of, seat_info
from bot.tables.work.unit_of_work import UnitOfWork
from bot.tables.work.waking_hours import HOUR

MOST_HOURS: Final = 240


@of_table
async def extend(work: UnitOfWork, person: Person, hours: float, number: int | None = None) -> TableInfo:
    """Give a seat that is asked more time: the host any amount, the seat itself half of the whole, once a turn.

    If all are asked at once, the host gives it to all, and a seat takes its own without telling anyone, since that
    would reveal who hasn't answered. Refused: over, not_begun, not_asked, host_only, extended, bad_option.
    """
    require_running(work)
    table = await work.table()
    rows = _extended_rows(work, table, person, number)
    if not 0 < hours <= MOST_HOURS:
        raise Refused("bad_option", option="hours", value=hours, values=())
    seconds, turn = hours * HOUR, turn_clocks.turn_of(table)
    if person.id != work.row.host:
        if rows[0].extended == turn:
            raise Refused("extended", table=work.id)
        rows[0].extended = turn
        seconds = min(seconds, turn_clocks.whole_time(work) / 2)
    for row in rows:
        _give(work, row, seconds)
    if person.id == work.row.host:
        for time_moved in active(work.deps, lambda one: one.time_moved):
            time_moved(work, rows)
    _tell_extended(work, table, person, rows[0])
    return info_of(work)


def _tell_extended(work: UnitOfWork, table: RecordedTable, person: Person, row: SeatRow) -> None:
    """Tell the table who has more time; nothing that would tell who of several has not answered."""
    if not _is_common(table):
        said = {"seat": seat_info(work, row), "until": work.until("late", row.number), "person": person}
        work.post(work.deps.post_maker.matter(info_of(work), "extended", said))
    elif person.id == work.row.host:
        work.post(work.deps.post_maker.matter(info_of(work), "all_extended", {"person": person}))


def _give(work: UnitOfWork, row: SeatRow, seconds: float) -> None:
    """Give the seat so much more time."""
    turn_clocks.stop(work, row)
    row.clock_length = max(row.clock_length, row.clock_used) + seconds
    row.bank = None if row.bank is None else row.bank + seconds
    row.clock_since = max(work.now, work.row.paused_until)
    turn_clocks.arm(work, row)


def _is_common(table: RecordedTable) -> bool:
    return table.pending is not None and table.pending.is_shared


def _extended_rows(work: UnitOfWork, table: RecordedTable, person: Person, number: int | None) -> list[SeatRow]:
    """Return the seats that get more time. Refused: not_asked, host_only.

    Only the host may give it to others. All who are asked the same get it, so that nobody can find out who has
    answered.
    """
    asked, hosts = awaited_seats(work, table), person.id == work.row.host
    mine = [row for row in asked if number in {None, row.number} and row.person == person.id]
    if mine and not (hosts and _is_common(table)):
        return mine[:1]
    if number is None and not hosts:
        raise Refused("not_asked", table=work.id, info=info_of(work))
    require_host(work, person)
    known = asked_openly(work, table) if _is_common(table) else asked
    found = [row for row in known if number in {None, row.number}]
    if not found or not asked:
        raise Refused("not_asked", table=work.id, info=info_of(work))
    return asked if _is_common(table) else found[:1]
