"""Films of whole games: drawn picture by picture among all others, one film at a time, and kept for a while."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import msgspec

from engine.core.text import current_language
from render.film import Film, film
from render.paint.picture import Picture

FILM: Final = "film"
KEPT: Final = 3
Draws = Callable[[Mapping[str, Any]], Awaitable[Picture]]


class Films:
    """The latest films, and those being made; requests for the same film share it. The pictures of the last film are
    cached too.
    """

    def __init__(self, draw: Draws) -> None:
        self._draw = draw
        self._one = asyncio.Lock()
        self._kept: OrderedDict[bytes, asyncio.Task[Film]] = OrderedDict()
        self._last: tuple[bytes, list[bytes]] = (b"", [])

    async def film(self, recipe: Mapping[str, Any]) -> Film:
        """Return the film of a recipe: `game`, its `views` in order, `each` (milliseconds a picture) and `style`.

        Its words are in the language being spoken.
        """
        key = await asyncio.to_thread(_key, recipe)
        if key not in self._kept:
            self._kept[key] = asyncio.create_task(self._made(recipe))
            self._forget()
        try:
            return await asyncio.shield(self._kept[key])
        except Exception:
            self._kept.pop(key, None)
            raise

    def _forget(self) -> None:
        over = [key for key, task in self._kept.items() if task.done()]
        for key in over[: max(0, len(self._kept) - KEPT)]:
            del self._kept[key]

    async def _made(self, recipe: Mapping[str, Any]) -> Film:
        async with self._one:
            return await asyncio.to_thread(film, await self._pictures(recipe), int(recipe["each"]))

    async def _pictures(self, recipe: Mapping[str, Any]) -> list[bytes]:
        """Return the pictures of a recipe; those of the last film are kept, for a film at another speed."""
        key = await asyncio.to_thread(_key, {**recipe, "each": 0})
        if key != self._last[0]:
            self._last = key, [(await self._draw(one)).png for one in pictures_of(recipe)]
        return self._last[1]


def pictures_of(recipe: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the recipes of its pictures: boards, each with what has changed since the one before."""
    views, style = list(recipe["views"]), recipe.get("style") or {}
    boards = zip(views, [None, *views], strict=False)
    return [
        {
            "draw": "board",
            "game": recipe["game"],
            "view": view,
            "options": {"since": before} if before else {},
            "style": style,
        }
        for view, before in boards
    ]


def _key(recipe: Mapping[str, Any]) -> bytes:
    return hashlib.blake2b(msgspec.json.encode((recipe, current_language())), digest_size=16).digest()
