"""How long the strong computer tries, and what it holds things to be worth: `data/acme/strong.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from data import path
from engine.acme.facts.catalog import CIVS, MAPS
from engine.core.decoding import CatalogError, convert, read_tables


class Appraisal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a thing is worth in VP, beside the VP themselves: of a City, a disk on the map, a card in hand, a mina, an
    Active Deity, a disk in the Growth Box, a disk of growth to be expected, an Investment.
    """

    city: float
    disk: float
    card: float
    mina: float
    deity: float
    box: float
    growth: float
    investment: float


class Strong(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`trials`: by question, about how many rehearsals it is worth. `options`: how many options are tried, that of an
    NPC and others by lot. `rounds`: in how many rounds they are made, the worse half of the options going after each.
    `silent`: questions that everybody passes in rehearsals. `answers`: how many answers a rehearsal has at most.
    `least`, `margin`: by how many VP, and standard errors besides, another answer has to be better than that of an NPC.
    `leader`: what the best of the others weighs against the mean of them. `early` and `late`: worths before the last
    Epoch and in it. `civs`: by map, how gladly it takes a civilization; one that is not named 0.
    """

    trials: Mapping[str, int]
    options: int
    rounds: int
    silent: tuple[str, ...]
    answers: int
    least: float
    margin: float
    leader: float
    early: Appraisal
    late: Appraisal
    civs: Mapping[str, Mapping[str, float]]


FILE: Final = "strong.toml"
STRONG: Final = convert(FILE, "strong", read_tables(path("acme", FILE)), Strong)
if unknown := sorted({*STRONG.civs, *(civ for liked in STRONG.civs.values() for civ in liked)} - {*MAPS, *CIVS}):
    raise CatalogError(f"{FILE}: civs: there is no {unknown[0]}")


def liking(board: str, civ: str) -> float:
    """How gladly it takes that civilization on a map."""
    return STRONG.civs.get(board, {}).get(civ, 0.0)
