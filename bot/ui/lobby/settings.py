"""The settings of a table: in words for everyone, with forms for the host."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.contract.table_settings import SETTINGS
from bot.contract.tables import CheckpointInfo, Person, TableInfo
from bot.ui.lobby import npc_seats
from bot.ui.lobby.basics_form import pace_choices
from bot.ui.lookup.log import chapter_name
from bot.ui.parts import DESIGN, Button, Field, Form, Menu, MenuChoice, Pick, Row, Screen, Text, choice
from bot.ui.parts import rows as in_rows
from bot.ui.words import options_in_words
from bot.ui.words.options_in_words import value_named
from bot.ui.words.presentations import lobby_of, presentation_of, scenarios_of
from bot.ui.words.wording import ago, date, plainly, table_text, who
from engine.core.text import capital

VALUES: Final[Mapping[str, tuple[str, ...]]] = {name: one.offered for name, one in SETTINGS.items() if one.offered}
STARTS: Final = "starts"
SCENARIO: Final = "scenario"
"""The option of a new table that is to have another scenario."""
POINTS: Final = DESIGN.menu
ACROSS: Final = 2


TOPICS: Final[Mapping[str, tuple[str, ...]]] = {
    "times": ("pace", "window_close", "late", "clock", "weekends"),
    "posts": ("channel", "language", "digest"),
    "people": ("page", "guests", "rated", "listed", "rooms", "advice"),
}
"""The settings of each form."""
TICKED: Final[Mapping[str, str]] = {"guests": "yes", "rated": "yes", "listed": "yes", "rooms": "on", "advice": "on"}
"""The settings that are boxes, and what each is when it is ticked."""
BOXES: Final = "boxes"


def settings_screen(info: TableInfo, person: Person, line: str = "") -> Screen:
    """Return the settings in words, for the host with a button to the form of each topic. Options fixed at the start
    are shown; changes are posted.
    """
    times = [table_text("settings.head", id=info.id), pace(info), options_in_words.times(info.settings)]
    topics = [topic_line(info, topic) for topic in TOPICS if topic != "times"]
    told = [Text(text) for text in ("\n".join(times), *topics, "\n".join(_fixed(info)))]
    if person.id != info.host.id or info.state == "over":
        told.append(Text(table_text("settings.read_only", host=plainly(info.host.name))))
        return Screen(tuple(told), info.id.lower())
    told += [Text(line)] if line else []
    return Screen((*told, *in_rows(_buttons(info))), info.id.lower())


def _fixed(info: TableInfo) -> list[str]:
    """Return what was fixed at the start, and what the table has agreed on."""
    text = [table_text("settings.options", options=options_in_words.house(info))]
    if info.starts_at is not None:
        text.append(table_text("starts.line", time=date(info.starts_at), left=ago(info.starts_at)))
    if info.settings.note:
        text.append(table_text("settings.note", note=options_in_words.note(info.settings)))
    return text


def _buttons(info: TableInfo) -> list[Button]:
    """Return the buttons to the forms, and to what else the host can change."""
    forms = [Button(topic_name(info, topic), "set_form", topic, lasting=True) for topic in TOPICS]
    running = (("settings.times_button", "times"), ("button.go_back", "rewind")) if info.state == "running" else ()
    more = [Button(table_text(label), verb, lasting=True) for label, verb in running]
    more += [Button(table_text("starts.button"), "starts", lasting=True)] if info.state == "lobby" else []
    return [*forms, *more, Button(table_text("button.status"), "status", lasting=True)]


def topic_name(info: TableInfo, topic: str) -> str:
    """Return what a form is called: in a running game the times are changed elsewhere, by all players."""
    return table_text(
        "settings.short.pace" if (topic, info.state) == ("times", "running") else f"settings.topic.{topic}"
    )


def in_topic(info: TableInfo, topic: str) -> tuple[str, ...]:
    """Return the settings of a form; `window_close` only in games with secret responses."""
    return tuple(name for name in TOPICS[topic] if _can_be_set(info, name))


def _can_be_set(info: TableInfo, name: str) -> bool:
    if name == "window_close":
        return bool(lobby_of(info.game).windows)
    if name == "digest":
        return info.state == "running"
    if name == "page":
        return bool(info.page)
    return info.state == "lobby" or not SETTINGS[name].in_lobby


def topic_line(info: TableInfo, topic: str) -> str:
    """Return the settings of a topic in one line."""
    told = options_in_words.settings(info.settings)
    values = " · ".join(told[name] for name in in_topic(info, topic))
    return table_text("settings.topic_line", topic=topic_name(info, topic), values=values)


def pace(info: TableInfo) -> str:
    """Return the pace, and the time to respond if the game has secret responses."""
    name = table_text(f"pace.{info.settings.pace}")
    if not lobby_of(info.game).windows:
        return table_text("settings.text_plain", pace=name)
    return table_text("settings.text", pace=name, windows=options_in_words.windows(info))


def topic_form(info: TableInfo, topic: str) -> Form:
    """Return the form of a topic, filled with what is set now."""
    names = in_topic(info, topic)
    boxes = tuple(
        choice(name, table_text(f"settings.box.{name}"), chosen=getattr(info.settings, name) == TICKED[name])
        for name in names
        if name in TICKED
    )
    lists: list[Field] = [
        Pick(name, table_text(f"settings.{name}"), _values(info, name), 1, 1, "radio")
        for name in names
        if name not in TICKED
    ]
    ticks = [Pick(BOXES, table_text("settings.boxes"), boxes, 0, len(boxes), "checks")] if boxes else []
    return Form(topic_name(info, topic), (*lists, *ticks), "set_sent", topic, info.id.lower())


def read_topic(info: TableInfo, topic: str, fields: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the settings that a form changes. A field that didn't come changes nothing."""
    wanted = {name: fields[name][0] for name in in_topic(info, topic) if fields.get(name) and name not in TICKED}
    if BOXES in fields:
        for name in (name for name in in_topic(info, topic) if name in TICKED):
            other = next(value for value in VALUES[name] if value != TICKED[name])
            wanted[name] = TICKED[name] if name in fields[BOXES] else other
    return {name: value for name, value in wanted.items() if value != getattr(info.settings, name)}


