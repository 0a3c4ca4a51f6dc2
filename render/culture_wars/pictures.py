"""The board of Culture Wars, whole or around a square, and what its signs mean."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PIL import Image

from engine.culture_wars.view import CultureWarsView
from render.board.legend import list_signs
from render.board.signs import put_on
from render.culture_wars import alt, pieces
from render.culture_wars.ground import (
    INNER,
    OUTER,
    TILE,
    TILE_EDGE,
    GroundCamera,
    around,
    draw_frames,
    draw_ground,
    put_offers,
    whole,
)
from render.culture_wars.panel import SIDE, draw_panel, panel_height, words
from render.culture_wars.position import Position, read
from render.culture_wars.signs import SIGNS
from render.culture_wars.squares import draw_squares
from render.paint import chips
from render.paint.palette import ALARM, GAIN, INK
from render.paint.picture import Picture, finish
from render.paint.plates import plate
from render.paint.style import nearness

SIZE = 1080
CLOSE = 960
PHONE = "phone"
REACH = 2


def board(
    view: CultureWarsView,
    *,
    since: CultureWarsView | None = None,
    area: str | None = None,
    show: str = "board",
    names: Mapping[str, str] | None = None,
    offered: Collection[str] = (),
    **_other: object,
) -> Picture:
    """Draw the public view: all of it with the panel, or a square (`area`) with two around it.

    On a phone (`show`) only the land is drawn, whose squares are then 30 pixels wide in a picture of 400. `since`, an
    earlier view, highlights changed squares and writes by how much; `names` are players' names by culture, the squares
    `offered` are framed. The map is small, so regions and the like show the whole board. Raises KeyError for a square
    that isn't land.
    """
    position = read(view, since, names)
    if area:
        reach = round(REACH * nearness())
        return finish(draw_board(position, around(position, area, reach, CLOSE)), alt.around(position, area, reach))
    camera = whole(position, SIZE)
    chart = draw_board(position, camera)
    draw_frames(chart, position, camera, offered)
    told = alt.board(position, read(since) if since else None)
    if show == PHONE:
        return finish(chart, told)
    high = max(chart.height, panel_height(len(position.order)))
    picture = Image.new("RGB", (chart.width + SIDE, high), OUTER)
    picture.paste(chart, (0, (high - chart.height) // 2))
    draw_panel(picture, position, chart.width)
    return finish(picture, told)


def draw_board(position: Position, camera: GroundCamera) -> Image.Image:
    """Draw land and water with everything on it."""
    picture = Image.new("RGB", (camera.width, camera.height), OUTER)
    draw_ground(picture, position, camera)
    draw_squares(picture, position, camera)
    put_on(picture, SIGNS, put_offers(position, camera))
    return picture


def warm(config: str) -> None:
    """Do nothing: no picture of this game is costly enough to be drawn in advance."""


SIGN_ROW, LETTERS = 92, 28  # pixels of a line of the legend and of its letters


def legend() -> Picture:
    """Return the pieces and marks with their meaning."""
    said = words()["legend"]
    return list_signs(said["title"], sprites(), said, SIGN_ROW, LETTERS)


def sprites() -> dict[str, Image.Image]:
    """Return a sprite for each line."""
    fought = Image.new("RGBA", (76, 76), (*TILE, 255))
    fought.alpha_composite(pieces.warning_frame(76))
    return {
        "people": pieces.people("suns", 3, 40),
        "coin": pieces.coin("4", 64),
        "suit": pieces.suit_coin("moons", 64),
        "settlement": pieces.settlement("crowns", 1.5),
        "support": chips.chip("7/5", INK, 1.7),
        "short": chips.chip("4/5", ALARM, 1.7),
        "conflict": fought,
        "change": chips.chip("+2", GAIN, 1.7),
        "outer": plate(84, 56, 8, OUTER, TILE_EDGE, 2),
        "inner": plate(84, 56, 8, INNER, TILE_EDGE, 2),
    }
