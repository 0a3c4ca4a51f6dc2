"""The button that puts a reminder off."""

from __future__ import annotations

from collections.abc import Mapping

from bot.features.reminders import service
from bot.ui.commands.handlers import Handlers
from bot.ui.lobby.handlers import TableHandlers
from bot.ui.parts import Screen, Text
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from engine.core.text import words


class ReminderHandlers(TableHandlers):
    """The verb of reminders."""

    async def snooze(self, visit: Visit) -> Answer:
        """Send no reminder of that question for a while. Refused: no_seat, not_asked."""
        at = await service.snooze(self.service, visit.table, person_of(visit))
        return Screen((Text(words("prefs.snoozed", id=visit.table.upper(), time=f"<t:{int(at)}:f>")),), visit.table)


def handlers(at: Handlers) -> Mapping[str, Handler]:
    """Return the verbs of reminders."""
    return {"snooze": ReminderHandlers(at.service, at.names_of, at.places).snooze}
