"""A game begun with one press: the guided first game, or a scenario alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.service.game_service import GameService
from bot.ui.lobby.lobby_handlers import Places, TableHandlers
from bot.ui.parts import Screen
from bot.ui.play.guide import explained, stopped, stopping
from bot.ui.play.question_handlers import QuestionHandlers
from bot.ui.presentations import presentation_of
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from bot.ui.wording import said
from bot.values import Person, Place, Refused, TableInfo
from engine.core.guide import Guide
from engine.core.naming import NamesOf
from engine.games import GAMES, PRESENTATIONS


class FirstGames(TableHandlers):
    """Opens a table and begins: the answer is the first question."""

    def __init__(self, service: GameService, names: NamesOf, places: Places, play: QuestionHandlers) -> None:
        """`play` shows what is asked."""
        super().__init__(service, names, places)
        self.play = play

    def handlers(self) -> Mapping[str, Handler]:
        """Verb by verb."""
        return {
            "learn": self.learn,
            "alone": self.alone,
            "hint_why": self.why,
            "hint_off": self.skip,
            "hint_on": self.resume,
            "learn_stop": self.stop,
            "learn_ends": self.end,
        }

    async def learn(self, visit: Visit) -> Answer:
        """The guided game of `option`. Refused: unknown_game, server_only, no_thread, too_many_tables."""
        game, guide = meant(visit.option)
        wanted = {"options": guide.options, "npcs": len(guide.npcs), "npc_civs": guide.npcs}
        wanted |= {"scenario": guide.scenario, "civ": guide.civ, "seed": guide.seed}
        return await self._begun(visit, game, wanted)

    async def alone(self, visit: Visit) -> Answer:
        """A scenario of `option` against NPCs. Refused: unknown_game, server_only, no_thread, too_many_tables."""
        game, guide = meant(visit.option)
        return await self._begun(visit, game, {"scenario": guide.alone})

    async def why(self, visit: Visit) -> Answer:
        """The same question, its hint with the reasons. Refused: no_seat."""
        there = await self.service.seat(visit.table, person_of(visit))
        return explained(await self.play.show(there), there.sheet)

    async def skip(self, visit: Visit) -> Answer:
        """The rest of the game without hints. Refused: host_only."""
        return await self._hinted(visit, hints=False)

    async def resume(self, visit: Visit) -> Answer:
        """The hints again. Refused: host_only."""
        return await self._hinted(visit, hints=True)

    async def _hinted(self, visit: Visit, *, hints: bool) -> Screen:
        await self.service.change_settings(visit.table, person_of(visit), hints=hints)
        return await self.play.show(await self.service.seat(visit.table, person_of(visit)))

    async def stop(self, visit: Visit) -> Answer:
        """Whether the game is to end here."""
        return stopping((await self.found(visit)).id)

    async def end(self, visit: Visit) -> Answer:
        """The guided game ends unfinished, and others can be begun. Refused: host_only, over."""
        info, person = await self.found(visit), person_of(visit)
        try:
            info = await self.service.end(info.id, person)
        except Refused as refused:
            if refused.code != "end":
                raise
            info = await self.service.end(info.id, person, confirm=refused.said["confirm"])
        return stopped(info)

    async def _begun(self, visit: Visit, game: str, wanted: Mapping[str, Any]) -> Screen:
        if visit.guild is None:
            raise Refused("server_only")
        place, person = Place(visit.guild, visit.channel), person_of(visit)
        info = await self._opened(visit, person, place, game, {**wanted, "begun": True})
        there = await self.service.seat(info.id, person)
        elsewhere = info.place.channel != visit.channel
        return await self.play.show(
            there, said("guide.elsewhere", channel=f"<#{info.place.channel}>") if elsewhere else ""
        )

    async def _opened(
        self, visit: Visit, person: Person, place: Place, game: str, wanted: Mapping[str, Any]
    ) -> TableInfo:
        """The table, in a thread if another is played in that place."""
        try:
            return await self.service.open_table(person, place, game, **wanted)
        except Refused as refused:
            if refused.code != "channel_taken":
                raise
        return await self.in_thread(visit, game, lambda thread: self.service.open_table(person, thread, game, **wanted))


def meant(game: str) -> tuple[str, Guide]:
    """The game to learn, the first if none is named, with its guide. Refused: unknown_game."""
    name = game or next(iter(PRESENTATIONS))
    guide = presentation_of(name).guide
    if guide is None:
        raise Refused("unknown_game", game=name, games=tuple(GAMES))
    return name, guide
