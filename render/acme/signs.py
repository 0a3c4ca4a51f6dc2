"""Every piece and sign that can lie on the board of ACME."""

from __future__ import annotations

from typing import Final

from PIL import Image

from render.acme import marks, temples
from render.acme.stripes import frame
from render.board.signs import Sign, SignKind, Signs, number
from render.paint import chips, pieces
from render.paint.palette import GAIN, INK, LOSS

LARGE: Final = 3.3
COSTLY: Final = 2.2  # of what takes long to draw
EXPLORED: Final = Sign("disks", ("white", "", "1"))  # the disk that marks an area explored in vain
STRONGHOLD, GOLD = Sign("stronghold"), Sign("gold")
AWAKE: Final = "awake"
FINEST: Final = 1000  # parts of a pixel in the size of a frame


def disks(colour: str, letter: str, count: int) -> Sign:
    """Return a stack."""
    return Sign("disks", (colour, letter, str(pieces.grade(count))))


def ghost(colour: str, count: int) -> Sign:
    """Return the place of a stack that is gone."""
    return Sign("ghost", (colour, str(pieces.grade(count))))


def home(colour: str) -> Sign:
    """Return a home."""
    return Sign("home", (colour,))


def temple(colour: str, glyph: str, *, awake: bool) -> Sign:
    """Return the temple of a Deity; `awake`: it has an effect."""
    return Sign("temple", (colour, glyph, AWAKE if awake else "asleep"))


def bonus(name: str) -> Sign:
    """Return the cube of a bonus site."""
    return Sign("bonus", (name,))


def count(n: int) -> Sign:
    """Return the number of a stack."""
    return Sign("count", (str(n),))


def change(delta: int) -> Sign:
    """Return '+2' in green, '−1' in red."""
    return Sign("gain" if delta > 0 else "loss", (str(abs(delta)),))


def contest(rank: int) -> Sign:
    """Return the badge of a contested area with its place in the order of competitions."""
    return Sign("contest", (str(rank),))


def stripes(wide: int, high: int, unit: float) -> Sign:
    """Return the stripes around pieces of so many pixels."""
    return Sign("stripes", (str(wide), str(high), str(round(unit * FINEST))))


def draw_stripes(unit: float, wide: str, high: str, drawn: str) -> Image.Image:
    """Draw stripes, larger if the unit is larger than that of their pixels."""
    times = unit * FINEST / number(drawn, 9 * FINEST)
    return frame(round(number(wide) * times), round(number(high) * times), unit)


SIGNS: Final[Signs] = {
    "disks": SignKind(lambda unit, colour, letter, n: pieces.piece(colour, letter, number(n, 4), unit), LARGE),
    "ghost": SignKind(lambda unit, colour, n: pieces.ghost(colour, number(n, 4), unit), LARGE),
    "home": SignKind(lambda unit, colour: temples.home(colour, unit), LARGE),
    "temple": SignKind(
        lambda unit, colour, glyph, state: temples.temple(colour, glyph, unit, awake=state == AWAKE), LARGE
    ),
    "stronghold": SignKind(marks.stronghold, LARGE),
    "bonus": SignKind(lambda unit, name: marks.bonus(name, unit), LARGE),
    "gold": SignKind(marks.gold, LARGE),
    "count": SignKind(lambda unit, n: chips.chip(str(number(n)), INK, unit, 14), LARGE),
    "gain": SignKind(lambda unit, n: chips.chip(f"+{number(n)}", GAIN, unit), LARGE),
    "loss": SignKind(lambda unit, n: chips.chip(f"−{number(n)}", LOSS, unit), LARGE),
    "contest": SignKind(lambda unit, rank: marks.contest(number(rank), unit), COSTLY),
    "stripes": SignKind(draw_stripes, LARGE),
}
