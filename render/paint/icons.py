"""Pictograms from `data/pictograms.toml`, as masks or coloured sprites of any size."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

import data
from render.paint.canvas import SUPER, Point, shrink, tint
from render.paint.palette import Rgb


@lru_cache(maxsize=1)
def shapes() -> dict[str, str]:
    """Return the drawings by name, one primitive a line."""
    return tomllib.loads(data.path("pictograms.toml").read_text(encoding="utf-8"))


def spline(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    def one(p: float, q: float, r: float, s: float) -> float:
        return 0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t**3)

    return one(a[0], b[0], c[0], d[0]), one(a[1], b[1], c[1], d[1])


def smooth(points: list[Point], *, closed: bool, steps: int = 10) -> list[Point]:
    """Return the points of a Catmull-Rom curve through the points."""
    n = len(points)

    def at(i: int) -> Point:
        return points[i % n] if closed else points[min(max(i, 0), n - 1)]

    knots = range(n if closed else n - 1)
    curve = [spline(at(i - 1), at(i), at(i + 1), at(i + 2), s / steps) for i in knots for s in range(steps)]
    return curve if closed else [*curve, points[-1]]


def star(x: float, y: float, points: float, far: float, near: float, turn: float) -> list[Point]:
    spin = [math.radians(turn - 90 + i * 180 / points) for i in range(int(points) * 2)]
    reach = [near if i % 2 else far for i in range(len(spin))]
    return [(x + r * math.cos(a), y + r * math.sin(a)) for r, a in zip(reach, spin, strict=True)]


def oval(x: float, y: float, rx: float, ry: float, angle: float) -> list[Point]:
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    ring = [(rx * math.cos(t), ry * math.sin(t)) for t in (i * math.tau / 40 for i in range(40))]
    return [(x + u * c - v * s, y + u * s + v * c) for u, v in ring]


@dataclass(frozen=True, slots=True)
class Stroke:
    """One primitive: its points and numbers in pixels, its numbers as written, and 255 to add or 0 to cut away."""

    points: list[Point]
    n: list[float]
    raw: list[float]
    ink: int


def thick(d: ImageDraw.ImageDraw, points: list[Point], w: float, ink: int) -> None:
    d.line(points, fill=ink, width=max(1, round(w)), joint="curve")
    for x, y in (points[0], points[-1]):
        d.ellipse([x - w / 2, y - w / 2, x + w / 2, y + w / 2], fill=ink)


def disc(d: ImageDraw.ImageDraw, s: Stroke) -> None:
    x, y, r = s.n
    d.ellipse([x - r, y - r, x + r, y + r], fill=s.ink)


def ellipse(d: ImageDraw.ImageDraw, s: Stroke) -> None:
    x, y, rx, ry, _ = s.n
    d.polygon(oval(x, y, rx, ry, s.raw[4]), fill=s.ink)


def rounded_shape(d: ImageDraw.ImageDraw, s: Stroke) -> None:
    x0, y0, x1, y1, radius = s.n
    d.rounded_rectangle((x0, y0, x1, y1), radius=radius, fill=s.ink)


def rays(d: ImageDraw.ImageDraw, s: Stroke) -> None:
    d.polygon(star(s.n[0], s.n[1], s.raw[2], s.n[3], s.n[4], s.raw[5]), fill=s.ink)


def arc(d: ImageDraw.ImageDraw, s: Stroke) -> None:
    d.arc((s.n[0], s.n[1], s.n[2], s.n[3]), s.raw[4], s.raw[5], fill=s.ink, width=round(s.n[6]))


def slice_of(d: ImageDraw.ImageDraw, s: Stroke) -> None:
    d.pieslice((s.n[0], s.n[1], s.n[2], s.n[3]), s.raw[4], s.raw[5], fill=s.ink)


PRIMITIVES: dict[str, Callable[[ImageDraw.ImageDraw, Stroke], None]] = {
    "P": lambda d, s: d.polygon(s.points, fill=s.ink),
    "S": lambda d, s: d.polygon(smooth(s.points, closed=True), fill=s.ink),
    "L": lambda d, s: thick(d, s.points, s.n[0], s.ink),
    "Q": lambda d, s: thick(d, smooth(s.points, closed=False), s.n[0], s.ink),
    "C": disc,
    "O": ellipse,
    "R": rounded_shape,
    "T": rays,
    "A": arc,
    "V": slice_of,
}


def draw_line(d: ImageDraw.ImageDraw, line: str, k: float) -> None:
    """Draw one primitive; `k` pixels per unit of the grid."""
    op, *rest = line.split()
    pairs = [part.split(",") for part in rest if "," in part]
    raw = [float(part) for part in rest if "," not in part]
    points = [(float(x) * k, float(y) * k) for x, y in pairs]
    PRIMITIVES[op.upper()](d, Stroke(points, [v * k for v in raw], raw, 255 if op.isupper() else 0))


@lru_cache(maxsize=512)
def mask(name: str, size: float) -> Image.Image:
    """Return the pictogram as a grey mask `size` pixels wide. Raises KeyError for an unknown name."""
    big = Image.new("L", (round(size * SUPER), round(size * SUPER)), 0)
    draw = ImageDraw.Draw(big)
    for line in shapes()[name].splitlines():
        draw_line(draw, line, size * SUPER / 100)
    return shrink(big)


@lru_cache(maxsize=512)
def icon(name: str, size: float, colour: Rgb) -> Image.Image:
    """Return the pictogram in one colour."""
    return tint(mask(name, size), colour)
