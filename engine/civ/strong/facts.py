"""How much the strong computer tries, and what it values: `data/civ/strong.toml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from data import path
from engine.civ.definitions import Track
from engine.core.decoding import convert, read_tables


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What each trait of a position is worth on a track up to a turn: ahead of the mean of the others, and of the best.

    Traits are in the order of `TRAITS` in `value.py`.
    """

    until: int
    mean: tuple[float, ...]
    best: tuple[float, ...]


class Valuation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of the file, explained there."""

    worlds: int
    turns: int
    answers: int
    sure: float
    ahead: float
    first: float
    won: float
    weights: Mapping[Track, Sequence[Weights]]


FILE: Final = "strong.toml"
VALUES: Final = convert(FILE, "strong", read_tables(path("civ", FILE)), Valuation)
