"""Every piece and sign that can lie on the board of Culture Wars."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from render.board.signs import Sign, SignKind, Signs, number
from render.culture_wars import pieces
from render.paint import chips
from render.paint.palette import ALARM, BRONZE, GAIN, INK, LOSS, PAPER
from render.paint.plates import plate, text

SIDE, TIMES = 100.0, 3  # pixels of a square of a usual board, and how much larger sprites are for those who zoom
LARGE: Final = SIDE * TIMES
LETTERS: Final = 4  # of a place to which a tile can go, at most


def people(suit: str, count: int) -> Sign:
    """Return the tokens of one culture; their size is their height."""
    return Sign("people", (suit, str(count)))


def coin(value: str) -> Sign:
    """Return a coin with its number up; its size is its width."""
    return Sign("coin", (value,))


def suit_coin(suit: str) -> Sign:
    """Return a coin with its suit up."""
    return Sign("suit", (suit,))


def settlement(suit: str) -> Sign:
    """Return a settlement."""
    return Sign("settlement", (suit,))


def support(there: int, needed: int) -> Sign:
    """Return how many of the tokens that a settlement needs are beside it."""
    return Sign("support", (str(there), str(needed)))


def change(delta: int) -> Sign:
    """Return '+2' in green, '−1' in red."""
    return Sign("gain" if delta > 0 else "loss", (str(abs(delta)),))


def offer(token: str) -> Sign:
    """Return the mark of a place to which a tile can go; its size is that of a square."""
    return Sign("offer", (token,))


def draw_support(unit: float, there: str, needed: str) -> Image.Image:
    """Draw the numbers on a pill, red if there are too few."""
    found, wanted = number(there, least=0), number(needed, least=0)
    return chips.chip(f"{found}/{wanted}", INK if found >= wanted else ALARM, unit)


def draw_offer(side: float, token: str) -> Image.Image:
    """Draw its name on a plate. ValueError for a name that is none."""
    if not token.isalnum() or len(token) > LETTERS:
        raise ValueError(token)
    out = plate(round(side * 0.86), round(side * 0.62), side * 0.07, PAPER, BRONZE, side * 0.017).copy()
    text(ImageDraw.Draw(out), out.width / 2, out.height / 2, token.upper(), "bold", side * 0.24, INK, "mm")
    return out


SIGNS: Final[Signs] = {
    "people": SignKind(
        lambda high, suit, n, *, times=1: pieces.people(suit, number(n), round(high), times), SIDE * 0.37, TIMES
    ),
    "coin": SignKind(
        lambda size, value, *, times=1: pieces.coin(str(number(value)), round(size), times), SIDE * 0.7, TIMES
    ),
    "suit": SignKind(lambda size, suit, *, times=1: pieces.suit_coin(suit, round(size), times), SIDE * 0.7, TIMES),
    "settlement": SignKind(lambda unit, suit: pieces.settlement(suit, unit), LARGE / 60),
    "support": SignKind(draw_support, LARGE / 62),
    "gain": SignKind(lambda unit, n: chips.chip(f"+{number(n)}", GAIN, unit), LARGE / 64),
    "loss": SignKind(lambda unit, n: chips.chip(f"−{number(n)}", LOSS, unit), LARGE / 64),
    "offer": SignKind(draw_offer, LARGE),
}
