"""The definitions of the game and what follows from them alone: maps, neighbours, distances, names.

Everything is loaded and checked once at import. All lookups are immutable; ids are the keys.
"""

from collections import deque
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from data import path
from engine.acme.facts.checks import check
from engine.acme.facts.constants import EpochEvent, Rules
from engine.acme.facts.culture import CultureNumbers, Track, TrackId
from engine.acme.facts.definitions import (
    BARBARIANS,
    Ability,
    Area,
    AreaId,
    Card,
    CardNo,
    CivFacts,
    CivId,
    Deity,
    DeityId,
    Faction,
    Home,
    MapDef,
    MapId,
    Region,
    RegionId,
    RuleSection,
    Terrain,
)
from engine.acme.facts.loading import Catalog, load

__all__ = [
    "AREAS",
    "BARBARIANS",
    "CARDS",
    "CATALOG",
    "CIVS",
    "CULTURE",
    "DEITIES",
    "MAPS",
    "REGIONS",
    "RULES",
    "SECTIONS",
    "TRACKS",
    "Ability",
    "Area",
    "AreaId",
    "Card",
    "CardNo",
    "Catalog",
    "CivFacts",
    "CivId",
    "CultureNumbers",
    "Deity",
    "DeityId",
    "EpochEvent",
    "Faction",
    "Home",
    "MapDef",
    "MapId",
    "Region",
    "RegionId",
    "RuleSection",
    "Rules",
    "Terrain",
    "Track",
    "TrackId",
    "distance",
    "edge",
    "homes",
    "land_neighbours",
    "neighbours",
    "playable",
    "sea_neighbours",
]

CATALOG: Catalog = check(load(path("acme")))
REGIONS: Mapping[RegionId, Region] = CATALOG.regions
MAPS: Mapping[MapId, MapDef] = CATALOG.maps
AREAS: Mapping[AreaId, Area] = CATALOG.areas
CIVS: Mapping[CivId, CivFacts] = CATALOG.civs
CARDS: Mapping[CardNo, Card] = CATALOG.cards
DEITIES: Mapping[DeityId, Deity] = CATALOG.deities
RULES: Rules = CATALOG.rules
SECTIONS: Mapping[str, RuleSection] = CATALOG.sections
CULTURE: CultureNumbers = CATALOG.culture
TRACKS: Mapping[TrackId, Track] = CATALOG.tracks


@cache
def playable(map_id: MapId) -> frozenset[AreaId]:
    """Return the areas in play on a map; marked ones are not (ACME §14, RUL-018). KeyError for an unknown map."""
    board = MAPS[map_id]
    return frozenset(area.id for area in AREAS.values() if board.id in area.maps)


@cache
def neighbours(map_id: MapId, area: AreaId) -> tuple[AreaId, ...]:
    """Return the areas in play next to an area, by id (RUL-006)."""
    in_play = playable(map_id)
    return tuple(other for other in AREAS[area].adjacent if other in in_play)


@cache
def land_neighbours(map_id: MapId, area: AreaId) -> tuple[AreaId, ...]:
    """Return the Land areas in play next to an area; an island has none (RUL-005)."""
    return tuple(other for other in neighbours(map_id, area) if AREAS[other].is_land)


@cache
def sea_neighbours(map_id: MapId, area: AreaId) -> tuple[AreaId, ...]:
    """Return the Sea areas in play next to an area."""
    return tuple(other for other in neighbours(map_id, area) if AREAS[other].is_sea)


@cache
def edge(map_id: MapId, letter: str) -> tuple[AreaId, ...]:
    """Return the Land areas in play on a side of the map (N, E, S or W), in Competition order (RUL-019)."""
    in_play = playable(map_id)
    return tuple(a.id for a in AREAS.values() if a.is_land and a.id in in_play and letter in a.edges.get(map_id, ""))


@cache
def homes(civ: CivId, map_id: MapId, epoch: int) -> tuple[AreaId, ...]:
    """Return the Home Areas a civilization entering in that Epoch may take on a map (RUL-022); empty if it has none
    there.
    """
    in_play = playable(map_id)
    return tuple(
        home.area for home in CIVS[civ].homes if home.area in in_play and (not home.epochs or epoch in home.epochs)
    )


@cache
def distances(map_id: MapId, start: AreaId) -> Mapping[AreaId, int]:
    """Return the steps from an area in play to every area in play (RUL-007). Raises KeyError for an area out of
    play.
    """
    if start not in playable(map_id):
        raise KeyError(start)
    steps, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for other in neighbours(map_id, here):
            if other not in steps:
                steps[other] = steps[here] + 1
                queue.append(other)
    return MappingProxyType(steps)


def distance(map_id: MapId, start: AreaId, goal: AreaId) -> int:
    """Return the least number of steps between two areas in play (RUL-007). Raises KeyError for an area out of play."""
    return distances(map_id, start)[goal]
