"""What happens when losses are decided together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from bot.contract import Refused
from bot.ui.play import losses
from bot.ui.play.play import Play
from bot.ui.play.stage import Stage
from bot.ui.router import Answer, Handler, Visit

Chosen: TypeAlias = Callable[[Stage], Sequence[str]]


class Losses:
    """The verbs of losses."""

    def __init__(self, play: Play) -> None:
        self.play = play

    def handlers(self) -> Mapping[str, Handler]:
        """The verbs answered here."""
        return {
            losses.SAVE: self.save,
            losses.PAY: self.pay,
            "save_go": self.send,
            "save_all": self.save_all,
            "save_best": self.save_best,
            "lose_all": self.lose_all,
        }

    async def save(self, visit: Visit) -> Answer:
        """Which disks are saved."""
        return await self.play.change(visit, lambda stage: losses.noted(stage, losses.SAVE, visit.values))

    async def pay(self, visit: Visit) -> Answer:
        """What pays."""
        return await self.play.change(visit, lambda stage: losses.noted(stage, losses.PAY, visit.values))

    async def send(self, visit: Visit) -> Answer:
        """As chosen."""
        return await self._send(visit, lambda stage: stage.work.note(losses.SAVE), losses.payment)

    async def save_all(self, visit: Visit) -> Answer:
        """Everything, with whatever it takes."""
        every = losses.coming
        return await self._send(visit, lambda stage: losses.numbered(every(stage)), losses.best_means)

    async def save_best(self, visit: Visit) -> Answer:
        """What is saved first."""
        return await self._send(visit, losses.precious, losses.best_means)

    async def lose_all(self, visit: Visit) -> Answer:
        """Nothing is saved."""
        return await self._send(visit, lambda _: (), lambda _: ())

    async def _send(self, visit: Visit, saved: Chosen, means: Chosen) -> Answer:
        try:
            stage = await self.play.at(visit)
            batch = await losses.answers(self.play.service, stage, saved(stage), means(stage))
            return await self.play.submit(visit, stage, batch)
        except Refused as refused:
            return await self.play.instead(visit, refused)
