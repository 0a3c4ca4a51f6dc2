"""Stepping through a game, and its film: what buttons do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

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
from bot.tables.game_service import GameService
from bot.tables.work.unit_of_work import Deps
from bot.ui.commands.handlers import Handlers
from bot.ui.lookup.handlers import LookupHandlers
from bot.ui.parts import Button, Screen, number
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from bot.ui.words.presentations import summary_of
from bot.ui.words.wording import table_text


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
        return film_screen(
            info, views, await course_of(self.look.service, info.id, person), self.look.names(info), speed or NORMAL
        )

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


async def course_of(service: GameService, table: str, person: Person | None = None) -> Course | None:
    """Return the points after every turn; None where they can't be told."""
    try:
        return await service.course(table, person)
    except Refused:
        return None


def handlers(at: Handlers) -> Mapping[str, Handler]:
    """Return the verbs of the replay."""
    return ReplayHandlers(at.look).handlers()


async def on_more(_deps: Deps, info: TableInfo, _visit: Visit) -> Button | None:
    """Return the button that steps through the game, once there is something to step through."""
    if info.started_at is None:
        return None
    return Button(table_text("button.replay"), "replay", lasting=True)
