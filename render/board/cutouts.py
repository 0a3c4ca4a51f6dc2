"""What is cut out for every area of a board: its shape in masks, its name as a sprite."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from render.board.printed_board import Camera, PrintedBoard
from render.paint.canvas import Box, Fill, Point, fat, fill_rings, shrink, solid, trace_rings
from render.paint.fonts import font
from render.paint.palette import Rgb
from render.paint.style import sharp

SS = 2  # the ground and the masks are drawn so many times larger and then reduced
NAME_SCALE = 3
PATCH = 40  # pixels of a side: smaller ones hold less that is empty, and each takes its time too
SHARP_HALO = 0.2  # how wide the halo of a name is, as a share of its size, where borders are hatched in black and white
LEAST_HALO = 3.0  # pixels that it has there at least


@dataclass(frozen=True, slots=True)
class Cutout:
    """A sprite or a mask and the place of its upper left corner, in pixels."""

    image: Image.Image
    x: int
    y: int

    @property
    def box(self) -> Box:
        return self.x, self.y, self.x + self.image.width, self.y + self.image.height

    @property
    def surface(self) -> int:
        """Return the pixels of its box."""
        return self.image.width * self.image.height


def patches(whole: Cutout) -> tuple[Cutout, ...]:
    """Return the parts of a mask or a sprite in which anything is: nine tenths of the box of a band along a border are
    empty, and every pixel that is pasted takes its time.
    """
    found, (w, h) = [], whole.image.size
    for x, y in product(range(0, w, PATCH), range(0, h, PATCH)):
        part = whole.image.crop((x, y, min(w, x + PATCH), min(h, y + PATCH)))
        box = part.getbbox()
        if box:
            found.append(Cutout(part.crop(box), whole.x + x + box[0], whole.y + y + box[1]))
    return tuple(found)


def lay(picture: Image.Image, parts: Iterable[Cutout], colour: Rgb | None = None) -> None:
    """Put masks on a picture in one colour, or sprites in their own."""
    for part in parts:
        picture.paste(colour or part.image, (part.x, part.y), part.image)


class Tones(NamedTuple):
    """Ink, halo and typeface of a name."""

    ink: Rgb
    halo: Rgb
    face: str


class Lettering(NamedTuple):
    """The line spacing of names and the width of their halo, as shares of their size."""

    leading: float
    halo: float


def name_sprite(lines: Sequence[str], size: float, middle: Point, tones: Tones, how: Lettering) -> Cutout:
    """Return a name with a halo in the tone of its ground, drawn large and reduced for even spacing."""
    k, letters, rows = NAME_SCALE, font(tones.face, size * NAME_SCALE), len(lines)
    pen = round(k * max(LEAST_HALO, size * SHARP_HALO) if sharp() else size * k * how.halo)
    edge = max(10, 2 * math.ceil(pen / k) + 2)
    w = round(max(letters.getlength(line) for line in lines) / k) + edge
    h = round(size * (0.9 + how.leading * (rows - 1))) + edge + 2
    out = Image.new("RGBA", (w * k, h * k), (*tones.halo, 0))
    d = ImageDraw.Draw(out)
    for width, colour in ((pen, tones.halo), (0, tones.ink)):
        for i, line in enumerate(lines):
            at = (w * k / 2, h * k / 2 + (i - (rows - 1) / 2) * size * how.leading * k)
            d.text(at, line, font=letters, fill=colour, anchor="mm", stroke_width=width, stroke_fill=colour)
    return Cutout(shrink(out, k), round(middle[0] - w / 2), round(middle[1] - h / 2))


def area_masks(board: PrintedBoard, cam: Camera, area: str, gap: float, band: float) -> tuple[Cutout, Cutout]:
    """Return the area as a mask, and the band along the inside of its border, from `gap` to `band` units from it."""
    rings = [cam.ring(ring) for ring in board.outlines(area)]
    xs, ys = [x for ring in rings for x, _ in ring], [y for ring in rings for _, y in ring]
    x0, y0 = max(0, int(min(xs))), max(0, int(min(ys)))
    x1, y1 = min(cam.width, int(max(xs)) + 2), min(cam.height, int(max(ys)) + 2)
    size = (max(1, x1 - x0) * SS, max(1, y1 - y0) * SS)
    local = [[((x - x0) * SS, (y - y0) * SS) for x, y in ring] for ring in rings]
    full, unit = fill_rings(size, local), cam.unit * SS
    rim = ImageChops.subtract(trace_rings(size, local, 2 * band * unit), trace_rings(size, local, 2 * gap * unit))
    inner = ImageChops.multiply(rim, full)
    return Cutout(shrink(full, SS), x0, y0), Cutout(shrink(inner, SS), x0, y0)


def area_shape(
    draw: ImageDraw.ImageDraw, board: PrintedBoard, cam: Camera, area: str, fill: Fill, extra: float = 0
) -> None:
    """Draw the shape of an area, at SS times the size; where it is a mask, without what is cut out of it."""
    for ring in board.outlines(area):
        fat(draw, cam.ring(ring, SS), extra, fill)
    if isinstance(fill, int):
        for ring in board.holes(area):
            draw.polygon(cam.ring(ring, SS), fill=0)


def union(board: PrintedBoard, cam: Camera, names: Iterable[str], extra: float = 0) -> Image.Image:
    """Return a mask of all these areas, at SS times the size."""

    def paint(draw: ImageDraw.ImageDraw) -> None:
        for name in names:
            area_shape(draw, board, cam, name, 255, extra)

    return solid((cam.width * SS, cam.height * SS), paint)


def surface(board: PrintedBoard, area: str) -> float:
    """Return twice the size of an area, in square board units."""
    rings = [[*ring, ring[0]] for ring in board.outlines(area)]
    return sum(abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(ring))) for ring in rings)
