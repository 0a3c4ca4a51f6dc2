"""Tiles, seas and rulers of the board, and the places offered to a tile that is moved."""

from __future__ import annotations

import string
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from render.board.signs import Put
from render.culture_wars.position import Place, Position
from render.culture_wars.signs import offer
from render.paint.canvas import stamp
from render.paint.palette import BRONZE, GOLD, INK, PAPER, QUIET, WHITE, mix, rgb
from render.paint.plates import plate, text

OUTER, INNER = rgb("#a3c6da"), rgb("#8fd0c4")
TILE, TILE_EDGE, GRID = rgb("#e6cf9d"), rgb("#8a6a3c"), rgb("#c6a86e")
LIGHT = mix(TILE, WHITE, 0.62)
SHORE = 0.6  # squares of sea around the land
LEAST = 70  # pixels of a square: a wide map makes a larger picture rather than smaller pieces


@dataclass(frozen=True, slots=True)
class GroundCamera:
    """The part of the board that is shown, in squares, and the pixels of a square."""

    west: int
    south: int
    columns: int
    rows: int
    side: int

    @property
    def width(self) -> int:
        return round(self.side * (self.columns + 2 * SHORE))

    @property
    def height(self) -> int:
        return round(self.side * (self.rows + 2 * SHORE))

    def corner(self, place: Place) -> tuple[int, int]:
        """Return the left upper pixel of a square; rows count from the south."""
        x = (place[0] - self.west + SHORE) * self.side
        y = (self.south + self.rows - 1 - place[1] + SHORE) * self.side
        return round(x), round(y)

    def shows(self, place: Place, margin: int = 0) -> bool:
        """Return whether the square is in the picture, or within so many squares of it."""
        return (
            self.west - margin <= place[0] < self.west + self.columns + margin
            and self.south - margin <= place[1] < self.south + self.rows + margin
        )


def whole(position: Position, size: int) -> GroundCamera:
    """Return all the land, and every place where the tile being moved may go; larger than `size` where the map
    is wide.
    """
    columns, rows = position.extent
    spots = [*position.offered.values()]
    west, south = min([0, *(x for x, _ in spots)]), min([0, *(y for _, y in spots)])
    east, north = max([columns, *(x + 2 for x, _ in spots)]), max([rows, *(y + 2 for _, y in spots)])
    side = max(LEAST, int(size / (max(east - west, north - south) + 2 * SHORE)))
    return GroundCamera(west, south, east - west, north - south, side)


def around(position: Position, name: str, reach: int, size: int) -> GroundCamera:
    """Return a square with those around it. KeyError for no land square."""
    square, across = position.squares[name], 2 * reach + 1
    return GroundCamera(square.column - reach, square.row - reach, across, across, int(size / (across + 2 * SHORE)))


def draw_ground(picture: Image.Image, position: Position, camera: GroundCamera) -> None:
    """Draw water, tiles, rulers; light on squares that have changed."""
    draw_land(picture, position, camera)
    light = plate(camera.side - 10, camera.side - 10, 8, LIGHT)
    for square in position.squares.values():
        if square.changed and camera.shows((square.column, square.row)):
            x, y = camera.corner((square.column, square.row))
            stamp(picture, light, x + 5, y + 5, "lt")
    draw_rulers(picture, position, camera)


def draw_land(picture: Image.Image, position: Position, camera: GroundCamera) -> None:
    """Draw water and tiles."""
    draw_water(picture, position, camera)
    for number, at in position.view.tiles.items():
        draw_tile(picture, position, camera, number, (at.column, at.row))


def draw_water(picture: Image.Image, position: Position, camera: GroundCamera) -> None:
    """Draw inner seas in their own tone, with some waves."""
    d, s = ImageDraw.Draw(picture), camera.side
    wave = mix(INNER, PAPER, 0.5)
    inner = sorted(place for place, sea in position.sea.items() if sea != "outer" and camera.shows(place, 1))
    for place in inner:
        x, y = camera.corner(place)
        d.rectangle([x, y, x + s - 1, y + s - 1], fill=INNER)
    for place in inner[::3]:
        x, y = camera.corner(place)
        for dx in (0.3, 0.55):
            d.arc([x + (dx - 0.12) * s, y + 0.42 * s, x + (dx + 0.12) * s, y + 0.6 * s], 205, 335, fill=wave, width=3)


