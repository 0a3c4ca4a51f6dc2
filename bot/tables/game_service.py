"""The interface of the bot for screens and commands, over the store and the rules.

Screens don't know the store or Discord's delivery, and the service doesn't know Discord. Each method that changes
something is one transaction: it returns a result, or raises `Refused` and has changed nothing.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TypeVar, Unpack

from bot.contract.preferences import AS_DISCORD, Preferences
from bot.contract.records import Course
from bot.contract.snapshot import Done
from bot.contract.table_settings import Settings
from bot.contract.tables import (
    AlarmKind,
    CheckpointInfo,
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
)
from bot.tables import alarms, table_admin
from bot.tables.history import damaged_games, request_kinds, undo
from bot.tables.history import requests as petitions
from bot.tables.history.undo import correct
from bot.tables.lobby import lobby
from bot.tables.lobby.options import usual
from bot.tables.people import presence, profiles
from bot.tables.people.personal_data import forget, gather
from bot.tables.people.put_off import put_off, take_up
from bot.tables.play import answers, course, pauses, queries, reserved_seats, seat_view
from bot.tables.posts import computer_reasons
from bot.tables.seats import offers, seats
from bot.tables.seats import offers as leaving
from bot.tables.work.operations import of_bot, on_table
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


class GameService:
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

    # Lobbies

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

    set_options = on_table(lobby.set_options)
    change_settings = on_table(table_admin.change_settings)
    join = on_table(lobby.join)
    give_back = on_table(lobby.give_back)
    choose_team = on_table(lobby.choose_team)
    remove = on_table(lobby.remove)
    start = on_table(lobby.start)
    end = on_table(table_admin.end)
    move = on_table(table_admin.move)

    async def leave(self, table: TableId, person: Person, *, confirm: str = "") -> TableInfo:
        """Give up one's seats; in a running game the NPC plays them. Refused: no_seat, leave (with `confirm` to
        repeat).
        """

        async def getting_up(work: UnitOfWork) -> TableInfo:
            if work.row.state == "lobby":
                return await lobby.leave(work, person)
            return await leaving.leave(work, person, confirm)

        return await self.at(table, person, getting_up)

    # Playing

    seat = on_table(seat_view.snapshot_of)
    answer = on_table(answers.answer)
    follow = on_table(answers.follow)
    unseal = on_table(answers.unseal)
    save_draft = on_table(answers.save)
    undo = on_table(undo.undo)

    async def sheet(self, table: TableId, person: Person, seat: int | None = None) -> Sheet:
        """Return everything for a private screen. Refused: no_seat, replaced, not_begun."""
        return (await self.seat(table, person, seat)).sheet

    async def ring(self, table: TableId, kind: AlarmKind, ask_no: int = 0) -> bool:
        """Do what an alarm of the table is for, if its time has come and it is still true; whether it was."""
        thoughts = await alarms.thought_out(self.deps, table) if kind == "npcs" else ()
        return await do(self.deps, table, lambda work: alarms.ring(work, kind, ask_no, thoughts))

    # Seats and their owners

    give_seat = on_table(offers.give_seat)
    give_host = on_table(offers.give_host)
    reclaim_seat = on_table(request_kinds.reclaim)
    return_seat = on_table(request_kinds.give_back)

    async def control(self, table: TableId, person: Person, number: int, by: Control) -> Done:
        """Let the NPC play one's seat, or take it back. Refused: no_seat, owner_only, over, nobody_left."""

        async def controlling(work: UnitOfWork) -> Done:
            return await seats.control(work, person, number, by)

        return await self.at(table, person, lambda work: reserved_seats.settle_seats(work, person, controlling))

    async def answer_offer(self, table: TableId, person: Person, no: int, *, accepts: bool) -> Offer:
        """Accept or decline an offer made to oneself; the giver withdraws it by declining. Refused: offer_over,
        offer_other, seat_seen, no_table (out of reach, and not offered to that person).
        """

        async def answering(work: UnitOfWork) -> Offer:
            return await offers.answer(work, person, no, accepts=accepts)

        return await do(self.deps, table, lambda work: reserved_seats.settle_seats(work, person, answering))

    # Requests and pauses

    back_points = on_table(request_kinds.points)
    ask_back = on_table(request_kinds.ask_back)
    go_back = on_table(request_kinds.go_back)
    ask_seat = on_table(request_kinds.ask_seat)
    ask_host = on_table(request_kinds.ask_host)
    ask_times = on_table(request_kinds.ask_times)
    pause = on_table(request_kinds.pause)
    resume = on_table(pauses.resume)

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

    # Looking

    list_tables = of_bot(queries.list_tables)
    table_in = of_bot(queries.table_in)
    log = on_table(queries.log)
    story = on_table(queries.story)
    last_good_position = on_table(damaged_games.last_good_position)
    mend = on_table(damaged_games.mend)

    async def info(self, table: TableId, person: Person | None = None) -> TableInfo:
        """Return everything public about a table except its board."""

        async def facts(work: UnitOfWork) -> TableInfo:
            return info_of(work)

        return await self.at(table, person, facts)

    async def standing(self, table: TableId, person: Person | None = None) -> Standing:
        """Return what the public may see. Refused: not_begun."""
        return await self.at(table, person, seat_view.standing_of)

    async def checkpoints(self, table: TableId, person: Person | None = None) -> tuple[CheckpointInfo, ...]:
        """Return the points of the game so far, newest first."""
        return await self.at(table, person, undo.checkpoints)

    async def history(self, table: TableId, no: int, person: Person | None = None, *, seat: int | None = None) -> View:
        """Return the public view at that point (0: now); after the end, the view of a seat, or one's own. Refused:
        no_checkpoint.
        """
        return await self.at(table, person, lambda work: undo.history(work, no, person, seat))

    async def public_views(self, table: TableId, points: Sequence[int], person: Person | None = None) -> list[View]:
        """Return the public views at those points in order (0: now) of a game that is over. Refused: film_later."""
        return await self.at(table, person, lambda work: undo.public_views(work, points))

    async def course(self, table: TableId, person: Person | None = None) -> Course:
        """Return the points after each turn; while the game is running, only if they are public. Refused: not_begun,
        chart_hidden, chart_none, no_chart.
        """
        return await self.at(table, person, course.course_of)

    async def reasons(self, table: TableId, line: int, person: Person | None = None) -> Reasons:
        """Return why NPCs did what that public line of the log tells. Refused: no_reason, not_begun."""
        return await self.at(table, person, lambda work: computer_reasons.why(work, line))

    async def npc_hand(
        self, table: TableId, seat: str, person: Person | None = None
    ) -> tuple[TableInfo, SeatInfo, View]:
        """Return the open hand of an NPC, in the public view. Refused: secret (with `npcs`, whose hands are open)."""
        return await self.at(table, person, lambda work: queries.npc_hand(work, seat))

    # People

    reader = of_bot(profiles.reader)
    preferences = of_bot(profiles.preferences)
    take_notices = of_bot(profiles.take_notices)
    personal_data = of_bot(gather)
    forget_person = of_bot(forget)
    put_off = of_bot(put_off)
    take_up = of_bot(take_up)

    async def retry_dm(self, person: Person) -> None:
        """Forget that the person's DMs were closed."""
        await profiles.set_dm_closed(self.deps, person.id, closed=False)

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

    def see_language(self, person: Person, language: str) -> None:
        """Note the language of the person's client, used for messages unless they choose another."""
        self.deps.sightings.hear(self.deps.database, person.id, language)

    async def learn_languages(self) -> None:
        """Read once who has asked for which language, so that no screen has to."""
        self._languages = await profiles.languages_asked_for(self.deps)

    def _note_language(self, person: int, language: str) -> None:
        self._languages.pop(person, None)
        if language != AS_DISCORD:
            self._languages[person] = language

    async def expect_pictures(self) -> None:
        """Let it be known which pictures the open tables will want."""
        for game, options in await queries.open_games(self.deps):
            self.deps.expect(game, options)
