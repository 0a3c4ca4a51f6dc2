"""Handlers of the buttons and commands about a table: finding it, and its lobby."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

from bot.contract.servers import Forum, Trial
from bot.contract.tables import Person, Place, Refused, TableInfo, TableLine
from bot.tables.game_service import GameService
from bot.tables.lobby.options import forum_of, require_switched_on
from bot.telemetry import has_changed
from bot.ui.lobby import form_reader, multi_seat, team_seats
from bot.ui.lobby import screens as lobby
from bot.ui.lobby.status import lobby_status
from bot.ui.parts import Button, Screen, number
from bot.ui.router import Answer, Handler
from bot.ui.typed.match import Index
from bot.ui.visit import Visit, person_of, require_here
from bot.ui.words.presentations import lobby_of, scenarios_of, short_title
from bot.ui.words.wording import ago, civ, date, plainly, said_of, table_text
from engine.core.message import list_of
from engine.core.naming import Names, NamesOf
from engine.core.text import cut, words

THREAD: Final = 100  # the most characters of a thread's name
NEW: Final = "new"
"""What is put off when a table cannot be opened here."""


class Places(Protocol):
    """What the bot can do with channels."""

    async def thread(self, channel: int, name: str, game: str) -> Place | None:
        """Open a public thread there, or a post of a forum about that game. None if the bot may not open a thread.

        Refused: may_not_open, media_channel, forum_tag.
        """

    async def private(self, channel: int, name: str, person: int, *, anew: bool) -> Place | None:
        """Return a private thread there with only that person; `channel` itself if it is one, unless `anew`. None if
        the bot may not open one.
        """

    async def dm(self, person: int, line: str) -> Place | None:
        """Open the DMs with that person by sending a line; None if the person takes none."""

    async def rename(self, thread: int, name: str) -> None:
        """Give a thread that was opened here its name, if that can be done."""

    async def close(self, thread: int) -> None:
        """Do away with a thread that was opened here in vain, if that can be done."""

    def invitation(self, guild: int, wanted: Sequence[str]) -> str:
        """Return the address at which a server gives the bot these permissions; empty if it isn't known."""

    async def try_post(self, channel: int, line: str) -> Trial:
        """Post that line there and delete it at once; what came of it."""

    async def forums(self, guild: int) -> Sequence[Forum]:
        """Return the forums of a server that the bot sees."""

    async def text_channels(self, guild: int) -> Sequence[tuple[int, str]]:
        """Return the text channels of a server that the bot sees, with their names."""

    async def may_make_events(self, guild: int) -> bool:
        """Return whether the roles of the bot in that server have Create Events."""

    async def has_left(self, guild: int | None, person: int) -> bool:
        """Return whether that person is known to have left that server."""


def go(label: str, verb: str, option: str = "", style: Any = "secondary") -> Button:
    """Return a button that never goes stale."""
    return Button(table_text(f"button.{label}"), verb, option, style, lasting=True)


class TableHandlers:
    """What all handlers of tables share: the service, the names, and how the table is found."""

    def __init__(self, service: GameService, names: NamesOf, places: Places) -> None:
        """`names` gives the names of a game's things; `places` looks after channels."""
        self.service, self.names_of, self.places = service, names, places

    def names(self, info: TableInfo) -> Names:
        """Return the names of the table's game, as its scenario has them."""
        return self.names_of(info.game, info.scenario)

    async def find_table(self, visit: Visit) -> TableInfo:
        """Return the table meant: the one named, that of this channel, else the person's only one. Refused: no_table.

        A thread without a table counts as its channel.
        """
        person = person_of(visit)
        if visit.table:
            return await self.service.info(visit.table, person)
        for channel in filter(None, (visit.channel, visit.parent)):
            here = await self.service.table_in(channel, person)
            if here is not None:
                return here
        lines = await self.service.list_tables(person)
        if len(lines) == 1:
            return lines[0].info
        yours = [_named(line) for line in lines[:5]]
        told = table_text("name.yours", tables=list_of(yours)) if yours else table_text("name.none_yours")
        raise Refused("no_table", yours=told, tables=tuple(line.info for line in lines))

    def options_of(self, info: TableInfo, person: Person) -> Screen:
        """Return the options screen for that person."""
        return lobby.options_screen(info, person, self.names(info))

    async def lobby_found(self, visit: Visit) -> TableInfo:
        """Return the table meant, whose options can still be set. Refused: no_table, begun, over."""
        info = await self.find_table(visit)
        if info.state != "lobby":
            raise Refused("begun" if info.state == "running" else "over", info=info, table=info.id)
        return info

    async def forum(self, visit: Visit) -> int:
        """Return the forum in which tables of this server have posts of their own; 0 for none."""
        return await forum_of(self.service.deps, visit.guild) if visit.guild is not None else 0

    async def in_thread(
        self, visit: Visit, game: str, open_in: Callable[[Place], Awaitable[TableInfo]], scenario: str = ""
    ) -> TableInfo:
        """Open a table in a thread of its own, in the forum of the server if it has one. If that fails, close the
        thread. Refused: bot_elsewhere, no_thread, as `Places.thread`, and as `open_in`.
        """
        require_here(visit)
        title, forum, place = thread_title(game, scenario, [visit.name]), await self.forum(visit), None
        if forum:
            place = await self.places.thread(forum, title, game)
        place = place or await self.places.thread(visit.channel, title, game)
        if place is None:
            raise Refused("no_thread")
        try:
            return await open_in(place)
        except Exception:
            if not has_changed():
                await self.places.close(place.channel)
            raise


