"""The settings of a table: menus for the host, words for the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.contract.table_settings import SETTINGS
from bot.contract.tables import CheckpointInfo, Person, TableInfo
from bot.ui.lobby.screens import pace_menu
from bot.ui.lookup.log import chapter_name
from bot.ui.parts import DESIGN, Button, Form, Menu, MenuChoice, Part, Pick, Row, Screen, Text, choice
from bot.ui.parts import rows as in_rows
from bot.ui.words import options_in_words
from bot.ui.words.options_in_words import value_named
from bot.ui.words.presentations import lobby_of
from bot.ui.words.wording import ago, date, plainly, table_text, who

VALUES: Final[Mapping[str, tuple[str, ...]]] = {name: one.offered for name, one in SETTINGS.items() if one.offered}
STARTS: Final = "starts"
POINTS: Final = DESIGN.menu
ACROSS: Final = 2


def settings_screen(info: TableInfo, person: Person, line: str = "") -> Screen:
    """Return the screen of settings. Options fixed at the start are shown; changes are posted."""
    text = [table_text("settings.head", id=info.id), *([line] if line else []), now(info)]
    text.append(options_in_words.times(info.settings))
    text.append(table_text("settings.options", options=options_in_words.house(info)))
    if info.starts_at is not None:
        text.append(table_text("starts.line", time=date(info.starts_at), left=ago(info.starts_at)))
    if info.settings.note:
        text.append(table_text("settings.note", note=options_in_words.note(info.settings)))
    if person.id != info.host.id or info.state == "over":
        text.append(table_text("settings.read_only", host=plainly(info.host.name)))
        return Screen((Text("\n".join(text)),), info.id.lower())
    fixed = [setting_menu(name, _values(info, name)) for name in _in_lobby(info)]
    parts: list[Part] = [Text("\n".join(text)), *menus(info), *fixed]
    running = (("button.go_back", "rewind"), ("settings.times_button", "times")) if info.state == "running" else ()
    back = [Button(table_text(label), verb, lasting=True) for label, verb in running]
    back += [Button(table_text("starts.button"), "starts", lasting=True)] if info.state == "lobby" else []
    return Screen((*parts, Row((*back, Button(table_text("button.status"), "status", lasting=True)))), info.id.lower())


def _in_lobby(info: TableInfo) -> tuple[str, ...]:
    """Return what is set before the game begins."""
    return tuple(name for name, one in SETTINGS.items() if one.in_lobby) if info.state == "lobby" else ()


def now(info: TableInfo) -> str:
    """Return the settings in one line."""
    pace, channel = table_text(f"pace.{info.settings.pace}"), table_text(f"settings.channel_{info.settings.channel}")
    filled = {"pace": pace, "channel": channel, "guests": table_text(f"settings.guests_{info.settings.guests}")}
    if not lobby_of(info.game).windows:
        return table_text("settings.text_plain", **filled)
    return table_text("settings.text", **filled, windows=options_in_words.windows(info))


def menus(info: TableInfo) -> list[Menu]:
    """Return one menu per setting; `window_close` only in games with secret responses."""
    names = [
        *(["window_close"] if lobby_of(info.game).windows else []),
        *("channel", "guests", "language"),
        *(["digest"] if info.state == "running" else []),
    ]
    return [setting_menu("pace", pace_menu(info).choices), *(setting_menu(n, _values(info, n)) for n in names)]


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
    now = getattr(info.settings, setting)
    return tuple(choice(value, value_named(setting, value), chosen=value == now) for value in VALUES[setting])


def setting_menu(name: str, choices: tuple[MenuChoice, ...]) -> Menu:
    """Return the menu of a setting. Each value repeats the setting's name, since a closed menu shows only that."""
    short = table_text(f"settings.short.{name}")
    shown = tuple(
        choice(one.value, table_text("settings.chosen", setting=short, value=one.label), one.hint, chosen=one.chosen)
        for one in choices
    )
    return Menu(table_text(f"settings.{name}"), "set", shown, name, lasting=True)


def more_screen(info: TableInfo, person: int | None = None, more: Sequence[Button] = ()) -> Screen:
    """Return the screen of everything else to see or do at a table, with the buttons of features at the end."""
    text = table_text("more.text", title=info.game_title, scenario=info.scenario_title, host=who(info.host))
    rows = (
        ("log", "log"),
        ("status", "status"),
        ("rules", "rules"),
        ("legend", "legend"),
        ("settings", "settings"),
        ("help", "help"),
    )
    ended = (("map", "map"), ("since", "since")) if info.state == "over" else ()
    buttons = [Button(table_text(f"button.{label}"), verb, lasting=True) for label, verb in (*ended, *rows)]
    if info.state != "over" and info.of(person):
        buttons.append(Button(table_text("button.leave_table"), "leave", lasting=True))
    buttons += more
    head = Text(f"{table_text('more.head', id=info.id)}\n{text}")
    return Screen((head, *in_rows(buttons, ACROSS)), info.id.lower())


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
