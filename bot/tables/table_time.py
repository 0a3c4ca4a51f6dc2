"""What the service does about time: seats that are late, more time, pauses, reminders put off, alarms that ring."""

from __future__ import annotations

from typing import Any

from bot.contract.tables import AlarmKind, Offer, Person, Petition, SeatInfo, TableId, TableInfo
from bot.features.clocks import more_time, overdue, vacations
from bot.features.clocks.values import AwayMode, LateVote, Vacation
from bot.features.reminders import service as reminders
from bot.tables import alarms, thinking
from bot.tables.history import former_owners, request_kinds
from bot.tables.play import pauses
from bot.tables.table_access import TableAccess
from bot.tables.work.transaction import do
from bot.tables.work.unit_of_work import UnitOfWork


class TableTime(TableAccess):
    """The part of `GameService` that is about time."""

    async def vacation(self, person: Person, days: int, mode: AwayMode, *, dated: bool = True) -> Vacation:
        """Be away from the next midnight on, in all tables, which are told until when if it is to be `dated`.

        Refused: bad_option, away_already, away_budget.
        """
        return await vacations.announce(self.deps, person, days, mode, dated=dated)

    async def vacation_left(self, person: Person) -> int:
        """For how many days one's clocks may still stand."""
        return await vacations.days_left(self.deps, person)

    async def end_vacation(self, person: Person) -> None:
        """Be back, or not leave at all. Refused: not_away_now."""
        await vacations.come_home(self.deps, person)

    async def vote_late(self, table: TableId, person: Person, number: int, choice: str) -> LateVote:
        """Say what is to be done about a seat whose time is up: `once`, `npc`, `wait` or `find`.

        Enough who want the same carry it out. Refused: over, not_begun, no_seat, late_over, late_own, late_other.
        """
        return await self._at(table, person, lambda work: overdue.vote(work, person, number, choice))

    async def come_back(self, table: TableId, person: Person, number: int) -> SeatInfo:
        """The owner of a seat takes it back and ends the vote about it. Refused: over, no_seat, owner_only."""
        return await self._at(table, person, lambda work: overdue.back(work, person, number))

    async def volunteer(self, table: TableId, person: Person, number: int) -> SeatInfo:
        """Say that one would take a seat that others look for somebody for. Refused: seek_over, seat_seen, over."""
        return await self._at(table, person, lambda work: overdue.ask_for_seat(work, person, number))

    async def accept_volunteer(self, table: TableId, person: Person, number: int, who: int) -> SeatInfo:
        """Give such a seat to somebody who would take it. Refused: host_only, seek_over, seat_seen, over."""
        return await self._at(table, person, lambda work: overdue.accept_volunteer(work, person, number, who))

    async def reclaim_seat(self, table: TableId, person: Person, number: int) -> SeatInfo:
        """Ask for a seat that was one's own. Refused: no_seat, seat_seen, over, not_begun, too_many_requests."""
        return await self._at(table, person, lambda work: former_owners.reclaim(work, person, number))

    async def return_seat(self, table: TableId, person: Person, number: int, who: int) -> Offer:
        """Offer a seat to who had it before. Refused: no_seat, owner_only, host_only, seat_seen, over, not_begun."""
        return await self._at(table, person, lambda work: former_owners.give_back(work, person, number, who))

    async def extend(self, table: TableId, person: Person, hours: float, *, seat: int | None = None) -> TableInfo:
        """More time for a seat that is asked: half of all by itself, once a turn, else as the host likes.

        Refused: over, not_begun, not_asked, host_only, extended, bad_option.
        """
        return await self._at(table, person, lambda work: more_time.extend(work, person, hours, seat))

    async def pause(self, table: TableId, person: Person, days: int, *, reason: str = "") -> TableInfo:
        """Let all clocks of the table stand for so many days: for the host at once, for others if most agree.

        Refused: over, not_begun, bad_option, no_seat, undo_pending, too_many_requests.
        """
        return await self._at(table, person, lambda work: request_kinds.pause(work, person, days, reason))

    async def ask_times(self, table: TableId, person: Person, **changes: Any) -> Petition:
        """Ask all who play to have time counted otherwise: `late`, `clock`, `bank_hours`, `refill_hours`, `weekends`.

        Refused: over, not_begun, host_only, bad_option, times_same, undo_pending, too_many_requests.
        """
        return await self._at(table, person, lambda work: request_kinds.ask_times(work, person, changes))

    async def resume(self, table: TableId, person: Person) -> TableInfo:
        """End a pause. Refused: over, not_begun, host_only, not_paused."""
        return await self._at(table, person, lambda work: pauses.resume(work, person))

    async def snooze(self, table: TableId, person: Person) -> float:
        """No reminders of what is asked there for four hours; when the next comes. Refused: no_seat, not_asked."""
        return await self._at(table, person, lambda work: reminders.snooze(work, person))

    async def first_reminded(self, table: TableId, ask_no: int) -> tuple[int | None, tuple[int, ...]]:
        """The server of a table, and who of it is about to get a first reminder of that question."""

        async def found(work: UnitOfWork) -> tuple[int | None, tuple[int, ...]]:
            return work.row.guild, reminders.first_reminded(work, ask_no)

        return await do(self.deps, table, found)

    async def has_gone(self, table: TableId, person: int, ask_no: int) -> bool:
        """Somebody has left the server of the table: late at once with that question; whether that changes anything."""
        return await do(self.deps, table, lambda work: overdue.has_gone(work, person, ask_no))

    async def ring(self, table: TableId, kind: AlarmKind, ask_no: int = 0) -> bool:
        """Do what an alarm of the table is for, if its time has come and it is still true; whether it was."""
        thoughts = await thinking.thought_out(self.deps, table) if kind == "npcs" else ()
        return await do(self.deps, table, lambda work: alarms.ring(work, kind, ask_no, thoughts))
