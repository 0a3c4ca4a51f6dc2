"""Showing others a board, a preview, or cards of the hand."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from bot.contract.tables import Refused
from bot.features.sharing import service as shared_board
from bot.features.sharing import service as shared_preview
from bot.features.sharing import service as sharing_showing
from bot.ui.commands.handlers import Handlers
from bot.ui.lookup import map as maps
from bot.ui.lookup.handlers import is_here, legal
from bot.ui.parts import number
from bot.ui.questions.hand import hand_screen
from bot.ui.questions.handlers import question_screen_of
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from bot.ui.words.permissions import channel_of
from bot.ui.words.wording import table_text
from engine.core.text import words


class SharingHandlers:
    """The verbs by which something is shown to others."""

    def __init__(self, at: Handlers) -> None:
        self.look, self.play, self.service = at.look, at.play, at.service

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handlers by verb."""
        return {"map_post": self.map_post, "show_to": self.show, "show_table": self.show_table}

    async def map_post(self, visit: Visit) -> Answer:
        """Post the same picture in the channel. Refused: post_elsewhere, may_not_write, board_soon."""
        standing = await self.look.standing(visit)
        info, show = standing.info, legal(standing, visit.option or maps.BOARD)
        if not is_here(info, visit):
            raise Refused("post_elsewhere", table=info.id, channel=channel_of(info))
        if not visit.may_post:
            raise Refused("may_not_write", table=info.id)
        await shared_board.post(self.service, info.id, person_of(visit), show)
        return (await self.look.map_of(visit, show)).with_line(table_text("map.posted"))

    async def show(self, visit: Visit) -> Answer:
        """Show exactly the picked cards to a team-mate. Refused as `show_cards`."""
        to, _, seat = visit.option.partition(".")
        own = number(seat)
        await sharing_showing.show(
            self.service, visit.table, person_of(visit), number(to) or 0, visit.values, number=own
        )
        sheet = await self.service.sheet(visit.table, person_of(visit), own)
        return hand_screen(sheet, self.play.presentation(sheet.info))

    async def show_table(self, visit: Visit) -> Answer:
        """Post the draft in the channel; nothing is decided. Refused: preview_soon."""
        try:
            stage = await self.play.at(visit)
            sheet = stage.sheet
            batch, seat = stage.work.whole, sheet.seat.number
            await shared_preview.show_draft(self.service, visit.table, person_of(visit), sheet.ask_no, batch, seat=seat)
            return await asyncio.to_thread(question_screen_of, stage, words("play.text.shown_to_table"))
        except Refused as refused:
            return await self.play.instead(visit, refused)


def handlers(at: Handlers) -> Mapping[str, Handler]:
    """Return the verbs of sharing."""
    return SharingHandlers(at).handlers()
