"""Screens as their reader wants to look at them: pictures in the reader's style or none, texts in the reader's way."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from bot.contract.plain_words import plain, without_signs
from bot.contract.preferences import Preferences
from bot.contract.records import Reader
from bot.tables.game_service import GameService
from bot.tables.work.wishes import picture_style
from bot.ui.emojis import Emojis, with_emojis
from bot.ui.message_faults import faults_of
from bot.ui.parts import DISCORD, Button, Gallery, Menu, MenuChoice, Part, Row, Screen, Section, Text, limits, short
from bot.ui.visit import Visit, own_language, person_of
from engine.core.text import languages, words

OF_PICTURES: Final = "picture"
LISTED: Final = "hand.png"


class ReaderStyle:
    """Finishes screens as their reader wants to look at them."""

    def __init__(self, service: GameService, before: Callable[[Screen, Visit, Reader], Awaitable[Screen]]) -> None:
        """`before` finishes them first."""
        self.service, self.before = service, before
        self._emojis = Emojis(service.deps)

    async def apply(self, screen: Screen, visit: Visit) -> Screen:
        """Return the screen as its reader prefers it: in words alone, or with pictures in their style and emojis."""
        reader = await self.service.reader(person_of(visit), visit.table or screen.table)
        screen = await self.before(screen, visit, reader)
        self._see_language(visit, visit.table or screen.table, reader)
        wanted = reader.preferences
        shown = with_style(screen, picture_style(wanted)) if wanted.pictures else in_words(screen)
        worded = reword_screen(shown, wanted)
        known = (await self._emojis.known()).names(reader.game, reader.scenario) if wanted.emoji else None
        return with_emojis([worded], [known])[0]

    def _see_language(self, visit: Visit, table: str, reader: Reader) -> None:
        """Note the language of the person's client, in which they are written to about the table."""
        language = own_language(visit)
        if table and language in languages() and language != reader.seen_language:
            self.service.see_language(person_of(visit), language)


def with_style(screen: Screen, style: Mapping[str, Any]) -> Screen:
    """Return the screen with its pictures in that style."""
    if not style:
        return screen
    parts = tuple(_in_style(part, style) if isinstance(part, Gallery) else part for part in screen.parts)
    return msgspec.structs.replace(screen, parts=parts)


def _in_style(gallery: Gallery, style: Mapping[str, Any]) -> Gallery:
    drawn = [msgspec.structs.replace(p, recipe={**p.recipe, "style": dict(style)}) for p in gallery.pictures]
    return Gallery(tuple(drawn))


def reword_screen(screen: Screen, wanted: Preferences) -> Screen:
    """Return the screen with its texts as its reader wants them, and pictures after them; as it is if it would
    not fit.
    """
    if wanted.emoji and wanted.words != "first":
        return screen
    parts = [_reworded(part, wanted) for part in screen.parts]
    made = msgspec.structs.replace(screen, parts=tuple(words_first(parts) if wanted.words == "first" else parts))
    return screen if faults_of((made,), DISCORD) else made


def words_first(parts: Sequence[Part]) -> list[Part]:
    """Return the parts with every picture after the text that follows it, and before the next control."""
    made: list[Part] = []
    held: list[Part] = []
    for part in parts:
        if isinstance(part, Gallery):
            held.append(part)
        elif isinstance(part, Text):
            made.append(part)
        else:
            made += [*held, part]
            held = []
    return made + held


def _reworded(part: Part, wanted: Preferences) -> Part:
    if isinstance(part, Text):
        return Text(plain(part.text, wanted) or part.text)
    if isinstance(part, Section):
        text = plain(part.text, wanted) or part.text
        return msgspec.structs.replace(part, text=text, button=_labelled(part.button, wanted))
    if isinstance(part, Row):
        return msgspec.structs.replace(part, buttons=tuple(_labelled(button, wanted) for button in part.buttons))
    if isinstance(part, Menu):
        choices = tuple(_chosen(one, wanted) for one in part.choices)
        return msgspec.structs.replace(part, choices=choices, placeholder=_label(part.placeholder, wanted))
    return part


def _labelled(button: Button, wanted: Preferences) -> Button:
    return msgspec.structs.replace(button, label=_label(button.label, wanted))


def _chosen(one: MenuChoice, wanted: Preferences) -> MenuChoice:
    label, hint = (short(_label(text, wanted), limits().choice) for text in (one.label, one.hint))
    return msgspec.structs.replace(one, label=label, hint=hint)


def _label(text: str, wanted: Preferences) -> str:
    """A label keeps its one line."""
    return text if wanted.emoji else without_signs(text).strip() or text


def in_words(screen: Screen) -> Screen:
    """Return the screen with words instead of pictures and without buttons that lead to one."""
    return msgspec.structs.replace(screen, parts=tuple(made for part in screen.parts for made in _plain(part)))


def _plain(part: Part) -> list[Part]:
    if isinstance(part, Gallery):
        return [Text(picture.alt) for picture in part.pictures if picture.alt and picture.name != LISTED]
    if not isinstance(part, Row):
        return [part]
    hidden = words("table.button.as_picture")
    kept = tuple(b for b in part.buttons if b.verb != OF_PICTURES and b.label != hidden)
    return [msgspec.structs.replace(part, buttons=kept)] if kept or part.links else []
