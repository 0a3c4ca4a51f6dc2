"""What happens when somebody looks at a hand."""

from __future__ import annotations

from collections.abc import Mapping

from bot.match import read
from bot.ui.parts import number
from bot.ui.play.hand_screens import hand_screen, npc_hand
from bot.ui.play.question_handlers import QuestionHandlers, person_of
from bot.ui.router import Answer, Handler, Visit


class HandHandlers:
    """The verbs of hands."""

    def __init__(self, play: QuestionHandlers) -> None:
        self.play = play
        self.service = play.service

    def handlers(self) -> Mapping[str, Handler]:
        """The verbs answered here."""
        return {"hand": self.hand, "npc_hand": self.npc_hand}

    async def hand(self, visit: Visit) -> Answer:
        """The cards of the person's seat. Raises Refused("no_seat")."""
        chosen = number(visit.option)
        sheet = await self.service.sheet(visit.table, person_of(visit), visit.seat if chosen is None else chosen)
        return hand_screen(sheet, self.play.presentation(sheet.info))

    async def npc_hand(self, visit: Visit) -> Answer:
        """The open hand of an NPC, by its slug or name. Raises Refused("secret")."""
        there = await self.service.info(visit.table, person_of(visit))
        seats = self.play.presentation(there).names.things("civ", [seat.seat for seat in there.seats])
        meant = read(visit.option, seats).one
        wanted = meant.value if meant else visit.option
        info, seat, view = await self.service.npc_hand(visit.table, wanted, person_of(visit))
        return npc_hand(info, seat, view, self.play.presentation(info))
