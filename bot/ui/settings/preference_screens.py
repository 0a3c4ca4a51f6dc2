"""What a person wants in all tables, as screens."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from bot.ui.parts import Button, Form, Line, Menu, Part, Row, Screen, Text, choice
from bot.ui.settings.time_zones import city, hours_of, offset
from bot.values import DISCORD, Preferences
from engine.core.text import languages, listed, words

ON: Final = "on"
SWITCH: Final = (ON, "off")
NOTICES: Final[Mapping[str, tuple[str, ...]]] = {
    "turn": ("off", "dm", "both"),
    "window": ("holders", "all", "never"),
    "hand": SWITCH,
    "discreet": SWITCH,
}
LOOKS: Final[Mapping[str, tuple[str, ...]]] = {"pictures": SWITCH, "language": (DISCORD, *languages())}
VALUES: Final[Mapping[str, tuple[str, ...]]] = {**NOTICES, **LOOKS}
FIELDS: Final = {
    "turn": "turn_notices",
    "window": "window_notices",
    "hand": "hand_notices",
    "discreet": "discreet",
    "pictures": "pictures",
    "language": "language",
}


def value_of(wanted: Preferences, setting: str) -> str:
    """The value of a setting, in the word by which it is set."""
    value: Any = getattr(wanted, FIELDS[setting])
    return str(value) if isinstance(value, str) else SWITCH[not value]


def meant(setting: str, value: str) -> dict[str, Any]:
    """A setting and its value as they are kept."""
    return {FIELDS[setting]: value == ON if VALUES[setting] == SWITCH else value}


def prefs_screen(wanted: Preferences, now: float, line: str = "") -> Screen:
    """All settings, each with a menu."""
    text = [words("prefs.head"), *([line] if line else []), zone_line(wanted, now), quiet_line(wanted)]
    parts: list[Part] = [Text("\n".join(text))]
    parts += [_menu(wanted, setting) for setting in VALUES]
    return Screen((*parts, Row((zone_button("primary"),))))


def zone_line(wanted: Preferences, now: float) -> str:
    """The time zone, and what time it is there."""
    if not wanted.zone:
        return words("prefs.no_zone")
    there = datetime.fromtimestamp(now, UTC).astimezone(ZoneInfo(wanted.zone))
    ahead, name = offset(wanted.zone, now), city(wanted.zone)
    shown = name if name == ahead else words("prefs.zone_shown", zone=name, offset=ahead)
    return words("prefs.zone", zone=shown, now=f"{there:%H:%M}")


def quiet_line(wanted: Preferences) -> str:
    """The quiet hours, and what they do."""
    if wanted.quiet_from == wanted.quiet_to:
        return words("prefs.no_quiet")
    return words("prefs.quiet", begin=wanted.quiet_from, end=wanted.quiet_to)


def _menu(wanted: Preferences, setting: str) -> Menu:
    chosen = value_of(wanted, setting)
    lines = tuple(choice(v, words(f"prefs.value.{setting}_{v}"), chosen=v == chosen) for v in VALUES[setting])
    return Menu(words(f"prefs.setting.{setting}"), "prefs_set", lines, setting, lasting=True)


def zone_button(style: Any = "secondary") -> Button:
    """The button that opens the form for zone and quiet hours."""
    return Button(words("prefs.button.zone"), "zone_form", style=style, lasting=True)


def zone_form(wanted: Preferences) -> Form:
    """When shall I be quiet?"""
    zone = Line("zone", words("prefs.form.zone"), value=wanted.zone, example=words("prefs.form.zone_example"), least=0)
    hours = Line("hours", words("prefs.form.hours"), value=hours_of(wanted), example=words("prefs.form.hours_example"))
    return Form(words("prefs.form.title"), (zone, hours), "zone_sent")


def forget_screen() -> Screen:
    """Are you sure?"""
    yes = Button(words("prefs.button.forget"), "data_yes", style="danger", lasting=True)
    no = Button(words("prefs.button.keep"), "data_no", lasting=True)
    return Screen((Text(words("prefs.forget_ask")), Row((yes, no))))


def forgotten(stays: tuple[str, ...]) -> Screen:
    """What is gone, and what stays."""
    tables = words("prefs.forget_stays", tables=listed(list(stays))) if stays else ""
    return Screen((Text(" ".join(part for part in (words("prefs.forgotten"), tables) if part)),))
