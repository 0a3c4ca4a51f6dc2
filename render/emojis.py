"""Emojis for Discord: one for each card, civilization, advance and piece, readable at 22 pixels on light and dark."""

from __future__ import annotations

import hashlib
import io
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from PIL import Image, ImageDraw

import data
from engine.acme.facts.catalog import CARDS, DEITIES
from engine.civ.catalog import ADVANCES, NATIONS, PILES
from engine.core.text import ENGLISH, speaking
from engine.games import PRESENTATIONS
from render.acme.blanks import KINDS
from render.civ.groups import LOOKS as GROUPS
from render.civ.money import LOOKS as MONEY
from render.culture_wars.position import SIGNS
from render.paint.canvas import SUPER, shrink, solid, tint
from render.paint.icons import icon, shapes
from render.paint.palette import ALARM, BRONZE, GOLD, INK, PAPER, PARCHMENT, Paint, Rgb, mix, paint_named
from render.paint.patterns import field
from render.paint.pieces import write_letter

SIDE: Final = 128
LONGEST: Final = 32 - len("_3f2a")
"""The most characters of a name before its hash: Discord takes 32."""
CALLED: Final[Mapping[str, str]] = {"culture_wars": "culture"}
"""What games are called in names of emojis, where that isn't their id."""


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


@dataclass(frozen=True, slots=True)
class Emoji:
    """The emoji of a thing of a game. `key` is its name without the hash of its picture."""

    key: str
    game: str
    kind: str
    slug: str
    look: Tile


@cache
def emojis() -> Mapping[str, Emoji]:
    """Return all emojis by key. Things of a game that are called the same share one."""
    made: dict[str, Emoji] = {}
    with speaking(ENGLISH):
        for game, kind, slug, look in _looks():
            key = _key(game, kind, slug)
            made.setdefault(key, Emoji(key, game, kind, slug, look))
    return made


@cache
def key_of(game: str, kind: str, slug: str) -> str:
    """Return the key of the emoji of a thing; empty if it has none."""
    with speaking(ENGLISH):
        key = _key(game, kind, slug)
    return key if key in emojis() else ""


@cache
def pictures() -> Mapping[str, bytes]:
    """Return each emoji by key as a PNG of 128 x 128 pixels; the first time this takes a second."""
    return {key: _png(one.look) for key, one in emojis().items()}


def name_of(key: str, picture: bytes) -> str:
    """Return the name that an emoji with this picture has in Discord: a changed one has another."""
    return f"{key}_{hashlib.sha256(picture).hexdigest()[:4]}"


def _png(look: Tile) -> bytes:
    out = io.BytesIO()
    _draw(look).save(out, "PNG")
    return out.getvalue()


def _key(game: str, kind: str, slug: str) -> str:
    said = slug if kind == "piece" else PRESENTATIONS[game].names.name(kind, slug)
    plain = re.sub(r"[^a-z0-9]+", "_", said.lower().replace("'", "")).strip("_")
    prefix = f"{CALLED.get(game, game)}_"
    room = LONGEST - len(prefix)
    if len(plain) > room:
        plain = plain[: room + 1].rpartition("_")[0]
    return prefix + plain


def _looks() -> Iterator[tuple[str, str, str, Tile]]:
    """Yield each thing with its look: game, kind, slug."""
    for card in CARDS.values():
        yield "acme", "card", str(card.number), Tile(card.picture, KINDS[card.classes[0]].colour)
    for deity in DEITIES.values():
        yield "acme", "deity", deity.id, Tile(deity.picture, GOLD, INK, round=True)
    for deck in ADVANCES.values():
        for advance in deck.values():
            _, ground, ink = GROUPS[advance.groups[0]]
            yield "civ", "advance", advance.id, Tile(_glyphs("civ", "advance")[advance.id], ground, ink)
    for pile in PILES:
        glyph, ground = MONEY[pile.id]
        yield "civ", "money", pile.id, Tile(glyph, ground)
    for nation in NATIONS.values():
        yield "civ", "civ", nation.id, Tile(nation.letter, paint=nation.paint, round=True)
    for suit, glyph in SIGNS.items():
        yield "culture_wars", "civ", suit, Tile(glyph, paint=PRESENTATIONS["culture_wars"].colours[suit], round=True)
    for game, kind, ground, ink in PLAIN:
        for slug, glyph in _glyphs(game, kind).items():
            yield game, kind, slug, Tile(glyph, ground, ink, round=kind != "calamity")


PLAIN: Final = (
    ("acme", "piece", PARCHMENT, INK),
    ("acme", "civ", mix(BRONZE, INK, 0.2), PAPER),
    ("acme", "track", GOLD, INK),
    ("civ", "piece", PARCHMENT, INK),
    ("civ", "calamity", mix(ALARM, INK, 0.3), PAPER),
    ("culture_wars", "piece", PARCHMENT, INK),
)
"""The grounds of what `data/emojis.toml` lists by game and kind, and the tones on them."""


@cache
def _facts() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    return tomllib.loads(data.path("emojis.toml").read_text(encoding="utf-8"))


def _glyphs(game: str, kind: str) -> Mapping[str, str]:
    return _facts()[game][kind]


def _draw(look: Tile) -> Image.Image:
    """Draw a tile with two edges: a light one parts it from a dark page, a dark one from a light page."""
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
