"""The parts of a message as plain data: texts, pictures, buttons, menus, forms.

A `Screen` or `Form` can be compared, stored as JSON and tested without Discord; `bot.ui.layout` turns it into Discord's
components. The limits of a message are at the end of this module, with checks for them. Every control says what it does
in its `custom_id`, `s|<table>|<ask>[.<seat>]|<verb>|<option>`, so it works after a restart and knows its question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, Literal, TypeAlias

import msgspec

from bot.contract.lengths import of_field
from engine.core.text import ISOLATE, left_open

SAND: Final = 0xC8A96A
CHOICE: Final = 100
OPTION: Final = 60
"""The most characters of what a control carries along."""
Style: TypeAlias = Literal["primary", "secondary", "success", "danger"]

DIGITS: Final = re.compile(r"[0-9]{1,9}")
MARKS: Final = re.compile(r"\*\*\w|`|<t:-?[0-9]|<[@#][!&]?[0-9]|\\[*_~|]")
ADDRESS: Final = re.compile(
    r"s\|(?P<table>[0-9a-zA-Z]{0,8})\|(?P<ask>[0-9]{0,6})(?:\.(?P<seat>[0-9]{1,2}))?"
    r"\|(?P<verb>[a-z_]{1,10})\|(?P<option>.{0,60})"
)


@dataclass(frozen=True, slots=True)
class Address:
    """The content of a `custom_id`: table (base 36), ask (None: the present one), verb and option.

    `seat` is the number of the seat whose screen it is, 0 if that doesn't matter.
    """

    table: str
    ask: int | None
    verb: str
    option: str = ""
    seat: int = 0

    def __str__(self) -> str:
        ask = "" if self.ask is None else str(self.ask)
        seat = f".{self.seat}" if self.seat else ""
        return f"s|{self.table}|{ask}{seat}|{self.verb}|{self.option}"


def address(custom_id: str) -> Address | None:
    """Return the address of a control, or None if it is none of ours."""
    found = ADDRESS.fullmatch(custom_id)
    if found is None:
        return None
    ask = found["ask"]
    return Address(found["table"], int(ask) if ask else None, found["verb"], found["option"], int(found["seat"] or 0))


def number(text: str) -> int | None:
    """Return the number in an option or value that comes back from a client, of nine digits at most; None for none."""
    return int(text) if DIGITS.fullmatch(text) else None


class Text(msgspec.Struct, frozen=True, tag=True):
    """Text in Discord's markdown."""

    text: str


class Divider(msgspec.Struct, frozen=True, tag=True):
    """A line across."""


class Button(msgspec.Struct, frozen=True, tag=True):
    """A button. A `lasting` one carries no ask number and so never goes stale."""

    label: str
    verb: str
    option: str = ""
    style: Style = "secondary"
    disabled: bool = False
    lasting: bool = False
    emoji: str = ""
    """How the emoji before the label is written (`<:name:id>`); put in where the message goes out."""
    on: tuple[str, ...] = ()
    """The shapes of the board whose clicks mean the same (`engine.core.ask.Option`); nothing that Discord shows."""


class Row(msgspec.Struct, frozen=True, tag=True):
    """Buttons side by side: three at most, but for the `fixed` row of posts, which has five short ones."""

    buttons: tuple[Button, ...]
    fixed: bool = False


class MenuChoice(msgspec.Struct, frozen=True, tag=True):
    """One line of a menu or of a list in a form."""

    value: str
    label: str
    hint: str = ""
    chosen: bool = False
    emoji: str = ""
    """As that of a button; options of forms have none."""
    on: tuple[str, ...] = ()
    """As those of a button."""
    n: int | None = None
    """How many pieces a move takes along."""


class Menu(msgspec.Struct, frozen=True, tag=True):
    """A menu from which `least` to `most` choices are taken."""

    placeholder: str
    verb: str
    choices: tuple[MenuChoice, ...]
    option: str = ""
    least: int = 1
    most: int = 1
    lasting: bool = False


class Section(msgspec.Struct, frozen=True, tag=True):
    """Text with a button beside it."""

    text: str
    button: Button


class ScreenPicture(msgspec.Struct, frozen=True, tag=True):
    """A picture as a recipe, drawn when the message is sent; `name` is its file name.

    With `described`, the alternative text comes from the drawing, as in posts; `alt` is used if there is no drawing.
    """

    name: str
    alt: str
    recipe: dict[str, Any] = {}
    described: bool = False


