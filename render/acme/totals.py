"""The players in the panel, where one of them has several civilizations: by what each is compared (ACME-1V2-14)."""

from __future__ import annotations

from PIL import Image

from render.acme.position import Player, Position
from render.acme.strip import ROW, StripEntry, draw_rows, laid
from render.paint import pieces
from render.paint.wording import texts

SIGN_UNIT = 1.3


def rows(position: Position, w: int) -> list[list[StripEntry]]:
    """The players in the order of their seats, in as many rows as they need; none where each has one civilization."""
    return laid([player(position, one) for one in position.players], w)


def player(position: Position, one: Player) -> StripEntry:
    """The camps of its civilizations, its name, and `30 ÷ 4 = 7.5 VP` or `12 VP`."""
    camps = (pieces.piece(position.colour(civ), position.letter(civ), 1, SIGN_UNIT) for civ in one.civs)
    return StripEntry(tuple(camps), one.name, spelled(position, one))


def spelled(position: Position, one: Player) -> str:
    """Its score in words, with the VP that are divided."""
    words = texts("pictures")["panel"]
    if one.divisor == 1:
        return str(words["total"].format(score=one.score))
    vp = sum(position.civs[civ].vp for civ in one.civs)
    return str(words["total_divided"].format(vp=vp, divisor=one.divisor, score=one.score))


def height(position: Position, w: int) -> int:
    """The height of the strip; 0 without one."""
    return ROW * len(rows(position, w))


def draw_totals(picture: Image.Image, position: Position, x: int, y: int, w: int) -> None:
    """The strip with its left upper corner at (x, y)."""
    draw_rows(picture, rows(position, w), x, y, w)
