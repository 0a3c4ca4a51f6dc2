"""The board as the pictures need it: the shapes of `render.acme.geometry` with the facts of the catalog."""

from __future__ import annotations

from functools import cache

from engine.acme.facts.catalog import AREAS, CIVS, MAPS, REGIONS, playable
from render.acme import geometry
from render.paint.canvas import Point

SHAPES = geometry.load()
WIDTH, HEIGHT = SHAPES.width, SHAPES.height
CENTRE = SHAPES.centroids
OUT_OF_PLAY = [polygon.outline for polygons in SHAPES.out_of_play.values() for polygon in polygons]
LAKES = [[polygon.outline for polygon in polygons] for polygons in SHAPES.lakes.values()]
RIVERS = [line for lines in SHAPES.rivers.values() for line in lines]
HOMES = frozenset(home.area for civ in CIVS.values() for home in civ.homes)


def all_areas() -> list[str]:
    return list(AREAS)


@cache
def outlines(area: str) -> list[list[Point]]:
    """Return the outer rings of an area. KeyError for an unknown area."""
    return [list(polygon.outline) for polygon in SHAPES.areas[area]]


@cache
def holes(area: str) -> list[list[Point]]:
    """Return the rings cut out of an area."""
    return [list(ring) for polygon in SHAPES.areas[area] for ring in polygon.holes]


def in_play(config: str) -> frozenset[str]:
    """Return the areas in play on a map. KeyError for an unknown map."""
    return playable(config)


def in_order(config: str) -> list[str]:
    """Return the areas in play on a map, in the order of competitions (ACME §7)."""
    return sorted(playable(config), key=competition_order)


def area_name(area: str) -> str:
    return AREAS[area].name


def terrain(area: str) -> str:
    return AREAS[area].terrain


def is_sea(area: str) -> bool:
    return AREAS[area].is_sea


def competition_order(area: str) -> int:
    return AREAS[area].order if area in AREAS else len(AREAS)


def may_be_home(area: str) -> bool:
    """Return whether the area is printed as a possible home of any civilization."""
    return area in HOMES


def map_name(config: str) -> str:
    return MAPS[config].name


def region_name(region: str) -> str:
    """KeyError for an unknown region."""
    return REGIONS[region].name


def region_of(area: str) -> str:
    """Return the slug of the region of an area."""
    return next(slug for slug, region in REGIONS.items() if region.id == AREAS[area].region)


def region_areas(config: str, region: str) -> list[str]:
    """Return the areas in play of a region, as the catalog lists them. KeyError for an unknown region."""
    return [area for area in AREAS if AREAS[area].region == REGIONS[region].id and area in playable(config)]
