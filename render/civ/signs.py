"""Every piece and sign that can lie on the board of Advanced Civilization."""

from __future__ import annotations

from typing import Final

from render.board.signs import Sign, SignKind, Signs, number
from render.civ import pieces
from render.paint import chips
from render.paint.palette import ALARM, GAIN, INK, LOSS, PAPER

LARGE: Final = 3.0
OVER: Final = "over"
FIGHT, BUILT, LOST = Sign("fight"), Sign("built"), Sign("lost")


def tokens(colour: str, letter: str, count: int, *, over: bool) -> Sign:
    """Return a stack of tokens; `over`: more than the area supports."""
    return Sign("tokens", (colour, letter, str(count), *([OVER] if over else [])))


def gone_tokens(colour: str) -> Sign:
    """Return the place of tokens that are gone."""
    return Sign("gone_tokens", (colour,))


def city(colour: str, letter: str) -> Sign:
    """Return a city."""
    return Sign("city", (colour, letter))


def gone_city(colour: str) -> Sign:
    """Return the place of a city that is gone."""
    return Sign("gone_city", (colour,))


def ship(colour: str, letter: str) -> Sign:
    """Return a ship."""
    return Sign("ship", (colour, letter))


def count(n: int) -> Sign:
    """Return the number of ships."""
    return Sign("count", (str(n),))


def change(delta: int) -> Sign:
    """Return '+2' in green, '−1' in red."""
    return Sign("gain" if delta > 0 else "loss", (str(abs(delta)),))


def limit(n: int) -> Sign:
    """Return the printed number of tokens that an area supports."""
    return Sign("limit", (str(n),))


def site(kind: str) -> Sign:
    """Return the printed square of a city site."""
    return Sign("site", (kind,))


SIGNS: Final[Signs] = {
    "tokens": SignKind(
        lambda unit, colour, letter, n, over="": pieces.tokens(colour, letter, number(n), unit, over=over == OVER),
        LARGE,
    ),
    "gone_tokens": SignKind(lambda unit, colour: pieces.gone_sprite(("tokens", colour), unit), LARGE),
    "city": SignKind(lambda unit, colour, letter: pieces.city(colour, letter, unit), LARGE),
    "gone_city": SignKind(lambda unit, colour: pieces.gone_sprite(("city", colour), unit), LARGE),
    "ship": SignKind(lambda unit, colour, letter: pieces.ship(colour, letter, unit), LARGE),
    "count": SignKind(lambda unit, n: chips.chip(str(number(n)), INK, unit, 13), LARGE),
    "gain": SignKind(lambda unit, n: chips.chip(f"+{number(n)}", GAIN, unit, 13), LARGE),
    "loss": SignKind(lambda unit, n: chips.chip(f"−{number(n)}", LOSS, unit, 13), LARGE),
    "built": SignKind(lambda unit: chips.chip("+", GAIN, unit, 14), LARGE),
    "lost": SignKind(lambda unit: chips.chip("−", LOSS, unit, 14), LARGE),
    "limit": SignKind(lambda unit, n: pieces.limit(number(n, least=0), unit), LARGE),
    "site": SignKind(lambda unit, kind: pieces.site(kind, unit), LARGE),
    "fight": SignKind(lambda unit: chips.roundel("swords", ALARM, PAPER, unit, 24), LARGE),
}
