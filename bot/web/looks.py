"""How a reader of a page wants it: language, palette, size; kept in its address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, get_args

from aiohttp import web

from bot.contract.preferences import Palette
from engine.core.text import ENGLISH, languages
from render.paint.style import HIGH

PALETTES: Final[tuple[str, ...]] = (*get_args(Palette), HIGH)
LANGUAGE, PALETTE, SIZE, AT = "lang", "palette", "size", "at"
LARGE: Final = "large"


@dataclass(frozen=True, slots=True)
class PageLook:
    """The language, palette and size of letters of a page, and the point of the game that it shows (0: now)."""

    language: str = ENGLISH
    palette: str = PALETTES[0]
    large: bool = False
    at: int = 0

    @property
    def key(self) -> str:
        """Return its name in an ETag."""
        return f"{self.language}-{self.palette}-{self.at}"


def look_of(request: web.Request, usual: str) -> PageLook:
    """Return what the address asks for; unknown values count as none. `usual` is the language without any wish."""
    asked = request.query
    palette = asked.get(PALETTE, "")
    at = asked.get(AT, "")
    return PageLook(
        _language(request, usual),
        palette if palette in PALETTES else PALETTES[0],
        asked.get(SIZE) == LARGE,
        int(at) if at.isascii() and at.isdigit() and len(at) < 10 else 0,
    )


def _language(request: web.Request, usual: str) -> str:
    """Return the language that the address names, else the first that the browser asks for and the bot speaks."""
    known = languages()
    wanted = request.query.get(LANGUAGE, "")
    if wanted in known:
        return wanted
    for one in request.headers.get("Accept-Language", "")[:200].split(","):
        spoken = one.partition(";")[0].strip().lower().partition("-")[0]
        if spoken in known:
            return spoken
    return usual if usual in known else ENGLISH
