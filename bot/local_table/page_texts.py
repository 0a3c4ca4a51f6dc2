"""Texts of the local table's page and refusals, in the languages of the catalogue."""

from __future__ import annotations

from typing import Any, Final

from aiohttp import web

from bot.local_table.errors import ActRefused
from engine.core.text import ENGLISH, catalogue, languages, words

PAGE: Final = "page."


def page_texts(language: str) -> dict[str, dict[str, str]]:
    """Return the `words` of the page by key, in English where that language lacks one, and the `languages` by their
    names.
    """
    spoken = catalogue(language) if language in languages() else {}
    texts = {key: spoken.get(key, text) for key, text in catalogue(ENGLISH).items() if key.startswith(PAGE)}
    named = {one: catalogue(one).get(f"{PAGE}name", one) for one in languages()}
    return {"words": {key.removeprefix(PAGE): text for key, text in texts.items()}, "languages": named}


async def serve_texts(request: web.Request) -> web.Response:
    """Return the texts in the language that the path names."""
    return web.json_response(page_texts(request.match_info["language"]), headers={"Cache-Control": "no-cache"})


def act_refused(key: str, **said: Any) -> ActRefused:
    """Return the refusal of an act, in the language being spoken."""
    return ActRefused(words(f"{PAGE}refusal.{key}", **said))
