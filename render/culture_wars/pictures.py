"""The board of Culture Wars, whole or around a square."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PIL import Image

from engine.culture_wars.view import CultureWarsView
from render.culture_wars import alt
from render.culture_wars.ground import OUTER, GroundCamera, around, draw_frames, draw_ground, draw_offers, whole
from render.culture_wars.panel import SIDE, draw_panel, panel_height
from render.culture_wars.position import Position, read
from render.culture_wars.squares import draw_squares
from render.paint.picture import Picture, finished
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
    """A picture of the public view: all of it with the panel, or a square (`area`) with two around it.

    On a phone (`show`) there is the land alone, whose squares are then 30 pixels wide where the picture is 400.
    `since`, an earlier view, lights squares that have changed and writes by how much; `names` are players' names by
    culture, the squares `offered` are framed. The map is small: regions and the like are shown as the whole board.
    KeyError for a square that is no land.
    """
    position = read(view, since, names)
    if area:
        reach = round(REACH * nearness())
        return finished(drawn(position, around(position, area, reach, CLOSE)), alt.around(position, area, reach))
    camera = whole(position, SIZE)
    chart = drawn(position, camera)
    draw_frames(chart, position, camera, offered)
    told = alt.board(position, read(since) if since else None)
    if show == PHONE:
        return finished(chart, told)
    high = max(chart.height, panel_height(len(position.order)))
    picture = Image.new("RGB", (chart.width + SIDE, high), OUTER)
    picture.paste(chart, (0, (high - chart.height) // 2))
    draw_panel(picture, position, chart.width)
    return finished(picture, told)


def drawn(position: Position, camera: GroundCamera) -> Image.Image:
    """Land and water with all that lies on it."""
    picture = Image.new("RGB", (camera.width, camera.height), OUTER)
    draw_ground(picture, position, camera)
    draw_squares(picture, position, camera)
    draw_offers(picture, position, camera)
    return picture


def warm(config: str) -> None:
    """Nothing is costly enough to be drawn ahead."""
