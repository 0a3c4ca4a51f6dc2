"""Pieces and signs by name, and where they are on a board: a picture stamps the same ones that a chart lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from PIL import Image

from render.chart import Mark
from render.paint.canvas import corner, stamp

MOST: Final = 999  # what a number on a sign is at most
NAMED: Final = re.compile(r"[a-z_]{1,20}(\.\w{0,20}){0,5}")


class Sign(NamedTuple):
    """What a sprite shows: its kind, and what distinguishes it from others of that kind."""

    kind: str
    of: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Return its name, such as `disks.blue.H.3`: the same sprite has the same name in every game and version."""
        return ".".join((self.kind, *self.of))


class SignKind(NamedTuple):
    """How signs of a kind are drawn, from a size and what they are of; and the size that is three times that on usual
    boards. Those whose lines do not grow with their size are drawn `times` enlarged instead.
    """

    draw: Callable[..., Image.Image]
    large: float
    times: int = 1


Signs: TypeAlias = Mapping[str, SignKind]


@dataclass(frozen=True, slots=True)
class Put:
    """A sign in its place: on which shape, at which point; the anchor is as in `stamp`. `n`: how many pieces it is."""

    sign: Sign
    size: float
    x: float
    y: float
    on: str
    owner: str = ""
    n: int = 0
    anchor: str = "mm"


def sprite_of(signs: Signs, sign: Sign, size: float) -> Image.Image:
    """Return the sprite of a sign. KeyError for an unknown kind."""
    return signs[sign.kind].draw(size, *sign.of)


def put_on(picture: Image.Image, signs: Signs, puts: Iterable[Put]) -> None:
    """Draw these signs, one above the other."""
    for put in puts:
        stamp(picture, sprite_of(signs, put.sign, put.size), put.x, put.y, put.anchor)


def marks_of(signs: Signs, puts: Iterable[Put]) -> tuple[Mark, ...]:
    """Return these signs as marks of a chart."""
    return tuple(mark_of(put, sprite_of(signs, put.sign, put.size)) for put in puts)


def mark_of(put: Put, sprite: Image.Image) -> Mark:
    """Return one of them."""
    x, y = corner(sprite, put.x, put.y, put.anchor)
    return Mark(put.on, put.sign.name, x, y, sprite.width, sprite.height, put.owner, put.n, put.sign.kind)


def large_sprite(signs: Signs, name: str) -> Image.Image:
    """Return a sprite by its name, at three times its size on a board. KeyError for a name that no sign has."""
    kind, *of = name.split(".")
    if not NAMED.fullmatch(name) or kind not in signs:
        raise KeyError(name)
    found = signs[kind]
    try:
        return found.draw(found.large, *of, **({"times": found.times} if found.times > 1 else {}))
    except (TypeError, ValueError):  # too few words, or none that is a number
        raise KeyError(name) from None


def number(told: str, most: int = MOST, least: int = 1) -> int:
    """Return a number on a sign. ValueError for one that none can have."""
    n = int(told)
    if not least <= n <= most:
        raise ValueError(told)
    return n
