"""Parts of a board as WebP, for readers that put it together themselves."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any, Final

from PIL import Image

from render.paint.picture import sharpen
from render.paint.style import sharp

QUALITY: Final = 80  # of a base map
METHOD: Final = 4
TONES, LETTERS = 48, 32  # of a sprite; of names, all of them together


@dataclass(frozen=True, slots=True)
class Webp:
    """A picture as WebP, and its size in pixels."""

    data: bytes
    width: int
    height: int


def ground_webp(picture: Image.Image) -> Webp:
    """Return a base map."""
    return _packed(picture.convert("RGB"), quality=QUALITY)


def names_webp(names: Image.Image) -> Webp:
    """Return names on a clear ground."""
    return _crisp(names, LETTERS)


def sprite_webp(sprite: Image.Image) -> Webp:
    """Return a sprite."""
    return _crisp(sprite, TONES)


def _crisp(picture: Image.Image, tones: int) -> Webp:
    """Return the picture in few tones and else without loss, which is both crisper and lighter than with."""
    few = picture.convert("RGBA").quantize(tones, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    return _packed(few.convert("RGBA"), lossless=True)


def _packed(picture: Image.Image, **how: Any) -> Webp:
    """Return the picture packed; in black and white, with the cover it had, where the contrast is to be high."""
    shown, out = sharpen(picture.convert("RGB")) if sharp() else picture, io.BytesIO()
    if sharp() and picture.mode == "RGBA":
        shown.putalpha(picture.getchannel("A"))
    shown.save(out, "WEBP", method=METHOD, **how)
    return Webp(out.getvalue(), picture.width, picture.height)
