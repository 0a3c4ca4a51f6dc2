"""Reads the data files of the game and checks them against each other."""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec

from engine.acme.facts.constants import Constants, EpochEvent, Rules
from engine.acme.facts.definitions import (
    Area,
    AreaFacts,
    AreaId,
    Card,
    CardNo,
    CatalogError,
    CivFacts,
    CivId,
    Deity,
    DeityId,
    Facts,
    MapDef,
    MapId,
    Region,
    RegionId,
    RuleSection,
)
from engine.core.decoding import decoder

F = TypeVar("F", bound=Facts)
K = TypeVar("K")
Tables = dict[str, Any]


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


def load(folder: Path) -> Catalog:
    """All files of `folder`; CatalogError, naming file and key, if one is missing, misspelt or contradicts another."""
    board, rules = read(folder / "areas.toml"), load_rules(read(folder / "rules.toml"))
    maps = entries("areas.toml", board, "map", MapDef, lambda entry: entry.id)
    civs = entries("civs.toml", read(folder / "civs.toml"), "civ", CivFacts, lambda entry: entry.id)
    cards = entries("cards.toml", read(folder / "cards.toml"), "card", Card, lambda entry: entry.number)
    deities = entries("deities.toml", read(folder / "deities.toml"), "deity", Deity, lambda entry: entry.id)
    sections = entries("sections.toml", read(folder / "sections.toml"), "section", RuleSection, lambda entry: entry.id)
    regions = entries("areas.toml", board, "region", Region, lambda entry: entry.id)
    return Catalog(regions, maps, load_areas(board, maps, rules), civs, cards, deities, rules, sections)


def read(file: Path) -> Tables:
    """The tables of a TOML file; CatalogError if it is missing or no TOML."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise CatalogError(f"{file.name}: {problem}") from problem


def entries(file: str, tables: Tables, key: str, kind: type[F], name: Callable[[F], K]) -> Mapping[K, F]:
    """The tables `[[key]]` of a file by name; CatalogError if one is broken or comes twice."""
    found: dict[K, F] = {}
    if not tables.get(key):
        raise CatalogError(f"{file}: there is no [[{key}]]")
    for place, table in enumerate(tables[key]):
        entry = convert(file, f"{key} {table.get('id', table.get('number', place))}", table, kind)
        if name(entry) in found:
            raise CatalogError(f"{file}: {key} {name(entry)} is there twice")
        found[name(entry)] = entry
    return MappingProxyType(found)


def convert(file: str, key: str, table: object, kind: type[F]) -> F:
    """A table as a definition; CatalogError naming file and key if its fields do not fit."""
    try:
        return decoder(kind).plain(table)
    except msgspec.ValidationError as problem:
        raise CatalogError(f"{file}: {key}: {problem}") from problem


def load_areas(board: Tables, maps: Mapping[MapId, MapDef], rules: Rules) -> Mapping[AreaId, Area]:
    """The areas in the order of Competitions, each with the maps that mark it and its stacking limits."""
    facts = entries("areas.toml", board, "area", AreaFacts, lambda entry: entry.id)
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
    """The constants with the Epoch Event table."""
    file = "rules.toml"
    constants = convert(file, "[constants]", tables.get("constants", {}), Constants)
    return Rules(
        **msgspec.structs.asdict(constants),
        epoch_events=tuple(entries(file, tables, "epoch_event", EpochEvent, lambda entry: entry.id).values()),
    )
