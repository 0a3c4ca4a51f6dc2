"""The board of one map: what is in play, and what can be reached from where (CIV §2.3, §3.1, §7.2, §8.4).

A harbour is a coast for ships: the area's id, or `area/coast` if an area has two.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain

from engine.civ.catalog import AREAS, MAPS, SEAS
from engine.civ.definitions import Area


@dataclass(frozen=True, slots=True)
class Geography:
    """A map.

    `areas` in play, in the order of the file, `place` the place of each there; `walks`: the steps by land from an area
    as they are written, `rome>latium:`; `near`: neighbours by land or water; `routes`: what a ship reaches in one step
    from a harbour or an open sea; `sites`: areas with a city site.
    """

    id: str
    areas: tuple[str, ...]
    place: Mapping[str, int]
    by_land: Mapping[str, tuple[str, ...]]
    walks: Mapping[str, tuple[str, ...]]
    by_water: Mapping[str, tuple[str, ...]]
    near: Mapping[str, tuple[str, ...]]
    harbours: Mapping[str, tuple[str, ...]]
    routes: Mapping[str, tuple[str, ...]]
    sites: frozenset[str]
    plains: Mapping[str, tuple[str, ...]]
    volcanoes: Mapping[str, tuple[str, ...]]


@lru_cache(maxsize=4096)
def area_of(harbour: str) -> str:
    """Return the area whose coast it is."""
    return harbour.partition("/")[0]


@cache
def geography(map_id: str) -> Geography:
    """Return the map of that id; `full-wx` for none, so that a position may be drawn before a map is chosen."""
    out = set(MAPS[map_id].out)
    inside = {name: area for name, area in AREAS.items() if name not in out}
    by_land = {a.id: tuple([n for n in a.by_land if n in inside]) for a in inside.values()}
    by_water = {a.id: _unique(n for c in a.coasts for n in c.by_sea if n in inside) for a in inside.values()}
    return Geography(
        map_id,
        tuple(inside),
        {name: i for i, name in enumerate(inside)},
        by_land,
        {name: tuple([f"{name}>{goal}:" for goal in goals]) for name, goals in by_land.items()},
        by_water,
        {name: _unique((*by_land[name], *by_water[name])) for name in inside},
        {name: harbours_of(area) for name, area in inside.items()},
        _routes(inside),
        frozenset([a.id for a in inside.values() if a.site and a.id not in MAPS[map_id].no_sites]),
        _grouped(inside, "plain"),
        _grouped(inside, "volcano"),
    )


def _unique(names: object) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))  # type: ignore[call-overload]


def _grouped(inside: Mapping[str, Area], kind: str) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for area in inside.values():
        if name := getattr(area, kind):
            found.setdefault(name, []).append(area.id)
    return {name: tuple(areas) for name, areas in found.items()}


def harbours_of(area: Area) -> tuple[str, ...]:
    """Return the harbours of an area; of two, the one with more neighbours first (CIV-RUL-010)."""
    if len(area.coasts) < 2:
        return (area.id,) * len(area.coasts)
    return tuple(f"{area.id}/{c.id}" for c in sorted(area.coasts, key=lambda c: -len(c.by_sea)))


def _routes(inside: Mapping[str, Area]) -> Mapping[str, tuple[str, ...]]:
    """Steps of ships; where both coasts of an area have a link, the mover may choose either (CIV-RUL-066)."""
    links: dict[str, list[str]] = {}
    for area in inside.values():
        for coast in area.coasts:
            own = area.id if len(area.coasts) == 1 else f"{area.id}/{coast.id}"
            links[own] = [place for n in coast.by_sea for place in _places(inside, n, area.id)]
    for sea in SEAS.values():
        links[sea.id] = [place for n in sea.by_sea for place in _places(inside, n, sea.id)]
    return {place: tuple(dict.fromkeys(goals)) for place, goals in links.items()}


def _places(inside: Mapping[str, Area], name: str, start: str) -> list[str]:
    """Return where a ship from `start` arrives in `name`: its open sea, or the coasts with the link."""
    if name in SEAS:
        return [name]
    if name not in inside:
        return []
    coasts = inside[name].coasts
    return [name] if len(coasts) == 1 else [f"{name}/{c.id}" for c in coasts if start in c.by_sea]


@cache
def passages(map_id: str, open_sea: bool) -> Mapping[str, tuple[str, ...]]:
    """Return the routes of ships that cross the open sea, or only of those that keep to the coasts."""
    routes = geography(map_id).routes
    if open_sea:
        return routes
    return {place: tuple([goal for goal in goals if goal not in SEAS]) for place, goals in routes.items()}


@lru_cache(maxsize=8192)
def harbours_in_reach(map_id: str, harbour: str, steps: int, open_sea: bool) -> Mapping[str, int]:
    """Return the harbours that a ship reaches in that many steps, with the fewest steps for each, without its own."""
    routes, found, front = passages(map_id, open_sea), {harbour: 0}, [harbour]
    for far in range(1, steps + 1):
        before, front = front, list[str]()
        for goal in chain.from_iterable([routes[place] for place in before]):
            if goal not in found:
                found[goal] = far
                front.append(goal)
    del found[harbour]
    return {place: far for place, far in found.items() if place not in SEAS} if open_sea else found


@lru_cache(maxsize=8192)
def courses(map_id: str, harbour: str, steps: int, open_sea: bool) -> tuple[tuple[str, str, bool], ...]:
    """Return the same as moves, `rome~carthage`, with the area, and whether steps are left there."""
    reached = harbours_in_reach(map_id, harbour, steps, open_sea).items()
    return tuple([(area_of(goal), f"{harbour}~{goal}", far < steps) for goal, far in reached])


@lru_cache(maxsize=8192)
def shores(map_id: str, harbour: str, steps: int, open_sea: bool) -> frozenset[str]:
    """Return the areas of the harbours that a ship reaches in so many steps."""
    return frozenset(map(area_of, harbours_in_reach(map_id, harbour, steps, open_sea)))


@lru_cache(maxsize=1024)
def areas_in_reach(map_id: str, area: str, steps: int) -> frozenset[str]:
    """Return the areas that are reached over land in so many steps or fewer, the one where they begin among them."""
    borders, found = geography(map_id).by_land, {area}
    for _ in range(steps):
        found |= {goal for here in found for goal in borders[here]}
    return frozenset(found)


@lru_cache(maxsize=4096)
def open_seas(map_id: str, area: str) -> tuple[str, ...]:
    """Return the open seas that the area's coasts touch."""
    places = geography(map_id).harbours[area]
    return _unique(sea for place in places for sea in geography(map_id).routes[place] if sea in SEAS)
