"""Screens as their reader wants to look at them: with pictures in the reader's style, or in words alone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import msgspec

from bot.service.game_service import GameService
from bot.service.people.preferences import picture_style
from bot.ui.lobby.lobby_handlers import person_of
from bot.ui.parts import Gallery, Part, Row, Screen, Text
from bot.ui.router import Visit
from bot.values import Reader
from engine.core.text import words

OF_PICTURES: Final = "picture"
LISTED: Final = "hand.png"


class Looks:
    """Finishes screens as their reader wants to look at them."""

    def __init__(self, service: GameService, before: Callable[[Screen, Visit, Reader], Awaitable[Screen]]) -> None:
        """`before` finishes them first."""
        self.service, self.before = service, before

    async def on(self, screen: Screen, visit: Visit) -> Screen:
        """The screen, in words alone for whoever wants no pictures, else with pictures in the reader's style."""
        reader = await self.service.reader(person_of(visit), visit.table or screen.table)
        screen = await self.before(screen, visit, reader)
        wanted = reader.preferences
        return styled(screen, picture_style(wanted)) if wanted.pictures else in_words(screen)


def styled(screen: Screen, style: Mapping[str, Any]) -> Screen:
    """The screen with its pictures in that style."""
    if not style:
        return screen
    parts = tuple(_in_style(part, style) if isinstance(part, Gallery) else part for part in screen.parts)
    return msgspec.structs.replace(screen, parts=parts)


def _in_style(gallery: Gallery, style: Mapping[str, Any]) -> Gallery:
    drawn = [msgspec.structs.replace(p, recipe={**p.recipe, "style": dict(style)}) for p in gallery.pictures]
    return Gallery(tuple(drawn))


def in_words(screen: Screen) -> Screen:
    """The screen without pictures: their words stand in for them, and no button leads to one."""
    return msgspec.structs.replace(screen, parts=tuple(made for part in screen.parts for made in _plain(part)))


def _plain(part: Part) -> list[Part]:
    if isinstance(part, Gallery):
        return [Text(picture.alt) for picture in part.pictures if picture.alt and picture.name != LISTED]
    if not isinstance(part, Row):
        return [part]
    hidden = words("table.button.as_picture")
    kept = tuple(b for b in part.buttons if b.verb != OF_PICTURES and b.label != hidden)
    return [msgspec.structs.replace(part, buttons=kept)] if kept else []
