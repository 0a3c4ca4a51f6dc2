"""What happens on the screens of cards: building a Deity, and looking at a hand."""

from __future__ import annotations

from collections.abc import Mapping

from bot.contract import Refused
from bot.plan.wrong import WrongLine
from bot.ui.play import deity
from bot.ui.play.cards import hand_screen
from bot.ui.play.plan_screen import wrong_text
from bot.ui.play.play import Play, person_of
from bot.ui.router import Answer, Handler, Visit


class Cards:
    """The verbs of cards."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.service = play.service

    def handlers(self) -> Mapping[str, Handler]:
        """The verbs answered here."""
        return {"hand": self.hand, "deity": self.deity, "deity_ok": self.deity_filled}

    async def hand(self, visit: Visit) -> Answer:
        """The cards of the person's seat. Raises Refused("no_seat")."""
        number = int(visit.option) if visit.option.isdigit() else visit.seat
        sheet = await self.service.hand(visit.table, person_of(visit), seat=number)
        return hand_screen(sheet, self.play.face_of(sheet.info.game))

    async def deity(self, visit: Visit) -> Answer:
        """The form for building a Deity."""
        try:
            return await deity.form(self.service, await self.play.at(visit))
        except Refused as refused:
            return await self.play.instead(visit, refused)

    async def deity_filled(self, visit: Visit) -> Answer:
        """The preview of the Deity as filled in, or why it cannot be built so."""
        try:
            stage = await self.play.at(visit)
            work, reason = await deity.filled(self.service, stage, visit.fields)
            if not reason:
                return await self.play.keep(visit, stage, work)
            await self.play.saved(visit, stage.sheet, work)
            return deity.refused(stage, reason)
        except WrongLine as wrong:
            return deity.refused(stage, wrong_text(stage, wrong))
        except Refused as refused:
            return await self.play.instead(visit, refused)
