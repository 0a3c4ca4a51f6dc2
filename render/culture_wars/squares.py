"""What lies on the squares: coins, settlements with their support, tokens, conflicts and changes."""

from __future__ import annotations

from PIL import Image

from render import chips
from render.canvas import stamp
from render.culture_wars import pieces
from render.culture_wars.ground import Camera
from render.culture_wars.position import Position, Square
from render.palette import ALARM, GAIN, INK, LOSS

FULL, TALLEST = 0.94, 0.37  # of a square: what the rows take together, and what one pill takes at most
ALONE = 0.44
LEGIBLE = 2  # cultures in a square whose changes can be written beside them
TOPPED = 0.52  # where the pills begin below a settlement


def draw_squares(picture: Image.Image, position: Position, camera: Camera) -> None:
    """Every square that holds something, from the north down."""
    for square in sorted(position.squares.values(), key=lambda q: (-q.row, q.column)):
        if camera.shows((square.column, square.row)):
            draw_square(picture, square, camera.corner((square.column, square.row)), camera.side)


def draw_square(picture: Image.Image, square: Square, corner: tuple[int, int], s: int) -> None:
    """A square: its settlement or coin above, below it the cultures there, the largest last."""
    x, y = corner
    if square.conflict:
        stamp(picture, pieces.warning(s - 8), x + 4, y + 4, "lt")
    crowd = sorted(square.tokens.items(), key=lambda held: held[1])
    if square.owner:
        draw_settlement(picture, square, corner, s, crowded=bool(crowd))
    coin = bool(square.coin or square.suit) and not square.owner
    rows = heights(len(crowd) + coin, under=bool(square.owner))
    if coin:
        draw_coin(picture, square, x + s / 2, y + s * rows[0][0], round(s * min(0.74, rows[0][1] * 1.3)))
    for (suit, count), (middle, share) in zip(crowd, rows[coin:], strict=True):
        lonely = len(rows) == 1 and not square.owner
        high = round(s * (ALONE if lonely else min(TALLEST, share * 1.05)))
        stamp(picture, pieces.people(suit, count, high), x + s / 2, y + s * middle)
    if len(crowd) <= LEGIBLE:
        draw_changes(
            picture, square, {suit: m for (suit, _), (m, _) in zip(crowd, rows[coin:], strict=True)}, corner, s
        )


def heights(rows: int, *, under: bool) -> list[tuple[float, float]]:
    """Middle and height of each row, in squares; `under` a settlement they begin lower."""
    top = TOPPED if under else 0.03
    step = (FULL + 0.03 - top) / max(rows, 1)
    return [(top + step * (i + 0.5), step) for i in range(rows)]


def draw_coin(picture: Image.Image, square: Square, x: float, y: float, size: int) -> None:
    """The side of the coin that lies up."""
    face = pieces.coin(square.coin, size) if square.coin else pieces.suit_coin(square.suit, size)
    stamp(picture, face, x, y)


def draw_settlement(picture: Image.Image, square: Square, corner: tuple[int, int], s: int, *, crowded: bool) -> None:
    """The rampart, and how many of the tokens it needs are beside it; to the left above if others are there."""
    x, y = corner
    tone = INK if square.support >= square.needed else ALARM
    count = f"{square.support}/{square.needed}"
    if crowded:
        stamp(picture, pieces.settlement(square.owner, s / 92), x + s * 0.34, y + s * 0.28)
        stamp(picture, chips.chip(count, tone, s / 72), x + s * 0.76, y + s * 0.3)
    else:
        stamp(picture, pieces.settlement(square.owner, s / 60), x + s / 2, y + s * 0.44)
        stamp(picture, chips.chip(count, tone, s / 62), x + s / 2, y + s * 0.83)


def draw_changes(picture: Image.Image, square: Square, rows: dict[str, float], corner: tuple[int, int], s: int) -> None:
    """'+2' or '−1' beside the tokens that have changed; what has gone altogether stands at the top."""
    for suit, n in square.change.items():
        y = rows[suit] - 0.16 if suit in rows else 0.18
        stamp(picture, change(n, s), corner[0] + s * 0.86, corner[1] + s * y)


def change(n: int, s: int) -> Image.Image:
    """A chip in green or red."""
    return chips.chip(f"+{n}", GAIN, s / 64) if n > 0 else chips.chip(f"−{-n}", LOSS, s / 64)
