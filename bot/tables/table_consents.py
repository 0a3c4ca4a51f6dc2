"""What the service does by consent: requests to go back or to decide without somebody, and the answers to them."""

from __future__ import annotations

from bot.contract.tables import BackPoint, Person, Petition, TableId
from bot.tables.history import request_kinds
from bot.tables.history import requests as petitions
from bot.tables.table_access import TableAccess


class TableConsents(TableAccess):
    """The part of `GameService` that is about requests."""

    async def back_points(self, table: TableId, person: Person) -> tuple[BackPoint, ...]:
        """The moments one may ask the others to go back to. Refused: over, no_seat, undo_pending."""
        return await self.at(table, person, lambda work: request_kinds.points(work, person))

    async def ask_back(self, table: TableId, person: Person, answers: int, reason: str = "") -> Petition:
        """Ask to go back to a moment. Refused: over, no_seat, undo_pending, no_checkpoint, too_many_requests.

        Where nobody is concerned it is done at once.
        """
        return await self.at(table, person, lambda work: request_kinds.ask_back(work, person, answers, reason))

    async def ask_seat(
        self, table: TableId, person: Person, number: int, to: Person | None, reason: str = "", *, gone: bool = False
    ) -> Petition:
        """Ask to let the NPC play the seat of somebody who is away, or to hand on `to` somebody what it plays already.

        `gone`: the owner has left the server. Refused: no_seat, seat_own, not_away (with `person`, `at`, `seconds`),
        npc_already, npc_first, own_receiver, seat_seen, nobody_left, undo_pending, too_many_requests, over.
        """
        return await self.at(
            table, person, lambda work: request_kinds.ask_seat(work, person, number, to, reason, gone=gone)
        )

    async def ask_host(
        self, table: TableId, person: Person, to: Person, reason: str = "", *, gone: bool = False
    ) -> Petition:
        """Ask to hand on the role of a host who is away. Refused: no_seat, host_own, not_away, and as `ask_seat`."""
        return await self.at(table, person, lambda work: request_kinds.ask_host(work, person, to, reason, gone=gone))

    async def vote_back(self, table: TableId, person: Person, no: int, *, agrees: bool) -> Petition:
        """Agree or refuse, to whatever is asked. Whoever it was to be decided without is back with that, and ends it.

        Refused: petition_over, petition_own, petition_free, no_seat.
        """
        ended = await self._greeted(table, person)
        if ended is not None and ended.no == no:
            return ended
        return await self.at(table, person, lambda work: petitions.vote(work, person, no, agrees=agrees))

    async def petition(self, table: TableId, no: int, person: Person | None = None) -> Petition:
        """A request that is open, for a closer look. Refused: petition_over."""
        return await self.at(table, person, lambda work: petitions.look(work, no))
