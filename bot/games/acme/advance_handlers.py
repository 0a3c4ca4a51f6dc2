"""What happens when a civ advances on a Culture Track: the tracks, and the cheapest payment made ready."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from bot.contract.tables import Refused
from bot.games.acme import advance_screen
from bot.ui.questions.handlers import QuestionHandlers
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit
from engine.acme.presentation import culture
from engine.core.text import words


class AdvanceHandlers:
    """The verbs of Culture Tracks."""

    def __init__(self, play: QuestionHandlers) -> None:
        self.play = play

    def handlers(self) -> Mapping[str, Handler]:
        """The verbs answered here."""
        return {advance_screen.OPEN: self.tracks, advance_screen.BUY: self.ready}

    async def tracks(self, visit: Visit) -> Answer:
        """The three tracks; at a table without them a line that says so."""
        try:
            stage = await self.play.at(visit)
            if not culture.played(stage.view):
                return await self.play.show(stage.there, words("error.not_an_option_plain"))
            return await asyncio.to_thread(advance_screen.advance_screen, stage)
        except Refused as refused:
            return await self.play.instead(visit, refused)

    async def ready(self, visit: Visit) -> Answer:
        """The preview of the next stage with the cheapest payment."""
        try:
            stage = await self.play.at(visit)
            work = await asyncio.to_thread(advance_screen.paid, stage, visit.option)
            if work is None:
                return await self.play.show(stage.there, words("error.not_an_option_plain"))
            return await self.play.keep(visit, stage, work)
        except Refused as refused:
            return await self.play.instead(visit, refused)
