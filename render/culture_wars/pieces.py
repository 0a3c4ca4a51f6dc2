"""The pieces of Culture Wars as sprites: coins, tokens of a culture, settlements, striped frames."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from render.culture_wars.position import SIGNS
from render.paint.canvas import SUPER, frame_face, shrink
from render.paint.fonts import font
from render.paint.icons import icon
from render.paint.palette import ALARM, INK, PAPER, Paint, ground_tone, mix, paint_named, rgb
from render.paint.patterns import field
from render.paint.pieces import PAD, piece
from render.paint.plates import plate
from render.paint.style import kept_by_palette

BRASS = rgb("#b98748")
COLOURS = {"suns": "red", "moons": "purple", "crowns": "yellow", "arms": "blue"}
ROOMY = 2.15  # width of a pill by its height


def paint_of(suit: str) -> Paint:
    """Return the colour and pattern of a suit."""
    return paint_named(COLOURS[suit])


@kept_by_palette(64)
def coin(value: str, size: int, times: int = 1) -> Image.Image:
    """Return a coin with its number up, so many times enlarged."""
    k = SUPER * times
    face, d = brass(size, k)
    d.text((size * k / 2, size * k / 2), value, font=font("label", size * 0.56 * k), fill=(*INK, 255), anchor="mm")
    return mint(face, size, k)


@kept_by_palette(64)
def suit_coin(suit: str, size: int, times: int = 1) -> Image.Image:
    """Return a coin with its suit up, whose number nobody knows, so many times enlarged."""
    k = SUPER * times
    face, _ = brass(size, k)
    sign = icon(SIGNS[suit], size * 0.5 * k, INK)
    at = round((face.width - sign.width) / 2)
    face.alpha_composite(sign, (at, at))
    return mint(face, size, k)


def brass(size: int, k: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    face = Image.new("RGBA", (size * k, size * k), (*ground_tone(BRASS), 255))
    d, c, r = ImageDraw.Draw(face), size * k / 2, size * k * 0.40
    d.ellipse([c - r, c - r, c + r, c + r], outline=(*mix(BRASS, INK, 0.35), 255), width=2 * k)
    return face, d


def mint(face: Image.Image, size: int, k: int) -> Image.Image:
    c = size * k / 2

    def outline(draw: ImageDraw.ImageDraw, extra: float) -> None:
        r = size * k * 0.42 + extra - 2 * k
        draw.ellipse([c - r, c - r, c + r, c + r], fill=255)

    return shrink(frame_face(face, outline, k, 1.6, 1.4))


@kept_by_palette(256)
def people(suit: str, count: int, high: int, times: int = 1) -> Image.Image:
    """Draw tokens of one culture, so many times enlarged: its suit and their number on a pill in its pattern."""
    k = SUPER * times
    paint, w, h = paint_of(suit), round(high * ROOMY) * k, high * k
    face = field(paint, w, h, h / 22)
    d = ImageDraw.Draw(face)
    d.rounded_rectangle([w * 0.14, h * 0.12, w * 0.86, h * 0.88], radius=h * 0.36, fill=(*paint.fill, 255))
    mark = icon(SIGNS[suit], h * 0.56, paint.letter)
    face.alpha_composite(mark, (round(w * 0.32 - mark.width / 2), round(h / 2 - mark.height / 2)))
    d.text((w * 0.64, h / 2), str(count), font=font("bold", h * 0.72), fill=(*paint.letter, 255), anchor="mm")

    def outline(draw: ImageDraw.ImageDraw, extra: float) -> None:
        m = 4 * k - extra
        draw.rounded_rectangle([m, m, w - m, h - m], radius=(h - 2 * m) / 2, fill=255)

    return shrink(frame_face(face, outline, k, 1.5, 1.2))


@kept_by_palette(64)
def settlement(suit: str, unit: float) -> Image.Image:
    """Return a settlement: a rampart with the suit for a letter."""
    paint = paint_of(suit)
    wall = piece(COLOURS[suit], "", 4, unit).copy()
    ground = plate(round(24 * unit), round(24 * unit), 12 * unit, paint.fill)
    mark = icon(SIGNS[suit], 19 * unit, paint.letter)
    x, y = wall.width / 2, wall.height - (PAD + 13.5) * unit
    for layer in (ground, mark):
        wall.alpha_composite(layer, (round(x - layer.width / 2), round(y - layer.height / 2)))
    return wall


@lru_cache(maxsize=8)
def warning_frame(size: int) -> Image.Image:
    """Return the striped frame of a square in conflict."""
    stripes = Image.new("RGBA", (size, size), (*PAPER, 255))
    d, step = ImageDraw.Draw(stripes), max(8, size // 7)
    for x in range(-size, 2 * size, 2 * step):
        d.polygon([(x, 0), (x + step, 0), (x + step - size, size), (x - size, size)], fill=(*ALARM, 255))
    frame = Image.new("L", (size, size), 0)
    box, wide = (0, 0, size - 1, size - 1), frame_width(size)
    ImageDraw.Draw(frame).rounded_rectangle(box, radius=10, outline=255, width=wide)
    stripes.putalpha(frame)
    return stripes


def frame_width(size: int) -> int:
    """Return the width of the striped frame."""
    return max(6, size // 9)
