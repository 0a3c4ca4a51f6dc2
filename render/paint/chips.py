"""Round badges and pills, as sprites."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from render.paint.canvas import SUPER, Mount, Outline, frame_face, mount, mount_face, shrink
from render.paint.fonts import font
from render.paint.icons import icon
from render.paint.palette import PAPER, Rgb


def round_outline(size: float, r: float) -> Outline:
    def outline(draw: ImageDraw.ImageDraw, extra: float) -> None:
        reach = r + extra
        draw.ellipse([size / 2 - reach, size / 2 - reach, size / 2 + reach, size / 2 + reach], fill=255)

    return outline


@lru_cache(maxsize=16)
def round_mount(size: int, units: float, k: float) -> Mount:
    """Return the mount of round badges of that size."""
    return mount((size, size), round_outline(size, units * k / 2 - 1.6 * k), k, 1.3, 1.2)


@lru_cache(maxsize=64)
def roundel(glyph: str, ground: Rgb, ink: Rgb, unit: float, units: float = 22) -> Image.Image:
    """Return a round badge with a pictogram."""
    k = unit * SUPER
    size = round((units + 8) * k)
    face = Image.new("RGBA", (size, size), (*ground, 255))
    sign = icon(glyph, units * 0.7 * k, ink)
    face.alpha_composite(sign, (round((size - sign.width) / 2), round((size - sign.height) / 2)))
    return shrink(mount_face(round_mount(size, units, k), face))


@lru_cache(maxsize=64)
def counter(number: str, ground: Rgb, ink: Rgb, unit: float, units: float = 21) -> Image.Image:
    """Return a round badge with a short text."""
    k = unit * SUPER
    size, share = round((units + 8) * k), 0.72 if len(number) < 2 else 0.6
    face = Image.new("RGBA", (size, size), (*ground, 255))
    d = ImageDraw.Draw(face)
    d.text((size / 2, size / 2), number, font=font("bold", units * share * k), fill=(*ink, 255), anchor="mm")
    return shrink(mount_face(round_mount(size, units, k), face))


@lru_cache(maxsize=128)
def chip(text: str, ground: Rgb, unit: float, units: float = 15) -> Image.Image:
    """Return a small pill with a number: changes and large stacks."""
    k = unit * SUPER
    face_font = font("bold", units * 0.86 * k)
    w, h = round(face_font.getlength(text) + 14 * k), round((units + 6) * k)
    face = Image.new("RGBA", (w, h), (*ground, 255))
    ImageDraw.Draw(face).text((w / 2, h / 2), text, font=face_font, fill=(*PAPER, 255), anchor="mm")

    def outline(draw: ImageDraw.ImageDraw, extra: float) -> None:
        edge = 3.6 * k - extra
        draw.rounded_rectangle((edge, edge, w - edge, h - edge), radius=(h - 2 * edge) / 2, fill=255)

    return shrink(frame_face(face, outline, k, 1.1, 1.1))
