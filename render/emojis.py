"""Emojis for Discord: one for each card, civilization, advance and piece of the games, as each game draws them."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.core.text import ENGLISH, speaking
from engine.games import PRESENTATIONS
from render import GAMES
from render.paint.tiles import Tile, tile

LONGEST: Final = 32 - len("_3f2a")
"""The most characters of a name before its hash: Discord takes 32."""
PIECE: Final = "piece"
"""The kind of what is only counted."""


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
        for game, module in GAMES.items():
            for kind, slug, look in module.EMOJIS():
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
    tile(look).save(out, "PNG")
    return out.getvalue()


def _key(game: str, kind: str, slug: str) -> str:
    said = slug if kind == PIECE else PRESENTATIONS[game].names.name(kind, slug)
    plain = re.sub(r"[^a-z0-9]+", "_", said.lower().replace("'", "")).strip("_")
    room = LONGEST - len(game) - 1
    if len(plain) > room:
        plain = plain[: room + 1].rpartition("_")[0]
    return f"{game}_{plain}"
