"""What happens on the screens of cards: buying with a form, and looking at a hand."""

from __future__ import annotations

from collections.abc import Mapping

from bot.contract import Refused
from bot.match import read
from bot.ui.play import purchase
from bot.ui.play.cards import hand_screen, npc_hand
from bot.ui.play.plan_screen import wrong_text
from bot.ui.play.play import Play, person_of
from bot.ui.router import Answer, Handler, Visit
from engine.core.lines import WrongLine
from engine.games import FACES


class Cards:
    """The verbs of cards."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.service = play.service

    def handlers(self) -> Mapping[str, Handler]:
        """The verbs answered here."""
        verbs = [face.actions.purchase.verb for face in FACES.values() if face.actions and face.actions.purchase]
        forms = dict.fromkeys(verbs, self.buy)
        return {"hand": self.hand, "npc_hand": self.npc_hand, **forms, **{f"{verb}_ok": self.bought for verb in verbs}}

    async def hand(self, visit: Visit) -> Answer:
        """The cards of the person's seat. Raises Refused("no_seat")."""
        number = int(visit.option) if visit.option.isdigit() else visit.seat
        sheet = await self.service.hand(visit.table, person_of(visit), seat=number)
        return hand_screen(sheet, self.play.face(sheet.info))

    async def npc_hand(self, visit: Visit) -> Answer:
        """The open hand of an NPC, by its slug or name. Raises Refused("secret")."""
        there = await self.service.info(visit.table)
        seats = self.play.face(there).names.things("civ", [seat.seat for seat in there.seats])
        meant = read(visit.option, seats).one
        info, seat, view = await self.service.npc_hand(visit.table, meant.value if meant else visit.option)
        return npc_hand(info, seat, view, self.play.face(info))

    async def buy(self, visit: Visit) -> Answer:
        """The form of what can be bought."""
        try:
            return await purchase.form(self.service, await self.play.at(visit))
        except Refused as refused:
            return await self.play.instead(visit, refused)

    async def bought(self, visit: Visit) -> Answer:
        """The preview of it as filled in, or why it cannot be had so."""
        try:
            stage = await self.play.at(visit)
            work, reason = await purchase.filled(self.service, stage, visit.fields)
            if not reason:
                return await self.play.keep(visit, stage, work)
            await self.play.saved(visit, stage.sheet, work)
            return purchase.refused(stage, reason)
        except WrongLine as wrong:
            return purchase.refused(stage, wrong_text(stage, wrong))
        except Refused as refused:
            return await self.play.instead(visit, refused)
