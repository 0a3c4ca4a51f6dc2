"""Following a table: its button."""

from __future__ import annotations

from collections.abc import Mapping

from bot.contract.tables import TableInfo
from bot.features.following import service
from bot.tables.work.unit_of_work import Deps
from bot.ui.commands.handlers import Handlers
from bot.ui.lobby.handlers import TableHandlers, go
from bot.ui.lobby.screens import notice_screen as told_screen
from bot.ui.parts import Button
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from bot.ui.words.wording import table_text


class FollowHandlers(TableHandlers):
    """The verb of following."""

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handlers by verb."""
        return {"watch": self.watch}

    async def watch(self, visit: Visit) -> Answer:
        """Follow a table by direct message, or no longer. Refused: no_table, over, follow_seated, followers_full."""
        told = await service.toggle(self.service, visit.table, person_of(visit))
        key, label = ("on", "unfollow") if told.on else ("off", "follow")
        return told_screen(table_text(f"follow.{key}", id=told.info.id), go(label, "watch"), table=told.info.id)


async def on_more(deps: Deps, info: TableInfo, visit: Visit) -> Button | None:
    """Return the button to follow, for people without a seat while others play."""
    if info.state != "running" or info.alone or info.of(visit.person):
        return None
    follows = info.id in await service.followed_tables(deps, person_of(visit))
    return Button(table_text(f"button.{'unfollow' if follows else 'follow'}"), "watch", lasting=True)


def handlers(at: Handlers) -> Mapping[str, Handler]:
    """Return the verbs of following."""
    return FollowHandlers(at.service, at.names_of, at.places).handlers()
