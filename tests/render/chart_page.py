"""A board put together from its chart, as a page does it: base map, light, bands, stripes, sprites, names."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

from PIL import Image, ImageChops, ImageDraw

import render
from render.board.bands import LIGHT, LIGHT_INK
from render.chart import Chart, Shape
from render.paint.canvas import Point, trace_rings
from render.paint.palette import ALARM, INK, PAINTS, PAPER, WHITE, Rgb, rgb
from render.paint.webp import Webp

FINER = 2  # masks are drawn so many times larger
COVER = 226  # of a band, of 255
LONG = 9.0  # units of a dash
STEP = re.compile(r"-?\d+")


def put_together(game: str, view: Any, since: Any = None) -> Image.Image:
    """The board of a view without its panel."""
    chart = render.chart_of(game, view, since)
    picture = opened(render.base_picture(game, view)).convert("RGB")
    for shape in chart.shapes:
        draw_shape(game, picture, chart, shape)
    sprites = {mark.sprite: opened(render.sprite(game, mark.sprite)) for mark in chart.marks}
    for mark in chart.marks:
        small = sprites[mark.sprite].resize((mark.w, mark.h), Image.Resampling.BOX)
        picture.paste(small, (mark.x, mark.y), small)
    names = render.names_picture(game, view)
    if names is not None:
        letters = opened(names)
        picture.paste(letters, (0, 0), letters)
    return picture


def opened(webp: Webp) -> Image.Image:
    """The picture, whose size is as told."""
    picture = Image.open(io.BytesIO(webp.data))
    assert picture.size == (webp.width, webp.height)
    return picture


def rings_of(d: str) -> list[list[Point]]:
    """The rings of a path of `M`, `l`, `h`, `v` and `z`."""
    return [list(_ring(part)) for part in d.split("z") if part]


def _ring(part: str) -> Iterator[Point]:
    x = y = 0
    for command, told in re.findall(r"([Mlhv])([^Mlhv]*)", part):
        steps = list(map(int, STEP.findall(told)))
        for dx, dy in zip(steps[::2], steps[1::2], strict=True) if command in "Ml" else [in_line(command, steps[0])]:
            x, y = x + dx, y + dy
            yield x, y


def in_line(command: str, by: int) -> tuple[int, int]:
    """A step to the side or down."""
    return (by, 0) if command == "h" else (0, by)


def mask_of(shape: Shape, size: tuple[int, int], k: int = 1) -> Image.Image:
    """Where the shape is, the holes of its path left out."""
    mask = Image.new("1", (size[0] * k, size[1] * k), 0)
    for ring in rings_of(shape.d):
        one = Image.new("1", mask.size, 0)
        ImageDraw.Draw(one).polygon([(x * k, y * k) for x, y in ring], fill=1)
        mask = ImageChops.logical_xor(mask, one)
    return mask.convert("L")


def draw_shape(game: str, picture: Image.Image, chart: Chart, shape: Shape) -> None:
    """Draw its light, and its band or its stripes."""
    band, dashed = chart.bands.get(shape.id), shape.id in chart.contested
    if not (band or dashed or shape.id in chart.changed or shape.id in chart.bordered):
        return
    size, k = chart.size, FINER
    inside, rings = mask_of(shape, size, k), [[(x * k, y * k) for x, y in ring] for ring in rings_of(shape.d)]
    unit = chart.unit * k

    def strip(near: float, far: float) -> Image.Image:
        wide, thin = (trace_rings(inside.size, rings, 2 * reach * unit) for reach in (far, near))
        return ImageChops.multiply(ImageChops.subtract(wide, thin), inside).resize(size, Image.Resampling.BOX)

    def lay(mask: Image.Image, colour: Rgb, cover: int = 255) -> None:
        picture.paste(colour, (0, 0), mask.point(lambda v: v * cover // 255))

    if shape.id in chart.changed:
        lay(inside.resize(size, Image.Resampling.BOX), LIGHT, LIGHT_INK)
    near, far = chart.band
    if dashed:
        lay(strip(near, far), WHITE if chart.patterns else PAPER)
        lay(ImageChops.multiply(strip(near, far), every_other(size, chart.unit)), INK if chart.patterns else ALARM)
    elif shape.id in chart.patterns:
        pattern = chart.patterns[shape.id]
        tile = opened(render.sprite(game, pattern.sprite)).resize((round(pattern.w), round(pattern.h)))
        picture.paste(tiled(tile, size), (0, 0), strip(near, far))
    elif band:
        fill, *line = map(rgb, band.split(" "))
        lay(strip(near, far), fill, COVER)
        for colour in line:
            lay(strip((near + far) / 2 - 0.75, (near + far) / 2 + 0.75), colour)
    if shape.id in chart.bordered:
        lay(strip(far, far + 4), PAINTS["yellow"].fill)


def tiled(tile: Image.Image, size: tuple[int, int]) -> Image.Image:
    """The tile side by side on that size."""
    whole = Image.new("RGB", size)
    for x in range(0, size[0], tile.width):
        for y in range(0, size[1], tile.height):
            whole.paste(tile, (x, y))
    return whole


def every_other(size: tuple[int, int], unit: float) -> Image.Image:
    """Slanted stripes, for the dashes of a contested border."""
    tile = Image.new("L", size, 0)
    draw, step = ImageDraw.Draw(tile), LONG * unit
    for i in range(int((size[0] + size[1]) / step / 2) + 1):
        x = 2 * i * step - size[1]
        draw.polygon([(x, size[1]), (x + step, size[1]), (x + step + size[1], 0), (x + size[1], 0)], fill=255)
    return tile
