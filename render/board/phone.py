"""The board for a phone: the three regions where most has happened, one below the other, large at 400 pixels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from PIL import Image, ImageDraw

from render.paint.canvas import Box, Point
from render.paint.fonts import shorten
from render.paint.palette import NIGHT, PAPER, mix
from render.paint.plates import text

WIDE, HIGH, TITLE = 720, 520, 56  # pixels of a window and of the line above it
MOST = 3
SNAP = 40  # windows move in such steps, so that base maps are used again
SOFT = mix(NIGHT, PAPER, 0.75)


def hottest(heat: Mapping[str, float], region_of: Callable[[str], str]) -> list[tuple[str, dict[str, float]]]:
    """Return the regions where most has happened, with their areas, the hottest first; `heat`: how much, by area."""
    found: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for area, much in heat.items():
        found[region_of(area)][area] = much
    return sorted(found.items(), key=lambda one: (-sum(one[1].values()), one[0]))[:MOST]


def window(heat: Mapping[Point, float], scale: float, board: tuple[float, float]) -> Box:
    """Return the part of a board of that size that holds most of what happened at these points, in board units."""
    wide, high = WIDE / scale, HIGH / scale

    def inside(middle: Point) -> dict[Point, float]:
        far = ((p, abs(p[0] - middle[0]) / wide, abs(p[1] - middle[1]) / high) for p in heat)
        return {p: heat[p] for p, across, down in far if max(across, down) < 0.45}

    held = max((inside(p) for p in heat), key=lambda some: sum(some.values()))
    middle = [sum(p[i] for p in held) / len(held) for i in (0, 1)]
    left, top = (
        min(max(0.0, round((at - size / 2) / SNAP) * SNAP), most - size)
        for at, size, most in zip(middle, (wide, high), board, strict=True)
    )
    return left, top, left + wide, top + high


def pile_windows(windows: Sequence[tuple[str, Image.Image]], moment: str) -> Image.Image:
    """Return the windows below one another, each under its name."""
    out = Image.new("RGB", (WIDE, max(TITLE, sum(TITLE + image.height for _, image in windows))), NIGHT)
    draw, y = ImageDraw.Draw(out), 0
    for i, (name, image) in enumerate(windows):
        room = WIDE - 40 if i else WIDE / 2
        text(draw, 18, y + TITLE / 2, shorten(name, "label", 36, room), "label", 36, PAPER)
        if not i:
            text(draw, WIDE - 18, y + TITLE / 2, moment, "text", 30, SOFT, "rm")
        out.paste(image, (0, y + TITLE))
        y += TITLE + image.height
    return out
