"""Handlers of requests and offers, which need another person's consent."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.contract.tables import Refused
from bot.ui.lobby.handlers import TableHandlers
from bot.ui.parts import Form, Screen, number
from bot.ui.posts import offer_posts, request_posts
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from bot.ui.words.presentations import summary_of


class TakebackHandlers(TableHandlers):
    """Handlers for asking to go back, for votes, and for answering offers."""

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handlers by verb."""
        return {
            "ask_back": self.ask,
            "back_in": self.asked,
            "agree": self.agree,
            "refuse": self.refuse,
            "what_back": self.changes,
            "here": self.here,
            "accept": self.accept,
            "decline": self.decline,
        }

    async def ask(self, visit: Visit) -> Form:
        """Open the form of where to go back to. Refused: over, no_seat, undo_pending, no_checkpoint."""
        info = await self.find_table(visit)
        points = await self.service.back_points(info.id, person_of(visit))
        if not points:
            raise Refused("no_checkpoint", table=info.id)
        return request_posts.form(info.id, points, self.names(info))

    async def asked(self, visit: Visit) -> Answer:
        """Ask for what the form says. Refused: as `ask`."""
        info = await self.find_table(visit)
        wanted = number(visit.field("point"))
        answers = -1 if wanted is None else wanted
        told = await self.service.ask_back(info.id, person_of(visit), answers, visit.field("reason").strip())
        return _at(info.id, request_posts.asked_screen(told, self.names(info)))

    async def agree(self, visit: Visit) -> Answer:
        """Vote yes. Refused: petition_over, petition_own, petition_free, no_seat."""
        return await self._vote(visit, agrees=True)

    async def refuse(self, visit: Visit) -> Answer:
        """Vote no; the asker withdraws. Refused: petition_over, petition_free, no_seat."""
        return await self._vote(visit, agrees=False)

    async def here(self, visit: Visit) -> Answer:
        """Say that one is not away. Refused: petition_free, petition_over (to others)."""
        info, no = await self.find_table(visit), _number(visit)
        try:
            told = await self.service.petition(info.id, no, person_of(visit))
        except Refused:
            if not info.of(visit.person) and visit.person != info.host.id:
                raise
            return request_posts.here_screen(info.id)
        if told.absent is None or told.absent.id != visit.person:
            raise Refused("petition_free", table=info.id)
        await self.service.vote_back(info.id, person_of(visit), no, agrees=False)
        return request_posts.here_screen(info.id)

    async def _vote(self, visit: Visit, *, agrees: bool) -> Screen:
        """Vote before the screen is shown: any look at the table would count as the return of the absent person."""
        table = visit.table or (await self.find_table(visit)).id
        told = await self.service.vote_back(table, person_of(visit), _number(visit), agrees=agrees)
        return _at(table, request_posts.voted_screen(told, agrees=agrees))

    async def accept(self, visit: Visit) -> Answer:
        """Take what is offered. Refused: offer_over, offer_other, seat_seen, no_table."""
        return await self._answer(visit, accepts=True)

    async def decline(self, visit: Visit) -> Answer:
        """Decline an offer; the giver withdraws it. Refused: offer_over, offer_other, no_table."""
        return await self._answer(visit, accepts=False)

    async def _answer(self, visit: Visit, *, accepts: bool) -> Screen:
        told = await self.service.answer_offer(visit.table, person_of(visit), _number(visit), accepts=accepts)
        return offer_posts.answered_screen(visit.table.upper(), told, self.names_of(""))

    async def changes(self, visit: Visit) -> Answer:
        """Show what would change. Refused: petition_over."""
        info = await self.find_table(visit)
        told = await self.service.petition(info.id, _number(visit), person_of(visit))
        return request_posts.changes_screen(info, told, self.names(info), summary_of(info.game))


def _number(visit: Visit) -> int:
    return number(visit.option) or 0


def _at(table: str, screen: Screen) -> Screen:
    return msgspec.structs.replace(screen, table=table.lower())
