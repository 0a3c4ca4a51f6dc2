"""A person's preferences by topic: what can be set, the screen that shows it in words, and a form for each topic."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args
from zoneinfo import ZoneInfo

from bot.contract.preferences import AS_DISCORD, Contrast, Palette, PictureSize, Preferences, WordOrder
from bot.ui.lobby import typed_settings
from bot.ui.parts import Button, Field, Form, Line, Pick, Screen, Text, choice, rows
from bot.ui.settings.time_zones import hours_of, local_city, offset
from bot.ui.words.wording import date
from engine.core.naming import Named
from engine.core.text import capital, languages, words

ON: Final = "on"
SWITCH: Final = (ON, "off")
Topic: TypeAlias = Literal["hours", "messages", "reminders", "looks", "privacy"]
BOXES: Final = "boxes"
ROUND: Final = 5
"""The most values that are shown as round buttons; more of them are a menu."""


class Preference(NamedTuple):
    """A preference with a fixed list of values, declared once."""

    kept: str
    """The field of `Preferences` that keeps it."""
    topic: Topic
    """The form in which it is set."""
    values: tuple[str, ...] = SWITCH
    fewer: tuple[str, ...] = ()
    """Its values from most notices to fewest; none for what a button **Fewer** does not change."""

    @property
    def ticked(self) -> str:
        """Return the value of a ticked box; empty for what has more than two values, and so no box."""
        return "" if len(self.values) > 2 else ON if self.values == SWITCH else self.values[1]


PREFERENCES: Final[Mapping[str, Preference]] = {
    "turn": Preference("turn_notices", "messages", ("off", "dm", "both"), fewer=("both", "dm", "off")),
    "window": Preference("window_notices", "messages", ("holders", "all", "never"), fewer=("all", "holders", "never")),
    "next": Preference("next_notices", "messages", fewer=SWITCH),
    "hand": Preference("hand_notices", "messages"),
    "orders": Preference("order_notices", "messages"),
    "discreet": Preference("discreet", "privacy"),
    "weekends": Preference("off_days", "hours"),
    "reminders": Preference("reminders", "reminders", ("all", "last", "none"), fewer=("all", "last", "none")),
    "first": Preference("ping_hours", "reminders", ("0", "1", "2", "4", "8", "12", "24", "48", "72")),
    "bundle": Preference("bundle", "reminders"),
    "pictures": Preference("pictures", "looks"),
    "palette": Preference("palette", "looks", get_args(Palette)),
    "contrast": Preference("contrast", "looks", get_args(Contrast)),
    "size": Preference("size", "looks", get_args(PictureSize)),
    "words": Preference("words", "looks", get_args(WordOrder)),
    "emoji": Preference("emoji", "looks"),
    "language": Preference("language", "looks", (AS_DISCORD, *languages())),
    "stats": Preference("stats", "privacy"),
}
STATS: Final = "stats"
VALUES: Final[Mapping[str, tuple[str, ...]]] = {name: one.values for name, one in PREFERENCES.items()}
LOOKS: Final[Mapping[str, tuple[str, ...]]] = {n: VALUES[n] for n, one in PREFERENCES.items() if one.topic == "looks"}
NOTICES: Final[Mapping[str, tuple[str, ...]]] = {n: VALUES[n] for n in VALUES if n not in LOOKS and n != STATS}
STEPS: Final[Mapping[str, tuple[str, ...]]] = {name: one.fewer for name, one in PREFERENCES.items() if one.fewer}
FORMS: Final[tuple[Topic, ...]] = ("messages", "reminders", "looks", "privacy")


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
    return [Named(value, value_words(setting, value)) for value in known]


def value_words(setting: str, value: str) -> str:
    """Return a value in words that also name its setting."""
    return words(f"prefs.value.{setting}_{value}")


def settings_of(topic: Topic) -> list[str]:
    """Return the settings of a topic."""
    return [name for name, one in PREFERENCES.items() if one.topic == topic]


# -- the screen ------------------------------------------------------------------------------------------------------


def prefs_screen(
    wanted: Preferences, now: float, line: str = "", *, browsers: bool = False, more: Sequence[Button] = ()
) -> Screen:
    """Return all settings in words, and a button to the form of each topic; the line stands above the buttons.
    `browsers`: with a button to the browsers that are signed in. `more`: the buttons of features.
    """
    hours = [words("prefs.head"), zone_line(wanted, now), hours_line(wanted)]
    hours += [away_line(wanted)] if wanted.away_until > now and not line else []
    told = ["\n".join(hours), *(topic_line(wanted, topic) for topic in FORMS), *([line] if line else [])]
    zone = zone_button("secondary" if wanted.zone else "primary")
    forms = [Button(words(f"prefs.topic.{topic}"), "prefs_form", topic, lasting=True) for topic in FORMS]
    away = Button(words("prefs.button.away"), "away_form", lasting=True)
    pages = [Button(words("prefs.button.browsers"), "browsers", lasting=True)] if browsers else []
    return Screen((*map(Text, told), *rows((zone, *forms, away, *pages, *more))))


def topic_line(wanted: Preferences, topic: Topic) -> str:
    """Return what is set of a topic, in one line."""
    values = [value_words(name, value_of(wanted, name)) for name in settings_of(topic)]
    return words("prefs.topic_line", topic=words(f"prefs.topic.{topic}"), values=" · ".join(values))


def zone_line(wanted: Preferences, now: float) -> str:
    """Return the time zone, and what time it is there."""
    if not wanted.zone:
        return words("prefs.no_zone")
    there = datetime.fromtimestamp(now, UTC).astimezone(ZoneInfo(wanted.zone))
    return words("prefs.zone", zone=zone_shown(wanted, now), now=f"{there:%H:%M}")


def zone_shown(wanted: Preferences, now: float) -> str:
    """Return the time zone with its offset."""
    ahead, name = offset(wanted.zone, now), local_city(wanted.zone)
    return name if name == ahead else words("prefs.zone_shown", zone=name, offset=ahead)


def hours_line(wanted: Preferences) -> str:
    """Return the quiet hours, and whether clocks run on weekends."""
    return f"{quiet_line(wanted)} {value_words('weekends', value_of(wanted, 'weekends'))}."


def quiet_line(wanted: Preferences) -> str:
    """Return the quiet hours, and what they do."""
    if wanted.quiet_from == wanted.quiet_to:
        return words("prefs.no_quiet")
    return words("prefs.quiet", begin=wanted.quiet_from, end=wanted.quiet_to)


def away_line(wanted: Preferences) -> str:
    """Return the vacation announced, or under way."""
    begin, end = (date(datetime.fromtimestamp(at, UTC)) for at in (wanted.away_from, wanted.away_until))
    return words("prefs.away", begin=begin, end=end, what=words(f"table.away.{wanted.away_mode}"))


def changes_line(before: Preferences, after: Preferences, now: float) -> str:
    """Return what differs, in words."""
    changed = [name for name in PREFERENCES if value_of(before, name) != value_of(after, name)]
    told = [value_words(name, value_of(after, name)) for name in changed]
    if before.zone != after.zone:
        told.append(words("prefs.now_zone", zone=zone_shown(after, now)) if after.zone else words("prefs.now_no_zone"))
    if (before.quiet_from, before.quiet_to) != (after.quiet_from, after.quiet_to):
        hours = {"begin": after.quiet_from, "end": after.quiet_to}
        told.append(words("prefs.now_quiet" if after.quiet_from != after.quiet_to else "prefs.now_no_quiet", **hours))
    return words("prefs.changed", changes="; ".join(told)) if told else words("prefs.kept")


# -- the forms -------------------------------------------------------------------------------------------------------


def topic_form(wanted: Preferences, topic: Topic) -> Form:
    """Return the form of a topic, filled with what is set now."""
    return Form(words(f"prefs.topic.{topic}"), topic_fields(wanted, topic), "prefs_sent", topic)


def topic_fields(wanted: Preferences, topic: Topic) -> tuple[Field, ...]:
    """Return a list for each setting of a topic with several values, then a box for each of the others."""
    ticks = [name for name in settings_of(topic) if PREFERENCES[name].ticked]
    lists = [_list(wanted, name) for name in settings_of(topic) if name not in ticks]
    return (*lists, *([_boxes(wanted, topic, ticks)] if ticks else []))


def _list(wanted: Preferences, name: str) -> Pick:
    now = value_of(wanted, name)
    lines = tuple(choice(value, _plain(value_words(name, value)), chosen=value == now) for value in VALUES[name])
    return Pick(name, words(f"prefs.setting.{name}"), lines, 1, 1, "radio" if len(lines) <= ROUND else "menu")


def _plain(value: str) -> str:
    """Return a value without the name of its setting, which stands above it."""
    return capital(value.partition(": ")[2].strip() or value)


def _boxes(wanted: Preferences, topic: Topic, names: Sequence[str]) -> Pick:
    several = len(names) > 1
    label = words(f"prefs.group.{topic}") if several else words(f"prefs.setting.{names[0]}")
    lines = tuple(
        choice(
            name,
            value_words(name, PREFERENCES[name].ticked),
            words(f"prefs.setting.{name}") if several else "",
            chosen=value_of(wanted, name) == PREFERENCES[name].ticked,
        )
        for name in names
    )
    return Pick(BOXES, label, lines, 0, len(lines), "checks")


def read_topic(topic: Topic, fields: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return what was filled in, as it is kept; a field that didn't come changes nothing. Refused: bad_setting."""
    kept: dict[str, Any] = {}
    for name in settings_of(topic):
        ticked = PREFERENCES[name].ticked
        if ticked and BOXES in fields:
            other = next(value for value in VALUES[name] if value != ticked)
            kept |= stored_setting(name, ticked if name in fields[BOXES] else other)
        elif not ticked and fields.get(name):
            kept |= stored_setting(*check_setting(name, fields[name][0], VALUES))
    return kept


def zone_button(style: Any = "secondary") -> Button:
    """Return the button that opens the form for zone and quiet hours."""
    return Button(words("prefs.button.zone"), "zone_form", style=style, lasting=True)


def zone_form(wanted: Preferences, then: str = "", typed: Sequence[str] = ()) -> Form:
    """Return the form for time zone, quiet hours and weekends; with what was typed, if that was refused."""
    zone, hours = typed or (wanted.zone, hours_of(wanted))
    fields: tuple[Field, ...] = (
        Line("zone", words("prefs.form.zone"), value=zone, example=words("prefs.form.zone_example")),
        Line(
            "hours",
            words("prefs.form.hours"),
            value=hours,
            example=words("prefs.form.hours_example"),
            hint=words("prefs.form.hours_hint"),
        ),
        *topic_fields(wanted, "hours"),
    )
    return Form(words("prefs.form.title"), fields, "zone_sent", then)
