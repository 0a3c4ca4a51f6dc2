"""Rooms as people meet them: the command and the screen of a seat's rooms, and what the bot says in a room."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.contract.posts import Post, Words
from bot.contract.tables import Refused
from bot.features.rooms import service as service_service
from bot.features.rooms.service import Room, RoomPlan, SeatRooms
from bot.features.rooms.threads import RoomThreads, require_ground
from bot.tables.game_service import GameService
from bot.ui.commands.handlers import Handlers, Id, Name, Placed, Several, seat_descriptions
from bot.ui.commands.translation import locale_text
from bot.ui.lobby.handlers import Places, TableHandlers
from bot.ui.parts import Button, Menu, Part, Screen, Text, choice, number, rows
from bot.ui.questions.frame import ways_from
from bot.ui.router import Answer, Handler
from bot.ui.typed.match import rank_matches, read
from bot.ui.visit import Visit, person_of
from bot.ui.words.presentations import lobby_of, names_of
from bot.ui.words.wording import civ, civs, mention, owner, phrase, seat_at, thing, with_owner
from engine.core.message import list_of
from engine.core.naming import Names, NamesOf, fold
from engine.core.text import cut, words

NAME: Final = 100
LETTERS: Final = (
    "letters", "tell_to", "tell_form", "tell_sent", "tell_stop", "tell_again", "tell_host", "letter_all",
    "team_talk", "team_form", "team_sent", "team_all",
)  # fmt: skip
"""Buttons under messages of earlier versions."""
Interaction: TypeAlias = discord.Interaction[Any]


def thread_name(plan: RoomPlan) -> str:
    """Return the name of a room's thread."""
    team = lobby_of(plan.info.game).team(plan.team) if plan.team else ""
    there = team or civs(plan.seats, names_of(plan.info.game, plan.info.scenario))
    return cut(words("room.name", id=plan.info.id, civs=there), NAME)


def first_line(plan: RoomPlan, let_in: Collection[int], *, open_to_guests: bool) -> Post:
    """Return the post of who is in a room, and who can read it."""
    names = names_of(plan.info.game, plan.info.scenario)
    here = [one for one in plan.seats if one.person is not None and one.person.id in let_in]
    people = [words("room.post.person", who=mention(one.person), civ=civ(one, names)) for one in here if one.person]
    lines = [words("room.post.here", id=plan.info.id, people=list_of(people)), words("room.post.read")]
    lines += [words("room.post.guests")] if open_to_guests else []
    return Post("room", (Words("\n".join(lines)),))


def last_line(plan: RoomPlan) -> Post:
    """Return the post that a room is closed; it names nobody."""
    return Post("room", (Words(words("room.post.over", id=plan.info.id)),))


def room_screen(there: SeatRooms, names: Names, line: str = "") -> Screen:
    """Return the rooms of a seat, and buttons to open one."""
    lines = [_line(there, one, names) for one in there.rooms] or [words("room.text.none")]
    head = f"### {words('room.text.title')} · {civ(there.seat, names)}\n{words('room.text.read')}"
    parts: list[Part] = [*([Text(line)] if line else []), Text("\n".join([head, *lines]))]
    seat = str(there.seat.number)
    if there.info.state == "running" and there.others:
        invited = tuple(choice(str(one.number), civ(one, names), cut(owner(one), 90)) for one in there.others)
        parts.append(Menu(words("room.text.with"), "room_with", invited, seat, most=len(invited), lasting=True))
    team = [Button(words("room.button.team"), "room_team", seat, "primary", lasting=True)] if there.team else []
    back = ways_from("room", there.info, there.seat.number) if there.info.state == "running" else []
    return Screen((*parts, *rows([*team, *back])), there.info.id.lower())


def _line(there: SeatRooms, room: Room, names: Names) -> str:
    others = [phrase(one, names) for one in room.seats if one.number != there.seat.number]
    link = f"<#{room.thread}>" if room.thread else words("room.text.coming")
    return words("room.text.line", room=link, civs=list_of(others))


