"""Screens and forms as plain data for a page of the web: the twin of `bot.ui.layout`.

What a field has by default is left out. Every control has its address as `id`: a page sends it back with the values
chosen or the fields filled in, as Discord does, and all of it is checked again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import msgspec

from bot.ui.parts import (
    Address,
    Button,
    Divider,
    Field,
    Form,
    Gallery,
    Line,
    Menu,
    MenuChoice,
    Note,
    Part,
    Row,
    Screen,
    ScreenPicture,
    Section,
    Text,
    custom_id,
)
from bot.ui.questions.toggle import TOGGLE, toggle_option

Data: TypeAlias = dict[str, Any]
ADDRESSED: Final = frozenset({"verb", "option", "lasting"})
"""The fields of a control that are in its address."""


@dataclass(frozen=True, slots=True)
class PageReader:
    """For whom an answer is shown: how a text in Discord's markdown is written there, and where a picture is found
    (empty: it isn't shown).
    """

    text: Callable[[str], Any]
    picture: Callable[[ScreenPicture], str]


def shown(answer: Screen | Form, reader: PageReader) -> Data:
    """Return a screen or form with all its parts as plain data."""
    if isinstance(answer, Form):
        fields = [_field(field, reader) for field in answer.fields]
        return {"kind": "form", "id": answer.address, "title": answer.title, "fields": fields}
    parts = [made for part in answer.parts if (made := _part(answer, part, reader)) is not None]
    return {"kind": "screen", **_told(answer, {"parts", "accent", "board"}), "parts": parts}


def _part(screen: Screen, part: Part, reader: PageReader) -> Data | None:
    if isinstance(part, Text):
        return {"kind": "text", "text": reader.text(part.text)}
    if isinstance(part, Divider):
        return {"kind": "divider"}
    if isinstance(part, Row):
        links = [_told(link) for link in part.links]
        buttons = [_button(screen, button) for button in part.buttons]
        return {"kind": "row", "buttons": buttons, **({"links": links} if links else {})}
    if isinstance(part, Menu):
        return _menu(screen, part)
    if isinstance(part, Section):
        return {"kind": "section", "text": reader.text(part.text), "button": _button(screen, part.button)}
    return _pictures(part, reader)


def _button(screen: Screen, button: Button) -> Data:
    return {"id": custom_id(screen, button), **_told(button, ADDRESSED)}


def _menu(screen: Screen, menu: Menu) -> Data:
    about = {"id": custom_id(screen, menu), "label": menu.placeholder, "least": menu.least, "most": menu.most}
    return {"kind": "menu", **about, **_one_by_one(screen, menu), "choices": _choices(menu.choices)}


def _one_by_one(screen: Screen, menu: Menu) -> Data:
    """Return the addresses to which one value is sent by itself: `less` takes one away of what the menu adds, `toggle`
    switches it on or off. Nothing else that was chosen is sent along, so that no press undoes another one.
    """
    if screen.ask is None or menu.lasting:
        return {}
    verb, option = (menu.less, menu.option) if menu.less else (TOGGLE, toggle_option(menu))
    where = str(Address(screen.table, screen.ask, verb, option, screen.seat))
    return {"less" if menu.less else "toggle": where}


def _pictures(gallery: Gallery, reader: PageReader) -> Data | None:
    found = [(reader.picture(one), one.alt) for one in gallery.pictures]
    there = [{"address": address, "alt": alt} for address, alt in found if address]
    return {"kind": "pictures", "pictures": there} if there else None


def _choices(choices: Collection[MenuChoice]) -> list[Data]:
    return [_told(choice) for choice in choices]


def _field(field: Field, reader: PageReader) -> Data:
    if isinstance(field, Note):
        return {"kind": "note", "text": reader.text(field.text)}
    if isinstance(field, Line):
        return {"kind": "line", **_told(field), "most": field.most}
    about = {"shape": field.shape, "least": field.least, "most": field.most}
    return {"kind": "pick", **_told(field, {"choices"}), **about, "choices": _choices(field.choices)}


def _told(struct: msgspec.Struct, without: Collection[str] = ()) -> Data:
    """Return the fields of a part that are not what they are by default."""
    fields = [field for field in msgspec.structs.fields(struct) if field.name not in without]
    return {field.name: value for field in fields if (value := getattr(struct, field.name)) != field.default}
