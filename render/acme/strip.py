"""A strip of the panel: signs with a name and a note, in as many rows as they need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.paint.canvas import stamp
from render.paint.fonts import shorten, width
from render.paint.palette import QUIET
from render.paint.plates import text

ROW = 46
SIGN, GAP, SIZE = 40, 26, 24


@dataclass(frozen=True, slots=True)
class StripEntry:
    """What stands in a strip."""

    signs: tuple[Image.Image, ...]
    name: str
    note: str

    @property
    def note_width(self) -> float:
        return 8 + width(self.note, "text", SIZE - 4) + GAP

    @property
    def breadth(self) -> float:
        return SIGN * len(self.signs) + width(self.name, "label", SIZE) + self.note_width


def laid(entries: Iterable[StripEntry], w: int) -> list[list[StripEntry]]:
    """The entries in rows of that width."""
    found: list[list[StripEntry]] = []
    for entry in entries:
        if not found or sum(one.breadth for one in (*found[-1], entry)) > w:
            found.append([])
        found[-1].append(entry)
    return found


def draw_rows(picture: Image.Image, rows: Sequence[Sequence[StripEntry]], x: int, y: int, w: int) -> None:
    """The strip with its left upper corner at (x, y); a name that is too long for a row is cut."""
    d = ImageDraw.Draw(picture)
    for i, row in enumerate(rows):
        at, middle = float(x + 8), y + ROW * (i + 0.5)
        for entry in row:
            for sign in entry.signs:
                stamp(picture, sign, at + SIGN / 2 - 4, middle)
                at += SIGN
            name = shorten(entry.name, "label", SIZE, x + w - at - entry.note_width + GAP)
            end = text(d, at, middle, name, "label", SIZE)
            at = text(d, end + 8, middle, entry.note, "text", SIZE - 4, QUIET) + GAP
