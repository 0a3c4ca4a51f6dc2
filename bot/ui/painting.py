"""Screens with their pictures drawn."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

import discord
import msgspec
import structlog

from bot.ui.parts import Gallery, Part, Screen, ScreenPicture
from render.film import Film
from render.paint.picture import Picture

log = structlog.get_logger(__name__)
Painter: TypeAlias = Callable[[Mapping[str, Any]], Awaitable[Picture | Film]]


async def painted(screen: Screen, paint: Painter | None) -> tuple[Screen, list[discord.File]]:
    """The screen with its pictures; one that cannot be drawn is left out, for the text says everything."""
    parts: list[Part] = []
    files: list[discord.File] = []
    for part in screen.parts:
        if not isinstance(part, Gallery):
            parts.append(part)
            continue
        drawn = [(p, await _drawn(p.recipe, paint)) for p in part.pictures]
        there = [(_described(p, made), made.data) for p, made in drawn if made is not None]
        files += [discord.File(io.BytesIO(png), p.name, description=p.alt) for p, png in there]
        parts += [Gallery(tuple(p for p, _ in there))] if there else []
    return msgspec.structs.replace(screen, parts=tuple(parts)), files


def _described(picture: ScreenPicture, drawn: Picture | Film) -> ScreenPicture:
    if not picture.described or not drawn.alt:
        return picture
    return msgspec.structs.replace(picture, alt=drawn.alt)


async def _drawn(recipe: Mapping[str, Any], paint: Painter | None) -> Picture | Film | None:
    if paint is None:
        return None
    try:
        return await paint(recipe)
    except Exception as error:
        log.exception("picture.failed", recipe=str(recipe.get("draw")), exc_info=error)
        return None
