"""The Factions that nobody plays, in the panel: a stack of each with its name and its disks on the map."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render import pieces
from render.acme.position import Neutral, Position
from render.canvas import stamp
from render.fonts import width
from render.palette import INK, QUIET
from render.plates import text
from render.wording import texts

ROW = 46
SIGN, GAP, SIZE = 40, 26, 24


def rows(position: Position, w: int) -> list[list[Neutral]]:
    """The Factions in as many rows as they need in that width; none in a game without any."""
    found: list[list[Neutral]] = []
    for neutral in position.neutrals.values():
        if not found or sum(map(breadth, (*found[-1], neutral))) > w:
            found.append([])
        found[-1].append(neutral)
    return found


def breadth(neutral: Neutral) -> float:
    """What an entry takes."""
    return SIGN + width(neutral.name, "label", SIZE) + 8 + width(count(neutral), "text", SIZE - 4) + GAP


def count(neutral: Neutral) -> str:
    """`13 map`."""
    return f"{neutral.disks} {texts('pictures')['panel']['map']}"


def height(position: Position, w: int) -> int:
    """The height of the strip; 0 without such Factions."""
    return ROW * len(rows(position, w))


def draw_neutrals(picture: Image.Image, position: Position, x: int, y: int, w: int) -> None:
    """The strip with its left upper corner at (x, y)."""
    d = ImageDraw.Draw(picture)
    for i, row in enumerate(rows(position, w)):
        at, middle = float(x + 8), y + ROW * (i + 0.5)
        for neutral in row:
            stamp(picture, pieces.piece(neutral.colour, neutral.letter, 1, 1.3), at + SIGN / 2 - 4, middle)
            end = text(d, at + SIGN, middle, neutral.name, "label", SIZE, INK, "lm")
            at = text(d, end + 8, middle, count(neutral), "text", SIZE - 4, QUIET, "lm") + GAP
