"""The typefaces, loaded once per size, and the measuring of text."""

from __future__ import annotations

from functools import lru_cache

from PIL import ImageFont

import data

FACES = {
    "title": "Cinzel-Bold",
    "label": "Alegreya-Bold",
    "sea": "Alegreya-BoldItalic",
    "text": "FiraSansCondensed-Medium",
    "note": "FiraSansCondensed-MediumItalic",
    "bold": "FiraSansCondensed-Bold",
}


@lru_cache(maxsize=256)
def font(face: str, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(data.path("fonts", f"{FACES[face]}.ttf")), size)


@lru_cache(maxsize=4096)
def width(text: str, face: str, size: float) -> float:
    return font(face, size).getlength(text)


def wrap(text: str, face: str, size: float, room: float) -> list[str]:
    """Return the text in lines, broken greedily; a word wider than the room gets its own line."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, face, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def shorten(text: str, face: str, size: float, room: float) -> str:
    """Return the text, cut with an ellipsis where it does not fit."""
    if width(text, face, size) <= room:
        return text
    while text and width(text + "…", face, size) > room:
        text = text[:-1]
    return text.rstrip() + "…"
