"""The link of one's calendar, in the settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from bot.features.calendar import service
from bot.features.calendar.routes import PATH
from bot.tables.work.unit_of_work import Deps
from bot.ui.commands.handlers import Handlers
from bot.ui.parts import Button, Row, Screen, Text
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from bot.ui.words.wording import day
from engine.core.text import words


def on_prefs(deps: Deps) -> Sequence[Button]:
    """Return the button of the settings that leads to the calendar; none if the bot answers no HTTP."""
    return [Button(words("calendar.button.calendar"), "calendar", lasting=True)] if deps.pages else []


def calendar_screen(since: datetime | None, line: str = "") -> Screen:
    """Return whether there is a link, with buttons for a new one and to end it; the line stands above that."""
    told = [words("calendar.head"), *([line] if line else []), words("calendar.what")]
    told.append(words("calendar.since", since=day(since)) if since else words("calendar.none"))
    buttons = [Button(words("calendar.button.new"), "cal_new", lasting=True)]
    buttons += [Button(words("calendar.button.end"), "cal_end", style="danger", lasting=True)] if since else []
    back = Button(words("prefs.button.back"), "prefs_show", lasting=True)
    return Screen((Text("\n".join(told)), Row((*buttons, back))))


class CalendarHandlers:
    """The verbs of the calendar. Every answer is private."""

    def __init__(self, deps: Deps) -> None:
        self._deps = deps

    def handlers(self) -> Mapping[str, Handler]:
        """Return the verbs answered here."""
        return {"calendar": self.show, "cal_new": self.make, "cal_end": self.end}

    async def show(self, visit: Visit, line: str = "") -> Answer:
        """Show whether the person has a link."""
        return calendar_screen(await service.since(self._deps, person_of(visit)), line)

    async def make(self, visit: Visit) -> Answer:
        """Make a link and show it, this once."""
        key = await service.make(self._deps, person_of(visit))
        return await self.show(visit, words("calendar.made", link=f"{self._url()}{PATH.format(key=key)}"))

    def _url(self) -> str:
        """Return the address that all pages begin with."""
        return next((page("1").rpartition("/t/")[0] for page in self._deps.pages), "")

    async def end(self, visit: Visit) -> Answer:
        """End the link."""
        await service.end(self._deps, person_of(visit))
        return await self.show(visit, words("calendar.ended"))


def handlers(at: Handlers) -> Mapping[str, Handler]:
    """Return the verbs of the calendar."""
    return CalendarHandlers(at.service.deps).handlers()
