"""The board: links, maps, nations, codes, and its drawing (CIV §1.3, §1.5, §2.3, §3.1, §3.2)."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from functools import cache
from itertools import accumulate
from typing import Any, TypeAlias

import msgspec
import pytest

from data import path
from engine.civ.catalog import AREAS, CATALOG, MAPS, NATIONS, SEAS
from engine.civ.loading import check
from engine.core.decoding import CatalogError

Point: TypeAlias = tuple[int, int]
Edge: TypeAlias = tuple[Point, Point]


def reached(inside: set[str], land: bool) -> set[str]:
    """What can be reached inside a map from its first area, over land or also by water."""
    seen, left = set[str](), [min(inside)]
    while left:
        one = left.pop()
        if one in seen:
            continue
        seen.add(one)
        area = AREAS.get(one)
        links = {*area.by_land, *(n for c in area.coasts for n in c.by_sea)} if area else set(SEAS[one].by_sea)
        left += [n for n in links if n in inside or n in SEAS]
    return seen & inside if land else seen


def test_the_board_has_as_many_areas_links_and_sites_as_printed() -> None:
    assert (len(AREAS), len(SEAS)) == (149, 10)
    assert sum(len(a.by_land) for a in AREAS.values()) == 2 * 279
    assert len(water_links()) == 245
    assert Counter(a.limit for a in AREAS.values()) == {1: 58, 2: 52, 3: 30, 4: 6, 5: 3}
    assert Counter(a.site for a in AREAS.values()) == {"": 88, "black": 52, "white": 9}


@pytest.mark.parametrize("name", MAPS)
def test_every_map_hangs_together(name: str) -> None:
    """CIV-018."""
    inside = set(AREAS) - set(MAPS[name].out)
    assert reached(inside, land=True) == inside


SIZES = {
    "2p": (56, 18),
    "3p": (56, 25),
    "4p-east": (67, 30),
    "4p-west": (82, 31),
    "5p-east": (93, 45),
    "5p-middle": (103, 48),
    "5p-west": (91, 35),
    "6p": (123, 55),
    "6p-west": (129, 54),
    "7p": (149, 61),
    "8p": (149, 61),
    "full-main": (123, 55),
    "full-wx": (149, 61),
}


@pytest.mark.parametrize(("name", "size"), SIZES.items())
def test_a_map_has_its_areas_and_sites_in_play(name: str, size: tuple[int, int]) -> None:
    """CIV-008, CIV-RUL-048: eight play on 123 areas by default."""
    board = MAPS[name]
    areas = [a for a in AREAS.values() if a.id not in board.out]
    assert (len(areas), sum(bool(a.site) and a.id not in board.no_sites for a in areas)) == size


def test_water_joins_two_coasts_or_a_coast_and_an_open_sea() -> None:
    """CIV-019; two open seas touch."""
    for link in water_links():
        ends = [AREAS[one].coastal if one in AREAS else True for one in link]
        assert all(ends)
    between = [link for link in water_links() if link <= set(SEAS)]
    assert between == [frozenset({"central_mediterranean", "eastern_mediterranean"})]


def test_three_areas_have_two_coasts() -> None:
    """CIV-RUL-010, CIV-RUL-066."""
    split = {a.id: [c.id for c in a.coasts] for a in AREAS.values() if len(a.coasts) > 1}
    assert split == {"aquitania": ["north", "west"], "delphi": ["west", "east"], "scythia": ["west", "east"]}


def test_a_link_that_goes_one_way_only_is_refused() -> None:
    """CIV-018."""
    lone = msgspec.structs.replace(AREAS["aleppo"], by_land=())
    broken = {**AREAS, "aleppo": lone}
    with pytest.raises(CatalogError, match="link back"):
        check(changed(areas=broken))


@pytest.mark.parametrize("field", [{"code": "ank"}, {"aliases": ("Rome",)}, {"code": "rome"}])
def test_a_code_or_alias_that_means_something_else_too_is_refused(field: dict[str, Any]) -> None:
    """CIV-023."""
    twice = msgspec.structs.replace(AREAS["aleppo"], **field)
    with pytest.raises(CatalogError, match="also means"):
        check(changed(areas={**AREAS, "aleppo": twice}))


def changed(**fields: Any) -> Any:
    """The catalog with other definitions."""
    known = {name: getattr(CATALOG, name) for name in type(CATALOG).__slots__}
    return type(CATALOG)(**{**known, **fields})


def test_nations_start_where_the_board_says() -> None:
    """CIV-011: with the extension Iberia takes Italy's place and Africa may also start in Cirta."""
    assert NATIONS["africa"].start[-1] == "cirta"
    assert NATIONS["iberia"].replaces == "italy"
    for board in MAPS.values():
        assert ("italy" in board.nations) <= (not board.extension)
        assert ("iberia" in board.nations) <= board.extension
        assert ("cirta" in board.out) or board.extension
    assert {"italy", "iberia", "africa"}.isdisjoint(MAPS["4p-east"].nations)
    assert [a for a in NATIONS["egypt"].start if a not in MAPS["5p-west"].out] == ["jalo", "siwa"]


