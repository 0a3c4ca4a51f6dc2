"""What the service does beside the game, for those who sit at a table or watch it."""

from __future__ import annotations

from bot.beside import Following, SeatNotes
from bot.service.beside import followers, notes
from bot.service.table_access import TableAccess
from bot.service.transaction import do
from bot.values import Person, TableId


class BesideTheGame(TableAccess):
    """The part of `GameService` that is outside the game and its record."""

    async def notes(self, table: TableId, person: Person, *, seat: int | None = None) -> SeatNotes:
        """The private notes of one's own seat. Refused: no_seat, replaced, not_begun."""
        return await self._at(table, person, lambda work: notes.notes(work, person, seat))

    async def add_note(self, table: TableId, person: Person, text: str, *, seat: int | None = None) -> None:
        """Note something for oneself. Refused as `notes`, and note_empty, note_long, notes_full."""
        await self._at(table, person, lambda work: notes.write(work, person, text, seat))

    async def remove_note(self, table: TableId, person: Person, note: int, *, seat: int | None = None) -> SeatNotes:
        """Throw a note away; the others. Refused as `notes`."""
        return await self._at(table, person, lambda work: notes.remove(work, person, note, seat))

    async def follow_table(self, table: TableId, person: Person) -> Following:
        """Be told by direct message what the channel is told at each phase, or no longer.

        Refused: no_table, over, not_begun, follow_seated, followers_full.
        """
        return await do(self.deps, table, lambda work: followers.toggle(work, person))

    async def stop_following(self, person: Person) -> int:
        """Follow no table any more; how many it were."""
        there = await followers.followed(self.deps, person)
        await followers.forget(self.deps, person)
        return len(there)
