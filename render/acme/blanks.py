"""Empty card faces: one colour and one cut of the name band a class, so that a class shows without its colour."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from render.paint.canvas import SUPER, Point, fat, scale, shrink
from render.paint.fonts import font
from render.paint.palette import INK, PAPER, QUIET, Rgb, rgb

W, H = 520, 728
EDGE, BAND = 12, 92
CUTS = 13  # repeats of the cut along the band
WAVE = (0, 0.5, 0.87, 1, 0.87, 0.5, 0, -0.5, -0.87, -1, -0.87, -0.5)


@dataclass(frozen=True, slots=True)
class Kind:
    """One class of cards: its key in the texts, its letter, its colour, and the cut of the band under the name."""

    name: str
    letter: str
    colour: Rgb
    cut: str


KINDS = {
    kind.name: kind
    for kind in (
        Kind("plain", "", rgb("#80602f"), "straight"),
        Kind("I", "I", rgb("#1f6650"), "merlons"),
        Kind("C", "C", rgb("#9a1c1c"), "teeth"),
        Kind("N", "N", rgb("#1f4f96"), "waves"),
        Kind("R", "R", rgb("#5c2a80"), "arches"),
        Kind("E", "E", rgb("#2a2420"), "spikes"),
        Kind("deity", "", rgb("#9c7410"), "arches"),
    )
}
SHAPES: dict[str, list[Point]] = {
    "straight": [],
    "merlons": [(0, 0), (0, 11), (0.5, 11), (0.5, 0)],
    "teeth": [(0, 0), (0.5, 13)],
    "spikes": [(0, 0), (0.25, 19), (0.5, 0), (0.75, 8)],
    "waves": [(i / 12, 6 + 6 * WAVE[i]) for i in range(12)],
    "arches": [(i / 8, 12 * (1 - abs(2 * i / 8 - 1) ** 2.2)) for i in range(8)],
}


def cut(kind: Kind, w: float) -> list[Point]:
    """Return the lower edge of the name band, from right to left, as offsets below it."""
    along = [((CUTS - i - x) * w / CUTS, y) for i in range(CUTS) for x, y in SHAPES[kind.cut]]
    return along or [(w, 0), (0, 0)]


@lru_cache(maxsize=16)
def blank(names: tuple[str, ...]) -> Image.Image:
    """Return the empty face of a class, or of two classes that share the frame."""
    chosen, k = [KINDS[name] for name in names], SUPER // 2
    out = Image.new("RGBA", (W * k, H * k), (0, 0, 0, 0))
    draw_frame(out, chosen, k)
    d = ImageDraw.Draw(out)
    left, right, band = EDGE * k, (W - EDGE) * k, (EDGE + BAND) * k
    d.rounded_rectangle((left, band, right, (H - EDGE) * k), radius=16 * k, fill=(*PAPER, 255))
    d.rectangle((left, band, right, band + 20 * k), fill=(*PAPER, 255))
    edge = [((x + EDGE) * k, (y + BAND + EDGE) * k) for x, y in cut(chosen[0], W - 2 * EDGE)]
    d.polygon([(left, band - 2 * k), (right, band - 2 * k), *edge], fill=(*chosen[0].colour, 255))
    return shrink(out, k)


def draw_frame(out: Image.Image, chosen: list[Kind], k: int) -> None:
    """Draw the body of the card, split aslant where it has two classes."""
    d, box = ImageDraw.Draw(out), (3 * k, 3 * k, (W - 3) * k, (H - 3) * k)
    d.rounded_rectangle((0, 0, W * k - 1, H * k - 1), radius=28 * k, fill=(*INK, 255))
    d.rounded_rectangle(box, radius=25 * k, fill=(*chosen[0].colour, 255))
    if len(chosen) > 1:
        half = Image.new("L", out.size, 0)
        cutter = ImageDraw.Draw(half)
        cutter.rounded_rectangle(box, radius=25 * k, fill=255)
        cutter.polygon([(0, 0), (W * k * 0.62, 0), (W * k * 0.38, H * k), (0, H * k)], fill=0)
        out.paste((*chosen[-1].colour, 255), (0, 0), half)


@lru_cache(maxsize=16)
def letter_badge(letter: str, colour: Rgb) -> Image.Image:
    """Return the class letter in an upright hexagon."""
    k, size = SUPER, 52
    out = Image.new("RGBA", (size * k, size * k), (0, 0, 0, 0))
    d = ImageDraw.Draw(out)
    fat(d, scale([(26, 2), (48, 14), (48, 38), (26, 50), (4, 38), (4, 14)], k), 0, (*INK, 255))
    inner = scale([(26, 5), (45.5, 15.5), (45.5, 36.5), (26, 47), (6.5, 36.5), (6.5, 15.5)], k)
    d.polygon(inner, fill=(*PAPER, 255))
    d.text((26 * k, 26 * k), letter, font=font("bold", 33 * k), fill=(*colour, 255), anchor="mm")
    return shrink(out)


@lru_cache(maxsize=4)
def provenance(known: str) -> Image.Image:
    """Return a diamond: full where the effect is published, half where partly, hollow where it is ours."""
    k, size = SUPER, 22
    out = Image.new("RGBA", (size * k, size * k), (0, 0, 0, 0))
    d = ImageDraw.Draw(out)
    d.polygon(scale([(11, 1), (21, 11), (11, 21), (1, 11)], k), fill=(*QUIET, 255))
    if known not in ("known", "fact"):
        d.polygon(scale([(11, 4), (18, 11), (11, 18), (4, 11)], k), fill=(*PAPER, 255))
    if known == "partial":
        d.polygon(scale([(11, 4), (11, 18), (4, 11)], k), fill=(*QUIET, 255))
    return shrink(out)
