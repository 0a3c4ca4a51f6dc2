"""What answers the buttons of a game whose record is damaged: where it could go on, and going on there."""

from __future__ import annotations

from collections.abc import Mapping

from bot.ui.lobby.lobby_handlers import TableHandlers, go, person_of
from bot.ui.lobby.lobby_screens import told
from bot.ui.lookup.logs import chapter_name
from bot.ui.parts import Row, Screen, Text
from bot.ui.presentations import summary_of
from bot.ui.router import Answer, Handler, Visit
from bot.ui.wording import said, several, when
from bot.values import TableInfo, Whole


class RepairHandlers(TableHandlers):
    """Going on with a damaged game, for its host."""

    def handlers(self) -> Mapping[str, Handler]:
        """Verb by verb."""
        return {"mend": self.ask, "mend_yes": self.mend}

    async def ask(self, visit: Visit) -> Answer:
        """Where the game could go on. Refused: over, host_only, not_damaged, nothing_whole."""
        info = await self.found(visit)
        return whole_screen(info, await self.service.newest_whole(info.id, person_of(visit)))

    async def mend(self, visit: Visit) -> Answer:
        """Go on there. Refused: as `ask`."""
        info = await self.found(visit)
        done = await self.service.mend(info.id, person_of(visit))
        view = (await self.service.standing(info.id, person_of(visit))).view
        line = said("mend.done", moment=summary_of(info.game).moment(view))
        return told(line, go("seat", "seat", style="primary"), table=done.info.id)


def whole_screen(info: TableInfo, whole: Whole) -> Screen:
    """The newest position that can be read, what stands after it, and what would be lost."""
    head = said("mend.whole", id=info.id, moment=chapter_name(info.game, whole.chapter), at=when(whole.at))
    stands = several("mend.stands_one", "mend.stands", whole.answers) if whole.answers else ""
    lost = several("mend.lost_one", "mend.lost", whole.lost) if whole.lost else said("mend.nothing_lost")
    row = Row((go("mend_yes", "mend_yes", style="danger"), go("stay", "stay")))
    return Screen((Text("\n".join([head, f"{stands} {lost}".strip(), said("mend.told")])), row), info.id.lower())
