"""What the service does beside the game, for those who sit at a table or watch it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.beside import Following, Missive, SeatLetters, SeatNotes, TeamTalk
from bot.service.beside import followers, letters, notes, shared_board, shared_preview, team_talk
from bot.service.play import showing
from bot.service.table_access import TableAccess
from bot.service.transaction import do
from bot.values import Batch, Person, TableId


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

    async def letters(self, table: TableId, person: Person, *, seat: int | None = None, before: int = 0) -> SeatLetters:
        """A page of the letters of one's own seat, newest first. Refused: letters_off, no_seat, replaced, not_begun."""
        return await self._at(table, person, lambda work: letters.letters(work, person, seat, before))

    async def write_letter(
        self, table: TableId, person: Person, to: int, text: str, *, seat: int | None = None
    ) -> SeatLetters:
        """Write to the seat of that number.

        Refused as `letters`, and over, letter_npc, letter_own, letter_blocked, missive_empty, missive_long,
        missives_day.
        """
        return await self._at(table, person, lambda work: letters.write(work, person, to, text, seat))

    async def block_letters(
        self, table: TableId, person: Person, of: int, *, on: bool = True, seat: int | None = None
    ) -> SeatLetters:
        """Take no letters of who has that seat, or take them again.

        Refused as `letters`, and letter_own, letter_npc.
        """
        return await self._at(table, person, lambda work: letters.block(work, person, of, seat, on=on))

    async def report_letter(self, table: TableId, person: Person, no: int) -> Missive:
        """Show a letter that one has got to the host. Refused: letters_off, letter_gone, letter_host, host_deaf."""
        return await self._at(table, person, lambda work: letters.report(work, person, no))

    async def all_letters(self, table: TableId, person: Person, *, before: int = 0) -> SeatLetters:
        """A page of all letters of a game that is over. Refused: letters_off, letters_secret."""
        return await self._at(table, person, lambda work: letters.published(work, before))

    async def team_talk(self, table: TableId, person: Person, *, seat: int | None = None, before: int = 0) -> TeamTalk:
        """A page of what the team of one's own seat has written to one another, newest first.

        Refused: team_talk_off, no_seat, replaced, not_begun.
        """
        return await self._at(table, person, lambda work: team_talk.talk(work, person, seat, before))

    async def tell_team(self, table: TableId, person: Person, text: str, *, seat: int | None = None) -> TeamTalk:
        """Write to all others of one's team.

        Refused as `team_talk`, and over, team_alone, missive_empty, missive_long, missives_day.
        """
        return await self._at(table, person, lambda work: team_talk.tell(work, person, text, seat))

    async def all_team_talk(self, table: TableId, person: Person, *, before: int = 0) -> TeamTalk:
        """A page of what all teams of a game that is over have written. Refused: team_talk_off, team_talk_secret."""
        return await self._at(table, person, lambda work: team_talk.published(work, before))

    async def show_cards(
        self, table: TableId, person: Person, to: int, cards: Sequence[str], *, seat: int | None = None
    ) -> None:
        """Show these cards of one's hand, and no others any more, to the team-mate in the seat of that number.

        Refused: no_seat, replaced, over, not_begun, no_showing, not_an_option.
        """
        await self._at(table, person, lambda work: showing.show(work, person, to, cards, seat))

    async def post_board(self, table: TableId, person: Person, show: str) -> None:
        """Post the board, or what of it `show` names (see `bot.ui.lookup.maps`), in the channel for everybody.

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
