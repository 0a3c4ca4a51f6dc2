"""What lies on the areas of a board: the light of a change, the band of whoever holds one, a veil over the others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping
from typing import TypeVar

from PIL import Image

from render.canvas import faint, inner_line, shrink
from render.cutouts import SS, Cutout
from render.palette import INK, LINE_INK, LINED, Rgb, mix, paint_named
from render.patterns import field
from render.printed_board import Camera, PrintedBoard
from render.style import sharp

LIGHT_INK = 120  # the light on a changed area, of 255
FADE_INK = 150  # the veil over areas that are not asked for
LINE = 1.5  # width of the line in the middle of some bands, in units
LIGHT: Rgb = (255, 253, 240)
FADE: Rgb = (240, 233, 216)
Key = TypeVar("Key", bound=Hashable)


def kept(masks: dict[Key, Image.Image], key: Key, make: Callable[[], Image.Image]) -> Image.Image:
    """A mask, made when first asked for and kept with the base map."""
    if key not in masks:
        masks[key] = make()
    return masks[key]


def lit(fill: Cutout) -> Image.Image:
    """The mask of the light on a changed area."""
    return faint(fill.image, LIGHT_INK)


def mark_band(picture: Image.Image, band: Cutout, colour: str, unit: float, line: Callable[[], Image.Image]) -> None:
    """Tell on the band in that colour by a pattern, or by a line in its middle, what eyes that mix colours up miss.

    `unit` is the pixels of a unit of pieces; `line` gives the mask of the line, as large as the band.
    """
    paint = paint_named(colour)
    if sharp():
        picture.paste(field(paint, *band.image.size, unit), (band.x, band.y), band.image)
    elif colour in LINED:
        picture.paste(mix(paint.fill, INK, LINE_INK), (band.x, band.y), line())


def middle_line(board: PrintedBoard, cam: Camera, band: Cutout, area: str, inside: float) -> Image.Image:
    """The mask of a line along the middle of the band of an area, so many units inside its border."""
    unit = cam.unit * SS
    rings = [[(x - band.x * SS, y - band.y * SS) for x, y in cam.ring(ring, SS)] for ring in board.outlines(area)]
    size = (band.image.width * SS, band.image.height * SS)
    return shrink(inner_line(size, rings, inside * unit, LINE * unit), SS)


def fade(picture: Image.Image, fills: Mapping[str, Cutout], focus: Collection[str]) -> None:
    """Veil all but the areas that are asked for, pieces of the others and all."""
    mask = Image.new("L", picture.size, FADE_INK)
    for area in sorted(focus):
        if area in fills:
            fill = fills[area]
            mask.paste(0, (fill.x, fill.y), fill.image)
    picture.paste(FADE, (0, 0), mask)
