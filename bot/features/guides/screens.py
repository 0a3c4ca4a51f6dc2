"""A game begun with one press: the guided first game, or a scenario alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from discord import app_commands
from discord.app_commands import Choice

from bot.contract.tables import Person, Place, Refused, TableInfo
from bot.tables.game_service import GameService
from bot.tables.lobby.options import games_off, require_switched_on
from bot.telemetry import has_changed
from bot.ui.commands.channels import require_posts
from bot.ui.commands.handlers import Handlers, Interaction, Placed, about, parameters
from bot.ui.lobby.handlers import Places, TableHandlers
from bot.ui.parts import Screen
from bot.ui.questions.guide import after_stop, choose_guide, stop_screen, with_reason
from bot.ui.questions.handlers import QuestionHandlers
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of, require_here
from bot.ui.words.presentations import presentation_of
from bot.ui.words.wording import table_text
from engine.core.guide import Guide
from engine.core.naming import NamesOf
from engine.games import GAMES


class FirstGames(TableHandlers):
    """Opens a table and begins: the answer is the first question."""

    def __init__(self, service: GameService, names: NamesOf, places: Places, play: QuestionHandlers) -> None:
        """`play` shows questions."""
        super().__init__(service, names, places)
        self.play = play

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handlers by verb."""
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
        """Start the guided game of `option`, or ask which one. Refused: unknown_game, game_off, may_not_open,
        no_thread, too_many_tables.
        """
        if not visit.option:
            off = await games_off(self.service.deps, visit.guild) if visit.guild is not None else frozenset()
            return choose_guide(off)
        game, guide = guide_of(visit.option)
        await require_switched_on(self.service.deps, visit.guild, game)
        wanted = {"options": guide.options, "npcs": len(guide.npcs), "npc_civs": guide.npcs}
        wanted |= {"scenario": guide.scenario, "civ": guide.civ, "seed": guide.seed}
        return await self._apart(visit, game, wanted)

    async def alone(self, visit: Visit) -> Answer:
        """Start a scenario of `option` against NPCs. Refused: unknown_game, server_only, no_thread, too_many_tables."""
        game, guide = guide_of(visit.option)
        return await self._begun(visit, game, {"scenario": guide.alone})

    async def why(self, visit: Visit) -> Answer:
        """Show the same question with the reasons of its hint. Refused: no_seat."""
        there = await self.service.seat(visit.table, person_of(visit))
        return with_reason(await self.play.show(there), there.sheet)

    async def skip(self, visit: Visit) -> Answer:
        """Turn the hints off for the rest of the game. Refused: host_only."""
        return await self._hinted(visit, hints=False)

    async def resume(self, visit: Visit) -> Answer:
        """Turn the hints on again. Refused: host_only."""
        return await self._hinted(visit, hints=True)

    async def _hinted(self, visit: Visit, *, hints: bool) -> Screen:
        await self.service.change_settings(visit.table, person_of(visit), hints=hints)
        return await self.play.show(await self.service.seat(visit.table, person_of(visit)))

    async def stop(self, visit: Visit) -> Answer:
        """Ask whether the game is to end here."""
        return stop_screen((await self.find_table(visit)).id)

    async def end(self, visit: Visit) -> Answer:
        """End the guided game unfinished, and offer others. Refused: host_only, over."""
        info, person = await self.find_table(visit), person_of(visit)
        try:
            info = await self.service.end(info.id, person)
        except Refused as refused:
            if refused.code != "end":
                raise
            info = await self.service.end(info.id, person, confirm=refused.said["confirm"])
        return after_stop(info)

    async def _apart(self, visit: Visit, game: str, wanted: Mapping[str, Any]) -> Screen:
        """Return a guided game in a private channel, so that it is nobody else's table; else as any other game."""
        own = await self._thread_of(visit, game) or await self._dm_of(visit, game)
        if own is None:
            require_posts(visit)
            return await self._begun(visit, game, wanted)
        try:
            info = await self.service.open_table(person_of(visit), own, game, **wanted, begun=True)
        except Exception:
            if own.channel != visit.channel and own.guild is not None and not has_changed():
                await self.places.close(own.channel)
            raise
        return await self._first(visit, info, "guide.apart" if own.guild else "guide.by_dm")

    async def _thread_of(self, visit: Visit, game: str) -> Place | None:
        if visit.guild is None:
            return None
        anew = await self.service.table_in(visit.channel) is not None
        name = table_text("guide.thread", game=GAMES[game].title, name=visit.name)
        return await self.places.private(visit.channel, name, visit.person, anew=anew)

    async def _dm_of(self, visit: Visit, game: str) -> Place | None:
        """Return the learner's direct messages; None if a game is played there already."""
        place = await self.places.dm(visit.person, table_text("guide.dm", game=GAMES[game].title))
        taken = place is not None and await self.service.table_in(place.channel) is not None
        return None if taken else place

    async def _begun(self, visit: Visit, game: str, wanted: Mapping[str, Any]) -> Screen:
        require_here(visit)
        if visit.guild is None:
            raise Refused("server_only")
        place, person = Place(visit.guild, visit.channel), person_of(visit)
        info = await self._opened(visit, person, place, game, {**wanted, "begun": True})
        return await self._first(visit, info, "guide.elsewhere")

    async def _first(self, visit: Visit, info: TableInfo, elsewhere: str) -> Screen:
        """The first question, and where the posts go if that is not here."""
        there = await self.service.seat(info.id, person_of(visit))
        line = table_text(elsewhere, channel=f"<#{info.place.channel}>") if info.place.channel != visit.channel else ""
        return await self.play.show(there, line)

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


def guide_of(game: str) -> tuple[str, Guide]:
    """Return the game to learn, with its guide. Refused: unknown_game."""
    guide = presentation_of(game).guide if game in GAMES else None
    if guide is None:
        raise Refused("unknown_game", game=game, games=tuple(GAMES))
    return game, guide


def handlers(at: Handlers) -> Mapping[str, Handler]:
    """Return the verbs of guided games."""
    return FirstGames(at.service, at.names_of, at.places, at.play).handlers()


def commands(at: Handlers) -> Iterator[Placed]:
    """Return the command `/game learn`."""
    games = FirstGames(at.service, at.names_of, at.places, at.play)

    @app_commands.command(name="learn", description=about("game_learn"))
    @app_commands.describe(**parameters("game"))
    @app_commands.choices(game=[Choice(name=g.title, value=g.name) for g in GAMES.values()])
    async def learn(interaction: Interaction, game: str | None = None) -> None:
        """Start the guided first game."""

        async def handler(visit: Visit) -> Answer:
            return await games.learn(replace(visit, option=game or ""))

        await at.answer(interaction, handler)

    yield Placed(learn, "game")