def thread_title(game: str, scenario: str, people: Iterable[str]) -> str:
    """Return the title of a table's thread: its game with its players, or a scenario with a board of its own."""
    known = scenarios_of(game).get(scenario)
    title = str(known.title) if known is not None and known.settled else short_title(game)
    return cut(f"{title} · {', '.join(dict.fromkeys(people))}", THREAD)


class LobbyHandlers(TableHandlers):
    """Join, leave, options, start."""

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handlers by verb."""
        return {
            "join": self.join,
            "join_again": self.join_again,
            "give_back": self.give_back,
            "teams": self.teams,
            "team_pick": self.team_pick,
            "leave": self.leave,
            "leave_yes": self.leave_yes,
            "stay": self.stay,
            "options": self.options,
            "opt_civs": self.civs,
            "opt_civ": self.civ,
            "done": self.done,
            "start": self.start,
            "how": self.how,
            "about": self.about,
            "add_npc": self.add_npc,
            "thread": self.thread,
            "again": self.again,
        }

    async def open_at(self, visit: Visit, place: Place | None, game: str, **wanted: Any) -> Answer:
        """Open a table in that place, or in a thread of its own. Refused: game_off, as `open` and `open_thread`."""
        await require_switched_on(self.service.deps, visit.guild, game)
        if place is None:
            return await self.open_thread(visit, game, **wanted)
        return await self.open(visit, place, game, **wanted)

    async def open(
        self, visit: Visit, place: Place, game: str, settings: Mapping[str, Any] | None = None, **wanted: Any
    ) -> Answer:
        """Open a table in that place, with settings that differ from the usual ones.

        Refused: channel_taken (with the offer of a thread), unknown_game, bad_option, start_past, start_far.
        """
        try:
            info = await self._opened(visit, place, game, settings, wanted)
        except Refused as refused:
            if refused.code != "channel_taken":
                raise
            raise await self._offering_thread(
                visit, refused, {"game": game, "settings": settings, **wanted}
            ) from refused
        return _first(_with_start(table_text("lobby.opened", id=info.id), info), info)

    async def _offering_thread(self, visit: Visit, refused: Refused, wanted: Mapping[str, Any]) -> Refused:
        """Return the refusal, with the request kept for its button."""
        mark = await self.service.put_off(person_of(visit), NEW, wanted)
        return Refused(refused.code, **{**refused.said, "threads": mark})

    async def open_thread(
        self, visit: Visit, game: str, settings: Mapping[str, Any] | None = None, **wanted: Any
    ) -> Answer:
        """Open a table as `open` does, in a thread of its own. Refused: no_thread, unknown_game, bad_option."""
        info = await self.in_thread(
            visit,
            game,
            lambda place: self._opened(visit, place, game, settings, wanted),
            str(wanted.get("scenario") or ""),
        )
        line = table_text("lobby.opened_in", id=info.id, channel=f"<#{info.place.channel}>")
        return _first(_with_start(line, info), info)

    async def _opened(
        self, visit: Visit, place: Place, game: str, settings: Mapping[str, Any] | None, wanted: Mapping[str, Any]
    ) -> TableInfo:
        return await self.service.open_table(person_of(visit), place, game, differing=settings, **wanted)

    async def join(self, visit: Visit) -> Answer:
        """Take a seat, or another one if the game allows it. Refused: begun, full, joined."""
        info, person = await self.find_table(visit), person_of(visit)
        if info.state == "running":
            return await self._back(info, person)
        if info.of(person) and multi_seat.several_allowed(info) and info.state == "lobby":
            return multi_seat.sat_down(info, person, words("error.joined", table=info.id))
        info = await self.service.join(info.id, person)
        return multi_seat.sat_down(info, person, said_of(info.game, "lobby.joined", id=info.id))

    async def _back(self, info: TableInfo, person: Person) -> Answer:
        """Take one's seats of an imported game. Refused: begun, joined."""
        before = info.of(person)
        try:
            info = await self.service.join(info.id, person)
        except Refused as refused:
            if refused.code not in {"full", "joined"}:
                raise
        mine = [seat for seat in info.of(person) if seat not in before]
        if not mine:
            raise Refused("joined" if before else "begun", info=info, table=info.id)
        line = table_text("imported.taken", civ=list_of([civ(seat, self.names(info)) for seat in mine]))
        return lobby.notice_screen(line, go("seat", "seat", style="primary"), table=info.id)

    async def join_as(self, visit: Visit, typed: str, *, another: bool) -> Answer:
        """Take a seat, or `another`, with a civilization; a seated player only chooses it. Refused: begun, full,
        unknown_civ (with `near`), civ_taken (with `free`).
        """
        info, person = await self.find_table(visit), person_of(visit)
        if info.state == "running":
            return await self._back(info, person)
        civ = self.people_meant(info, typed)
        unnamed = next((seat.number for seat in info.of(person) if not seat.civ), None)
        info = await self._join_with(info, person, civ, unnamed, again=another and multi_seat.several_allowed(info))
        return multi_seat.sat_down(info, person, multi_seat.seats_text(info, person))

    def people_meant(self, info: TableInfo, typed: str) -> str:
        """Return the civilization that a text means, among those that can be played here. Refused: unknown_civ."""
        things = Index(self.names(info).things("civ", lobby_of(info.game, info.scenario).peoples(info.options) or ()))
        return form_reader.find_meant(typed, things, "unknown_civ", game=info.game, table=info.id)

    async def _join_with(
        self, info: TableInfo, person: Person, civ: str, seat: int | None, *, again: bool = False
    ) -> TableInfo:
        """Join, or name the civilization of a seat. Refused: civ_taken (with `free`), full, begun."""
        try:
            return await self.service.join(info.id, person, civ=civ, seat=seat, again=again)
        except Refused as refused:
            taken = {s.civ for s in info.seats} | {civ}
            free = tuple(c for c in lobby_of(info.game, info.scenario).peoples(info.options) or () if c not in taken)
            raise Refused(refused.code, **{**refused.said, "free": free}) from refused

    async def join_again(self, visit: Visit) -> Answer:
        """Take one more seat. Refused: begun, over, full."""
        info, person = await self.lobby_found(visit), person_of(visit)
        info = await self.service.join(info.id, person, again=multi_seat.several_allowed(info))
        return multi_seat.sat_down(info, person, multi_seat.seats_text(info, person))

    async def give_back(self, visit: Visit) -> Answer:
        """Give one of several seats back. Refused: no_seat, begun, over."""
        person = person_of(visit)
        info = await self.service.give_back((await self.find_table(visit)).id, person, number(visit.option) or 0)
        return multi_seat.sat_down(info, person, multi_seat.seats_text(info, person))

    async def teams(self, visit: Visit) -> Answer:
        """Show the teams of a lobby, and the choice of one's own."""
        return team_seats.teams_screen(await self.find_table(visit), person_of(visit))

    async def team_pick(self, visit: Visit) -> Answer:
        """Choose a team for one of one's seats, or leave it to chance. Refused: no_seat, begun, over, bad_option."""
        seat, _, team = visit.option.partition(".")
        info = await self.service.choose_team(
            (await self.find_table(visit)).id, person_of(visit), number(seat) or 0, team
        )
        return team_seats.teams_screen(info, person_of(visit))

    async def remove(self, visit: Visit, who: Person) -> Answer:
        """Remove a player from a lobby. Refused: host_only, host_stays, not_here, begun."""
        info = await self.service.remove((await self.find_table(visit)).id, person_of(visit), who)
        return lobby.notice_screen(table_text("lobby.removed", id=info.id, who=plainly(who.name)), table=info.id)

    async def leave(self, visit: Visit) -> Answer:
        """Leave a lobby; a running game only after a second press. Refused: no_seat, leave."""
        info = await self.service.leave((await self.find_table(visit)).id, person_of(visit))
        return lobby.notice_screen(table_text("lobby.left", id=info.id), table=info.id)

    async def leave_yes(self, visit: Visit) -> Answer:
        """Leave a running game for good."""
        info = await self.service.leave((await self.find_table(visit)).id, person_of(visit), confirm=visit.option)
        return lobby.notice_screen(table_text("lobby.left_running", id=info.id), go("status", "status"), table=info.id)

    async def stay(self, visit: Visit) -> Answer:
        """Say that nothing has changed."""
        return lobby.notice_screen(table_text("lobby.stayed"), go("status", "status"), table=visit.table)

    async def options(self, visit: Visit) -> Answer:
        """Return the options of a lobby; of a running game its status."""
        info = await self.find_table(visit)
        return self.options_of(info, person_of(visit)) if info.state == "lobby" else lobby_status(info)

    async def civs(self, visit: Visit) -> Answer:
        """Show who plays which civilization. Refused: begun, over."""
        info = await self.lobby_found(visit)
        return lobby.civs_screen(info, person_of(visit), self.names(info), number(visit.option) or 0)

    async def civ(self, visit: Visit) -> Answer:
        """Choose one's own civilization. Refused: civ_taken (with `free`), full, begun."""
        info, person = await self.find_table(visit), person_of(visit)
        names = self.names(info)
        civ = next(iter(visit.values), lobby.ANY)
        info = await self._join_with(info, person, civ, number(visit.option))
        place = next((i for i, seat in enumerate(info.of(person)) if str(seat.number) == visit.option), 0)
        return lobby.civs_screen(info, person, names, place - place % lobby.MENUS)

    async def done(self, visit: Visit) -> Answer:
        """Close the options."""
        return lobby.notice_screen(table_text("lobby.done"), table=visit.table)

    async def start(self, visit: Visit) -> Answer:
        """Begin. Refused: host_only, begun, too_few_seats, setup."""
        done = await self.service.start((await self.find_table(visit)).id, person_of(visit))
        return lobby.notice_screen(
            table_text("lobby.begun", id=done.info.id), go("seat", "seat", style="primary"), table=done.info.id
        )

    async def how(self, visit: Visit) -> Answer:
        """Explain what happens at a table from here on."""
        return lobby.how_screen(await self.find_table(visit))

    async def about(self, visit: Visit) -> Answer:
        """Tell the story of the scenario, and who can play what."""
        return lobby.about_screen(await self.find_table(visit))

    async def add_npc(self, visit: Visit) -> Answer:
        """Add one more seat for the NPC. Refused: host_only, bad_option."""
        info = await self.find_table(visit)
        info = await self.service.set_options(info.id, person_of(visit), npcs=info.npcs + 1)
        return self.options_of(info, person_of(visit))

    async def thread(self, visit: Visit) -> Answer:
        """Open the table that was refused in this channel in a thread of its own. Refused: put_off_gone, and as
        `open_thread`.
        """
        wanted = await self.service.take_up(person_of(visit), NEW, visit.option)
        try:
            return await self.open_thread(visit, **wanted)
        except Refused:
            await self.service.put_off(person_of(visit), NEW, wanted)
            raise

    async def again(self, visit: Visit) -> Answer:
        """Open a new table for the people of a finished game, ready to begin; with an option its options first.
        Refused: no_seat, begun, channel_taken, too_many_tables.
        """
        info = await self.service.open_again(visit.table, person_of(visit))
        if visit.option:
            return self.options_of(info, person_of(visit))
        line = table_text("lobby.again", id=info.id)
        return lobby.notice_screen(line, go("begin", "start", style="primary"), go("options", "options"), table=info.id)


def _named(line: TableLine) -> str:
    """Return a table by its number and channel, and whether it waits for the person."""
    turn = f" ({table_text('name.your_turn')})" if line.yours else ""
    return f"{line.info.id} <#{line.info.place.channel}>{turn}"


def _first(line: str, info: TableInfo) -> Screen:
    """Return that a table is open, with the way to its options."""
    return lobby.notice_screen(line, go("options", "options", style="primary"), table=info.id)


def _with_start(line: str, info: TableInfo) -> str:
    """The line, and when the table starts by itself if it does."""
    if info.starts_at is None:
        return line
    return f"{line}\n{table_text('starts.line', time=date(info.starts_at), left=ago(info.starts_at))}"
