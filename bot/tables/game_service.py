"""The interface of the bot for screens and commands, over the store and the rules.

Screens don't know the store or Discord's delivery, and the service doesn't know Discord. Each method that changes
something is one transaction: it returns a result, or raises `Refused` and has changed nothing.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar, Unpack

from bot.contract.preferences import AS_DISCORD, Preferences
from bot.contract.records import Export, LastGoodPosition, Reader
from bot.contract.snapshot import Done, SeatSnapshot
from bot.contract.table_settings import Settings
from bot.contract.tables import (
    Batch,
    CheckpointInfo,
    Draft,
    LogPage,
    Notice,
    Offer,
    OpeningChoices,
    Person,
    Petition,
    Place,
    Reasons,
    SeatInfo,
    Sheet,
    Standing,
    TableId,
    TableInfo,
    TableLine,
)
from bot.tables import table_admin
from bot.tables.history import damaged_games, request_kinds, undo
from bot.tables.history import requests as petitions
from bot.tables.history.undo import correct
from bot.tables.lobby import lobby
from bot.tables.lobby.options import usual
from bot.tables.operations import Operations
from bot.tables.people import personal_data, presence, profiles
from bot.tables.play import answers, queries, reserved_seats, seat_view
from bot.tables.posts import computer_reasons
from bot.tables.seats import offers, seats
from bot.tables.seats import offers as leaving
from bot.tables.work.rights import require_reach
from bot.tables.work.row_mappers import info_of
from bot.tables.work.transaction import do
from bot.tables.work.unit_of_work import Deps, UnitOfWork
from engine.core.game import Control, View
from engine.core.text import current_language

T = TypeVar("T")


def secret_seed() -> str:
    """Return a number that nobody can guess, for the shuffles of a new table."""
    return secrets.token_hex(32)


class GameService(Operations):
    """The service of the game master.

    `table` is an id in any case; an unknown one raises Refused("no_table"). So does a table out of the person's reach:
    people with no part in it reach the tables of the server they act from, and others if their setting `guests` allows
    it. Person None is the bot itself. Moderators have rights only in the table's own server; `bot.tables.work.rights`
    checks each time. If `seat` is None, the person's seat that is asked first is meant, else their first.
    """

    def __init__(self, deps: Deps, defaults: Settings | None = None) -> None:
        self._languages: dict[int, str] = {}
        self.deps = replace(deps, correct=correct)
        self.defaults = defaults or Settings()

    async def open_table(self, host: Person, place: Place, game: str, **choices: Unpack[OpeningChoices]) -> TableInfo:
        """Return a lobby in that place with the host seated, or a game that has begun, as `choices` say.

        Without settings it has those of its server; posts are then in the language being spoken here, which is that of
        who opens it, unless the server has one. Refused: channel_taken, unknown_game, bad_option, too_many_tables,
        start_past, start_far.
        """
        spoken_here = replace(self.defaults, language=current_language())
        settings = choices.get("settings") or await usual(self.deps, place.guild, spoken_here)
        return await lobby.open_table(self.deps, host, place, lobby.opening_of(game, settings, choices))

    async def open_again(self, table: TableId, person: Person) -> TableInfo:
        """Return a lobby like that of a game that is over: same channel, people, options and settings, another number.

        Refused: no_seat, begun, channel_taken, and as `open_table`.
        """
        return await lobby.open_again(self.deps, person, await self.info(table, person))

    async def set_options(
        self,
        table: TableId,
        person: Person,
        *,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        npcs: int | None = None,
        most: int | None = None,
        npc_civs: Sequence[str] | None = None,
    ) -> TableInfo:
        """Change a lobby; `options` are merged in, None resets one; `npc_civs` names what the first NPC seats play.

        Refused: host_only, begun, bad_option, civ_taken, setup (with `reason`).
        """

        async def setting(work: UnitOfWork) -> TableInfo:
            rivals = lobby.rivals_of(work, npcs, npc_civs)
            return await lobby.set_options(work, person, scenario, options, rivals, most)

        return await self.at(table, person, setting)

    async def change_settings(self, table: TableId, person: Person, **changes: Any) -> TableInfo:
        """Change what `Settings` tells of. Refused: host_only, bad_option, clock_fixed."""
        return await self.at(table, person, lambda work: table_admin.change_settings(work, person, changes))

    async def join(
        self, table: TableId, person: Person, *, civ: str = "", again: bool = False, seat: int | None = None
    ) -> TableInfo:
        """Take a seat; `again` takes another one. Refused: full, begun, joined, civ_taken, removed.

        In an imported game: take the seats reserved for the person. A person who already has a seat names its
        civilization with `civ`, for the seat of that number; `any` clears it.
        """
        return await self.at(table, person, lambda work: lobby.join(work, person, civ, seat, again=again))

    async def leave(self, table: TableId, person: Person, *, confirm: str = "") -> TableInfo:
        """Give up one's seats; in a running game the NPC plays them. Refused: no_seat, leave (with `confirm` to
        repeat).
        """

        async def getting_up(work: UnitOfWork) -> TableInfo:
            if work.row.state == "lobby":
                return await lobby.leave(work, person)
            return await leaving.leave(work, person, confirm)

        return await self.at(table, person, getting_up)

    async def start(self, table: TableId, person: Person) -> Done:
        """Begin. Refused: host_only, begun, too_few_seats, setup (with `reason`)."""
        return await self.at(table, person, lambda work: lobby.start(work, person))

    async def control(self, table: TableId, person: Person, number: int, by: Control) -> Done:
        """Let the NPC play one's seat, or take it back. Refused: no_seat, owner_only, over, nobody_left."""
        return await self._settling(table, person, lambda work: seats.control(work, person, number, by))

    async def give_seat(self, table: TableId, person: Person, number: int, to: Person) -> Offer:
        """Offer one's seat to a person. Refused: no_seat, owner_only, seat_own, seat_seen, over."""
        return await self.at(table, person, lambda work: offers.give_seat(work, person, number, to))

    async def give_host(self, table: TableId, person: Person, to: Person) -> Offer:
        """Offer the host's role to a person. Refused: host_only, host_own, over."""
        return await self.at(table, person, lambda work: offers.give_host(work, person, to))

    async def answer_offer(self, table: TableId, person: Person, no: int, *, accepts: bool) -> Offer:
        """Accept or decline an offer made to oneself; the giver withdraws it by declining. Refused: offer_over,
        offer_other, seat_seen, no_table (out of reach, and not offered to that person).
        """

        async def answering(work: UnitOfWork) -> Offer:
            return await offers.answer(work, person, no, accepts=accepts)

        return await do(self.deps, table, lambda work: reserved_seats.settle_seats(work, person, answering))

    async def end(self, table: TableId, person: Person, *, reason: str = "", confirm: str = "") -> TableInfo:
        """Close the lobby or end the game; where others sit, ask them, unless a moderator who does not ends it.

        Refused: host_only, over, end (with `confirm` to repeat), undo_pending, too_many_requests.
        """
        return await self.at(table, person, lambda work: table_admin.end(work, person, reason, confirm))

    async def move(self, table: TableId, person: Person, place: Place) -> TableInfo:
        """Move the table to another channel. Refused: host_only, other_server (unless nobody else sits there),
        channel_taken.
        """
        return await self.at(table, person, lambda work: table_admin.move(work, person, place))

    async def list_tables(self, person: Person) -> tuple[TableLine, ...]:
        """Return the tables where the person sits or is host, waiting ones first, without finished ones."""
        return await queries.list_tables(self.deps, person)

    async def table_in(self, channel: int, person: Person | None = None) -> TableInfo | None:
        """Return the table of that channel: the one open or running, else the last one that ended there."""
        return await queries.table_in(self.deps, channel, person)

    async def info(self, table: TableId, person: Person | None = None) -> TableInfo:
        """Return everything public about a table except its board."""

        async def facts(work: UnitOfWork) -> TableInfo:
            return info_of(work)

        return await self.at(table, person, facts)

    async def standing(self, table: TableId, person: Person | None = None) -> Standing:
        """Return what the public may see. Refused: not_begun."""
        return await self.at(table, person, seat_view.standing_of)

    async def seat(self, table: TableId, person: Person, seat: int | None = None) -> SeatSnapshot:
        """Return everything for a private screen, and what the seat may try, read at once. Refused: no_seat, replaced,
        not_begun.
        """
        return await self.at(table, person, lambda work: seat_view.snapshot_of(work, person, seat))

    async def sheet(self, table: TableId, person: Person, seat: int | None = None) -> Sheet:
        """Return everything for a private screen. Refused: no_seat, replaced, not_begun."""
        return (await self.seat(table, person, seat)).sheet

    async def answer(
        self, table: TableId, person: Person, ask_no: int | None, batch: Batch, *, seat: int | None = None
    ) -> Done:
        """Answer a question with all of the batch or none; a secret question takes a batch of one.

        Without `ask_no` the present question is meant. If the same click comes twice, the second returns the result of
        the first. Refused: no_seat, replaced, stale, not_asked, window_closed, not_an_option (with `reason`),
        not_together, over.
        """
        return await self.at(table, person, lambda work: answers.answer(work, person, ask_no, batch, seat))

    async def follow(
        self, table: TableId, person: Person, ask_no: int | None, wishes: Mapping[str, Any], *, seat: int | None = None
    ) -> Done:
        """Answer with a secret plan, which keeps answering questions of this kind until it is over.

        Refused as `answer`, and not_an_option if the question takes no plan or the wishes make none.
        """
        return await self.at(table, person, lambda work: answers.follow(work, person, ask_no, wishes, seat))

    async def unseal(self, table: TableId, person: Person, ask_no: int | None, *, seat: int | None = None) -> Done:
        """Withdraw a secret response, so that the seat counts as not responding. Refused as `answer`."""
        return await self.at(table, person, lambda work: answers.unseal(work, person, ask_no, seat))

    async def save_draft(
        self, table: TableId, person: Person, ask_no: int, draft: Draft, *, seat: int | None = None
    ) -> Draft:
        """Keep a draft; its `version` must be the one read (0: new). Refused: stale, other_device (with `draft`)."""
        return await self.at(table, person, lambda work: answers.save(work, person, ask_no, draft, seat))

    async def undo(self, table: TableId, person: Person, *, seat: int | None = None) -> Done:
        """Undo the last answer, a batch as a whole. Refused: undo_answered, _chance, _closed, _nothing, _over."""
        return await self.at(table, person, lambda work: undo.undo(work, person, seat))

    async def checkpoints(self, table: TableId, person: Person | None = None) -> tuple[CheckpointInfo, ...]:
        """Return the points of the game so far, newest first."""
        return await self.at(table, person, undo.checkpoints)

    async def go_back(self, table: TableId, person: Person, checkpoint: int) -> Petition:
        """Go back like `ask_back`, but by the host and to any point of the game. Refused: host_only, and as that."""
        return await self.at(table, person, lambda work: request_kinds.go_back(work, person, checkpoint))

    async def last_good_position(self, table: TableId, person: Person) -> LastGoodPosition:
        """Return the position from which a damaged game can continue. Refused: over, host_only, not_damaged,
        nothing_whole.
        """
        return await self.at(table, person, lambda work: damaged_games.last_good_position(work, person))

    async def mend(self, table: TableId, person: Person) -> Done:
        """Continue a damaged game from its last good position and tell everyone; for the host only.

        To go back further, players ask as usual. Refused: over, host_only, not_damaged, nothing_whole.
        """
        return await self.at(table, person, lambda work: damaged_games.mend(work, person))

    async def history(self, table: TableId, no: int, person: Person | None = None, *, seat: int | None = None) -> View:
        """Return the public view at that point (0: now); after the end, the view of a seat, or one's own. Refused:
        no_checkpoint.
        """
        return await self.at(table, person, lambda work: undo.history(work, no, person, seat))

    async def log(
        self, table: TableId, person: Person | None, *, chapter: str = "", about: str = "", page: int = 1
    ) -> LogPage:
        """Return a page of the log: public lines, and lines told only to the person's own seats."""
        return await self.at(table, person, lambda work: queries.log(work, person, chapter, about, page))

    async def reasons(self, table: TableId, line: int, person: Person | None = None) -> Reasons:
        """Return why NPCs did what that public line of the log tells. Refused: no_reason, not_begun."""
        return await self.at(table, person, lambda work: computer_reasons.why(work, line))

    async def npc_hand(
        self, table: TableId, seat: str, person: Person | None = None
    ) -> tuple[TableInfo, SeatInfo, View]:
        """Return the open hand of an NPC, in the public view. Refused: secret (with `npcs`, whose hands are open)."""
        return await self.at(table, person, lambda work: queries.npc_hand(work, seat))

    async def at(self, table: TableId, person: Person | None, change: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        """Run `change` on a table for a person, after checking the person's reach. Refused: no_table."""

        async def admitted(work: UnitOfWork) -> T:
            require_reach(work, person)
            return await change(work)

        if person is not None:
            await self._greeted(table, person)
        return await do(self.deps, table, admitted)

    async def _greeted(self, table: TableId, person: Person) -> Petition | None:
        """Note that the person is there. Return the request about their absence that this has ended."""
        if await presence.note_presence(self.deps, table, person):
            return await do(self.deps, table, lambda work: petitions.came_back(work, person))
        return None

    async def _settling(self, table: TableId, person: Person, change: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        """Do as `at` for changes of who plays a seat, and let a game go on that has waited for its people."""
        return await self.at(table, person, lambda work: reserved_seats.settle_seats(work, person, change))

    async def reader(self, person: Person, table: TableId = "") -> Reader:
        """Return what is known of the reader of a private screen about that table, or about none."""
        return await profiles.reader(self.deps, person, table)

    async def take_notices(self, person: Person, table: TableId = "", here: TableId = "") -> tuple[Notice, ...]:
        """Return a person's one-time notices for that table (or all tables), now shown on a screen of the table
        `here`.
        """
        return await profiles.take_notices(self.deps, person, table, here)

    async def retry_dm(self, person: Person) -> None:
        """Forget that the person's DMs were closed."""
        await profiles.set_dm_closed(self.deps, person.id, closed=False)

    async def preferences(self, person: Person) -> Preferences:
        """Return the person's preferences."""
        return await profiles.preferences(self.deps, person)

    async def set_preferences(
        self, person: Person, preferences: Preferences, before: Preferences | None = None
    ) -> Preferences:
        """Store the person's preferences; with `before`, only what differs from it. Refused: bad_option."""
        kept = await profiles.set_preferences(self.deps, person, preferences, before)
        self._note_language(person.id, kept.language)
        return kept

    def language(self, person: int, locale: str) -> str:
        """Return the person's language: the one they chose, else that of their client (`de`, `en-GB`)."""
        return self._languages.get(person) or locale.partition("-")[0]

    async def see_language(self, person: Person, language: str) -> None:
        """Store the language of the person's client, used for messages unless they choose another."""
        await profiles.see_language(self.deps, person.id, language)

    async def learn_languages(self) -> None:
        """Read once who has asked for which language, so that no screen has to."""
        self._languages = await profiles.languages_asked_for(self.deps)

    def _note_language(self, person: int, language: str) -> None:
        self._languages.pop(person, None)
        if language != AS_DISCORD:
            self._languages[person] = language

    async def personal_data(self, person: Person) -> Export:
        """Return all that is stored about the person, as one JSON file."""
        return await personal_data.gather(self.deps, person)

    async def forget_person(self, person: Person) -> tuple[TableId, ...]:
        """Delete the person's preferences, notices and part in finished tables. Return the tables that stay."""
        return await personal_data.forget(self.deps, person)

    async def expect_pictures(self) -> None:
        """Let it be known which pictures the open tables will want."""
        for game, options in await queries.open_games(self.deps):
            self.deps.expect(game, options)
