"""What answers `/prefs` and its buttons, and screens without pictures for whoever wants none."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

import msgspec

from bot import match
from bot.service.game_service import GameService
from bot.ui.lobby.lobby_handlers import person_of
from bot.ui.parts import Gallery, Part, Row, Screen, Text
from bot.ui.router import Answer, Handler, Visit
from bot.ui.settings.preference_screens import (
    LOOKS,
    NOTICES,
    VALUES,
    forget_screen,
    forgotten,
    meant,
    prefs_screen,
    zone_form,
)
from bot.ui.settings.time_zones import hours_of, read_hours, read_zone, suggested
from bot.values import Export, Preferences, Reader, Refused
from engine.core.fitting import cut
from engine.core.naming import Named
from engine.core.text import words

OF_PICTURES: Final = "picture"
LISTED: Final = "hand.png"


class PreferenceHandlers:
    """A person's settings in all tables. Everything is answered privately."""

    def __init__(self, service: GameService, now: Callable[[], float]) -> None:
        self.service, self.now = service, now

    def handlers(self) -> Mapping[str, Handler]:
        """Verb by verb."""
        return {
            "prefs_set": self.chosen,
            "zone_form": self.zone_form,
            "zone_sent": self.zone_sent,
            "data_yes": self.forget,
            "data_no": self.kept,
        }

    async def show(self, visit: Visit, line: str = "") -> Screen:
        """All settings."""
        return prefs_screen(await self._wanted(visit), self.now(), line)

    async def _wanted(self, visit: Visit) -> Preferences:
        return await self.service.preferences(person_of(visit))

    async def _keep(self, visit: Visit, **changes: Any) -> Answer:
        wanted = replace(await self._wanted(visit), **changes)
        await self.service.set_preferences(person_of(visit), wanted)
        return await self.show(visit, words("prefs.kept"))

    async def zone(self, visit: Visit, typed: str) -> Answer:
        """Set the time zone. Refused: unknown_zone."""
        return await self._keep(visit, zone=read_zone(typed))

    async def quiet(self, visit: Visit, typed: str) -> Answer:
        """Set the quiet hours. Refused: bad_hours."""
        begin, end = read_hours(typed)
        return await self._keep(visit, quiet_from=begin, quiet_to=end)

    async def zone_form(self, visit: Visit) -> Answer:
        """The form for both."""
        return zone_form(await self._wanted(visit))

    async def zone_sent(self, visit: Visit) -> Answer:
        """The form filled in; an empty zone is none, empty hours stay. Refused: unknown_zone, bad_hours."""
        wanted = await self._wanted(visit)
        begin, end = read_hours(visit.field("hours") or hours_of(wanted))
        zone = read_zone(visit.field("zone")) if visit.field("zone").strip() else ""
        return await self._keep(visit, zone=zone, quiet_from=begin, quiet_to=end)

    async def chosen(self, visit: Visit) -> Answer:
        """One of the menus. Refused: unknown_setting, bad_value."""
        return await self.change(visit, visit.option, next(iter(visit.values), ""))

    async def change(
        self, visit: Visit, setting: str, value: str, known: Mapping[str, tuple[str, ...]] = VALUES
    ) -> Answer:
        """Change a setting by its words. Refused: unknown_setting, bad_value."""
        name, wanted = setting.strip().lower(), value.strip().lower()
        if name not in known:
            raise Refused("unknown_setting", setting=cut(setting, 30), settings=", ".join(known))
        if wanted not in known[name]:
            raise Refused("bad_value", value=cut(value, 40), setting=name, values=", ".join(known[name]))
        return await self._keep(visit, **meant(name, wanted))

    def notices(self, setting: str, value: str) -> Handler:
        """What answers `/prefs notices`."""
        return partial(self.change, setting=setting, value=value, known=NOTICES)

    def look(self, setting: str, value: str) -> Handler:
        """What answers `/prefs look`."""
        return partial(self.change, setting=setting, value=value, known=LOOKS)

    async def data(self, visit: Visit) -> Export:
        """All that is stored about the person, as a file."""
        return await self.service.personal_data(person_of(visit))

    async def ask_forget(self, _visit: Visit) -> Answer:
        """What would be deleted, and a button for it."""
        return forget_screen()

    async def forget(self, visit: Visit) -> Answer:
        """Delete it."""
        return forgotten(await self.service.forget_person(person_of(visit)))

    async def kept(self, _visit: Visit) -> Answer:
        """Nothing happens."""
        return Screen((Text(words("prefs.not_forgotten")),))

    def zones(self, typed: str) -> list[tuple[str, str]]:
        """Completions of a time zone."""
        return suggested(typed, self.now())

    def settings(self, known: Mapping[str, tuple[str, ...]], typed: str) -> list[tuple[str, str]]:
        """Completions of a setting."""
        things = [Named(name, name) for name in known]
        return [(words(f"prefs.setting.{t.value}"), t.value) for t in match.ranked(typed, things)]

    def values(self, setting: str, typed: str) -> list[tuple[str, str]]:
        """Completions of its value."""
        things = [Named(value, value) for value in VALUES.get(setting, ())]
        return [(words(f"prefs.value.{setting}_{t.value}"), t.value) for t in match.ranked(typed, things)]


class Looks:
    """Finishes screens as their reader wants to look at them."""

    def __init__(self, service: GameService, before: Callable[[Screen, Visit, Reader], Awaitable[Screen]]) -> None:
        """`before` finishes them first."""
        self.service, self.before = service, before

    async def on(self, screen: Screen, visit: Visit) -> Screen:
        """The screen, in words alone for whoever wants no pictures."""
        reader = await self.service.reader(person_of(visit), visit.table or screen.table)
        screen = await self.before(screen, visit, reader)
        return screen if reader.preferences.pictures else in_words(screen)


def in_words(screen: Screen) -> Screen:
    """The screen without pictures: their words stand in for them, and no button leads to one."""
    return msgspec.structs.replace(screen, parts=tuple(made for part in screen.parts for made in _plain(part)))


def _plain(part: Part) -> list[Part]:
    if isinstance(part, Gallery):
        return [Text(picture.alt) for picture in part.pictures if picture.alt and picture.name != LISTED]
    if not isinstance(part, Row):
        return [part]
    hidden = words("table.button.as_picture")
    kept = tuple(b for b in part.buttons if b.verb != OF_PICTURES and b.label != hidden)
    return [msgspec.structs.replace(part, buttons=kept)] if kept else []
