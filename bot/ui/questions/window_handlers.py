"""What answers an open window from the direct message about it, without its screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.ui.parts import number
from bot.ui.questions.handlers import QuestionHandlers
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of


class WindowHandlers:
    """To let pass what a window is about."""

    def __init__(self, play: QuestionHandlers) -> None:
        self.play = play

    def handlers(self) -> Mapping[str, Handler]:
        """The verbs answered here."""
        return {"let_pass": self.let_pass}

    async def let_pass(self, visit: Visit) -> Answer:
        """Seal what silence stands for; if the window has closed, show what is asked now. Refused: as `answer`."""
        seat, _, ask = visit.option.partition(".")
        person, service = person_of(visit), self.play.service
        sheet = (await service.seat(visit.table, person, number(seat))).sheet
        if sheet.ask is None or sheet.ask.silence is None or sheet.ask_no != number(ask):
            return await self.play.seat(replace(visit, option=seat))
        done = await service.answer(visit.table, person, sheet.ask_no, [sheet.ask.silence], seat=sheet.seat.number)
        return await self.play.after(done)
