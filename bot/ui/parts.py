"""What a message is made of, as plain data: texts, pictures, buttons and menus, and forms.

A `Screen` or `Form` can be compared, stored as JSON and tested without Discord; `bot.ui.layout` turns it into
components of Discord, `bot.ui.limits` says what does not fit. Every control names what it does in its `custom_id`,
which is `s|<table>|<ask>[.<seat>]|<verb>|<option>`, so that it works after a restart and tells its question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import msgspec

from bot.lengths import of_field

SAND: Final = 0xC8A96A
CHOICE: Final = 100
Style: TypeAlias = Literal["primary", "secondary", "success", "danger"]

DIGITS: Final = re.compile(r"[0-9]{1,9}")
ADDRESS: Final = re.compile(
    r"s\|(?P<table>[0-9a-zA-Z]{0,8})\|(?P<ask>[0-9]{0,6})(?:\.(?P<seat>[0-9]{1,2}))?"
    r"\|(?P<verb>[a-z_]{1,10})\|(?P<option>.{0,60})"
)


@dataclass(frozen=True, slots=True)
class Address:
    """What a `custom_id` says: the table (base 36), the ask (None: whatever is asked now), a verb and an option.

    `seat` is the number of the seat whose screen it is, 0 if that does not matter.
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
    """The address of a control, or None if it is none of ours."""
    found = ADDRESS.fullmatch(custom_id)
    if found is None:
        return None
    ask = found["ask"]
    return Address(found["table"], int(ask) if ask else None, found["verb"], found["option"], int(found["seat"] or 0))


def number(text: str) -> int | None:
    """The number that an option or value which comes back from a client is, of nine digits at most; None for none."""
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
    """A picture by its recipe, drawn when the message is sent; `name` is its file name."""

    name: str
    alt: str
    recipe: dict[str, Any] = {}


class Gallery(msgspec.Struct, frozen=True, tag=True):
    """Pictures, one or several."""

    pictures: tuple[ScreenPicture, ...]


Part: TypeAlias = Text | Divider | Row | Menu | Section | Gallery


class Screen(msgspec.Struct, frozen=True, tag=True):
    """A message: its parts in one container. `table`, `ask` and `seat` go into the address of every control."""

    parts: tuple[Part, ...]
    table: str = ""
    ask: int | None = None
    seat: int = 0
    accent: int | None = SAND

    def with_line(self, line: str) -> Screen:
        """The same screen with a line of text on top."""
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
        """The most characters: `bot.lengths`."""
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
        """Its `custom_id`."""
        return str(Address(self.table, self.ask, self.verb, self.option, self.seat))


def short(text: str, most: int) -> str:
    """The text, cut at a word if it is too long."""
    if len(text) <= most:
        return text
    cut = text[: most - 1]
    head, space, _ = cut.rpartition(" ")
    return f"{head if space and len(head) > most // 2 else cut}".rstrip(" ,·—-") + "…"


def choice(value: str, label: str, hint: str = "", *, chosen: bool = False) -> MenuChoice:
    """A choice whose texts are cut to what fits."""
    return MenuChoice(value, short(label, CHOICE), short(hint, CHOICE), chosen)


def rows(buttons: Iterable[Button], wide: int = 3) -> list[Row]:
    """The buttons in as few rows as it takes."""
    all_of_them = tuple(buttons)
    return [Row(all_of_them[i : i + wide]) for i in range(0, len(all_of_them), wide)]


def controls(screen: Screen) -> Iterator[Button | Menu]:
    """Every button and menu, in order."""
    for part in screen.parts:
        if isinstance(part, Row):
            yield from part.buttons
        elif isinstance(part, Menu):
            yield part
        elif isinstance(part, Section):
            yield part.button


def custom_id(screen: Screen, control: Button | Menu) -> str:
    """The address of a control of that screen."""
    if control.lasting:
        return str(Address(screen.table, None, control.verb, control.option))
    return str(Address(screen.table, screen.ask, control.verb, control.option, screen.seat))
