"""What a game declares for the chart of its board, and what such charts share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from PIL import Image

from render.board.cutouts import Cutout
from render.board.signs import Sign, SignKind, Signs
from render.chart import BandPattern, Chart, Shape
from render.paint.palette import INK, LINE_INK, LINED, Rgb, mix, paint_named
from render.paint.patterns import PERIODS, period
from render.paint.picture import sharpen
from render.paint.style import sharp

TILED: Final = 3  # pixels of a unit of a pattern


@dataclass(frozen=True, slots=True)
class Charts:
    """How the charts of a game are made from a view, the base map and its key too; and all signs that they name."""

    shapes: Callable[[Any], tuple[Shape, ...]]
    chart: Callable[[Any, Any], Chart]
    """From a view, and an earlier one or None."""
    key: Callable[[Any], str]
    base: Callable[[Any], Image.Image]
    names: Callable[[Any], Image.Image] | None
    """The names on a clear ground, where they are laid above the pieces."""
    signs: Signs


def layer(size: tuple[int, int], names: Iterable[Cutout]) -> Image.Image:
    """Return names on a clear ground."""
    out = Image.new("RGBA", size, (0, 0, 0, 0))
    for name in names:
        x, y = max(0, name.x), max(0, name.y)
        out.alpha_composite(name.image, (x, y), (x - name.x, y - name.y))
    return out


def bands_of(held: Mapping[str, str], unit: float) -> tuple[dict[str, str], dict[str, BandPattern]]:
    """Return the bands of shapes held by these paints (empty: by nobody) in colours, and where needed in patterns.

    `unit` is the pixels of a unit of pieces.
    """
    owned = {shape: paint for shape, paint in held.items() if paint}
    patterns = {shape: band_pattern(paint, unit) for shape, paint in owned.items()} if sharp() else {}
    return {shape: band_colour(paint) for shape, paint in owned.items()}, patterns


def band_pattern(colour: str, unit: float) -> BandPattern:
    """Return the pattern of a band in that paint, for that unit of pieces."""
    wide, high = PERIODS[paint_named(colour).pattern]
    return BandPattern(Sign("field", (colour,)).name, wide * unit, high * unit)


FIELDS: Final[Signs] = {"field": SignKind(lambda unit, colour: period(paint_named(colour), round(unit)), TILED)}


def band_colour(colour: str) -> str:
    """Return the CSS colour of a band in that paint, and where it has one that of the line in its middle."""
    fill = paint_named(colour).fill
    lined = colour in LINED and not sharp()
    return " ".join(map(css, (fill, mix(fill, INK, LINE_INK)) if lined else (fill,)))


def css(colour: Rgb) -> str:
    """Return a colour as CSS writes it; black, grey or white where the contrast is to be high."""
    shown = sharpen(Image.new("RGB", (1, 1), colour)).getpixel((0, 0)) if sharp() else colour
    red, green, blue = shown if isinstance(shown, tuple) else colour
    return f"#{int(red):02x}{int(green):02x}{int(blue):02x}"
