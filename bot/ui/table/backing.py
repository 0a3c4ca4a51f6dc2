"""What answers the buttons of requests to go back."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.contract import Refused
from bot.ui.parts import Form, Screen
from bot.ui.router import Answer, Handler, Visit
from bot.ui.table import petitions
from bot.ui.table.desk import Desk, person_of
from bot.ui.vocabulary import herald_of


class BackDesk(Desk):
    """Asking the others to go back, and their answers."""

    def handlers(self) -> Mapping[str, Handler]:
        """Verb by verb."""
        return {
            "ask_back": self.ask,
            "back_in": self.asked,
            "agree": self.agree,
            "refuse": self.refuse,
            "what_back": self.changes,
        }

    async def ask(self, visit: Visit) -> Form:
        """Back to where? Refused: over, no_seat, undo_pending, no_checkpoint."""
        info = await self.found(visit)
        points = await self.service.back_points(info.id, person_of(visit))
        if not points:
            raise Refused("no_checkpoint", table=info.id)
        return petitions.form(info.id, points, self.names(info))

    async def asked(self, visit: Visit) -> Answer:
        """What the form asks for. Refused: as `ask`."""
        info = await self.found(visit)
        wanted = visit.field("point")
        answers = int(wanted) if wanted.isdigit() else -1
        told = await self.service.ask_back(info.id, person_of(visit), answers, visit.field("reason").strip())
        return _at(info.id, petitions.asked_screen(told, self.names(info)))

    async def agree(self, visit: Visit) -> Answer:
        """Yes. Refused: petition_over, petition_own, petition_free, no_seat."""
        return await self._vote(visit, agrees=True)

    async def refuse(self, visit: Visit) -> Answer:
        """No; whoever asked withdraws. Refused: petition_over, petition_free, no_seat."""
        return await self._vote(visit, agrees=False)

    async def _vote(self, visit: Visit, *, agrees: bool) -> Screen:
        info = await self.found(visit)
        told = await self.service.vote_back(info.id, person_of(visit), _number(visit), agrees=agrees)
        return _at(info.id, petitions.voted_screen(told, agrees=agrees))

    async def changes(self, visit: Visit) -> Answer:
        """What would change. Refused: petition_over."""
        info = await self.found(visit)
        told = await self.service.petition(info.id, _number(visit))
        return petitions.changes_screen(info, told, self.names(info), herald_of(info.game))


def _number(visit: Visit) -> int:
    return int(visit.option) if visit.option.isdigit() else 0


def _at(table: str, screen: Screen) -> Screen:
    return msgspec.structs.replace(screen, table=table.lower())