def test_iberia_and_italy_have_one_place_in_the_order_of_the_track() -> None:
    """CIV-028, CIV §2.5."""
    order = sorted(NATIONS.values(), key=lambda nation: nation.rank)
    assert [n.id for n in order if n.id != "iberia"] == [
        "africa",
        "italy",
        "illyria",
        "thrace",
        "crete",
        "asia",
        "assyria",
        "babylon",
        "egypt",
    ]
    assert NATIONS["iberia"].rank == NATIONS["italy"].rank


def test_links_that_one_source_alone_has_are_kept() -> None:
    """CIV-RUL-053, CIV-RUL-054."""
    for one, other in (("phaestos", "aegean_sea"), ("petra", "sinai"), ("caucasus", "media")):
        assert frozenset({one, other}) in water_links()


def test_the_baleares_are_named_as_on_the_board() -> None:
    """CIV-RUL-055: the inner island is Baleares, the outer one Ebusus."""
    assert "west_mauretania" not in AREAS["baleares"].coasts[0].by_sea
    assert {"baleares", "ebusus"} <= {a.id for a in AREAS.values() if a.island}


# The drawing.


@cache
def drawing() -> dict[str, Any]:
    """The geometry as it is stored."""
    found: dict[str, Any] = json.loads(gzip.decompress(path("civ", "geometry.json.gz").read_bytes()))
    return found


def points(flat: list[int]) -> list[Point]:
    return list(zip(accumulate(flat[0::2]), accumulate(flat[1::2]), strict=True))


def edges(polygons: list[list[list[int]]]) -> set[Edge]:
    found = set[Edge]()
    for polygon in polygons:
        for flat in polygon:
            ring = points(flat)
            found |= {(min(a, b), max(a, b)) for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)}
    return found


def touching(shapes: dict[str, list[list[list[int]]]]) -> set[frozenset[str]]:
    """The pairs that share a stretch of border."""
    owners: dict[Edge, set[str]] = {}
    for name, polygons in shapes.items():
        for edge in edges(polygons):
            owners.setdefault(edge, set()).add(name)
    return {frozenset(o) for o in owners.values() if len(o) == 2}


def water_links() -> set[frozenset[str]]:
    coasts = {frozenset({a.id, n}) for a in AREAS.values() for c in a.coasts for n in c.by_sea}
    return coasts | {frozenset({sea.id, n}) for sea in SEAS.values() for n in sea.by_sea}


def test_the_borders_drawn_are_the_links_on_land() -> None:
    """CIV-020."""
    drawn = touching({i: a["polygons"] for i, a in drawing()["areas"].items() if i in AREAS})
    assert drawn == {frozenset({a.id, n}) for a in AREAS.values() for n in a.by_land}


def test_the_waters_drawn_touch_as_ships_go_but_for_one_lane() -> None:
    """CIV-021, CIV-RUL-053."""
    waters = {f"{i}/{c}": p for i, coasts in drawing()["waters"].items() for c, p in coasts.items()}
    waters |= {f"{i}/": drawing()["areas"][i]["polygons"] for i in SEAS}
    pairs = touching(waters)
    drawn = {frozenset(name.split("/")[0] for name in pair) for pair in pairs}
    assert len(pairs) == 246
    assert drawn - water_links() == set()
    assert water_links() - drawn == {frozenset({"phaestos", "aegean_sea"})}
    assert [lane["between"] for lane in drawing()["lanes"]] == [["aegean_sea", "phaestos"]]


def inside(at: Point, polygons: list[list[list[int]]]) -> bool:
    """Whether a point lies in one of the polygons, by counting borders to its right."""
    crossed = 0
    for (ax, ay), (bx, by) in edges(polygons):
        if (ay > at[1]) != (by > at[1]) and at[0] < ax + (at[1] - ay) * (bx - ax) / (by - ay):
            crossed += 1
    return crossed % 2 == 1


def test_marks_lie_in_their_area_and_ships_in_their_water() -> None:
    """CIV-022."""
    for name in (*AREAS, *SEAS):
        drawn = drawing()["areas"][name]
        places = [drawn[key] for key in ("limit", "city") if drawn[key]] + drawn["tokens"]
        assert all(inside(tuple(at), drawn["polygons"]) for at in places), name
        assert bool(places) == (name in AREAS), name
        assert drawn["label"]["lines"], name
        coasts = {c.id for c in AREAS[name].coasts} if name in AREAS else set()
        assert set(drawn["ships"]) == set(drawing()["waters"].get(name, {})) == coasts, name
        for coast, at in drawn["ships"].items():
            assert inside(tuple(at), drawing()["waters"][name][coast]), (name, coast)
