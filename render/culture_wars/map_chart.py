"""The chart of the board of Culture Wars: what its picture shows, as data. Its land belongs to the view."""

from __future__ import annotations

from PIL import Image

from engine.culture_wars.view import CultureWarsView
from render.board.charts import Charts
from render.board.signs import marks_of
from render.chart import Chart, Shape, key, sprites_key
from render.culture_wars.ground import OUTER, GroundCamera, draw_land, draw_rulers, put_offers, whole
from render.culture_wars.pictures import SIZE
from render.culture_wars.position import Place, Position, read
from render.culture_wars.signs import SIGNS
from render.culture_wars.squares import frame_width, on, put_squares
from render.paint.style import current_style

UNITS = 100  # of a square


def ground(view: CultureWarsView) -> Image.Image:
    """Return land, water and rulers."""
    position = read(view)
    camera = whole(position, SIZE)
    picture = Image.new("RGB", (camera.width, camera.height), OUTER)
    draw_land(picture, position, camera)
    draw_rulers(picture, position, camera)
    return picture


def ground_key(view: CultureWarsView) -> str:
    """Return the key of the land of a view."""
    shaping, style = read(view).moving_tiles, current_style().ground
    return key("culture_wars", view.extent, view.tiles, view.sea, shaping and (view.movable, view.moving), style)


def chart(view: CultureWarsView, since: CultureWarsView | None = None) -> Chart:
    """Return the chart of a public view; `since` an earlier one, which gives the marks of change."""
    position = read(view, since)
    camera = whole(position, SIZE)
    squares, unit = position.squares.values(), camera.side / UNITS
    inside, width = frame_width(camera.side)
    return Chart(
        size=(camera.width, camera.height),
        base=ground_key(view),
        sprites=sprites_key("culture_wars"),
        unit=unit,
        band=(inside / unit, (inside + width) / unit),
        shapes=shapes_of(position, camera),
        marks=marks_of(SIGNS, [*put_squares(position, camera), *put_offers(position, camera)]),
        bands={},
        changed=frozenset(on(square.name) for square in squares if square.changed),
        contested=frozenset(on(square.name) for square in squares if square.conflict),
    )


def shapes(view: CultureWarsView) -> tuple[Shape, ...]:
    """Return the squares; while tiles are moved the tiles too, and the places where the lifted one may go."""
    position = read(view)
    return shapes_of(position, whole(position, SIZE))


def shapes_of(position: Position, camera: GroundCamera) -> tuple[Shape, ...]:
    """Return the shapes of a position as far as they are in the picture."""
    found = [box(camera, on(q.name), "square", (q.column, q.row), 1) for q in position.squares.values()]
    if position.moving_tiles:
        tiles = position.view.tiles.items()
        found += [box(camera, f"tile:{name}", "tile", (at.column, at.row + 1), 2) for name, at in tiles]
    places = position.offered.items()
    return (*found, *(middle_of(camera, f"place:{token}", place) for token, place in places))


def middle_of(camera: GroundCamera, name: str, place: Place) -> Shape:
    """Return the middle of a place for a tile, as large as a square: the places themselves overlap."""
    x, y = camera.corner((place[0], place[1] + 1))
    return square_at(name, "place", (x + camera.side // 2, y + camera.side // 2), camera.side)


def box(camera: GroundCamera, name: str, kind: str, place: Place, squares: int) -> Shape:
    """Return some squares by some as a shape, from the north-western one on."""
    return square_at(name, kind, camera.corner(place), camera.side * squares)


def square_at(name: str, kind: str, corner: tuple[int, int], side: int) -> Shape:
    """Return a shape with sides of so many pixels."""
    (x, y), middle = corner, (corner[0] + side // 2, corner[1] + side // 2)
    return Shape(name, kind, f"M{x} {y}h{side}v{side}h-{side}z", middle, middle)


CHARTS = Charts(shapes, chart, ground_key, ground, None, SIGNS)
