"""Tokens, cities, ships and printed marks as sprites."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from render.paint.canvas import SUPER, Mount, Outline, Point, fat, frame_face, mount, mount_face, scale, shrink
from render.paint.fonts import font
from render.paint.palette import ALARM, INK, PAPER, WHITE, Rgb, mix, paint_named
from render.paint.patterns import field
from render.paint.pieces import write_sign
from render.paint.style import kept_by_palette

PAD = 5  # units around every piece, for ring, rim and shadow
HIGH, HALF, DIGIT = 23.0, 23.0, 10.5  # of a stack of tokens: height, width of its left half, width of a digit
TOWER: list[Point] = [
    *((-11, 0), (-10, -17), (-13.5, -20), (-13.5, -29), (-8, -29), (-8, -25), (-3.2, -25), (-3.2, -29)),
    *((3.2, -29), (3.2, -25), (8, -25), (8, -29), (13.5, -29), (13.5, -20), (10, -17), (11, 0)),
]
HULL: list[Point] = [(-14, -6), (14, -6), (9, 2), (-9, 2)]
SAIL: list[Point] = [(-10, -21), (10, -21), (11.5, -14), (10, -7), (-10, -7), (-8.5, -14)]


def pill(w: float, h: float, k: float) -> Outline:
    """Return a lying pill with its left upper corner at (PAD, PAD)."""

    def outline(draw: ImageDraw.ImageDraw, extra: float) -> None:
        edge = PAD * k - extra
        box = (edge, edge, (PAD + w) * k + extra, (PAD + h) * k + extra)
        draw.rounded_rectangle(box, radius=h * k / 2 + extra, fill=255)

    return outline


@kept_by_palette(512)
def tokens(colour: str, letter: str, count: int, unit: float, *, over: bool = False) -> Image.Image:
    """Return a stack of tokens: the owner's pattern with its letter at the left, the number at the right, red if too
    many; no number where there are none.
    """
    paint, k, number = paint_named(colour), unit * SUPER, str(count) if count else " "
    w = HALF + DIGIT * len(number) + 5
    size = (round((w + 2 * PAD) * k), round((HIGH + 2 * PAD) * k))
    face = field(paint, *size, k)
    d, split, middle = ImageDraw.Draw(face), (PAD + HALF - 2) * k, (PAD + HIGH / 2) * k
    d.rectangle([split, 0, *size], fill=(*PAPER, 255))
    d.line([(split, 0), (split, size[1])], fill=(*INK, 255), width=round(1.1 * k))
    write_sign(face, paint, letter, ((PAD + HALF / 2 - 0.5) * k, middle), 17 * k)
    at = (split + (size[0] - PAD * k - split) / 2 - 1.4 * k, middle)
    d.text(at, number, font=font("bold", 19.5 * k), fill=(*(ALARM if over else INK), 255), anchor="mm")
    body = mount_face(pill_mount(w, size, k), face)
    return shrink(with_rim(body, pill(w, HIGH, k), k) if over else body)


@lru_cache(maxsize=32)
def pill_mount(w: float, size: tuple[int, int], k: float) -> Mount:
    """Return the mount of all stacks whose number is as long."""
    return mount(size, pill(w, HIGH, k), k)


def with_rim(body: Image.Image, outline: Outline, k: float) -> Image.Image:
    """Return the piece with a red ring instead of the paper one."""
    grown, core = Image.new("L", body.size, 0), Image.new("L", body.size, 0)
    outline(ImageDraw.Draw(grown), 1.9 * k)
    outline(ImageDraw.Draw(core), 0.0)
    body.paste((*ALARM, 255), (0, 0), ImageChops.subtract(grown, core))
    return body


def shape(points: list[Point], x: float, y: float, k: float) -> Outline:
    """Return a polygon with its foot at (x, y), in units."""

    def outline(draw: ImageDraw.ImageDraw, extra: float) -> None:
        fat(draw, scale(points, k, x, y), extra)

    return outline


@kept_by_palette(128)
def city(colour: str, letter: str, unit: float) -> Image.Image:
    """Return a city: a round tower with merlons in the owner's pattern."""
    paint, k = paint_named(colour), unit * SUPER
    width, height = round((27 + 2 * PAD) * k), round((29 + 2 * PAD) * k)
    x, y = width / 2 / k, height / k - PAD
    face = field(paint, width, height, k)
    write_sign(face, paint, letter, (x * k, (y - 12.5) * k), 18 * k)
    return shrink(frame_face(face, shape(TOWER, x, y, k), k))


