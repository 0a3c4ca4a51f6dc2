"""What the service does beside the game, for those who sit at a table or watch it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.contract.tables import Batch, Person, TableId
from bot.features.following import service as followers
from bot.features.notes import service as notes
from bot.features.notes.values import Following, SeatNotes
from bot.features.rooms import service as room_service
from bot.features.rooms.service import Room, SeatRooms
from bot.features.sharing import service as shared_board
from bot.features.sharing import shared_preview, showing
from bot.tables.table_access import TableAccess
from bot.tables.work.transaction import do


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

    async def rooms(self, table: TableId, person: Person, *, seat: int | None = None) -> SeatRooms:
        """The rooms of one's own seat. Refused: no_seat, replaced, not_begun, over, rooms_off."""
        return await self._at(table, person, lambda work: room_service.rooms(work, person, seat))

    async def open_room(
        self, table: TableId, person: Person, wanted: Collection[int], *, seat: int | None = None, gone: int = 0
    ) -> Room:
        """A room for one's own seat and the seats of those numbers; with none of them, for the seat's team.

        One that is there already stays, unless its thread is `gone`. Refused as `rooms`, and room_alone, room_lobby,
        rooms_full, rooms_yours.
        """
        return await self._at(table, person, lambda work: room_service.open_room(work, person, wanted, seat, gone))

    async def show_cards(
        self, table: TableId, person: Person, to: int, cards: Sequence[str], *, seat: int | None = None
    ) -> None:
        """Show these cards of one's hand, and no others any more, to the team-mate in the seat of that number.

        Refused: no_seat, replaced, over, not_begun, no_showing, not_an_option.
        """
        await self._at(table, person, lambda work: showing.show(work, person, to, cards, seat))

    async def post_board(self, table: TableId, person: Person, show: str) -> None:
        """Post the board, or what of it `show` names (see `bot.ui.lookup.map`), in the channel for everybody.

        Refused: not_begun, board_soon within a minute of the person's last one, no_board.
        """
        await self._at(table, person, lambda work: shared_board.post(work, person, show))

    async def show_draft(
        self, table: TableId, person: Person, ask_no: int | None, batch: Batch, *, seat: int | None = None
    ) -> None:
        """Show everybody in the channel what these answers would bring, where the choice is public; nothing is decided.

        Refused: over, stale, not_asked, not_an_option, preview_soon within a minute of what the person posted last.
        """
        await self._at(table, person, lambda work: shared_preview.post(work, person, ask_no, batch, seat))

    async def follow_table(self, table: TableId, person: Person) -> Following:
        """Be told by direct message what the channel is told at each phase, or no longer.

        Refused: no_table, over, not_begun, follow_seated, followers_full.
        """
        return await do(self.deps, table, lambda work: followers.toggle(work, person))

    async def followed(self, person: Person) -> tuple[TableId, ...]:
        """The tables that the person follows."""
        return await followers.followed(self.deps, person)

    async def stop_following(self, person: Person) -> int:
        """Follow no table any more; how many it were."""
        there = await followers.followed(self.deps, person)
        await followers.forget(self.deps, person)
        return len(there)
