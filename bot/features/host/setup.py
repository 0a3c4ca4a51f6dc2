"""What answers `/setup` and its controls: for who may manage the server, looked at anew with each press."""

from __future__ import annotations

from collections.abc import Mapping

from bot.contract.records import Export
from bot.features.host import server_setup, setup_data
from bot.features.host.setup_screen import USUAL, setup_screen, shown
from bot.ui.lobby.handlers import TableHandlers
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from bot.ui.words.wording import said


class SetupHandlers(TableHandlers):
    """Permissions where one is, a post to try them, how new tables of the server begin, and what is stored of it."""

    def handlers(self) -> Mapping[str, Handler]:
        """Verb by verb."""
        return {
            "setup_look": self.look,
            "setup_try": self.try_post,
            "setup_set": self.set_default,
            "setup_data": self.data,
            "setup_gone": self.ask_removal,
            "setup_away": self.remove,
            "setup_stay": self.keep,
        }

    async def look(self, visit: Visit) -> Answer:
        """The screen. Refused: setup_where, managers_only."""
        return setup_screen(visit.bot_may, await server_setup.defaults(self.service.deps, person_of(visit)))

    async def try_post(self, visit: Visit) -> Answer:
        """Post a line here and delete it; what came of it. Refused: setup_where, managers_only."""
        defaults = await server_setup.defaults(self.service.deps, person_of(visit))
        outcome = await self.places.try_post(visit.channel, said("setup.trial"))
        return setup_screen(visit.bot_may, defaults, said(f"setup.trial_{outcome}"))

    async def set_default(self, visit: Visit) -> Answer:
        """How new tables begin, from its menu. Refused: setup_where, managers_only, bad_option."""
        chosen = next(iter(visit.values), USUAL)
        value = "" if chosen == USUAL else chosen
        defaults = await server_setup.set_default(self.service.deps, person_of(visit), visit.option, value)
        line = said("setup.changed", value=shown(visit.option, value))
        return setup_screen(visit.bot_may, defaults, line)

    async def data(self, visit: Visit) -> Answer:
        """What is stored of this server. Refused: setup_where, managers_only."""
        return setup_data.stock_screen(await server_setup.stock(self.service.deps, person_of(visit)))

    async def file(self, visit: Visit) -> Export:
        """The same as a file. Refused: setup_where, managers_only."""
        return await server_setup.export(self.service.deps, person_of(visit))

    async def ask_removal(self, visit: Visit) -> Answer:
        """Are you sure? Refused: setup_where, managers_only."""
        return setup_data.removal_screen(await server_setup.stock(self.service.deps, person_of(visit)))

    async def remove(self, visit: Visit) -> Answer:
        """Let everything be removed in seven days. Refused: setup_where, managers_only."""
        return setup_data.stock_screen(await server_setup.remove(self.service.deps, person_of(visit)))

    async def keep(self, visit: Visit) -> Answer:
        """Remove nothing after all. Refused: setup_where, managers_only, not_removing."""
        return setup_data.stock_screen(
            await server_setup.keep(self.service.deps, person_of(visit)), said("setup.stays")
        )
