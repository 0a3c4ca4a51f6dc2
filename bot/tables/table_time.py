"""What the service does about time: seats that are late, more time, pauses, reminders put off, alarms that ring."""

from __future__ import annotations

from typing import Any

from bot.contract.tables import AlarmKind, Offer, Person, Petition, SeatInfo, TableId, TableInfo
from bot.tables import alarms, thinking
from bot.tables.history import request_kinds
from bot.tables.history import request_kinds as former_owners
from bot.tables.play import pauses
from bot.tables.table_access import TableAccess
from bot.tables.work.transaction import do


class TableTime(TableAccess):
    """The part of `GameService` that is about time."""

    async def reclaim_seat(self, table: TableId, person: Person, number: int) -> SeatInfo:
        """Ask for a seat that was one's own. Refused: no_seat, seat_seen, over, not_begun, too_many_requests."""
        return await self.at(table, person, lambda work: former_owners.reclaim(work, person, number))

    async def return_seat(self, table: TableId, person: Person, number: int, who: int) -> Offer:
        """Offer a seat to who had it before. Refused: no_seat, owner_only, host_only, seat_seen, over, not_begun."""
        return await self.at(table, person, lambda work: former_owners.give_back(work, person, number, who))

    async def pause(self, table: TableId, person: Person, days: int, *, reason: str = "") -> TableInfo:
        """Let all clocks of the table stand for so many days: for the host at once, for others if most agree.

        Refused: over, not_begun, bad_option, no_seat, undo_pending, too_many_requests.
        """
        return await self.at(table, person, lambda work: request_kinds.pause(work, person, days, reason))

    async def ask_times(self, table: TableId, person: Person, **changes: Any) -> Petition:
        """Ask all who play to have time counted otherwise: `late`, `clock`, `bank_hours`, `refill_hours`, `weekends`.

        Refused: over, not_begun, host_only, bad_option, times_same, undo_pending, too_many_requests.
        """
        return await self.at(table, person, lambda work: request_kinds.ask_times(work, person, changes))

    async def resume(self, table: TableId, person: Person) -> TableInfo:
        """End a pause. Refused: over, not_begun, host_only, not_paused."""
        return await self.at(table, person, lambda work: pauses.resume(work, person))

    async def ring(self, table: TableId, kind: AlarmKind, ask_no: int = 0) -> bool:
        """Do what an alarm of the table is for, if its time has come and it is still true; whether it was."""
        thoughts = await thinking.thought_out(self.deps, table) if kind == "npcs" else ()
        return await do(self.deps, table, lambda work: alarms.ring(work, kind, ask_no, thoughts))