class RoomHandlers(TableHandlers):
    """The verbs of rooms, and `/room`."""

    def __init__(self, service: GameService, names: NamesOf, places: Places, threads: RoomThreads) -> None:
        super().__init__(service, names, places)
        self.threads = threads

    def handlers(self) -> Mapping[str, Handler]:
        """Return the verbs answered here, and those of letters under old messages."""
        mine: dict[str, Handler] = {"room": self.rooms, "room_with": self.invited, "room_team": self.team}
        return {**mine, **dict.fromkeys(LETTERS, self.gone)}

    async def gone(self, visit: Visit) -> Answer:
        """Answer an old button of letters or team talk. Refused: letters_gone."""
        raise Refused("letters_gone", table=visit.table.upper())

    async def rooms(self, visit: Visit, line: str = "") -> Screen:
        """Return the rooms of a seat. Refused: no_seat, replaced, over, rooms_off."""
        there = await self._there(visit)
        return room_screen(there, self.names(there.info), line)

    async def _there(self, visit: Visit) -> SeatRooms:
        return await service_service.rooms(
            self.service, visit.table, person_of(visit), number=visit.seat or number(visit.option)
        )

    async def invited(self, visit: Visit) -> Answer:
        """Return a room with the seats that were chosen. Refused as `open`."""
        return await self.open(visit, {number(value) or 0 for value in visit.values})

    async def team(self, visit: Visit) -> Answer:
        """Return a room for the team of the seat. Refused as `open`."""
        return await self.open(visit, ())

    async def open(self, visit: Visit, wanted: Collection[int]) -> Screen:
        """Return a room with those seats, or for the team. Refused as `open_room`, and room_no_place, room_may_not."""
        there, person = await self._there(visit), person_of(visit)
        place = there.info.place
        instead = await service_service.channel_for_forums(self.service.deps, place.guild)
        await require_ground(self.threads, there.info.id, place, instead)
        seat = there.seat.number
        room = await service_service.open_room(self.service, there.info.id, person, wanted, number=seat)
        if room.thread and await self.threads.is_gone(room.thread):
            room = await service_service.open_room(
                self.service, there.info.id, person, wanted, number=seat, gone=room.thread
            )
        key, link = ("room.text.there", f"<#{room.thread}>") if room.thread else ("room.text.opened", "")
        return await self.rooms(replace(visit, seat=seat), words(key, room=link))

    async def typed(self, visit: Visit, typed: str) -> Screen:
        """`/room with:`: each seat by its name, with commas between them. Refused as `open`, and room_with."""
        there = await self._there(visit)
        names = self.names(there.info)
        if fold(typed) == fold(words("room.team")):
            return await self.open(visit, ())
        seats = [thing(seat, names) for seat in there.others]
        found = [read(one, seats, sure=True).one for one in _several(typed)]
        if None in found or not found:
            known = list_of([seat_at(one, names) for one in there.others])
            raise Refused("room_with", table=there.info.id, typed=cut(typed, 40), seats=known)
        return await self.open(visit, {int(one.value) for one in found if one is not None})

    async def offered(self, visit: Visit, typed: str) -> list[tuple[str, str]]:
        """Return seats to be invited, behind those that are typed already, as completions; first the team."""
        there = await self._there(visit)
        names, (*before, last) = self.names(there.info), typed.split(",")
        known = {fold(one) for one in before}
        free = {
            str(one.number): thing(one, names).name for one in there.others if fold(thing(one, names).name) not in known
        }
        shown = [with_owner(one, names) for one in there.others if str(one.number) in free]
        found = [(one.name, free[one.value]) for one in rank_matches(last, shown)]
        team = words("room.team")
        if there.team and not before and fold(team).startswith(fold(last)):
            found = [(team, team), *found]
        head = "".join(f"{one.strip()}, " for one in before)
        return [(f"{head}{name}", f"{head}{value}") for name, value in found]


def _several(typed: str) -> list[str]:
    return [one.strip() for one in typed.split(",") if one.strip()]


def handlers(at: Handlers) -> Mapping[str, Handler]:
    """Return the verbs of rooms."""
    return _rooms(at).handlers()


def _rooms(at: Handlers) -> RoomHandlers:
    return RoomHandlers(at.service, at.names_of, at.places, RoomThreads(at.client))


def commands(at: Handlers) -> Iterator[Placed]:
    """Return the command `/room`."""
    rooms = _rooms(at)

    @app_commands.command(name="room", description=locale_text("play.command.room"))
    @app_commands.rename(room_with="with")
    @app_commands.describe(**seat_descriptions("room_with", "seat", "table"))
    async def room(
        interaction: Interaction, room_with: Several | None = None, seat: Name | None = None, table: Id | None = None
    ) -> None:
        """Open a room with other seats, or show one's rooms."""
        handler = partial(rooms.typed, typed=room_with) if room_with else rooms.rooms
        await at.answer_at_seat(interaction, handler, table, seat)

    async def others(interaction: Interaction, typed: str) -> list[Choice[str]]:
        async def offered(visit: Visit, typed: str) -> list[tuple[str, str]]:
            return await rooms.offered(await at.at_seat(visit), typed)

        return await at.complete(interaction, offered, typed)

    room.autocomplete("room_with")(others)
    room.autocomplete("seat")(at.seats)
    room.autocomplete("table")(at.tables)
    yield Placed(room)
