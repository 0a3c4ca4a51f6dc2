"""A pattern for each paint of players, so that colours needn't be told apart by tone alone."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image, ImageDraw

from render.paint.palette import Paint

Ink = tuple[int, int, int, int]
Pattern = Callable[[ImageDraw.ImageDraw, int, int, float, Ink], None]


def steps(length: float, step: float) -> list[float]:
    return [i * step for i in range(int(length / step) + 2)]


def bars(d: ImageDraw.ImageDraw, w: int, h: int, k: float, ink: Ink) -> None:
    for y in steps(h, 7 * k):
        d.rectangle([0, y, w, y + 3 * k], fill=ink)


def pales(d: ImageDraw.ImageDraw, w: int, h: int, k: float, ink: Ink) -> None:
    for x in steps(w, 7 * k):
        d.rectangle([x - k, 0, x + 2 * k, h], fill=ink)


def quarters(d: ImageDraw.ImageDraw, w: int, h: int, k: float, ink: Ink) -> None:
    for i, x in enumerate(steps(w, 8 * k)):
        for j, y in enumerate(steps(h, 8 * k)):
            if (i + j) % 2:
                d.rectangle([x, y, x + 8 * k, y + 8 * k], fill=ink)


def bends(d: ImageDraw.ImageDraw, w: int, h: int, k: float, ink: Ink) -> None:
    for x in steps(w + h, 10 * k):
        d.polygon([(x - h, h), (x - h + 4 * k, h), (x + 4 * k, 0), (x, 0)], fill=ink)


def studs(d: ImageDraw.ImageDraw, w: int, h: int, k: float, ink: Ink) -> None:
    r = 1.9 * k
    for j, y in enumerate(steps(h, 7 * k)):
        for x in steps(w, 7 * k):
            middle = x + (j % 2) * 3.5 * k
            d.ellipse([middle - r, y - r, middle + r, y + r], fill=ink)


def waves(d: ImageDraw.ImageDraw, w: int, h: int, k: float, ink: Ink) -> None:
    for y in steps(h, 8 * k):
        crest = [(x, y + (2.2 * k if i % 2 else -2.2 * k)) for i, x in enumerate(steps(w, 4 * k))]
        d.line(crest, fill=ink, width=round(2.6 * k), joint="curve")


def rings(d: ImageDraw.ImageDraw, w: int, h: int, k: float, ink: Ink) -> None:
    r = 3.2 * k
    for y in steps(h, 9 * k):
        for x in steps(w, 9 * k):
            d.ellipse([x - r, y - r, x + r, y + r], outline=ink, width=max(1, round(1.8 * k)))


def lozenges(d: ImageDraw.ImageDraw, w: int, h: int, k: float, ink: Ink) -> None:
    for j, y in enumerate(steps(h, 5 * k)):
        for x in steps(w, 10 * k):
            middle = x + (j % 2) * 5 * k
            d.polygon([(middle, y - 4 * k), (middle + 3 * k, y), (middle, y + 4 * k), (middle - 3 * k, y)], fill=ink)


def chevrons(d: ImageDraw.ImageDraw, w: int, h: int, k: float, ink: Ink) -> None:
    for y in steps(h + 5 * k, 7 * k):
        for x in steps(w, 10 * k):
            roof = [(x, y), (x + 5 * k, y - 5 * k), (x + 10 * k, y)]
            d.line(roof, fill=ink, width=round(2.4 * k), joint="curve")


def lattice(d: ImageDraw.ImageDraw, w: int, h: int, k: float, ink: Ink) -> None:
    for x in steps(w + h, 9 * k):
        d.line([(x - h, h), (x, 0)], fill=ink, width=round(1.8 * k))
        d.line([(x - h, 0), (x, h)], fill=ink, width=round(1.8 * k))


def plain(d: ImageDraw.ImageDraw, w: int, h: int, k: float, ink: Ink) -> None:
    """No pattern: the factions of no player."""


PATTERNS: dict[str, Pattern] = {
    "bars": bars,
    "pales": pales,
    "quarters": quarters,
    "bends": bends,
    "studs": studs,
    "waves": waves,
    "rings": rings,
    "lozenges": lozenges,
    "chevrons": chevrons,
    "lattice": lattice,
    "plain": plain,
}


# width and height in units after which a pattern begins anew
PERIODS: dict[str, tuple[int, int]] = {
    "bars": (7, 7),
    "pales": (7, 7),
    "quarters": (16, 16),
    "bends": (10, 10),
    "studs": (7, 14),
    "waves": (8, 8),
    "rings": (9, 9),
    "lozenges": (10, 10),
    "chevrons": (10, 7),
    "lattice": (9, 9),
    "plain": (4, 4),
}


def period(paint: Paint, k: int) -> Image.Image:
    """Return a part of the field of a paint that can be laid side by side; `k` pixels per unit."""
    wide, high = PERIODS[paint.pattern]
    return field(paint, wide * k, high * k, k)


def field(paint: Paint, w: int, h: int, k: float) -> Image.Image:
    """Return the fill of a paint with its pattern in the second tone; `k` pixels per unit."""
    face = Image.new("RGBA", (w, h), (*paint.fill, 255))
    PATTERNS[paint.pattern](ImageDraw.Draw(face), w, h, k, (*paint.second, 255))
    return face
