"""The strong computer's estimates: `data/acme/strong.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from data import path
from engine.acme.facts.catalog import CIVS, DEITIES
from engine.acme.npc.distances import TERRAINS
from engine.core.decoding import CatalogError, convert, read_tables


class Land(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What own disks in an area are worth, in VP."""

    growth: float
    """A disk of growth, for each Victory Tally still to come."""
    held: float
    """Being there at all."""
    mountain: float
    """Added on a Mountain."""
    sea: float
    """The part of a disk of growth that a Sea brings."""
    domination: float
    """VP of having most Seas in a Tally."""
    spare: float
    """A disk more than a City needs."""
    mina: float
    """One each turn, for each Tally."""
    home: float
    """A disk in the Home Area, for each Tally, up to a City."""
    step: float
    """What an area loses by each step from home."""


class War(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How sure it is of a Competition that it expects to win."""

    civ: float
    """Against a civ."""
    barbarians: float
    """Against Barbarians."""
    harm: float
    """What VP taken from another civ are worth."""
    leader: float
    """How many times that, from the leader."""
    sack: float
    """A sacked City, in VP."""


class Worship(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which Deities it prefers, the best first, and how many Tallies have to be left for one to be worth its price.

    The rest is what cards are worth as resources, a mina being 1: `idle` ones, `negate`, `competition`, and others with
    `other` and `effect` for each thing that they would do now.
    """

    deities: tuple[str, ...]
    tallies: float
    idle: float
    negate: float
    competition: float
    other: float
    effect: float


class Homeland(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the land around a Home Area is worth: by terrain, and by steps from there, 0 and on.

    `shared`: the part that counts if another civ has as far to go.
    """

    terrain: Mapping[str, float]
    steps: tuple[float, ...]
    shared: float
    away: float
    """Each step by which the others' homes are farther away on average."""
    apart: float
    """Each step by which they are farther from one another on average: what is lost."""
    people: Mapping[str, float]
    """What a civilization's Display is worth beyond its land."""


class Strong(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of the file."""

    land: Land
    war: War
    worship: Worship
    homeland: Homeland


FILE: Final = "strong.toml"
STRONG: Final = convert(FILE, "strong", read_tables(path("acme", FILE)), Strong)
NAMED: Final = (*STRONG.worship.deities, *STRONG.homeland.terrain, *STRONG.homeland.people)
if odd := sorted({*NAMED} ^ {*DEITIES, *TERRAINS, *CIVS}):
    raise CatalogError(f"{FILE}: {odd[0]} is missing, or there is no such thing")
