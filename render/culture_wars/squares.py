"""What is on the squares: coins, settlements with their support, tokens, conflicts and changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from PIL import Image

from render.culture_wars import pieces
from render.culture_wars.ground import GroundCamera
from render.culture_wars.position import Position, Square
from render.paint import chips
from render.paint.canvas import stamp
from render.paint.palette import ALARM, GAIN, INK, LOSS

FULL, TALLEST = 0.94, 0.37  # of a square: what the rows take together, and what one pill takes at most
ALONE = 0.44
PAIRED, APART = 0.225, 0.245  # the height of pills two in a row, and how far they are from the middle
CROWD = 2  # rows of pills beyond which they stand two in a row
LEGIBLE = 2  # cultures in a square whose changes can be written beside them
TOPPED = 0.52  # where the pills begin below a settlement
GONE, CHIP = 0.14, 0.3  # where the change of a culture that has gone stands, and how high a chip is

Row: TypeAlias = tuple[float, float]
Spot: TypeAlias = tuple[float, float]


def draw_squares(picture: Image.Image, position: Position, camera: GroundCamera) -> None:
    """Draw every square that holds something, from the north down."""
    for square in sorted(position.squares.values(), key=lambda q: (-q.row, q.column)):
        if camera.shows((square.column, square.row)):
            draw_square(picture, square, camera.corner((square.column, square.row)), camera.side)


def draw_square(picture: Image.Image, square: Square, corner: tuple[int, int], s: int) -> None:
    """Draw a square: its settlement or coin above, below it the cultures there, the largest last."""
    x, y = corner
    if square.conflict:
        stamp(picture, pieces.warning_frame(s - 8), x + 4, y + 4, "lt")
    crowd = sorted(square.tokens.items(), key=lambda held: held[1])
    if square.owner:
        draw_settlement(picture, square, corner, s, crowded=bool(crowd))
    coin = bool(square.coin or square.suit) and not square.owner
    paired = len(crowd) + coin + bool(square.owner) > CROWD + 1
    rows = heights((len(crowd) + 1) // 2 + coin if paired else len(crowd) + coin, under=bool(square.owner))
    if coin:
        draw_coin(picture, square, x + s / 2, y + s * rows[0][0], round(s * min(0.74, rows[0][1] * 1.3)))
    spots = places(len(crowd), rows[coin:], paired=paired)
    for (suit, count), (across, down) in zip(crowd, spots, strict=True):
        high = round(s * pill(rows, paired=paired, under=bool(square.owner)))
        stamp(picture, pieces.people(suit, count, high), x + s * across, y + s * down)
    if len(crowd) <= LEGIBLE:
        draw_changes(picture, square, {suit: at[1] for (suit, _), at in zip(crowd, spots, strict=True)}, corner, s)


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


def draw_coin(picture: Image.Image, square: Square, x: float, y: float, size: int) -> None:
    """Draw the visible side of the coin."""
    face = pieces.coin(square.coin, size) if square.coin else pieces.suit_coin(square.suit, size)
    stamp(picture, face, x, y)


def draw_settlement(picture: Image.Image, square: Square, corner: tuple[int, int], s: int, *, crowded: bool) -> None:
    """Draw the rampart, and how many of the tokens it needs are beside it; to the left above if others are there."""
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
    """Draw '+2' or '−1' beside tokens that have changed; those of vanished tokens are at the top."""
    least = GONE
    for suit in sorted(square.change, key=lambda suit: rows.get(suit, 0)):
        y = max(least, rows.get(suit, 0) - 0.16)
        stamp(picture, change(square.change[suit], s), corner[0] + s * 0.86, corner[1] + s * y)
        least = y + CHIP


def change(n: int, s: int) -> Image.Image:
    """Return a chip in green or red."""
    return chips.chip(f"+{n}", GAIN, s / 64) if n > 0 else chips.chip(f"−{-n}", LOSS, s / 64)
