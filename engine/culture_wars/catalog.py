"""The numbers and suits of the game, loaded and checked once at import."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from data import path
from engine.core.decoding import CatalogError, decoder


class Suit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The coins of one suit, and how the culture that has them is called and shown."""

    name: str
    letter: str
    colour: str


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every number of the rules (CW:1-95)."""

    tiles: int
    tiles_a_side: int
    tile_side: int
    tokens: int
    start_tokens: int
    handicap_tokens: int
    ace: int
    numbers: tuple[int, ...]
    spacing: int
    plain_limit: int
    coin_settlers: int
    ace_settlers: int
    defenders: int
    support: int
    tile_moves: dict[str, int]
    target: dict[str, int]
    suits: dict[str, Suit]

    @property
    def side(self) -> int:
        """Return squares along the side of the board before tiles are moved."""
        return self.tiles_a_side * self.tile_side

    @property
    def coins(self) -> tuple[int, ...]:
        """Return the coins of a suit that can come onto the map."""
        return (self.ace, *self.numbers)


def load(file: Path) -> Rules:
    """Return the rules from their file. Raises CatalogError that names file and key."""
    try:
        rules = decoder(Rules).plain(msgspec.toml.decode(file.read_bytes()))
    except msgspec.MsgspecError as error:
        raise CatalogError(f"{file.name}: {error}") from None
    if rules.tiles != rules.tiles_a_side**2 - 1:
        raise CatalogError(f"{file.name}: tiles: {rules.tiles} do not make a ring")
    if set(rules.tile_moves) != set(rules.target):
        raise CatalogError(f"{file.name}: target: other numbers of players than tile_moves")
    return rules


RULES: Rules = load(path("culture_wars", "rules.toml"))
SUITS: Mapping[str, Suit] = RULES.suits
