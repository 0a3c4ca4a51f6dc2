"""The key of what the pieces mean, drawn where the picture has room."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from engine.core.text import current_language
from render.acme import marks, temples
from render.acme.board import outlines
from render.board.printed_board import Camera
from render.paint import chips, pieces
from render.paint.canvas import Point, fill_rings, stamp
from render.paint.palette import GAIN, INK, LINE, PAPER
from render.paint.plates import plate, text
from render.paint.style import kept_by_palette
from render.paint.wording import texts

Maker = Callable[[float], Image.Image]
Sums = npt.NDArray[np.int32]
CELL = 4  # pixels per cell of the search for a free place


def second_colour(unit: float) -> Image.Image:
    """Return a flag's corner with a disk of the other colour."""
    out = Image.new("RGBA", (round(34 * unit), round(32 * unit)), (0, 0, 0, 0))
    out.alpha_composite(pieces.flag("blue", "", round(24 * unit), round(24 * unit), 4))
    disk = pieces.piece("green", "H", 1, 0.8 * unit)
    out.alpha_composite(disk, (out.width - disk.width, out.height - disk.height))
    return out


ENTRIES: dict[str, Maker] = {
    "camp": lambda u: pieces.piece("blue", "H", 1, u),
    "settlement": lambda u: pieces.piece("blue", "H", 2, u),
    "city": lambda u: pieces.piece("blue", "H", 3, u),
    "great_city": lambda u: pieces.piece("blue", "H", 4, u),
    "barbarians": lambda u: pieces.piece("black", "", 2, u),
    "contested": lambda u: marks.contest(1, u),
    "stronghold": marks.stronghold,
    "gold": marks.gold,
    "home": lambda u: temples.home("blue", u),
    "temple": lambda u: temples.temple("blue", "dove", u, awake=True),
    "asleep": lambda u: temples.temple("blue", "dove", u, awake=False),
    "changed": lambda u: chips.chip("+2", GAIN, u),
    "oasis": lambda u: marks.bonus("oasis", u),
    "fishing_grounds": lambda u: marks.bonus("fishing_grounds", u),
    "mountain_of_gold": lambda u: marks.bonus("mountain_of_gold", u),
    "gone": lambda u: pieces.ghost("blue", 2, u),
    "border": marks.border,
    "aside": lambda u: marks.face_down("helmet", u),
    "second": second_colour,
}


def key_block(w: int, room: int) -> Image.Image | None:
    """Return all entries in two columns if they fit, the most important ones in two columns, or nothing."""
    return _key_block(w, room, current_language())


@kept_by_palette(16)
def _key_block(w: int, room: int, _language: str) -> Image.Image | None:
    words = texts("pictures")
    for chosen in (words["key"], words["short_key"]):
        columns = max(2, w // 270)
        lines = -(-len(chosen) // columns)
        step = min(58, (room - 24) // lines) if room > 24 else 0
        if step >= 40:
            return table(chosen, w, columns, step)
    return None


def table(chosen: dict[str, str], w: int, columns: int, step: int, unit: float = 1.0, size: float = 20) -> Image.Image:
    """Return the entries named, with these words, down and then across."""
    lines = -(-len(chosen) // columns)
    out = plate(w, height(lines, step), 12, PAPER, LINE, 2).copy()
    d = ImageDraw.Draw(out)
    for i, (name, words) in enumerate(chosen.items()):
        x, y = 12 + (i // lines) * (w - 20) / columns, 10 + (i % lines + 0.5) * step
        sprite = ENTRIES[name](unit)
        out.alpha_composite(sprite, (round(x + 27 * unit - sprite.width / 2), round(y - sprite.height / 2)))
        text(d, x + 60 * unit, y, words, "text", size, INK)
    return out


def height(lines: int, step: int) -> int:
    """Return the pixels of so many lines with their margin."""
    return lines * step + 20


def small_key(unit: float, columns: int) -> Image.Image:
    """Return the short key for a free corner of the map."""
    return _small_key(unit, columns, current_language())


@kept_by_palette(16)
def _small_key(unit: float, columns: int, _language: str) -> Image.Image:
    w, _ = small_size(unit, columns)
    return table(texts("pictures")["short_key"], w, columns, small_step(unit), unit, 17 * unit)


def small_size(unit: float, columns: int) -> tuple[int, int]:
    """Return the size of the short key, before it is drawn."""
    lines = -(-len(texts("pictures")["short_key"]) // columns)
    return round((164 * columns + 16 * (columns == 1)) * unit), height(lines, small_step(unit))


def small_step(unit: float) -> int:
    return round(42 * unit)


def stamp_key(picture: Image.Image, cam: Camera, names: list[str]) -> None:
    """Draw the short key in ground that is out of play, if there is room."""
    sums = area_sums(cam, names)
    for unit in (1.0, 0.85, 0.72):
        for columns in (4, 2, 8, 1):
            drawn = round(unit * max(1.0, cam.unit * 0.9), 2)
            spot = free_spot(cam, sums, small_size(drawn, columns))
            if spot:
                stamp(picture, small_key(drawn, columns), *spot)
                return


def area_sums(cam: Camera, names: list[str]) -> Sums:
    """Return the summed area table of these areas, slightly enlarged."""
    rings = [cam.ring(ring, 1 / CELL) for name in names for ring in outlines(name)]
    grid = np.asarray(fill_rings((cam.width // CELL, cam.height // CELL), rings, 6 / CELL)) > 0
    sums: Sums = np.pad(grid.astype(np.int32).cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    return sums


def free_spot(cam: Camera, sums: Sums, size: tuple[int, int]) -> Point | None:
    """Return the middle of a box of this size outside these areas, nearest to the bottom of the picture; None without
    room.
    """
    cols, rows = -(-(size[0] + 12) // CELL), -(-(size[1] + 12) // CELL)
    if rows >= sums.shape[0] or cols >= sums.shape[1]:
        return None
    blocked = sums[rows:, cols:] - sums[:-rows, cols:] - sums[rows:, :-cols] + sums[:-rows, :-cols]
    free: list[list[int]] = np.argwhere(blocked == 0).tolist()
    if not free:
        return None
    y, x = max(free, key=lambda p: (p[0], -abs(p[1] * CELL - cam.width / 2)))
    return (x + cols / 2) * CELL, (y + rows / 2) * CELL
