"""The home of a civilization, which a deity makes a temple."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from PIL import Image, ImageDraw

from render.paint.canvas import SUPER, Mount, Point, fat, mount, mount_face, scale, shrink
from render.paint.icons import icon
from render.paint.palette import GOLD, INK, QUIET, STONE, Paint, Rgb, ground_tone, mix, paint_named
from render.paint.patterns import field
from render.paint.style import kept_by_palette

Building: TypeAlias = tuple[Point, ...]
TEMPLE: Building = (
    *((-17, -19), (0, -31), (17, -19), (17, -15), (13, -15), (13, -3), (17, -3)),
    *((17, 2), (-17, 2), (-17, -3), (-13, -3), (-13, -15), (-17, -15)),
)
BLOCK: Building = ((-13, 2), (-13, -23), (13, -23), (13, 2))
SIDE, MIDDLE, FOOT = 46, 23, 38  # units: of the sprite, its middle, the foot of the building


def temple_face(paint: Paint, *, awake: bool, k: float) -> Image.Image:
    """Draw walls in the owner's colour between a gable and a step of gold; all grey if the deity gives nothing."""
    fill = paint.fill if awake else mix(paint.fill, STONE, 0.55)
    crown = ground_tone(GOLD) if awake else ground_tone(mix(GOLD, STONE, 0.7), QUIET)
    w, foot = round(SIDE * k), FOOT * k
    face = Image.new("RGBA", (w, w), (*fill, 255))
    d, pen = ImageDraw.Draw(face), round(1.2 * k)
    d.rectangle([0, 0, w, foot - 15.5 * k], fill=(*crown, 255))
    d.rectangle([0, foot - 2.6 * k, w, w], fill=(*crown, 255))
    for y in (foot - 15.5 * k, foot - 2.8 * k):
        d.line([(0, y), (w, y)], fill=(*INK, 255), width=pen)
    return face


def home_face(paint: Paint, k: float) -> Image.Image:
    """Return the pattern with a plain field for the sign."""
    w, cx, foot = round(SIDE * k), MIDDLE * k, FOOT * k
    face = field(paint, w, w, k)
    box = (cx - 9 * k, foot - 20 * k, cx + 9 * k, foot - 1 * k)
    ImageDraw.Draw(face).rectangle(box, fill=(*paint.fill, 255))
    return face


def with_sign(face: Image.Image, glyph: str, tone: Rgb, units: float, rise: float, k: float) -> Image.Image:
    """Return a sign of that size, its middle `rise` units above the foot."""
    sign = icon(glyph, units * k, tone)
    at = (round(MIDDLE * k - sign.width / 2), round((FOOT - rise) * k - sign.height / 2))
    face.alpha_composite(sign, at)
    return face


@lru_cache(maxsize=16)
def mount_of(building: Building, size: tuple[int, int], k: float) -> Mount:
    """Return the mount of all such buildings."""
    return mount(size, lambda draw, extra: fat(draw, scale(building, k, MIDDLE, FOOT), extra), k)


@kept_by_palette(128)
def home(colour: str, unit: float) -> Image.Image:
    """Return a home block: colour, pattern and a ziggurat."""
    paint, k = paint_named(colour), unit * SUPER
    face = with_sign(home_face(paint, k), "ziggurat", paint.letter, 17.0, 10.4, k)
    return shrink(mount_face(mount_of(BLOCK, face.size, k), face))


@kept_by_palette(128)
def temple(colour: str, glyph: str, unit: float, *, awake: bool) -> Image.Image:
    """Return a home with a deity's sign under a gable: gold while its power counts, grey otherwise."""
    paint, k = paint_named(colour), unit * SUPER
    face = with_sign(temple_face(paint, awake=awake, k=k), glyph, paint.letter, 14.0, 9.2, k)
    return shrink(mount_face(mount_of(TEMPLE, face.size, k), face))