def times_form(info: TableInfo) -> Form:
    """Return the form for new time settings, which all players must agree to."""
    fields = (
        Pick("late", table_text("settings.late"), _values(info, "late"), least=1),
        Pick("clock", table_text("settings.clock"), _values(info, "clock"), least=1),
        _hours("bank_hours", info.settings.bank_hours),
        _hours("refill_hours", info.settings.refill_hours),
        Pick("weekends", table_text("settings.weekends"), _values(info, "weekends"), least=1),
    )
    return Form(table_text("settings.times_title"), fields, "times_in", table=info.id.lower())


def _hours(name: str, now: int) -> Pick:
    values = sorted({*map(int, VALUES[name]), now})
    shown = [choice(str(hours), value_named(name, str(hours)), chosen=hours == now) for hours in values]
    return Pick(name, table_text(f"settings.{name}"), tuple(shown), least=1, hint=table_text("settings.bank_hint"))


def _values(info: TableInfo, setting: str) -> tuple[MenuChoice, ...]:
    if setting == "pace":
        return pace_choices(info)
    now = getattr(info.settings, setting)
    values = [value for value in VALUES[setting] if value != "members" or info.place.guild is not None]
    return tuple(choice(value, capital(value_named(setting, value)), chosen=value == now) for value in values)


def more_screen(info: TableInfo, person: int | None = None, more: Sequence[Button] = ()) -> Screen:
    """Return the screen of everything else to see or do at a table, with the buttons of features at the end."""
    text = table_text("more.text", title=info.game_title, scenario=info.scenario_title, host=who(info.host))
    buttons = [Button(table_text(f"button.{label}"), verb, option, lasting=True) for label, verb, option in _more(info)]
    if info.state != "over" and info.of(person):
        buttons.append(Button(table_text("button.leave_table"), "leave", lasting=True))
    buttons += more
    head = Text(f"{table_text('more.head', id=info.id)}\n{text}")
    return Screen((head, *in_rows(buttons, ACROSS)), info.id.lower())


def _more(info: TableInfo) -> list[tuple[str, str, str]]:
    """Return what else there is to see at a table, by label, verb and option."""
    if info.state == "lobby":
        story = [("about", "about", "")] if npc_seats.scene(info) else []
        return [*story, *((verb, verb, "") for verb in ("how", "rules", "settings", "help"))]
    others = [("other_scenario", "again", SCENARIO)] if len(scenarios_of(info.game)) > 1 else []
    board = presentation_of(info.game).has_board
    ended = [*([("map", "map", "")] if board else []), ("since", "since", ""), *others] if info.state == "over" else []
    verbs = ("log", "status", "rules", *(("legend",) if board else ()), "settings", "help")
    return [*ended, *((verb, verb, "") for verb in verbs)]


def back_screen(info: TableInfo, points: tuple[CheckpointInfo, ...]) -> Screen:
    """Return the beginnings of the last phases, for the host to go back to."""
    first: dict[str, CheckpointInfo] = {}
    for point in sorted(points, key=lambda p: p.no):
        first.setdefault(point.chapter, point)
    shown = sorted(first.values(), key=lambda p: -p.no)[:POINTS]
    head = table_text("back.head")
    if not shown:
        return Screen((Text(f"{head}\n{table_text('back.none')}"),), info.id.lower())
    lines = tuple(choice(str(p.no), chapter_name(info.game, p.chapter)) for p in shown)
    menu = Menu(table_text("back.menu"), "rewind_ask", lines, lasting=True)
    return Screen((Text(f"{head}\n{table_text('back.text')}"), menu), info.id.lower())


def back_ask(info: TableInfo, point: CheckpointInfo) -> Screen:
    """Return the question whether to go back."""
    yes = Button(table_text("button.back_yes"), "rewind_yes", str(point.no), "danger", lasting=True)
    row = Row((yes, Button(table_text("button.keep"), "stay", lasting=True)))
    return Screen((Text(table_text("back.ask", moment=chapter_name(info.game, point.chapter))), row), info.id.lower())