class Gallery(msgspec.Struct, frozen=True, tag=True):
    """Pictures, one or several."""

    pictures: tuple[ScreenPicture, ...]


Part: TypeAlias = Text | Divider | Row | Menu | Section | Gallery


class Screen(msgspec.Struct, frozen=True, tag=True):
    """A message: its parts in one container."""

    parts: tuple[Part, ...]
    table: str = ""
    """Goes into the address of every control, as do `ask` and `seat`."""
    ask: int | None = None
    seat: int = 0
    accent: int | None = SAND
    live: Literal["", "rest", "asked"] = ""
    """Whether My turn shows it: a question (`asked`), or that there is none (`rest`), until the next question."""

    def with_line(self, line: str) -> Screen:
        """Return the same screen with a line of text on top."""
        return msgspec.structs.replace(self, parts=(Text(line), *self.parts)) if line else self


class Note(msgspec.Struct, frozen=True, tag=True):
    """Text inside a form."""

    text: str


class Line(msgspec.Struct, frozen=True, tag=True):
    """A field to type in. With `long` it takes several lines. How much can be typed follows from its key."""

    key: str
    label: str
    value: str = ""
    example: str = ""
    hint: str = ""
    least: int = 0
    long: bool = False

    @property
    def most(self) -> int:
        """Return the most characters: `bot.contract.lengths`."""
        return of_field(self.key)


class Pick(msgspec.Struct, frozen=True, tag=True):
    """A list of a form. `shape`: a menu, round buttons (exactly one, 2-10 choices) or boxes (1-10 choices)."""

    key: str
    label: str
    choices: tuple[MenuChoice, ...]
    least: int = 0
    most: int = 1
    shape: Literal["menu", "radio", "checks"] = "menu"
    hint: str = ""


Field: TypeAlias = Note | Line | Pick


class Form(msgspec.Struct, frozen=True, tag=True):
    """A form of up to five fields; what is filled in comes back under `verb` and `option`."""

    title: str
    fields: tuple[Field, ...]
    verb: str
    option: str = ""
    table: str = ""
    ask: int | None = None
    seat: int = 0

    @property
    def address(self) -> str:
        """Return its `custom_id`."""
        return str(Address(self.table, self.ask, self.verb, self.option, self.seat))


def refilled(form: Form, filled: Mapping[str, Sequence[str]]) -> Form:
    """Return the form with what was filled in before, in place of what is set."""
    fields = tuple(_refilled(field, filled) for field in form.fields)
    return msgspec.structs.replace(form, fields=fields)


def _refilled(field: Field, filled: Mapping[str, Sequence[str]]) -> Field:
    if isinstance(field, Note) or field.key not in filled:
        return field
    values = filled[field.key]
    if isinstance(field, Line):
        return msgspec.structs.replace(field, value=next(iter(values), ""))
    choices = tuple(msgspec.structs.replace(one, chosen=one.value in values) for one in field.choices)
    return msgspec.structs.replace(field, choices=choices)


def short(text: str, most: int) -> str:
    """Return the text, cut at a word if it is too long."""
    if len(text) <= most:
        return text
    cut = text[: most - 1 - (ISOLATE in text)]
    head, space, _ = cut.rpartition(" ")
    kept = f"{head if space and len(head) > most // 2 else cut}".rstrip(" ,·—-")
    return f"{kept}{left_open(kept)}…"


def choice(
    value: str, label: str, hint: str = "", *, chosen: bool = False, on: tuple[str, ...] = (), n: int | None = None
) -> MenuChoice:
    """Return a choice whose texts are cut to what fits."""
    return MenuChoice(value, short(label, CHOICE), short(hint, CHOICE), chosen, on=on, n=n)


def rows(buttons: Iterable[Button], wide: int = 3) -> list[Row]:
    """Return the buttons in as few rows as it takes."""
    all_of_them = tuple(buttons)
    return [Row(all_of_them[i : i + wide]) for i in range(0, len(all_of_them), wide)]


def controls(screen: Screen) -> Iterator[Button | Menu]:
    """Yield every button and menu, in order."""
    for part in screen.parts:
        if isinstance(part, Row):
            yield from part.buttons
        elif isinstance(part, Menu):
            yield part
        elif isinstance(part, Section):
            yield part.button


