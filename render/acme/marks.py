"""Sprites of small things other than stacks: cubes, Gold and badges."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from render.paint.canvas import SUPER, dilate, fat, scale, shrink
from render.paint.chips import counter
from render.paint.icons import icon, mask
from render.paint.palette import ALARM, BRONZE, GOLD, INK, NIGHT, PAINTS, PAPER, STONE, WHITE, Rgb, mix, rgb
from render.paint.plates import plate

BONUS = {
    "mountain_of_gold": ("mountain", rgb("#f2c230")),
    "oasis": ("palm", rgb("#58b46a")),
    "fishing_grounds": ("fish", rgb("#5fa8e8")),
}
OXHIDE = [(3, 2), (9, 4.5), (15, 4.5), (21, 2), (18.5, 8), (21, 14), (15, 11.5), (9, 11.5), (3, 14), (5.5, 8)]


def cube_sides(c: float, r: float) -> tuple[list[tuple[float, float]], ...]:
    """Return top, left and right of an isometric cube around (c, c)."""
    top = [(c, c - r), (c + r, c - r * 0.55), (c, c - r * 0.1), (c - r, c - r * 0.55)]
    left = [(c - r, c - r * 0.55), (c, c - r * 0.1), (c, c + r), (c - r, c + r * 0.55)]
    right = [(c + r, c - r * 0.55), (c, c - r * 0.1), (c, c + r), (c + r, c + r * 0.55)]
    return top, left, right


@lru_cache(maxsize=64)
def cube(colour: Rgb, glyph: str, unit: float, units: float = 15) -> Image.Image:
    """Return an isometric cube with a glyph on its front: Strongholds and bonus sites."""
    k = unit * SUPER
    size = round((units + 8) * k)
    c, r = size / 2, units * k / 2
    top, left, right = cube_sides(c, r)
    out = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    d, hull = ImageDraw.Draw(out), [top[0], top[1], right[3], left[2], left[3], top[3]]
    fat(d, hull, 2.3 * k, (*INK, 255))
    fat(d, hull, 1.2 * k, (*PAPER, 255))
    for side, tone in ((top, mix(colour, WHITE, 0.45)), (left, colour), (right, mix(colour, INK, 0.4))):
        d.polygon(side, fill=(*tone, 255))
    if glyph:
        sign = icon(glyph, units * 0.62 * k, INK)
        out.alpha_composite(sign, (round(c - sign.width / 2), round(c - sign.height / 2 + units * 0.1 * k)))
    return shrink(out)


def stronghold(unit: float) -> Image.Image:
    return cube(STONE, "", unit, 16)


def bonus(name: str, unit: float) -> Image.Image:
    """Return the cube of a bonus site: mountain_of_gold, oasis or fishing_grounds."""
    glyph, colour = BONUS[name]
    return cube(colour, glyph, unit, 23)


@lru_cache(maxsize=16)
def gold(unit: float) -> Image.Image:
    """Return a Gold marker: an oxhide ingot, so that it is never taken for a yellow disk."""
    k = unit * SUPER * 1.25
    shape = scale(OXHIDE, k, 3, 4)
    out = Image.new("RGBA", (round(30 * k), round(24 * k)), (0, 0, 0, 0))
    d = ImageDraw.Draw(out)
    fat(d, shape, 3.0 * k, (*INK, 255))
    fat(d, shape, 1.7 * k, (*PAPER, 255))
    fat(d, shape, 0.4 * k, (*GOLD, 255))
    d.line(scale([(9.5, 8), (14.5, 8)], k, 3, 4), fill=(*INK, 255), width=round(1.3 * k))
    return shrink(out)


@lru_cache(maxsize=64)
def contest(rank: int, unit: float) -> Image.Image:
    """Return crossed swords behind a red disc with the rank in the order of competitions."""
    out = swords(unit).copy()
    disc = counter(str(rank), ALARM, PAPER, unit * SUPER)
    out.alpha_composite(disc, ((out.width - disc.width) // 2, (out.height - disc.height) // 2))
    return shrink(out)


@lru_cache(maxsize=8)
def swords(unit: float) -> Image.Image:
    """Return crossed swords with a paper ring and an ink rim, at SUPER times their size."""
    k = unit * SUPER
    blades = mask("swords", 38 * k)
    out = Image.new("RGBA", (round(40 * k), round(40 * k)), (0, 0, 0, 0))
    for colour, grow in ((INK, 2.6), (PAPER, 1.6), (INK, 0.0)):
        out.paste((*colour, 255), (round(k), round(k)), dilate(blades, round(grow * k / 2)))
    return out


@lru_cache(maxsize=64)
def face_down(glyph: str, unit: float) -> Image.Image:
    """Return a face-down card on a Display: its back with its pictogram, since everyone knows which it is."""
    out = plate(round(28 * unit), round(36 * unit), 4 * unit, mix(NIGHT, BRONZE, 0.35), GOLD, 2).copy()
    sign = icon(glyph, 20 * unit, GOLD)
    out.alpha_composite(sign, ((out.width - sign.width) // 2, (out.height - sign.height) // 2))
    return out


@lru_cache(maxsize=8)
def border(unit: float) -> Image.Image:
    """Return a piece of an old border for keys: yellow dashes with an ink rim."""
    k = unit * SUPER
    out = Image.new("RGBA", (round(32 * k), round(14 * k)), (0, 0, 0, 0))
    d = ImageDraw.Draw(out)
    for x in (2, 18):
        d.rectangle([x * k, 4 * k, (x + 12) * k, 10 * k], fill=(*INK, 255))
        d.rectangle([(x + 1) * k, 5 * k, (x + 11) * k, 9 * k], fill=(*PAINTS["yellow"].fill, 255))
    return shrink(out)
