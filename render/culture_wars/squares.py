"""What is on the squares: coins, settlements with their support, tokens, conflicts and changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from PIL import Image

from render.board.signs import Put, Sign, put_on
from render.culture_wars import pieces, signs
from render.culture_wars.ground import GroundCamera
from render.culture_wars.position import Position, Square
from render.paint.canvas import stamp

FULL, TALLEST = 0.94, 0.37  # of a square: what the rows take together, and what one pill takes at most
ALONE = 0.44
PAIRED, APART = 0.225, 0.245  # the height of pills two in a row, and how far they are from the middle
CROWD = 2  # rows of pills beyond which they stand two in a row
LEGIBLE = 2  # cultures in a square whose changes can be written beside them
TOPPED = 0.52  # where the pills begin below a settlement
INSIDE = 4  # pixels between a square and the frame of its conflict
GONE, CHIP = 0.14, 0.3  # where the change of a culture that has gone stands, and how high a chip is

Row: TypeAlias = tuple[float, float]
Spot: TypeAlias = tuple[float, float]


def draw_squares(picture: Image.Image, position: Position, camera: GroundCamera) -> None:
    """Draw every square that holds something, from the north down."""
    s = camera.side
    for square in southward(position, camera):
        x, y = camera.corner((square.column, square.row))
        if square.conflict:
            stamp(picture, pieces.warning_frame(s - 2 * INSIDE), x + INSIDE, y + INSIDE, "lt")
        put_on(picture, signs.SIGNS, put_square(square, (x, y), s))


def put_squares(position: Position, camera: GroundCamera) -> Iterator[Put]:
    """Yield what is on the squares, but for the frames of conflicts."""
    for square in southward(position, camera):
        yield from put_square(square, camera.corner((square.column, square.row)), camera.side)


def southward(position: Position, camera: GroundCamera) -> list[Square]:
    """Return the squares that are shown, from the north down."""
    shown = (square for square in position.squares.values() if camera.shows((square.column, square.row)))
    return sorted(shown, key=lambda q: (-q.row, q.column))


def frame_width(side: int) -> tuple[int, int]:
    """Return how far inside a square the frame of a conflict is, and how wide."""
    return INSIDE, pieces.frame_width(side - 2 * INSIDE)


def on(square: str) -> str:
    """Return the id of the shape of a square."""
    return f"square:{square}"


def put_square(square: Square, corner: tuple[int, int], s: int) -> Iterator[Put]:
    """Yield what is on a square: its settlement or coin above, below it the cultures there, the largest last."""
    x, y = corner
    crowd = sorted(square.tokens.items(), key=lambda held: held[1])
    if square.owner:
        yield from put_settlement(square, corner, s, crowded=bool(crowd))
    coin = bool(square.coin or square.suit) and not square.owner
    paired = len(crowd) + coin + bool(square.owner) > CROWD + 1
    rows = heights((len(crowd) + 1) // 2 + coin if paired else len(crowd) + coin, under=bool(square.owner))
    if coin:
        size = round(s * min(0.74, rows[0][1] * 1.3))
        yield Put(face_of(square), size, x + s / 2, y + s * rows[0][0], on(square.name))
    spots = places(len(crowd), rows[coin:], paired=paired)
    for (suit, count), (across, down) in zip(crowd, spots, strict=True):
        high = round(s * pill(rows, paired=paired, under=bool(square.owner)))
        yield Put(signs.people(suit, count), high, x + s * across, y + s * down, on(square.name), suit, count)
    if len(crowd) <= LEGIBLE:
        yield from put_changes(square, {suit: at[1] for (suit, _), at in zip(crowd, spots, strict=True)}, corner, s)


def pill(rows: Sequence[Row], *, paired: bool, under: bool) -> float:
    """Return the height of the pills of these rows, in squares."""
    if paired:
        return PAIRED
    return ALONE if len(rows) == 1 and not under else min(TALLEST, rows[-1][1] * 1.05)


def heights(rows: int, *, under: bool) -> list[Row]:
    """Return the middle and height of each row, in squares; `under` a settlement they begin lower."""
    top = TOPPED if under else 0.03
    step = (FULL + 0.03 - top) / max(rows, 1)
    return [(top + step * (i + 0.5), step) for i in range(rows)]


def places(cultures: int, rows: Sequence[Row], *, paired: bool) -> list[Spot]:
    """Return where the pills are within the square: one in each row, or two, a last one alone in the middle."""
    if not paired:
        return [(0.5, middle) for middle, _ in rows]
    spots = [(across, middle) for middle, _ in rows for across in (0.5 - APART, 0.5 + APART)]
    return [*spots[: cultures - 1], spots[cultures - 1] if cultures % 2 == 0 else (0.5, rows[-1][0])]


def face_of(square: Square) -> Sign:
    """Return the visible side of the coin."""
    return signs.coin(square.coin) if square.coin else signs.suit_coin(square.suit)


def put_settlement(square: Square, corner: tuple[int, int], s: int, *, crowded: bool) -> Iterator[Put]:
    """Yield the rampart, and how many of the tokens it needs are beside it; to the left above if others are there."""
    (x, y), where, owner = corner, on(square.name), square.owner
    rampart, count = signs.settlement(owner), signs.support(square.support, square.needed)
    if crowded:
        yield Put(rampart, s / 92, x + s * 0.34, y + s * 0.28, where, owner)
        yield Put(count, s / 72, x + s * 0.76, y + s * 0.3, where, owner)
    else:
        yield Put(rampart, s / 60, x + s / 2, y + s * 0.44, where, owner)
        yield Put(count, s / 62, x + s / 2, y + s * 0.83, where, owner)


def put_changes(square: Square, rows: dict[str, float], corner: tuple[int, int], s: int) -> Iterator[Put]:
    """Yield '+2' or '−1' beside tokens that have changed; those of vanished tokens are at the top."""
    least = GONE
    for suit in sorted(square.change, key=lambda suit: rows.get(suit, 0)):
        y = max(least, rows.get(suit, 0) - 0.16)
        sign, where = signs.change(square.change[suit]), on(square.name)
        yield Put(sign, s / 64, corner[0] + s * 0.86, corner[1] + s * y, where, suit)
        least = y + CHIP
