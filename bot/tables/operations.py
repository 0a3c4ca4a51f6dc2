"""What people can do at a table besides playing: lobby seats, requests, pauses, looking back, alarms."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar

from bot.contract.records import Course
from bot.contract.tables import AlarmKind, BackPoint, Offer, Person, Petition, SeatInfo, TableId, TableInfo
from bot.tables import alarms
from bot.tables import alarms as thinking
from bot.tables.history import request_kinds
from bot.tables.history import request_kinds as former_owners
from bot.tables.history import requests as petitions
from bot.tables.history.undo import public_views
from bot.tables.lobby import lobby
from bot.tables.people import put_off
from bot.tables.play import pauses
from bot.tables.play.course import course_of
from bot.tables.work.transaction import do
from bot.tables.work.unit_of_work import Deps, UnitOfWork
from engine.core.game import View

T = TypeVar("T")


class Operations:
    """The part of `GameService` that works in one transaction of one table, or of none."""

    deps: Deps

    async def at(self, table: TableId, person: Person | None, change: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        """Run `change` on a table for a person."""
        raise NotImplementedError

    async def _greeted(self, table: TableId, person: Person) -> Petition | None:
        """Note that the person is there. Return the request that this has ended."""
        raise NotImplementedError

    async def give_back(self, table: TableId, person: Person, seat: int) -> TableInfo:
        """Give one of several seats of a lobby back. Refused: no_seat, begun, over."""
        return await self.at(table, person, lambda work: lobby.give_back(work, person, seat))

    async def choose_team(self, table: TableId, person: Person, seat: int, team: str) -> TableInfo:
        """Choose the team of one's seat in a lobby; empty: by lot. Refused: no_seat, begun, over, bad_option."""
        return await self.at(table, person, lambda work: lobby.choose_team(work, person, seat, team))

    async def remove(self, table: TableId, person: Person, who: Person) -> TableInfo:
        """Take the seats of `who` in a lobby, who cannot join it again.

        Refused: host_only, host_stays, not_here, begun.
        """
        return await self.at(table, person, lambda work: lobby.remove(work, person, who))

    async def put_off(self, person: Person, kind: str, wanted: Mapping[str, Any]) -> str:
        """Store for a day what the person was refused, one of each kind. Return the mark to take it up with."""
        return await put_off.put_off(self.deps, person, kind, wanted)

    async def take_up(self, person: Person, kind: str, mark: str) -> dict[str, Any]:
        """Return and remove what was stored under that mark. Refused: put_off_gone."""
        return await put_off.take_up(self.deps, person, kind, mark)

    async def reclaim_seat(self, table: TableId, person: Person, number: int) -> SeatInfo:
        """Ask for a seat that was one's own. Refused: no_seat, seat_seen, over, not_begun, too_many_requests."""
        return await self.at(table, person, lambda work: former_owners.reclaim(work, person, number))

    async def return_seat(self, table: TableId, person: Person, number: int, who: int) -> Offer:
        """Offer a seat to who had it before. Refused: no_seat, owner_only, host_only, seat_seen, over, not_begun."""
        return await self.at(table, person, lambda work: former_owners.give_back(work, person, number, who))

    async def pause(self, table: TableId, person: Person, days: int, *, reason: str = "") -> TableInfo:
        """Pause all clocks of the table for that many days: at once for the host, for others if most agree.

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

    async def back_points(self, table: TableId, person: Person) -> tuple[BackPoint, ...]:
        """Return the moments one may ask the others to go back to. Refused: over, no_seat, undo_pending."""
        return await self.at(table, person, lambda work: request_kinds.points(work, person))

    async def ask_back(self, table: TableId, person: Person, answers: int, reason: str = "") -> Petition:
        """Ask to go back to a moment; if it affects nobody else, it happens at once.

        Refused: over, no_seat, undo_pending, no_checkpoint, too_many_requests.
        """
        return await self.at(table, person, lambda work: request_kinds.ask_back(work, person, answers, reason))

    async def ask_seat(
        self, table: TableId, person: Person, number: int, to: Person | None, reason: str = "", *, gone: bool = False
    ) -> Petition:
        """Ask to let the NPC play an absent player's seat, or to give `to` a person a seat that it plays already.

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
        """Agree to or refuse a request. A person in whose absence it was to be decided ends it by voting.

        Refused: petition_over, petition_own, petition_free, no_seat.
        """
        ended = await self._greeted(table, person)
        if ended is not None and ended.no == no:
            return ended
        return await self.at(table, person, lambda work: petitions.vote(work, person, no, agrees=agrees))

    async def petition(self, table: TableId, no: int, person: Person | None = None) -> Petition:
        """Return a request that is open, for a closer look. Refused: petition_over."""
        return await self.at(table, person, lambda work: petitions.look(work, no))

    async def course(self, table: TableId, person: Person | None = None) -> Course:
        """Return the points after each turn; while the game is running, only if they are public. Refused: not_begun,
        chart_hidden, chart_none, no_chart.
        """
        return await self.at(table, person, course_of)

    async def public_views(self, table: TableId, points: Sequence[int], person: Person | None = None) -> list[View]:
        """Return the public views at those points in order (0: now) of a game that is over. Refused: film_later."""
        return await self.at(table, person, lambda work: public_views(work, points))
