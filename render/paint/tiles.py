"""Tiles that are readable at 22 pixels on light and dark pages: a pictogram on a ground, or on the field of a paint."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

import data
from render.paint.canvas import SUPER, shrink, solid, tint
from render.paint.icons import icon, shapes
from render.paint.palette import BRONZE, INK, PAPER, Paint, Rgb, paint_named
from render.paint.patterns import field
from render.paint.pieces import write_letter

SIDE: Final = 128


@dataclass(frozen=True, slots=True)
class Tile:
    """How an emoji is drawn: a pictogram in one tone on a ground, or on the field of a paint; round or square.

    A field has the letters of `glyph` where there is no such pictogram.
    """

    glyph: str
    ground: Rgb = BRONZE
    ink: Rgb = PAPER
    paint: str = ""
    round: bool = False


Tiled: TypeAlias = tuple[str, str, Tile]
"""The kind of a thing, its id, and its tile."""


@cache
def _listed() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    return tomllib.loads(data.path("emojis.toml").read_text(encoding="utf-8"))


def glyphs(game: str, kind: str) -> Mapping[str, str]:
    """Return the pictograms that `data/emojis.toml` lists for things of a game, by their ids."""
    return _listed()[game][kind]


def tiles(game: str, kind: str, like: Tile) -> Iterator[Tiled]:
    """Yield a tile for each thing of a kind that `data/emojis.toml` lists, all of one look."""
    for slug, glyph in glyphs(game, kind).items():
        yield kind, slug, replace(like, glyph=glyph)


def tile(look: Tile) -> Image.Image:
    """Return a tile with two edges: a light one parts it from a dark page, a dark one from a light page."""
    whole = Image.new("RGBA", (SIDE, SIDE), (0, 0, 0, 0))
    for inset, tone in ((0, INK), (3, PAPER)):
        whole.alpha_composite(tint(_cut(inset, round_=look.round), tone))
    whole.paste(_face(look), (0, 0), _cut(8, round_=look.round))
    return whole


@cache
def _cut(inset: int, *, round_: bool) -> Image.Image:
    """Return the mask of a tile that is so many pixels smaller on each side."""
    edge, side = inset * SUPER, SIDE * SUPER
    radius = side / 2 - edge if round_ else 26 * SUPER - edge
    box = (edge, edge, side - 1 - edge, side - 1 - edge)
    return shrink(solid((side, side), lambda d: d.rounded_rectangle(box, radius=radius, fill=255)))


def _face(look: Tile) -> Image.Image:
    paint = paint_named(look.paint) if look.paint else None
    ground = Image.new("RGBA", (SIDE, SIDE), (*look.ground, 255))
    if look.glyph not in shapes():
        return ground if paint is None else _lettered(paint, look.glyph)
    if paint is not None:
        ground = _with_middle(paint)
    size = SIDE * (0.68 if look.round else 0.74)
    sign = icon(look.glyph, size, paint.letter if paint else look.ink)
    ground.alpha_composite(sign, (round((SIDE - sign.width) / 2), round((SIDE - sign.height) / 2)))
    return ground


def _field(paint: Paint) -> Image.Image:
    side = SIDE * SUPER
    return field(paint, side, side, side / 40)


def _with_middle(paint: Paint) -> Image.Image:
    """Return the field of a paint with a plain middle, so that the pattern never runs through a sign."""
    face, r = _field(paint), SIDE * SUPER * 0.37
    c = face.width / 2
    ImageDraw.Draw(face).ellipse((c - r, c - r, c + r, c + r), fill=(*paint.fill, 255))
    return shrink(face)


def _lettered(paint: Paint, letters: str) -> Image.Image:
    face = _field(paint)
    write_letter(face, paint, letters, (face.width / 2, face.height / 2), face.width * (0.56 if letters[1:] else 0.62))
    return shrink(face)
