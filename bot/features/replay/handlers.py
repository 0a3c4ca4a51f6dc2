"""Stepping through a game, and its film: buttons and `/game replay`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from discord import app_commands
from discord.app_commands import Choice

from bot.contract.records import Course
from bot.contract.tables import Person, Refused, TableInfo
from bot.features.replay.screens import (
    NORMAL,
    SPEEDS,
    ReplayPlace,
    Scenery,
    film_screen,
    frames,
    offer_screen,
    place_of,
    replay_screen,
    shown_in,
    standing_at,
)
from bot.tables.work.unit_of_work import Deps
from bot.ui.commands.handlers import Handlers, Id, Interaction, Name, Placed, about, parameters
from bot.ui.commands.translation import locale_text
from bot.ui.lookup import map as maps
from bot.ui.lookup.handlers import LookupHandlers
from bot.ui.parts import Button, Screen, number
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from bot.ui.words.presentations import summary_of
from bot.ui.words.wording import table_text
from engine.core.game import turn_in


class ReplayHandlers:
    """A game frame by frame, public while it is played."""

    def __init__(self, look: LookupHandlers) -> None:
        self.look = look

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handlers by verb."""
        return {
            "replay": self.replay,
            "replay_go": self.replay_go,
            "replay_of": self.replay_of,
            "film": self.film,
        }

    async def replay(self, visit: Visit) -> Answer:
        """Return a frame of the game; without one named the first."""
        return await self.replay_at(visit, place_of(visit.option) if visit.option else None)

    async def replay_go(self, visit: Visit) -> Answer:
        """Show the frame chosen in the menu of turns."""
        point = number(next(iter(visit.values), "")) or 0
        return await self.replay_at(visit, replace(place_of(visit.option), point=point))

    async def replay_of(self, visit: Visit) -> Answer:
        """Show the same frame with the hand of the chosen seat."""
        seat = number(next(iter(visit.values), "")) or 0
        return await self.replay_at(visit, replace(place_of(visit.option), seat=seat))

    async def film(self, visit: Visit) -> Answer:
        """Show what a film of the game takes, or the film at the named speed. Refused: not_begun, film_later."""
        standing, person = await self.look.standing(visit), person_of(visit)
        info, speed = standing.info, visit.option if visit.option in SPEEDS else ""
        pictures = (await self.look.service.preferences(person)).pictures
        if not pictures or not summary_of(info.game).board(standing.view):
            return await self.replay_at(visit, None)
        there = shown_in(frames(await self.look.service.checkpoints(info.id, person)))
        if info.state == "over" and not speed:
            return offer_screen(info, len(there))
        views = await self.look.service.public_views(info.id, [frame.point for frame in there], person)
        return film_screen(info, views, await self._course(info, person), self.look.names(info), speed or NORMAL)

    async def _course(self, info: TableInfo, person: Person) -> Course | None:
        """Return the points after every turn, where they can be told."""
        try:
            return await self.look.service.course(info.id, person)
        except Refused:
            return None

    async def replay_command(self, visit: Visit, turn: str = "", speed: str = "") -> Answer:
        """`/game replay`: from the beginning, or of a turn; with a speed as a film. Refused: no_checkpoint and
        film_later.
        """
        if speed:
            return await self.film(replace(visit, option=speed))
        if not turn:
            return await self.replay_at(visit, None)
        info = (await self.look.standing(visit)).info
        points = await self.look.service.checkpoints(info.id, person_of(visit))
        point = maps.find_point(turn, info.game, points)
        if point is None:
            raise Refused("no_checkpoint", table=info.id)
        of_turn = [frame.point for frame in frames(points) if turn_in(frame.chapter) == turn_in(point.chapter)]
        return await self.replay_at(visit, ReplayPlace(of_turn[0]))

    async def replay_at(self, visit: Visit, place: ReplayPlace | None) -> Screen:
        """Show the frame at that point or the nearest earlier one; only public frames while the game is running.
        Refused: not_begun.
        """
        standing, person = await self.look.standing(visit), person_of(visit)
        info = standing.info
        there = frames(await self.look.service.checkpoints(info.id, person))
        at = 0 if place is None else standing_at(there, place.point)
        place = replace(place or ReplayPlace(), point=there[at].point)
        if not (await self.look.service.preferences(person)).pictures:
            place = replace(place, words=True)
        seat = next((one for one in info.seats if one.number == place.seat and info.state == "over"), None)
        view = await self.look.service.history(info.id, place.point, person, seat=seat.number if seat else 0)
        before = await self.look.service.history(info.id, there[at - 1].point, person, seat=0) if at else None
        page = await self.look.service.log(info.id, None, chapter=there[at].chapter) if there[at].chapter else None
        lines = page.lines if page is not None else standing.latest
        here = Scenery(info, self.look.names(info), view, before, lines, seat)
        return replay_screen(here, there, at, place)


def handlers(at: Handlers) -> Mapping[str, Handler]:
    """Return the verbs of the replay."""
    return ReplayHandlers(at.look).handlers()


def commands(at: Handlers) -> Iterator[Placed]:
    """Return the command `/game replay`."""
    replays = ReplayHandlers(at.look)

    @app_commands.command(name="replay", description=about("game_replay"))
    @app_commands.describe(**parameters("turn", "speed", "table"))
    @app_commands.choices(speed=[Choice(name=locale_text(f"table.film.{s}"), value=s) for s in SPEEDS])
    async def replay(
        interaction: Interaction, turn: Name | None = None, speed: str = "", table: Id | None = None
    ) -> None:
        """The game phase by phase, or as a film."""
        handler = partial(replays.replay_command, turn=(turn or "").strip(), speed=speed)
        await at.answer(interaction, handler, table)

    async def ends(interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await at.complete(interaction, at.suggest.ends, typed)

    replay.autocomplete("turn")(ends)
    replay.autocomplete("table")(at.tables)
    yield Placed(replay, "game")


async def on_more(_deps: Deps, info: TableInfo, _visit: Visit) -> Button | None:
    """Return the button that steps through the game, once there is something to step through."""
    if info.started_at is None:
        return None
    return Button(table_text("button.replay"), "replay", lasting=True)
