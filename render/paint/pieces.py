"""Stacks of disks as sprites: camp, settlement, city, and the ghost of a stack that has gone."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from render.paint.canvas import SUPER, Mount, Outline, Point, fat, mount, mount_face, scale, shrink
from render.paint.fonts import font
from render.paint.icons import icon
from render.paint.palette import PAPER, Paint, paint_named
from render.paint.patterns import field
from render.paint.style import kept_by_palette

PAD = 6  # units around every piece, for ring, rim and shadow
CAMP_RADIUS = 12.5


def house() -> list[Point]:
    return [(-14, 0), (-14, -15), (-16.5, -15), (0, -30), (16.5, -15), (14, -15), (14, 0)]


def rampart(teeth: int, width: float, height: float, tooth: float, rise: float) -> list[Point]:
    """Return a wall with so many merlons, its foot in the origin."""
    gap = (width - teeth * tooth) / (teeth - 1)
    points: list[Point] = [(-width / 2, 0)]
    for i in range(teeth):
        left = -width / 2 + i * (tooth + gap)
        points += [(left, -height - rise), (left + tooth, -height - rise)]
        if i < teeth - 1:
            points += [(left + tooth, -height), (left + tooth + gap, -height)]
    return [*points, (width / 2, 0)]


OUTLINES = {2: house(), 3: rampart(3, 33, 24, 3.8, 7.5), 4: rampart(4, 44, 27, 3.8, 7.5)}
SIZES = {1: (25, 25), 2: (33, 30), 3: (33, 32), 4: (44, 35)}
LETTER_AT = {1: -12.5, 2: -10.5, 3: -12.0, 4: -13.5}
LETTER_SIZE = {1: 17, 2: 18, 3: 20, 4: 23}
NARROWER = 0.86  # two letters beside one
EMBLEMS = {"black": "axe", "white": "shield"}


def grade(disks: int) -> int:
    """Return which shape a stack has: 1 camp, 2 settlement, 3 city, 4 city of four or more."""
    return min(disks, 4)


def outline_of(shape: int, x: float, y: float, k: float) -> Outline:
    """Return the silhouette of a grade with its foot at (x, y), in units."""

    def outline(draw: ImageDraw.ImageDraw, extra: float) -> None:
        if shape > 1:
            fat(draw, scale(OUTLINES[shape], k, x, y), extra)
            return
        r, cx, cy = CAMP_RADIUS * k + extra, x * k, (y - CAMP_RADIUS) * k
        draw.ellipse([cx - r, cy - r, cx + r, cy + r], fill=255)

    return outline


def piece_size(disks: int, k: float) -> tuple[float, float]:
    """Return the width and height of a stack with its margin, at `k` pixels a unit."""
    w, h = SIZES[grade(disks)]
    return (w + 2 * PAD) * k, (h + 2 * PAD) * k


@kept_by_palette(512)
def piece(colour: str, letter: str, disks: int, unit: float = 1.0) -> Image.Image:
    """Return a stack of disks: camp round, settlement a house, city a rampart with three or four merlons."""
    paint, shape, k = paint_named(colour), grade(disks), unit * SUPER
    width, height = (round(side) for side in piece_size(disks, k))
    x, y = width / 2 / k, height / k - PAD
    face = field(paint, width, height, k)
    write_sign(face, paint, letter, (x * k, (y + LETTER_AT[shape]) * k), LETTER_SIZE[shape] * k)
    return shrink(mount_face(mount_of(shape, (width, height), k), face))


@lru_cache(maxsize=32)
def mount_of(shape: int, size: tuple[int, int], k: float) -> Mount:
    """Return the mount of all stacks of a grade."""
    return mount(size, outline_of(shape, size[0] / 2 / k, size[1] / k - PAD, k), k)


def write_sign(face: Image.Image, paint: Paint, letter: str, middle: Point, size: float) -> None:
    """Draw the letter of a civilization, or the emblem of a faction without one."""
    if paint.name in EMBLEMS:
        sign = icon(EMBLEMS[paint.name], size * 1.05, paint.letter)
        face.alpha_composite(sign, (round(middle[0] - sign.width / 2), round(middle[1] - sign.height / 2)))
    elif letter:
        write_letter(face, paint, letter, middle, size)


def write_letter(face: Image.Image, paint: Paint, letter: str, middle: Point, size: float) -> None:
    """Draw the monogram of a letter or two on a plain field, so that the pattern never runs through it."""
    size *= NARROWER if len(letter) > 1 else 1
    d, r, tone = ImageDraw.Draw(face), size * 0.56, (*paint.letter, 255)
    x, y = middle
    half = max(r, font("bold", size).getlength(letter) / 2 + size * 0.08)
    d.rounded_rectangle([x - half, y - r, x + half, y + r], r, fill=(*paint.fill, 255))
    pen = round(size * 0.03)
    d.text((x, y), letter, font=font("bold", size), fill=tone, anchor="mm", stroke_width=pen, stroke_fill=tone)


@kept_by_palette(128)
def ghost(colour: str, disks: int, unit: float) -> Image.Image:
    """Return the place of a stack that has gone: its shape hatched in its colour."""
    whole = piece(colour, "", disks, unit)
    pale = Image.new("RGBA", whole.size, (*PAPER, 0))
    hatch = Image.new("L", whole.size, 0)
    d, pen = ImageDraw.Draw(hatch), max(1, round(2.2 * unit))
    for x in range(-whole.height, whole.width, max(3, round(5 * unit))):
        d.line([(x, whole.height), (x + whole.height, 0)], fill=255, width=pen)
    pale.paste(whole, (0, 0), ImageChops.multiply(hatch, whole.getchannel("A")))
    return pale


@kept_by_palette(64)
def flag(colour: str, letter: str, w: int, h: int, radius: int) -> Image.Image:
    """Return the left end of a faction's card: its pattern with its letter."""
    k = SUPER
    face = field(paint_named(colour), w * k, h * k, 1.5 * k)
    write_sign(face, paint_named(colour), letter, (w * k / 2, h * k / 2), 46 * k)
    shape = Image.new("L", face.size, 0)
    ImageDraw.Draw(shape).rounded_rectangle([0, 0, w * k + radius * k, h * k - 1], radius=radius * k, fill=255)
    face.putalpha(shape)
    return shrink(face)
