"""A person's preferences for all tables: handlers and `/prefs`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from bot.contract.preferences import Preferences
from bot.contract.records import Export
from bot.contract.tables import Refused
from bot.tables.game_service import GameService
from bot.ui.doors import doors
from bot.ui.parts import OPTION, Button, Row, Screen, Text
from bot.ui.router import Answer, Handler
from bot.ui.settings.preference_forms import (
    FORMS,
    STEPS,
    VALUES,
    Topic,
    changes_line,
    check_setting,
    prefs_screen,
    read_topic,
    stored_setting,
    topic_form,
    value_of,
    zone_form,
)
from bot.ui.settings.time_zones import hours_of, read_hours, read_zone
from bot.ui.visit import Visit, person_of
from engine.core.message import list_of
from engine.core.text import cut, words

TYPED: Final = "~"
"""Stands in the option of a form's button before each text that was typed and refused."""
FIELDS: Final = 2
"""How many texts the form of zone and hours has."""


def step_down(setting: str, value: str) -> str:
    """Return the value with the next fewer notices of that kind; the last one stays."""
    steps = STEPS[setting]
    return steps[min(steps.index(value) + 1, len(steps) - 1)]


def fewer_screen(setting: str, value: str, before: str, table: str) -> Screen:
    """Return how notices of that kind come now, with buttons for fewer and for how it was before."""
    fewer = Button(words("table.button.fewer"), "fewer", setting, lasting=True)
    back = Button(words("table.button.take_back"), "not_fewer", f"{setting}.{before}", lasting=True)
    row = [*([fewer] if step_down(setting, value) != value else []), *([back] if before != value else [])]
    told = Text(words(f"prefs.fewer.{setting}_{value}"))
    return Screen((told, Row(tuple(row))) if row else (told,), table)


def forget_screen() -> Screen:
    """Return the question whether to delete one's data."""
    yes = Button(words("prefs.button.forget"), "data_yes", style="danger", lasting=True)
    no = Button(words("prefs.button.keep"), "data_no", lasting=True)
    return Screen((Text(words("prefs.forget_ask")), Row((yes, no))))


def forgotten_screen(stays: tuple[str, ...]) -> Screen:
    """Return the screen of what was deleted, and what stays."""
    tables = words("prefs.forget_stays", tables=list_of(list(stays))) if stays else ""
    return Screen((Text(" ".join(part for part in (words("prefs.forgotten"), tables) if part)),))


