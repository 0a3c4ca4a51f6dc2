"""A finished picture: bytes to send and words for those who cannot see it.

The bytes are a PNG with a palette. Pillow hands its compressor one row after another; all rows at once take libdeflate
half the time, for fewer bytes.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import deflate
import numpy as np
from PIL import Image

from render.paint.palette import Rgb
from render.paint.style import sharp

COLOURS = 144
HEAVY = 400 * 1024  # bytes from which fewer colours are tried
LIGHT = 80 * 1024  # bytes of a chart at most
FEWER = (32, 24, 16)  # colours that are mixed beside those that a chart keeps, until it is light enough
QUICKLY, THOROUGHLY, SLOWLY = 5, 7, 9  # levels of libdeflate: 5 takes half the time of 7, for 3 % more bytes
ALT_LIMIT = 1024
DARK, PALE = 90, 200  # what becomes black and what becomes white where the contrast is to be high
SIGNATURE = b"\x89PNG\r\n\x1a\n"
DEPTH, WITH_PALETTE = 8, 3  # bits of a pixel, and what they are


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG, its alternative text of at most 1,024 characters, and its size in pixels."""

    png: bytes
    alt: str
    width: int
    height: int

    @property
    def data(self) -> bytes:
        """Return the bytes to send."""
        return self.png


def encode(picture: Image.Image, colours: int = COLOURS) -> bytes:
    """Return the picture as a PNG with a palette; where it would be too large it is pressed harder, then it gets fewer
    colours. The same picture always gives the same bytes.
    """
    found = b""
    for number in (colours, 96, 64):
        reduced = picture.quantize(number, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        for pressed in (QUICKLY, THOROUGHLY):
            found = png(reduced, pressed)
            if len(found) <= HEAVY:
                return found
    return found


def lighten(picture: Image.Image, kept: Sequence[Rgb]) -> bytes:
    """Return the picture as a PNG of no more than 80 KiB, as far as may be. The colours `kept` stay what they are, all
    others are mixed from fewer and fewer.
    """
    found = encode(picture)
    for mixed in FEWER:
        if len(found) <= LIGHT:
            break
        found = png(in_colours(picture, kept, mixed), SLOWLY)
    return found


def in_colours(picture: Image.Image, kept: Sequence[Rgb], mixed: int) -> Image.Image:
    """Return the picture in these colours and so many more, which fit a quarter of its pixels best."""
    quarter = picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.NEAREST)
    found = quarter.quantize(mixed, method=Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
    palette = Image.new("P", (1, 1))
    palette.putpalette([*(value for colour in kept for value in colour), *(found.getpalette() or [])[: 3 * mixed]])
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


def sharpen(picture: Image.Image) -> Image.Image:
    """Return the picture in grey, with dark tones made black and pale ones white."""
    steps = [round(255 * min(1.0, max(0.0, (v - DARK) / (PALE - DARK)))) for v in range(256)]
    return picture.convert("L").point(steps).convert("RGB")


def finish(picture: Image.Image, alt: str, colours: int = COLOURS, kept: Sequence[Rgb] = ()) -> Picture:
    """Return the picture encoded, with its words; as light as a chart if there are colours to be `kept`.

    Raises ValueError if the words are too long for Discord.
    """
    if len(alt) > ALT_LIMIT:
        raise ValueError(f"alternative text of {len(alt)} characters")
    shown = sharpen(picture) if sharp() else picture
    encoded = lighten(shown, () if sharp() else kept) if kept else encode(shown, colours)
    return Picture(encoded, alt, picture.width, picture.height)


def png(picture: Image.Image, level: int) -> bytes:
    """Return a picture of mode P without transparency as a PNG, pressed at a level of libdeflate, 1 to 12. The same
    picture always gives the same bytes.
    """
    rows = np.zeros((picture.height, picture.width + 1), np.uint8)  # the first byte of a row: it is not filtered
    rows[:, 1:] = np.asarray(picture)
    head = struct.pack(">IIBBBBB", picture.width, picture.height, DEPTH, WITH_PALETTE, 0, 0, 0)
    palette, pixels = bytes(picture.getpalette() or ()), bytes(deflate.zlib_compress(rows.data, level))
    chunks = ((b"IHDR", head), (b"PLTE", palette), (b"IDAT", pixels), (b"IEND", b""))
    return SIGNATURE + b"".join(chunk(kind, data) for kind, data in chunks)


def chunk(kind: bytes, data: bytes) -> bytes:
    """Return a part of the file: its length, its kind, what it holds, and the check of both."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