@kept_by_palette(128)
def ship(colour: str, letter: str, unit: float) -> Image.Image:
    """Return a ship: a sail in the owner's pattern over a dark hull."""
    paint, k = paint_named(colour), unit * SUPER
    width, height = round((28 + 2 * PAD) * k), round((24 + 2 * PAD) * k)
    x, y = width / 2 / k, height / k - PAD - 2
    face = field(paint, width, height, k)
    d = ImageDraw.Draw(face)
    d.rectangle([0, (y - 6.5) * k, width, height], fill=(*mix(INK, paint.fill, 0.35), 255))
    write_sign(face, paint, letter, (x * k, (y - 14) * k), 12.5 * k)

    def outline(draw: ImageDraw.ImageDraw, extra: float) -> None:
        fat(draw, scale(HULL, k, x, y), extra)
        fat(draw, scale(SAIL, k, x, y), extra)

    return shrink(frame_face(face, outline, k, 1.2, 1.1))


@kept_by_palette(128)
def gone_sprite(sprite_of: tuple[str, ...], unit: float) -> Image.Image:
    """Return the hatched place of a lost city, ship or stack: kind and colour."""
    kind, colour = sprite_of
    made = {"city": lambda: city(colour, "", unit), "tokens": lambda: tokens(colour, "", 0, unit)}
    whole = made[kind]()
    pale, hatch = Image.new("RGBA", whole.size, (*PAPER, 0)), Image.new("L", whole.size, 0)
    d, pen = ImageDraw.Draw(hatch), max(1, round(2.2 * unit))
    for x in range(-whole.height, whole.width, max(3, round(5 * unit))):
        d.line([(x, whole.height), (x + whole.height, 0)], fill=255, width=pen)
    pale.paste(whole, (0, 0), ImageChops.multiply(hatch, whole.getchannel("A")))
    return pale


@lru_cache(maxsize=64)
def limit(number: int, unit: float) -> Image.Image:
    """Return the printed number of tokens that an area supports."""
    k, r = unit * SUPER, 7.6
    size = round(2 * (r + 2) * k)
    out = Image.new("RGBA", (size, size), (*PAPER, 0))
    d, c = ImageDraw.Draw(out), size / 2
    d.ellipse([c - r * k, c - r * k, c + r * k, c + r * k], fill=(*INK, 235))
    d.ellipse([c - (r - 1) * k, c - (r - 1) * k, c + (r - 1) * k, c + (r - 1) * k], fill=(*PAPER, 255))
    d.text((c, c), str(number), font=font("bold", 13.5 * k), fill=(*INK, 255), anchor="mm")
    return shrink(out)


@lru_cache(maxsize=16)
def site(kind: str, unit: float) -> Image.Image:
    """Return the printed square of a city site: black, or white on a flood plain."""
    k, r = unit * SUPER, 5.4
    size = round(2 * (r + 3) * k)
    out = Image.new("RGBA", (size, size), (*PAPER, 0))
    d, c = ImageDraw.Draw(out), size / 2
    inside: Rgb = WHITE if kind == "white" else INK
    for reach, tone in ((r + 2.2, PAPER), (r + 1.2, INK), (r - 0.7, inside)):
        d.rectangle([c - reach * k, c - reach * k, c + reach * k, c + reach * k], fill=(*tone, 255))
    return shrink(out)
