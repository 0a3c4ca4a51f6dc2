"""What happens when something is bought: the form, and what was filled in."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from bot.contract.tables import Refused
from bot.games.acme import purchase
from bot.games.acme.declared import DEITY
from bot.ui.questions.handlers import QuestionHandlers
from bot.ui.questions.plan_screen import wrong_text
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit
from engine.core.naming import WrongLine


class PurchaseHandlers:
    """The verbs of purchases."""

    def __init__(self, play: QuestionHandlers) -> None:
        self.play = play

    def handlers(self) -> Mapping[str, Handler]:
        """The verbs answered here."""
        return {DEITY.verb: self.buy, f"{DEITY.verb}_ok": self.bought}

    async def buy(self, visit: Visit) -> Answer:
        """The form of what can be bought."""
        try:
            return await asyncio.to_thread(purchase.form, await self.play.at(visit))
        except Refused as refused:
            return await self.play.instead(visit, refused)

    async def bought(self, visit: Visit) -> Answer:
        """The preview of it as filled in, or why it cannot be had so."""
        try:
            stage = await self.play.at(visit)
            work, reason = await asyncio.to_thread(purchase.filled, stage, visit.fields)
            if not reason:
                return await self.play.keep(visit, stage, work)
            await self.play.saved(visit, stage.there, work)
            return purchase.refused(stage, reason)
        except WrongLine as wrong:
            return purchase.refused(stage, wrong_text(stage, wrong))
        except Refused as refused:
            return await self.play.instead(visit, refused)