class PreferenceHandlers:
    """A person's preferences for all tables. Every answer is private."""

    def __init__(self, service: GameService, now: Callable[[], float]) -> None:
        self.service, self.now = service, now

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handlers by verb."""
        return {
            "prefs_set": self.chosen,
            "prefs_form": self.form,
            "prefs_sent": self.sent,
            "prefs_look": self.show,
            "prefs_show": self.show,
            "fewer": self.fewer,
            "not_fewer": self.not_fewer,
            "zone_form": self.zone_form,
            "zone_sent": self.zone_sent,
            "data_yes": self.forget,
            "data_no": self.kept,
        }

    async def show(self, visit: Visit, line: str = "") -> Screen:
        """Return all settings."""
        return self._shown(await self._wanted(visit), line)

    def _shown(self, wanted: Preferences, line: str) -> Screen:
        deps = self.service.deps
        more = [button for on_prefs in doors(deps, lambda one: one.on_prefs) for button in on_prefs(deps)]
        return prefs_screen(wanted, self.now(), line, browsers=bool(deps.pages), more=more)

    async def _wanted(self, visit: Visit) -> Preferences:
        return await self.service.preferences(person_of(visit))

    async def _keep(self, visit: Visit, **changes: Any) -> Screen:
        before, after = await self._set(visit, **changes)
        return self._shown(after, changes_line(before, after, self.now()))

    async def _set(self, visit: Visit, **changes: Any) -> tuple[Preferences, Preferences]:
        before = await self._wanted(visit)
        return before, await self.service.set_preferences(person_of(visit), replace(before, **changes), before)

    async def form(self, visit: Visit) -> Answer:
        """Return the form of a topic. Refused: unknown_setting."""
        return topic_form(await self._wanted(visit), _topic(visit.option))

    async def sent(self, visit: Visit) -> Answer:
        """Apply the form of a topic. Refused: unknown_setting, bad_setting."""
        return await self._keep(visit, **read_topic(_topic(visit.option), visit.fields))

    async def zone_form(self, visit: Visit) -> Answer:
        """Return the form for both; its option carries what was refused without a zone, then what was typed wrongly."""
        then, *typed = visit.option.split(TYPED)
        return zone_form(await self._wanted(visit), then, typed if len(typed) == FIELDS else ())

    async def zone_sent(self, visit: Visit) -> Answer:
        """Apply the form; an empty zone clears it, empty hours stay. Refused: unknown_zone, bad_hours."""
        wanted = await self._wanted(visit)
        typed_zone, typed_hours = visit.field("zone"), visit.field("hours") or hours_of(wanted)
        try:
            begin, end = read_hours(typed_hours)
            zone = read_zone(typed_zone) if typed_zone.strip() else ""
        except Refused as refused:
            then = _with_typed(visit.option, typed_zone, typed_hours)
            raise Refused(refused.code, **{**refused.said, "then": then}) from refused
        weekends = read_topic("hours", visit.fields)
        shown = await self._keep(visit, zone=zone, quiet_from=begin, quiet_to=end, **weekends)
        if not visit.option:
            return shown
        onward = Button(words("prefs.button.go_on"), "zone_on", visit.option, "primary", lasting=True)
        told = [part for part in shown.parts if isinstance(part, Text)]
        return Screen((told[0], told[-1], Row((onward,))))

    async def chosen(self, visit: Visit) -> Answer:
        """Set a preference from a menu of an older screen. Refused: unknown_setting, bad_setting."""
        return await self.change(visit, visit.option, next(iter(visit.values), ""))

    async def fewer(self, visit: Visit) -> Answer:
        """Reduce notices of the kind that the button names, else reminders, by one step. Refused: unknown_setting."""
        setting = visit.option or "reminders"
        if setting not in STEPS:
            raise Refused("unknown_setting", setting=cut(setting, 30), settings=", ".join(STEPS))
        before = value_of(await self._wanted(visit), setting)
        now = step_down(setting, before)
        await self._set(visit, **stored_setting(setting, now))
        return fewer_screen(setting, now, before, visit.table)

    async def not_fewer(self, visit: Visit) -> Answer:
        """Restore notices as before the step down. Refused: unknown_setting, bad_setting."""
        setting, _, value = visit.option.partition(".")
        setting, value = check_setting(setting, value, STEPS)
        await self._set(visit, **stored_setting(setting, value))
        return fewer_screen(setting, value, value, visit.table)

    async def change(self, visit: Visit, setting: str, value: str) -> Answer:
        """Change a setting by its words. Refused: unknown_setting, bad_setting."""
        name, wanted = check_setting(setting, value, VALUES)
        return await self._keep(visit, **stored_setting(name, wanted))

    async def data(self, visit: Visit) -> Export:
        """Return all that is stored about the person, as a file."""
        return await self.service.personal_data(person_of(visit))

    async def ask_forget(self, _visit: Visit) -> Answer:
        """Show what would be deleted, and a button for it."""
        return forget_screen()

    async def forget(self, visit: Visit) -> Answer:
        """Delete it."""
        return forgotten_screen(await self.service.forget_person(person_of(visit)))

    async def kept(self, _visit: Visit) -> Answer:
        """Say that nothing was deleted."""
        return Screen((Text(words("prefs.not_forgotten")),))


def _topic(option: str) -> Topic:
    """Return the topic that a button names. Refused: unknown_setting."""
    for topic in FORMS:
        if topic == option:
            return topic
    raise Refused("unknown_setting", setting=cut(option, 30), settings=", ".join(FORMS))


def _with_typed(then: str, *typed: str) -> str:
    """Return the option of the button that opens the form again, with what was typed if there is room."""
    whole = TYPED.join((then, *typed))
    return whole if len(whole) <= OPTION and whole.count(TYPED) == len(typed) else then
