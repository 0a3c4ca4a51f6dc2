"""Small drawings strewn over the ground, one kind a terrain: peaks, reeds, dunes, grass, ripples."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PIL import Image, ImageChops, ImageDraw

from render.acme.board import outlines, terrain
from render.board.cutouts import SS
from render.board.printed_board import Camera
from render.paint.canvas import Box, Point, fill_rings, trace_rings
from render.paint.palette import rgb

Glyph = Callable[[ImageDraw.ImageDraw, float, float, float], None]
TRIES = 24  # random points a glyph


def peak(d: ImageDraw.ImageDraw, x: float, y: float, q: float) -> None:
    left, top, right = (x - 11 * q, y + 8 * q), (x - q, y - 11 * q), (x + 11 * q, y + 8 * q)
    d.polygon([left, top, right], fill=rgb("#a07f5c"))
    d.polygon([top, right, (x + q, y + 8 * q), (x - 3 * q, y)], fill=rgb("#80603f"))
    d.polygon([top, (x - 5 * q, y - 4 * q), (x - q, y - 5.5 * q), (x + 3 * q, y - 4 * q)], fill=rgb("#f4ecdc"))
    d.line([left, top, right], fill=rgb("#66482c"), width=max(1, round(1.1 * q)))


def reeds(d: ImageDraw.ImageDraw, x: float, y: float, q: float) -> None:
    pen = max(1, round(1.3 * q))
    for dx in (-4, 0, 4):
        head = x + dx * 1.5 * q
        d.line([(x + dx * q, y + 5 * q), (head, y - 5 * q)], fill=rgb("#86a054"), width=pen)
        d.ellipse([head - 1.8 * q, y - 8 * q, head + 1.8 * q, y - 2 * q], fill=rgb("#c8be62"))


def dune(d: ImageDraw.ImageDraw, x: float, y: float, q: float) -> None:
    crest, foot = (x - 11 * q, y - 4 * q, x + 11 * q, y + 8 * q), (x - 2 * q, y + 1 * q, x + 14 * q, y + 10 * q)
    d.arc(crest, 195, 345, fill=rgb("#d3ba7e"), width=max(1, round(1.4 * q)))
    d.arc(foot, 200, 345, fill=rgb("#d9c48f"), width=max(1, round(1.2 * q)))


def grass(d: ImageDraw.ImageDraw, x: float, y: float, q: float) -> None:
    for dx in (-4, 0, 4):
        blade = [(x + dx * q, y + 3 * q), (x + dx * 1.3 * q, y - 3 * q)]
        d.line(blade, fill=rgb("#bd9a63"), width=max(1, round(1.1 * q)))


def ripple(d: ImageDraw.ImageDraw, x: float, y: float, q: float) -> None:
    for dx in (-8, 4):
        crest = (x + (dx - 6) * q, y - 3 * q, x + (dx + 6) * q, y + 5 * q)
        d.arc(crest, 205, 335, fill=rgb("#c4dde9"), width=max(1, round(1.4 * q)))


GLYPHS: dict[str, tuple[Glyph, int]] = {
    "mountain": (peak, 27),
    "fertile": (reeds, 30),
    "desert": (dune, 34),
    "plains": (grass, 38),
    "sea": (ripple, 52),
}


def scatter(cam: Camera, picture: Image.Image, names: list[str], taken: list[Box]) -> None:
    """Draw the glyphs of all these areas, clear of the boxes of names and pieces."""
    draw, u = ImageDraw.Draw(picture), cam.unit
    for i, name in enumerate(names):
        glyph, step = GLYPHS[terrain(name)]
        for x, y in sown(cam, name, taken, step * u, i):
            glyph(draw, x * SS, y * SS, u * SS * 0.8)


def sown(cam: Camera, area: str, taken: list[Box], step: float, seed: int) -> list[Point]:
    """Return scattered points inside the area, at least `step` apart, away from its border and the boxes; north
    first.
    """
    keep, left, top = interior(cam, area)
    h, w = keep.shape
    tries = int(w * h / step**2 * TRIES)
    cloud = np.random.default_rng(seed).uniform((0, 0), (max(1, w - 1), max(1, h - 1)), (tries, 2))
    boxes = [(x0 - 6, y0 - 4, x1 + 6, y1 + 4) for x0, y0, x1, y1 in taken]
    found: list[Point] = []
    for x, y in cloud.tolist():
        if keep[int(y), int(x)] and clear(left + 2 * x, top + 2 * y, boxes, found, step):
            found.append((left + 2 * x, top + 2 * y))
    return sorted(found, key=lambda p: p[1])


def clear(x: float, y: float, boxes: list[Box], found: list[Point], step: float) -> bool:
    if any((x - qx) ** 2 + (y - qy) ** 2 <= step**2 for qx, qy in found):
        return False
    return not any(x0 < x < x1 and y0 < y < y1 for x0, y0, x1, y1 in boxes)


def interior(cam: Camera, area: str) -> tuple[np.ndarray[tuple[int, int], np.dtype[np.uint8]], float, float]:
    """Return the visible inside of the area at half size, a little within its border, and its left upper corner in
    pixels.
    """
    rings = [cam.ring(ring) for ring in outlines(area)]
    xs, ys = [x for ring in rings for x, _ in ring], [y for ring in rings for _, y in ring]
    left, top = max(0.0, min(xs)), max(0.0, min(ys))
    size = (max(3, int(min(cam.width, max(xs)) - left) // 2), max(3, int(min(cam.height, max(ys)) - top) // 2))
    local = [[((x - left) / 2, (y - top) / 2) for x, y in ring] for ring in rings]
    mask = ImageChops.subtract(fill_rings(size, local), trace_rings(size, local, 8 * cam.unit))
    return np.asarray(mask), left, top
