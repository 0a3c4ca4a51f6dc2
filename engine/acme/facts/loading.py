"""Reads the data files of the game and checks them against each other."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from engine.acme.facts.constants import Constants, EpochEvent, Rules
from engine.acme.facts.culture import CultureNumbers, Track, TrackId
from engine.acme.facts.definitions import (
    Area,
    AreaFacts,
    AreaId,
    Card,
    CardNo,
    CivFacts,
    CivId,
    Deity,
    DeityId,
    MapDef,
    MapId,
    Region,
    RegionId,
    RuleSection,
)
from engine.core.decoding import convert, entries, read_tables

Tables = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Catalog:
    """All definitions of the game; areas in the order of Competitions, the rest as in the files."""

    regions: Mapping[RegionId, Region]
    maps: Mapping[MapId, MapDef]
    areas: Mapping[AreaId, Area]
    civs: Mapping[CivId, CivFacts]
    cards: Mapping[CardNo, Card]
    deities: Mapping[DeityId, Deity]
    rules: Rules
    sections: Mapping[str, RuleSection]
    culture: CultureNumbers
    tracks: Mapping[TrackId, Track]


def load(folder: Path) -> Catalog:
    """Return all files of `folder`; CatalogError, naming file and key, if one is missing, misspelt or contradicts
    another.
    """
    board, rules = read_tables(folder / "areas.toml"), load_rules(read_tables(folder / "rules.toml"))
    maps = entries("areas.toml", board, "map", MapDef)
    civs = entries("civs.toml", read_tables(folder / "civs.toml"), "civ", CivFacts)
    cards = entries("cards.toml", read_tables(folder / "cards.toml"), "card", Card, lambda entry: entry.number)
    deities = entries("deities.toml", read_tables(folder / "deities.toml"), "deity", Deity)
    sections = entries("sections.toml", read_tables(folder / "sections.toml"), "section", RuleSection)
    regions = entries("areas.toml", board, "region", Region)
    culture, tracks = load_culture(read_tables(folder / "culture.toml"))
    areas = load_areas(board, maps, rules)
    return Catalog(regions, maps, areas, civs, cards, deities, rules, sections, culture, tracks)


def load_areas(board: Tables, maps: Mapping[MapId, MapDef], rules: Rules) -> Mapping[AreaId, Area]:
    """Return the areas in the order of Competitions, each with the maps that mark it and its stacking limits."""
    facts = entries("areas.toml", board, "area", AreaFacts)
    areas = (finish(entry, maps.values(), rules) for entry in facts.values())
    return MappingProxyType({area.id: area for area in sorted(areas, key=lambda area: area.order)})


def finish(entry: AreaFacts, maps: Iterable[MapDef], rules: Rules) -> Area:
    return Area(
        **msgspec.structs.asdict(entry),
        marked=tuple(board.id for board in maps if entry.id in board.marked),
        cap=rules.limit_play(entry.terrain),
        rest_cap=rules.limit_reckon(entry.terrain),
    )


def load_rules(tables: Tables) -> Rules:
    """Return the constants with the Epoch Event table."""
    file = "rules.toml"
    constants = convert(file, "[constants]", tables.get("constants", {}), Constants)
    return Rules(
        **msgspec.structs.asdict(constants),
        epoch_events=tuple(entries(file, tables, "epoch_event", EpochEvent).values()),
    )


def load_culture(tables: Tables) -> tuple[CultureNumbers, Mapping[TrackId, Track]]:
    """Return the numbers of the Culture Tracks, and the tracks."""
    file = "culture.toml"
    numbers = {key: value for key, value in tables.items() if key != Track.KIND}
    return convert(file, "numbers", numbers, CultureNumbers), entries(file, tables, Track.KIND, Track)
