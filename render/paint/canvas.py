"""Drawing basics: antialiased masks and sprites. A sprite is drawn once at SUPER times its size and cached by its
maker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

from render.paint.palette import INK, PAPER, Rgb

SUPER = 4
Point = tuple[float, float]
Box = tuple[float, float, float, float]
Fill = int | Rgb | tuple[int, int, int, int]
Outline = Callable[[ImageDraw.ImageDraw, float], None]


def scale(points: Sequence[Point], k: float, dx: float = 0, dy: float = 0) -> list[Point]:
    """Return the points moved by (dx, dy) and then multiplied by k."""
    return [((x + dx) * k, (y + dy) * k) for x, y in points]


def solid(size: tuple[int, int], paint: Callable[[ImageDraw.ImageDraw], object]) -> Image.Image:
    """Return a grey mask painted by `paint`."""
    mask = Image.new("L", size, 0)
    paint(ImageDraw.Draw(mask))
    return mask


def fat(draw: ImageDraw.ImageDraw, points: Sequence[Point], extra: float, fill: Fill = 255) -> None:
    """Draw a polygon grown by `extra` on all sides, with round corners."""
    draw.polygon(list(points), fill=fill)
    if extra > 0:
        draw.line([*points, points[0], points[1]], fill=fill, width=round(2 * extra), joint="curve")


def fill_rings(size: tuple[int, int], rings: Iterable[Sequence[Point]], extra: float = 0) -> Image.Image:
    """Return a mask of these polygons, grown by `extra`."""
    mask = Image.new("L", size, 0)
    draw = ImageDraw.Draw(mask)
    for ring in rings:
        fat(draw, ring, extra)
    return mask


def trace_rings(size: tuple[int, int], rings: Iterable[Sequence[Point]], pen: float) -> Image.Image:
    """Return a mask of lines of that width along closed rings."""
    mask = Image.new("L", size, 0)
    draw, wide = ImageDraw.Draw(mask), round(pen)
    for ring in rings:
        draw.line([*ring, ring[0], ring[1]], fill=255, width=wide, joint="curve")
    return mask


def inner_line(size: tuple[int, int], rings: Sequence[Sequence[Point]], depth: float, pen: float) -> Image.Image:
    """Return a mask of a line of that width inside closed rings, its middle that deep inside."""
    line = ImageChops.subtract(trace_rings(size, rings, 2 * depth + pen), trace_rings(size, rings, 2 * depth - pen))
    return ImageChops.multiply(line, fill_rings(size, rings))


def tint(mask: Image.Image, colour: Rgb) -> Image.Image:
    """Return the mask in one colour, as RGBA."""
    out = Image.new("RGBA", mask.size, (*colour, 0))
    out.putalpha(mask)
    return out


def stack_layers(*layers: Image.Image) -> Image.Image:
    """Return the layers of a stack as RGBA pictures of one size, the first at the bottom."""
    out = layers[0].copy()
    for layer in layers[1:]:
        out.alpha_composite(layer)
    return out


def shadow(mask: Image.Image, dx: int, dy: int, blur: float, strength: int) -> Image.Image:
    """Return a soft dark copy of the mask; `strength` of 255."""
    soft = ImageChops.offset(mask, dx, dy).filter(ImageFilter.GaussianBlur(blur))
    return tint(faint(soft, strength), (20, 10, 4))


def dilate(mask: Image.Image, reach: int) -> Image.Image:
    """Return the mask with every pixel as light as the lightest within `reach` columns and rows.

    Like `ImageFilter.MaxFilter(2 * reach + 1)`, which takes twenty times as long for the reaches used here.
    """
    out = ImageOps.expand(mask, reach)
    for across, down in ((1, 0), (0, 1)):
        reached = 0
        while reached < reach:
            step = min(2 * reached + 1, reach - reached)
            back, forth = (_moved(out, step * across * sign, step * down * sign) for sign in (-1, 1))
            out = ImageChops.lighter(ImageChops.lighter(out, back), forth)
            reached += step
    return ImageOps.crop(out, reach)


def edge(mask: Image.Image) -> Image.Image:
    """For every pixel how much lighter the lightest is than the darkest of it and its neighbours."""
    return ImageChops.subtract(dilate(mask, 1), ImageChops.invert(dilate(ImageChops.invert(mask), 1)))


def _moved(mask: Image.Image, dx: int, dy: int) -> Image.Image:
    """The mask moved, with nothing where it was."""
    out = Image.new("L", mask.size, 0)
    out.paste(mask, (dx, dy))
    return out


def faint(mask: Image.Image, strength: int) -> Image.Image:
    """Return the mask with `strength` of 255 of its cover."""
    return mask.point([v * strength // 255 for v in range(256)])


def ramp(limit: float, edge: float) -> list[int]:
    """Return a table for `Image.point`: 0 below the limit (0 to 1), 255 above it, with an edge `edge` levels wide."""
    return [round(255 * min(1.0, max(0.0, (v - limit * 255) / edge + 0.5))) for v in range(256)]


def shrink(picture: Image.Image, times: int = SUPER) -> Image.Image:
    """Return the picture reduced to a whole part of its size."""
    size = (max(1, picture.width // times), max(1, picture.height // times))
    return picture.resize(size, Image.Resampling.BOX if times == 2 else Image.Resampling.LANCZOS)


@dataclass(frozen=True, slots=True)
class Mount:
    """The surroundings of a face of some shape: the mask that cuts the face, and all that is below it."""

    core: Image.Image
    below: Image.Image


def mount(size: tuple[int, int], outline: Outline, k: float, ring: float = 1.6, rim: float = 1.3) -> Mount:
    """Return a paper ring, an ink rim and a soft shadow around an outline, for faces of that size: readable on every
    ground.

    `outline(draw, extra)` fills the shape grown by `extra` pixels; `k` is pixels per unit; ring and rim are in units.
    """
    ringed = solid(size, lambda draw: outline(draw, ring * k))
    rimmed = solid(size, lambda draw: outline(draw, (ring + rim) * k))
    fall = shadow(rimmed, round(0.8 * k), round(1.6 * k), 1.5 * k, 110)
    return Mount(
        solid(size, lambda draw: outline(draw, 0.0)), stack_layers(fall, tint(rimmed, INK), tint(ringed, PAPER))
    )


def mount_face(around: Mount, face: Image.Image) -> Image.Image:
    """Return the face cut to the shape of a mount, on it."""
    body = Image.new("RGBA", face.size, (0, 0, 0, 0))
    body.paste(face, (0, 0), around.core)
    return stack_layers(around.below, body)


def frame_face(face: Image.Image, outline: Outline, k: float, ring: float = 1.6, rim: float = 1.3) -> Image.Image:
    """Return a face on a mount that no other needs. See `mount`."""
    return mount_face(mount(face.size, outline, k, ring, rim), face)


def stamp(picture: Image.Image, sprite: Image.Image, x: float, y: float, anchor: str = "mm") -> None:
    """Put a sprite on an RGB picture; the anchor is as in ImageDraw.text: l m r, then t m b."""
    picture.paste(sprite, corner(sprite, x, y, anchor), sprite)


def corner(sprite: Image.Image, x: float, y: float, anchor: str = "mm") -> tuple[int, int]:
    """Return the left upper pixel of a sprite that is put there."""
    left = x - sprite.width * "lmr".index(anchor[0]) / 2
    top = y - sprite.height * "tmb".index(anchor[1]) / 2
    return round(left), round(top)


def shrunk(box: Box, middle: Box, share: float) -> Box:
    """Return that share of the width and height of a box, around another one, which stays whole."""
    x0, y0, x1, y1 = middle
    (x, y), (w, h) = ((x0 + x1) / 2, (y0 + y1) / 2), ((box[i + 2] - box[i]) * share / 2 for i in (0, 1))
    return min(x0, x - w), min(y0, y - h), max(x1, x + w), max(y1, y + h)
