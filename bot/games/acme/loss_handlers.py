"""Handlers of losses that are decided together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from bot.contract.tables import Refused
from bot.games.acme import loss_screen
from bot.games.acme.fight_handlers import follow
from bot.ui.questions.draft import DraftState
from bot.ui.questions.giving_up import SURE
from bot.ui.questions.handlers import QuestionHandlers
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit

Chosen: TypeAlias = Callable[[DraftState], Sequence[str]]


class LossHandlers:
    """The verbs of losses."""

    def __init__(self, play: QuestionHandlers) -> None:
        self.play = play

    def handlers(self) -> Mapping[str, Handler]:
        """Return the verbs answered here."""
        return {
            loss_screen.SAVE: self.save,
            loss_screen.PAY: self.pay,
            "save_go": self.send,
            "save_all": self.save_all,
            "save_best": self.save_best,
            loss_screen.LOSE_ALL: self.lose_all,
        }

    async def save(self, visit: Visit) -> Answer:
        """Return which disks are saved."""
        return await self.play.change(
            visit, lambda stage: loss_screen.with_choice(stage, loss_screen.SAVE, visit.values)
        )

    async def pay(self, visit: Visit) -> Answer:
        """Choose what pays."""
        return await self.play.change(
            visit, lambda stage: loss_screen.with_choice(stage, loss_screen.PAY, visit.values)
        )

    async def send(self, visit: Visit) -> Answer:
        """Send the choices."""
        return await self._send(visit, lambda stage: stage.work.note(loss_screen.SAVE), loss_screen.payment)

    async def save_all(self, visit: Visit) -> Answer:
        """Save everything, with whatever it costs."""
        every = loss_screen.coming_losses
        return await self._send(visit, lambda stage: loss_screen.number_tokens(every(stage)), loss_screen.best_means)

    async def save_best(self, visit: Visit) -> Answer:
        """Save the most valuable losses."""
        return await self._send(visit, loss_screen.precious, loss_screen.best_means)

    async def lose_all(self, visit: Visit) -> Answer:
        """Save nothing; asks for confirmation."""
        try:
            if visit.option != SURE:
                return await asyncio.to_thread(loss_screen.giving_up, await self.play.at(visit))
        except Refused as refused:
            return await self.play.instead(visit, refused)
        return await self._send(visit, lambda _: (), lambda _: ())

    async def _send(self, visit: Visit, saved: Chosen, means: Chosen) -> Answer:
        try:
            stage = await self.play.at(visit)
            return await follow(self.play, visit, stage, loss_screen.wishes(stage, saved(stage), means(stage)))
        except Refused as refused:
            return await self.play.instead(visit, refused)
