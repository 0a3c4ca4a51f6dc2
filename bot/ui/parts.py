"""The parts of a message as plain data: texts, pictures, buttons, menus, forms.

A `Screen` or `Form` can be compared, stored as JSON and tested without Discord; `bot.ui.layout` turns it into Discord's
components. The limits of a message are at the end of this module; `bot.ui.message_faults` checks them. Every control
says what it does in its `custom_id`, `s|<table>|<ask>[.<seat>]|<verb>|<option>`, so it works after a restart and knows
its question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import msgspec

from bot.contract.lengths import of_field
from engine.core.text import ISOLATE, left_open

SAND: Final = 0xC8A96A
OPTION: Final = 60
"""The most characters of what a control carries along."""
Style: TypeAlias = Literal["primary", "secondary", "success", "danger"]

DIGITS: Final = re.compile(r"[0-9]{1,9}")
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


class Link(msgspec.Struct, frozen=True, tag=True):
    """A button that opens a web page. Discord doesn't say when it is pressed."""

    label: str
    url: str
    entry: int | None = None
    """The server of a table on whose page the reader plays (0: none): the address is completed with a token for the
    reader where the screen goes out.
    """


class Row(msgspec.Struct, frozen=True, tag=True):
    """Buttons side by side, links behind them: three at most, but for the `fixed` row of posts, which has five short
    ones.
    """

    buttons: tuple[Button, ...]
    fixed: bool = False
    links: tuple[Link, ...] = ()


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
    less: str = ""
    """The verb that takes one of these away again, where choosing adds; Discord has other ways to do that."""


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


class ScreenBoard(msgspec.Struct, frozen=True, tag=True):
    """The board that a screen is about, for surfaces that show one beside it: the seat's own view as its draft makes
    it, the one before, and the pieces of a plan in the order in which they were set.
    """

    view: Any
    before: Any
    plan: tuple[MenuChoice, ...] = ()
    less: str = "less"
    """The verb that takes one of the pieces away again, as is `option`."""
    option: str = ""


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
    board: ScreenBoard | None = None
    """Nothing that Discord shows."""

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
    """Return the text, cut at a word if it is too long; bold that would stay open is dropped."""
    if len(text) <= most:
        return text
    cut = text[: most - 1 - (ISOLATE in text)]
    head, space, _ = cut.rpartition(" ")
    kept = f"{head if space and len(head) > most // 2 else cut}".rstrip(" ,·—-")
    if kept.count("**") % 2:
        kept = "".join(kept.rpartition("**")[::2])
    return f"{kept}{left_open(kept)}…"


def choice(
    value: str, label: str, hint: str = "", *, chosen: bool = False, on: tuple[str, ...] = (), n: int | None = None
) -> MenuChoice:
    """Return a choice whose texts are cut to what fits."""
    most = limits().choice
    return MenuChoice(value, short(label, most), short(hint, most), chosen, on=on, n=n)


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


def links(screen: Screen) -> Iterator[Link]:
    """Yield every link that is a button, in order."""
    for part in screen.parts:
        if isinstance(part, Row):
            yield from part.links


def custom_id(screen: Screen, control: Button | Menu) -> str:
    """Return the address of a control of that screen."""
    if control.lasting:
        return str(Address(screen.table, None, control.verb, control.option))
    return str(Address(screen.table, screen.ask, control.verb, control.option, screen.seat))


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
    url: int = 512
    heard: bool = False


DESIGN: Final = MessageLimits(components=32, text=3200, label=34, address=90, buttons=3, menus=3, primary=1, heard=True)
DISCORD: Final = MessageLimits(components=40, text=4000, label=80, address=100, buttons=5)
PAGE: Final = MessageLimits(
    components=1000, text=100_000, label=200, address=90, buttons=3, menu=1000, choice=200, primary=1, heard=True
)
_ROOM: Final[ContextVar[MessageLimits]] = ContextVar("room", default=DESIGN)


def limits() -> MessageLimits:
    """Return how much a screen that is made here may hold: as designed for Discord, but for another surface."""
    return _ROOM.get()


@contextmanager
def within(room: MessageLimits) -> Iterator[None]:
    """Make the screens inside the block for a surface with these limits."""
    before = _ROOM.set(room)
    try:
        yield
    finally:
        _ROOM.reset(before)


def count(screen: Screen) -> int:
    """Return how many components the message has, including its container."""
    sizes = {Text: 1, Divider: 1, Gallery: 1, Menu: 2, Section: 3}
    return 1 + sum(1 + wide(p) if isinstance(p, Row) else sizes[type(p)] for p in screen.parts)


def wide(row: Row) -> int:
    """Return how many stand side by side in the row."""
    return len(row.buttons) + len(row.links)


def raw_text(screen: Screen) -> int:
    """Return how many characters of text the message has."""
    return sum(len(part.text) for part in screen.parts if isinstance(part, Text | Section))
