"""What the sheets beside the board share: a title on night brown, and rows that begin with a nation's flag."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.board.steps import SOFT
from render.civ.position import Position, ShownNation
from render.civ.words import turn_name
from render.paint.canvas import stamp
from render.paint.fonts import shorten, width
from render.paint.palette import BRONZE, GOLD, INK, LINE, NIGHT, PAPER, PARCHMENT, QUIET
from render.paint.pieces import piece
from render.paint.plates import plate, text

TITLE = 72
GAP = 10
FLAG = 60


def sheet(w: int, h: int, title: str, position: Position | None = None, note: str = "") -> Image.Image:
    """Return an empty sheet with its title; at the right the turn, or a note."""
    out = Image.new("RGB", (w, h), PARCHMENT)
    d = ImageDraw.Draw(out)
    d.rectangle([0, 0, w, TITLE - 1], fill=NIGHT)
    d.rectangle([0, TITLE - 3, w, TITLE - 1], fill=GOLD)
    right = note or (turn_name(position) if position else "")
    room = w - 60 - width(right, "text", 28)
    text(d, 22, TITLE / 2, shorten(title, "label", 40, room), "label", 40, PAPER)
    text(d, w - 22, TITLE / 2, right, "text", 28, SOFT, "rm")
    return out


def row_box(out: Image.Image, one: ShownNation, y: int, h: int, *, waits: bool = False) -> int:
    """Return the box of a nation's row with its marker and names; returns where its contents begin."""
    w = out.width - 2 * GAP
    stamp(out, plate(w, h, 10, PAPER, BRONZE if waits else LINE, 4 if waits else 2), GAP, y, "lt")
    stamp(out, piece(one.colour, one.letter, 1, 1.9), GAP + 40, y + h / 2)
    d = ImageDraw.Draw(out)
    named = one.player and one.player != one.name
    text(d, GAP + 76, y + h / 2 - 13 * bool(named), shorten(one.name, "label", 32, 150), "label", 32, INK)
    if named:
        text(d, GAP + 76, y + h / 2 + 18, shorten(one.player, "note", 21, 150), "note", 21, QUIET)
    return GAP + 236
