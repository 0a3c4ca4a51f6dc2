"""What answers `/setup` and its controls: for who may manage the server, looked at anew with each press."""

from __future__ import annotations

from collections.abc import Mapping

from bot.ui.lobby.lobby_handlers import TableHandlers, person_of
from bot.ui.router import Answer, Handler, Visit
from bot.ui.settings.setup_screen import USUAL, setup_screen, shown
from bot.ui.wording import said


class SetupHandlers(TableHandlers):
    """Permissions where one is, a post to try them, and how new tables of the server begin."""

    def handlers(self) -> Mapping[str, Handler]:
        """Verb by verb."""
        return {"setup_try": self.try_post, "setup_set": self.set_default}

    async def look(self, visit: Visit) -> Answer:
        """The screen. Refused: setup_where, managers_only."""
        return setup_screen(visit.bot_may, await self.service.server_defaults(person_of(visit)))

    async def try_post(self, visit: Visit) -> Answer:
        """Post a line here and delete it; what came of it. Refused: setup_where, managers_only."""
        defaults = await self.service.server_defaults(person_of(visit))
        outcome = await self.places.try_post(visit.channel, said("setup.trial"))
        return setup_screen(visit.bot_may, defaults, said(f"setup.trial_{outcome}"))

    async def set_default(self, visit: Visit) -> Answer:
        """How new tables begin, from its menu. Refused: setup_where, managers_only, bad_option."""
        chosen = next(iter(visit.values), USUAL)
        value = "" if chosen == USUAL else chosen
        defaults = await self.service.set_server_default(person_of(visit), visit.option, value)
        line = said("setup.changed", value=shown(visit.option, value))
        return setup_screen(visit.bot_may, defaults, line)