def custom_id(screen: Screen, control: Button | Menu) -> str:
    """Return the address of a control of that screen."""
    if control.lasting:
        return str(Address(screen.table, None, control.verb, control.option))
    return str(Address(screen.table, screen.ask, control.verb, control.option, screen.seat))


class TooMuch(ValueError):
    """A message doesn't fit; the text says what is too long or too many."""


@dataclass(frozen=True, slots=True)
class MessageLimits:
    """How much one message may hold. `primary`: how many buttons may stand out. `heard`: its order must also make sense
    when it is read aloud.
    """

    components: int
    text: int
    label: int
    address: int
    buttons: int
    menu: int = 25
    menus: int = 40
    primary: int = 40
    choice: int = 100
    title: int = 45
    heard: bool = False


DESIGN: Final = MessageLimits(components=32, text=3200, label=34, address=90, buttons=3, menus=3, primary=1, heard=True)
DISCORD: Final = MessageLimits(components=40, text=4000, label=80, address=100, buttons=5)
FIXED_ROW: Final = 5


def count(screen: Screen) -> int:
    """Return how many components the message has, including its container."""
    sizes = {Text: 1, Divider: 1, Gallery: 1, Menu: 2, Section: 3}
    return 1 + sum(1 + len(p.buttons) if isinstance(p, Row) else sizes[type(p)] for p in screen.parts)


def raw_text(screen: Screen) -> int:
    """Return how many characters of text the message has."""
    return sum(len(part.text) for part in screen.parts if isinstance(part, Text | Section))


def faults(screen: Screen, limits: MessageLimits = DESIGN) -> list[str]:
    """Return what of the screen is too long, too many or named twice."""
    return faults_of((screen,), limits)


def faults_of(screens: Sequence[Screen], limits: MessageLimits = DESIGN) -> list[str]:
    """Return what is too long, too many or named twice if one message holds these screens, each in a container."""
    found = [
        *_over("components", sum(map(count, screens)), limits.components),
        *_over("characters of text", sum(map(raw_text, screens)), limits.text),
    ]
    for screen in screens:
        if not raw_text(screen) >= 1 and not any(isinstance(p, Gallery) for p in screen.parts):
            found.append("no text at all")
        found += [fault for part in screen.parts for fault in _part_faults(part, limits)]
        found += _crowd(screen, limits)
        found += [*unexplained_parts(screen), *stray_markdown(screen)] if limits.heard else []
    ids = [custom_id(screen, control) for screen in screens for control in controls(screen)]
    found += [f"{i!r} is there twice" for i in sorted(set(ids)) if ids.count(i) > 1]
    found += [f"{i!r} is no address" for i in ids if len(i) > limits.address or address(i) is None]
    return found


def _crowd(screen: Screen, limits: MessageLimits) -> list[str]:
    """Return what of the controls is too many to look at: menus, and buttons that stand out."""
    there = list(controls(screen))
    primary = [one for one in there if isinstance(one, Button) and one.style == "primary"]
    menus = _over("menus", sum(isinstance(one, Menu) for one in there), limits.menus)
    return menus + _over("buttons that stand out", len(primary), limits.primary)


def unexplained_parts(screen: Screen) -> list[str]:
    """Return parts that don't make sense when the screen is read aloud: between two dividers, controls before all text,
    or text after all controls.
    """
    found: list[str] = []
    for across, stretch in groupby(screen.parts, lambda part: isinstance(part, Divider)):
        kinds = [isinstance(part, Row | Menu) for part in stretch if not isinstance(part, Gallery)]
        if not across and any(kinds):
            found += ["a control before its text"] if kinds[0] else []
            found += [] if kinds[-1] else ["text after all controls"]
    return found


def stray_markdown(screen: Screen) -> list[str]:
    """Return marks of markdown where Discord would show them as typed: labels, hints, placeholders, alternative
    texts.
    """
    plain = [picture.alt for part in screen.parts if isinstance(part, Gallery) for picture in part.pictures]
    for control in controls(screen):
        plain += [control.label] if isinstance(control, Button) else [control.placeholder, *_shown(control.choices)]
    return _raw(plain)


def _shown(choices: Sequence[MenuChoice]) -> list[str]:
    return [text for one in choices for text in (one.label, one.hint)]


def _raw(plain: Sequence[str]) -> list[str]:
    return [f"{text!r} shows its marks" for text in plain if MARKS.search(text)]


def _over(what: str, there: int, most: int) -> list[str]:
    return [f"{there} {what}, {most} at most"] if there > most else []