def draw_tile(picture: Image.Image, position: Position, camera: GroundCamera, number: str, at: Place) -> None:
    """Draw a tile of four squares; while tiles are moved with its number, bright if it has been, framed in gold if it
    may be.
    """
    s = camera.side
    x, y = camera.corner((at[0], at[1] + 1))
    if x + 2 * s <= 0 or y + 2 * s <= 0 or x >= camera.width or y >= camera.height:
        return
    moving = position.view.moving
    lifted = moving is not None and moving.tile == number
    chosen = lifted if moving else number in position.view.movable
    bright = lifted or (position.moving_tiles and number in position.laid)
    stamp(picture, tile(s, chosen=chosen, bright=bright), x + 2, y + 2, "lt")
    if position.moving_tiles:
        text(ImageDraw.Draw(picture), x + s, y + s, number, "label", s * 0.8, INK if chosen else QUIET, "mm")


@lru_cache(maxsize=16)
def tile(s: int, *, chosen: bool, bright: bool) -> Image.Image:
    """Return an empty tile with thin lines between its squares."""
    fill, edge = mix(TILE, WHITE, 0.5) if bright else TILE, GOLD if chosen else TILE_EDGE
    out = plate(2 * s - 4, 2 * s - 4, 12, fill, edge, 7 if chosen else 3).copy()
    d, half, end = ImageDraw.Draw(out), s - 2, 2 * s - 11
    d.line([(half, 8), (half, end)], fill=(*GRID, 255), width=2)
    d.line([(8, half), (end, half)], fill=(*GRID, 255), width=2)
    return out


def draw_rulers(picture: Image.Image, position: Position, camera: GroundCamera) -> None:
    """Draw letters from the west on both edges and numbers from the south on both, once the land is final."""
    if position.moving_tiles:
        return
    d, ink, s = ImageDraw.Draw(picture), mix(OUTER, INK, 0.65), camera.side
    columns, rows = position.extent
    size = min(26, s * 0.42)
    for i in range(max(0, camera.west), min(columns, camera.west + camera.columns)):
        x = camera.corner((i, 0))[0] + s / 2
        for y in (s * SHORE * 0.4, camera.height - s * SHORE * 0.4):
            text(d, x, y, string.ascii_lowercase[i], "bold", size, ink, "mm")
    for j in range(max(0, camera.south), min(rows, camera.south + camera.rows)):
        y = camera.corner((0, j))[1] + s / 2
        for x in (s * SHORE * 0.45, camera.width - s * SHORE * 0.45):
            text(d, x, y, str(j + 1), "bold", size, ink, "mm")


def draw_frames(picture: Image.Image, position: Position, camera: GroundCamera, offered: Collection[str]) -> None:
    """Draw a frame around each square that can be chosen."""
    d, edge = ImageDraw.Draw(picture), max(3, camera.side // 22)
    for name in offered:
        square = position.squares[name]
        x, y = camera.corner((square.column, square.row))
        inside = (x + edge, y + edge, x + camera.side - edge, y + camera.side - edge)
        d.rounded_rectangle(inside, camera.side // 8, outline=BRONZE, width=edge + 2)
        d.rounded_rectangle(inside, camera.side // 8, outline=GOLD, width=edge)


def put_offers(position: Position, camera: GroundCamera) -> Iterator[Put]:
    """Yield a numbered plate in the middle of each place where the tile may go."""
    s = camera.side
    for token, at in position.offered.items():
        x, y = camera.corner((at[0], at[1] + 1))
        yield Put(offer(token), s, x + s, y + s, f"place:{token}")
