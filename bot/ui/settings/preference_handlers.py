"""A person's preferences for all tables: screens, handlers and `/prefs`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args
from zoneinfo import ZoneInfo

import msgspec

from bot.contract.preferences import AS_DISCORD, Contrast, Palette, PictureSize, Preferences, WordOrder
from bot.contract.records import Export
from bot.contract.tables import Refused
from bot.tables.game_service import GameService
from bot.ui.lobby import typed_settings
from bot.ui.parts import Button, Form, Line, Menu, Part, Row, Screen, Text, choice
from bot.ui.router import Answer, Handler
from bot.ui.settings.time_zones import hours_of, local_city, offset, read_hours, read_zone, suggest_zones
from bot.ui.typed import match
from bot.ui.visit import Visit, person_of
from bot.ui.words.wording import date
from engine.core.message import list_of
from engine.core.naming import Named
from engine.core.text import cut, languages, words

ON: Final = "on"
SWITCH: Final = (ON, "off")
Topic: TypeAlias = Literal["notices", "looks", ""]


class Preference(NamedTuple):
    """A preference that has a menu, declared once."""

    kept: str
    """The field of `Preferences` that keeps it."""
    values: tuple[str, ...] = SWITCH
    topic: Topic = "notices"
    """The command and the screen where it is set."""
    fewer: tuple[str, ...] = ()
    """Its values from most notices to fewest; none for what a button **Fewer** does not change."""


PREFERENCES: Final[Mapping[str, Preference]] = {
    "turn": Preference("turn_notices", ("off", "dm", "both"), fewer=("both", "dm", "off")),
    "window": Preference("window_notices", ("holders", "all", "never"), fewer=("all", "holders", "never")),
    "next": Preference("next_notices", fewer=SWITCH),
    "hand": Preference("hand_notices"),
    "orders": Preference("order_notices"),
    "discreet": Preference("discreet"),
    "weekends": Preference("off_days"),
    "reminders": Preference("reminders", ("all", "last", "none"), fewer=("all", "last", "none")),
    "first": Preference("ping_hours", ("0", "1", "2", "4", "8", "12", "24", "48", "72")),
    "bundle": Preference("bundle"),
    "pictures": Preference("pictures", topic="looks"),
    "palette": Preference("palette", get_args(Palette), "looks"),
    "contrast": Preference("contrast", get_args(Contrast), "looks"),
    "size": Preference("size", get_args(PictureSize), "looks"),
    "words": Preference("words", get_args(WordOrder), "looks"),
    "emoji": Preference("emoji", topic="looks"),
    "language": Preference("language", (AS_DISCORD, *languages()), "looks"),
    "stats": Preference("stats", topic=""),
}


def _of(topic: Topic) -> dict[str, tuple[str, ...]]:
    return {name: one.values for name, one in PREFERENCES.items() if one.topic == topic}


NOTICES: Final[Mapping[str, tuple[str, ...]]] = _of("notices")
LOOKS: Final[Mapping[str, tuple[str, ...]]] = _of("looks")
VALUES: Final[Mapping[str, tuple[str, ...]]] = {name: one.values for name, one in PREFERENCES.items()}
STEPS: Final[Mapping[str, tuple[str, ...]]] = {name: one.fewer for name, one in PREFERENCES.items() if one.fewer}


def value_of(wanted: Preferences, setting: str) -> str:
    """Return the value of a setting, in the word by which it is set."""
    value: Any = getattr(wanted, PREFERENCES[setting].kept)
    return SWITCH[not value] if VALUES[setting] == SWITCH else str(value)


def stored_setting(setting: str, value: str) -> dict[str, Any]:
    """Return a setting and its value as they are kept."""
    one = PREFERENCES[setting]
    if one.values == SWITCH:
        return {one.kept: value == ON}
    return {one.kept: int(value) if isinstance(getattr(Preferences(), one.kept), int) else value}


def check_setting(setting: str, value: str, known: Mapping[str, tuple[str, ...]]) -> tuple[str, str]:
    """Return the keys of a setting and its value, as they are typed. Refused: unknown_setting, bad_setting."""
    name = typed_settings.read_setting(setting, named_settings(known))
    return name, typed_settings.read_value(value, words(f"prefs.setting.{name}"), named_values(name, known[name]))


def named_settings(known: Iterable[str]) -> list[Named]:
    """Return the settings in the words in which they are offered."""
    return [Named(name, words(f"prefs.setting.{name}")) for name in known]


def named_values(setting: str, known: Iterable[str]) -> list[Named]:
    """Return the values of a setting in the words in which they are offered."""
    return [Named(value, words(f"prefs.value.{setting}_{value}")) for value in known]


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


def prefs_screen(wanted: Preferences, now: float, line: str = "") -> Screen:
    """Return all settings but those of looks, each with a menu, and the way to these."""
    text = [words("prefs.head"), *([line] if line else []), zone_line(wanted, now), quiet_line(wanted)]
    text += [away_line(wanted)] if wanted.away_until > now and not line else []
    parts: list[Part] = [Text("\n".join(text))]
    parts += [_menu(wanted, setting) for setting in VALUES if setting not in LOOKS]
    looks = Button(words("prefs.button.looks"), "prefs_look", lasting=True)
    return Screen(
        (*parts, Row((zone_button("primary"), Button(words("prefs.button.away"), "away_form", lasting=True), looks)))
    )


def looks_screen(wanted: Preferences, line: str = "") -> Screen:
    """Return how screens and pictures look, with a menu for each setting."""
    parts: list[Part] = [Text("\n".join([words("prefs.looks_head"), *([line] if line else [])]))]
    parts += [_menu(wanted, setting) for setting in LOOKS]
    return Screen((*parts, Row((Button(words("prefs.button.others"), "prefs_show", lasting=True),))))


def zone_line(wanted: Preferences, now: float) -> str:
    """Return the time zone, and what time it is there."""
    if not wanted.zone:
        return words("prefs.no_zone")
    there = datetime.fromtimestamp(now, UTC).astimezone(ZoneInfo(wanted.zone))
    ahead, name = offset(wanted.zone, now), local_city(wanted.zone)
    shown = name if name == ahead else words("prefs.zone_shown", zone=name, offset=ahead)
    return words("prefs.zone", zone=shown, now=f"{there:%H:%M}")


def quiet_line(wanted: Preferences) -> str:
    """Return the quiet hours, and what they do."""
    if wanted.quiet_from == wanted.quiet_to:
        return words("prefs.no_quiet")
    return words("prefs.quiet", begin=wanted.quiet_from, end=wanted.quiet_to)


def away_line(wanted: Preferences) -> str:
    """Return the vacation announced, or under way."""
    begin, end = (date(datetime.fromtimestamp(at, UTC)) for at in (wanted.away_from, wanted.away_until))
    return words("prefs.away", begin=begin, end=end, what=words(f"table.away.{wanted.away_mode}"))


def _menu(wanted: Preferences, setting: str) -> Menu:
    chosen = value_of(wanted, setting)
    lines = tuple(choice(v, words(f"prefs.value.{setting}_{v}"), chosen=v == chosen) for v in VALUES[setting])
    return Menu(words(f"prefs.setting.{setting}"), "prefs_set", lines, setting, lasting=True)


def zone_button(style: Any = "secondary") -> Button:
    """Return the button that opens the form for zone and quiet hours."""
    return Button(words("prefs.button.zone"), "zone_form", style=style, lasting=True)


def zone_form(wanted: Preferences, then: str = "") -> Form:
    """Return the form for time zone and quiet hours."""
    zone = Line("zone", words("prefs.form.zone"), value=wanted.zone, example=words("prefs.form.zone_example"), least=0)
    hours = Line("hours", words("prefs.form.hours"), value=hours_of(wanted), example=words("prefs.form.hours_example"))
    return Form(words("prefs.form.title"), (zone, hours), "zone_sent", then)


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
            "prefs_look": self.looks,
            "prefs_show": self.show,
            "fewer": self.fewer,
            "not_fewer": self.not_fewer,
            "zone_form": self.zone_form,
            "zone_sent": self.zone_sent,
            "data_yes": self.forget,
            "data_no": self.kept,
        }

    async def looks(self, visit: Visit) -> Screen:
        """Return the settings of looks."""
        return looks_screen(await self._wanted(visit))

    async def show(self, visit: Visit, line: str = "") -> Screen:
        """Return the settings of time and notices."""
        return prefs_screen(await self._wanted(visit), self.now(), line)

    async def _wanted(self, visit: Visit) -> Preferences:
        return await self.service.preferences(person_of(visit))

    async def _keep(self, visit: Visit, **changes: Any) -> Answer:
        return prefs_screen(await self._set(visit, **changes), self.now(), words("prefs.kept"))

    async def _set(self, visit: Visit, **changes: Any) -> Preferences:
        before = await self._wanted(visit)
        return await self.service.set_preferences(person_of(visit), replace(before, **changes), before)

    async def zone(self, visit: Visit, typed: str) -> Answer:
        """Set the time zone. Refused: unknown_zone."""
        return await self._keep(visit, zone=read_zone(typed))

    async def quiet(self, visit: Visit, typed: str) -> Answer:
        """Set the quiet hours. Refused: bad_hours."""
        begin, end = read_hours(typed)
        return await self._keep(visit, quiet_from=begin, quiet_to=end)

    async def zone_form(self, visit: Visit) -> Answer:
        """Return the form for both; with an option, which carries what was refused without a zone."""
        return zone_form(await self._wanted(visit), visit.option)

    async def zone_sent(self, visit: Visit) -> Answer:
        """Apply the form; an empty zone clears it, empty hours stay. Refused: unknown_zone, bad_hours."""
        wanted = await self._wanted(visit)
        try:
            begin, end = read_hours(visit.field("hours") or hours_of(wanted))
            zone = read_zone(visit.field("zone")) if visit.field("zone").strip() else ""
        except Refused as refused:
            raise Refused(refused.code, **{**refused.said, "then": visit.option}) from refused
        shown = await self._keep(visit, zone=zone, quiet_from=begin, quiet_to=end)
        if not visit.option or not isinstance(shown, Screen):
            return shown
        onward = Button(words("prefs.button.go_on"), "zone_on", visit.option, lasting=True)
        return msgspec.structs.replace(shown, parts=(shown.parts[0], Row((onward,)), *shown.parts[1:]))

    async def chosen(self, visit: Visit) -> Answer:
        """Set a preference from its menu. Refused: unknown_setting, bad_setting."""
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

    async def change(
        self, visit: Visit, setting: str, value: str, known: Mapping[str, tuple[str, ...]] = VALUES
    ) -> Answer:
        """Change a setting by its words. Refused: unknown_setting, bad_setting."""
        name, wanted = check_setting(setting, value, known)
        if name not in LOOKS:
            return await self._keep(visit, **stored_setting(name, wanted))
        return looks_screen(await self._set(visit, **stored_setting(name, wanted)), words("prefs.kept"))

    def notices(self, setting: str, value: str) -> Handler:
        """Return the handler of `/prefs notices`."""
        return partial(self.change, setting=setting, value=value, known=NOTICES)

    def look(self, setting: str, value: str) -> Handler:
        """Return the handler of `/prefs look`."""
        return partial(self.change, setting=setting, value=value, known=LOOKS)

    def stats(self, value: str) -> Handler:
        """Return the handler of `/prefs stats`."""
        return partial(self.change, setting="stats", value=value)

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

    def zones(self, typed: str) -> list[tuple[str, str]]:
        """Return the completions of a time zone."""
        return suggest_zones(typed, self.now())

    def settings(self, known: Mapping[str, tuple[str, ...]], typed: str) -> list[tuple[str, str]]:
        """Return the completions of a setting."""
        return [(thing.name, thing.value) for thing in match.rank_matches(typed, named_settings(known))]

    def values(self, setting: str, typed: str) -> list[tuple[str, str]]:
        """Return the completions of its value; the setting may be typed in words too."""
        name = typed_settings.find_key(setting, named_settings(VALUES))
        return [(one.name, one.value) for one in match.rank_matches(typed, named_values(name, VALUES.get(name, ())))]