def _part_faults(part: Part, limits: MessageLimits) -> list[str]:
    if isinstance(part, Menu):
        return _menu_faults(part, limits)
    if isinstance(part, Section):
        return _button_faults(part.button, limits)
    if isinstance(part, Row):
        most = FIXED_ROW if part.fixed else limits.buttons
        found = [] if part.buttons else ["a row without buttons"]
        found += _over("buttons in a row", len(part.buttons), most)
        return found + [fault for button in part.buttons for fault in _button_faults(button, limits)]
    if isinstance(part, Text) and not part.text.strip():
        return ["an empty text"]
    if isinstance(part, Gallery):
        alts = [_over("characters of an alt text", len(picture.alt), 1024) for picture in part.pictures]
        return [fault for alt in alts for fault in alt] + _over("pictures", len(part.pictures), 10)
    return []


def _button_faults(button: Button, limits: MessageLimits) -> list[str]:
    if not button.label.strip():
        return [f"a button of {button.verb} without words"]
    return _over(f"characters of the label {button.label!r}", len(button.label), limits.label)


def _menu_faults(menu: Menu, limits: MessageLimits) -> list[str]:
    found = _choice_faults(menu.choices, menu.least, menu.most, limits)
    found += [] if menu.placeholder.strip() else ["no placeholder that says what it sets"]
    found += _over(f"characters of the placeholder {menu.placeholder!r}", len(menu.placeholder), limits.choice)
    return [f"menu {menu.verb}: {fault}" for fault in found]


def _choice_faults(choices: tuple[MenuChoice, ...], least: int, most: int, limits: MessageLimits) -> list[str]:
    values = [c.value for c in choices]
    found = [] if choices else ["no choices"]
    found += _over("choices", len(choices), limits.menu)
    if not 0 <= least <= most <= len(choices) or most < 1:
        found.append(f"{least} to {most} of {len(choices)} cannot be taken")
    if sum(c.chosen for c in choices) > most:
        found.append("more are chosen than may be")
    found += [f"choice {v!r} is there twice" for v in sorted(set(values)) if values.count(v) > 1]
    texts = [text for c in choices for text in (c.value, c.label, c.hint)]
    found += [f"{text!r} is too long" for text in texts if len(text) > limits.choice]
    found += [f"choice {c.value!r} has no label or value" for c in choices if not c.label or not c.value]
    return found


def form_faults(form: Form, limits: MessageLimits = DESIGN) -> list[str]:
    """Return what of the form is too long or too many."""
    found = _over("characters of the title", len(form.title), limits.title) + _over("fields", len(form.fields), 5)
    found += [f"{form.address!r} is no address"] if address(form.address) is None else []
    found += [] if form.fields else ["no fields"]
    keys = [field.key for field in form.fields if not isinstance(field, Note)]
    found += [f"field {key!r} is there twice" for key in sorted(set(keys)) if keys.count(key) > 1]
    found += _raw(_plain(form)) if limits.heard else []
    for field in form.fields:
        if isinstance(field, Note):
            found += _over("characters of a note", len(field.text), limits.text)
            continue
        found += _over(f"characters of the label {field.label!r}", len(field.label), limits.title)
        found += _over(f"characters of the hint of {field.label!r}", len(field.hint), limits.choice)
        if isinstance(field, Pick):
            found += _pick_faults(field, limits)
        else:
            found += _over(f"characters of {field.key}", len(field.value), field.most)
            found += _over(f"characters of the example of {field.key}", len(field.example), limits.choice)
    return found


def _plain(form: Form) -> list[str]:
    """Return the texts of a form that nobody can edit."""
    fields = [field for field in form.fields if not isinstance(field, Note)]
    texts = [text for field in fields for text in (field.label, field.hint)]
    texts += [field.example for field in fields if isinstance(field, Line)]
    return [
        form.title,
        *texts,
        *(text for field in fields if isinstance(field, Pick) for text in _shown(field.choices)),
    ]


def _pick_faults(field: Pick, limits: MessageLimits) -> list[str]:
    found = _choice_faults(field.choices, field.least, field.most, limits)
    if field.shape != "menu":
        found += _over("choices to see at once", len(field.choices), 10)
    if field.shape == "radio" and len(field.choices) < 2:
        found.append("round buttons need two choices")
    return [f"{field.key}: {fault}" for fault in found]
