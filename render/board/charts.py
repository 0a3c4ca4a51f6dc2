"""What a game declares for the chart of its board, and what such charts share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from PIL import Image

from render.board.cutouts import Cutout
from render.board.signs import Signs
from render.chart import Chart, Shape
from render.paint.palette import INK, LINE_INK, LINED, Rgb, mix, paint_named
from render.paint.picture import sharpen
from render.paint.style import sharp


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
