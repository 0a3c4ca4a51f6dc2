"""The board as the pictures need it: the shapes of `render.civ.geometry` with the facts of the catalog."""

from __future__ import annotations

from functools import cache

from engine.civ.catalog import AREAS, CATALOG, SEAS
from engine.civ.geography import area_of, geography
from render.civ.geometry import inner, line, outer, point, shapes
from render.paint.canvas import Point

Rings = list[list[Point]]
WIDTH, HEIGHT = shapes().width, shapes().height


@cache
def outlines(area: str) -> Rings:
    """Return the outer rings of an area or an open sea. KeyError for an unknown one."""
    return outer(shapes().areas[area].polygons)


@cache
def holes(area: str) -> Rings:
    """Return the rings cut out of an area."""
    return inner(shapes().areas[area].polygons)


@cache
def strips(area: str) -> dict[str, Rings]:
    """Return the strips of water along an area, by coast."""
    return {coast: outer(polygons) for coast, polygons in shapes().waters.get(area, {}).items()}


@cache
def islands(area: str) -> dict[str, Rings]:
    """Return the rings cut out of the strips of water along an area, by coast."""
    return {coast: inner(polygons) for coast, polygons in shapes().waters.get(area, {}).items()}


@cache
def harbour(name: str) -> Point:
    """Return the middle of a harbour, which is an area or `area/coast`. Raises KeyError for an unknown one."""
    ships = shapes().areas[area_of(name)].ships
    _, _, coast = name.partition("/")
    return point(ships[coast] if coast else next(iter(ships.values())))


@cache
def printed_name(area: str) -> Point:
    """Return the middle of the printed name of an area or an open sea. KeyError for an unknown one."""
    return point(shapes().areas[area].label.at)


@cache
def beyond(kind: str) -> Rings:
    """Return the land or the sea that belongs to no area."""
    return outer(shapes().out[kind])


@cache
def rivers() -> Rings:
    return [line(steps) for lines in shapes().rivers.values() for steps in lines]


@cache
def plains() -> Rings:
    """Return the flood plains."""
    return [ring for polygons in shapes().plains.values() for ring in outer(polygons)]


@cache
def volcanoes() -> dict[str, Point]:
    return {name: point(at) for name, at in shapes().volcanoes.items()}


@cache
def lanes() -> list[tuple[Point, Point]]:
    """Return the links by sea that are drawn as a line."""
    return [(point(lane.start), point(lane.end)) for lane in shapes().lanes]


def all_land() -> list[str]:
    return list(AREAS)


def all_seas() -> list[str]:
    return list(SEAS)


@cache
def in_play(config: str) -> tuple[str, ...]:
    """Return the areas in play on a map. KeyError for an unknown map."""
    return geography(config).areas


@cache
def seas_in_play(config: str) -> tuple[str, ...]:
    """Return the open seas that wash a coast in play."""
    inside = set(in_play(config))
    return tuple(name for name, sea in SEAS.items() if inside & set(sea.by_sea))


def is_sea(area: str) -> bool:
    return area in SEAS


def area_name(area: str) -> str:
    """Return the name of an area or an open sea. KeyError for an unknown one."""
    return (SEAS[area] if area in SEAS else AREAS[area]).name


def neighbours(config: str, area: str) -> tuple[str, ...]:
    """Return the areas in play next to one, by land or water."""
    return geography(config).near[area]


def region_name(region: str) -> str:
    """KeyError for an unknown region."""
    return CATALOG.regions[region].name


def region_of(area: str) -> str:
    """Return the slug of the region of an area."""
    return next(slug for slug, region in CATALOG.regions.items() if region.id == AREAS[area].region)


def region_areas(config: str, region: str) -> list[str]:
    """Return the areas in play of a region. KeyError for an unknown region."""
    wanted = CATALOG.regions[region].id
    return [area for area in in_play(config) if AREAS[area].region == wanted]
