"""Layers on the areas of a board: the light of a change, the band of the holder, a veil over the others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import replace
from typing import TypeVar

from PIL import Image

from render.board.cutouts import SS, Cutout, lay, patches
from render.board.printed_board import Camera, PrintedBoard
from render.paint.canvas import faint, inner_line, shrink
from render.paint.palette import INK, LINE_INK, LINED, Rgb, mix, paint_named
from render.paint.patterns import field
from render.paint.style import sharp

LIGHT_INK = 120  # the light on a changed area, of 255
FADE_INK = 150  # the veil over areas that are not asked for
LINE = 1.5  # width of the line in the middle of some bands, in units
LIGHT: Rgb = (255, 253, 240)
FADE: Rgb = (240, 233, 216)
Key = TypeVar("Key", bound=Hashable)
Patches = tuple[Cutout, ...]


def cached_patches(made: dict[Key, Patches], key: Key, make: Callable[[], Cutout]) -> Patches:
    """Return a mask or a sprite in patches, made when first asked for and kept with the base map."""
    if key not in made:
        made[key] = patches(make())
    return made[key]


def lit(fill: Cutout) -> Cutout:
    """Return the mask of the light on a changed area."""
    return with_cover(fill, LIGHT_INK)


def with_cover(mask: Cutout, strength: int) -> Cutout:
    """Return the mask with `strength` of 255 of its cover."""
    return replace(mask, image=faint(mask.image, strength))


def mark_band(picture: Image.Image, band: Cutout, colour: str, unit: float, line: Callable[[], Patches]) -> None:
    """Tell on the band in that colour by a pattern, or by a line in its middle, what eyes that mix colours up miss.

    `unit` is the pixels of a unit of pieces; `line` gives the mask of the line.
    """
    paint = paint_named(colour)
    if sharp():
        picture.paste(field(paint, *band.image.size, unit), (band.x, band.y), band.image)
    elif colour in LINED:
        lay(picture, line(), mix(paint.fill, INK, LINE_INK))


def middle_line(board: PrintedBoard, cam: Camera, band: Cutout, area: str, inside: float) -> Cutout:
    """Return the mask of a line along the middle of the band of an area, so many units inside its border."""
    unit = cam.unit * SS
    rings = [[(x - band.x * SS, y - band.y * SS) for x, y in cam.ring(ring, SS)] for ring in board.outlines(area)]
    size = (band.image.width * SS, band.image.height * SS)
    return replace(band, image=shrink(inner_line(size, rings, inside * unit, LINE * unit), SS))


def fade(picture: Image.Image, fills: Mapping[str, Cutout], focus: Collection[str]) -> None:
    """Veil all areas except those in focus, including the others' pieces."""
    mask = Image.new("L", picture.size, FADE_INK)
    for area in sorted(focus):
        if area in fills:
            fill = fills[area]
            mask.paste(0, (fill.x, fill.y), fill.image)
    picture.paste(FADE, (0, 0), mask)
