"""Squares, land, seas and coasts, as the tiles lie. Nothing here depends on pieces."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

from engine.culture_wars.catalog import RULES
from engine.culture_wars.state import State

Place: TypeAlias = tuple[int, int]

OUTER = "outer"
INNER = "inner"
STEPS: Mapping[str, Place] = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
DIAGONALS: Mapping[str, Place] = {"ne": (1, 1), "se": (1, -1), "sw": (-1, -1), "nw": (-1, 1)}
AROUND: Mapping[str, Place] = {**STEPS, **DIAGONALS}


def name_of(place: Place) -> str:
    """The square's name: a letter for the column from the west, a number for the row from the south."""
    return f"{chr(ord('a') + place[0])}{place[1] + 1}"


def place_of(name: str) -> Place | None:
    """Column and row of a square's name, from 0; None if it is no name."""
    letter, number = name[:1], name[1:]
    if not ("a" <= letter <= "z") or not (number.isascii() and number.isdigit()) or name != f"{letter}{int(number)}":
        return None
    return ord(letter) - ord("a"), int(number) - 1


def squares_of(corner: Place) -> list[Place]:
    """The squares of a tile whose south-west square is there."""
    side = range(RULES.tile_side)
    return [(corner[0] + x, corner[1] + y) for y in side for x in side]


def beside(place: Place, ways: Iterable[Place] = tuple(STEPS.values())) -> list[Place]:
    """The places one step away, by default not diagonally."""
    return [(place[0] + x, place[1] + y) for x, y in ways]


def first_tiles() -> dict[str, list[int]]:
    """The ring of tiles around the empty centre, numbered row by row from the north-west (CW:8)."""
    a_side, side = RULES.tiles_a_side, RULES.tile_side
    rows = [(column * side, row * side) for row in reversed(range(a_side)) for column in range(a_side)]
    centre = (a_side // 2 * side, a_side // 2 * side)
    return {str(i): list(corner) for i, corner in enumerate((c for c in rows if c != centre), start=1)}


@dataclass(frozen=True)
class Geography:
    """What follows from where the tiles lie."""

    corners: tuple[tuple[str, int, int], ...]

    @cached_property
    def tile_at(self) -> dict[Place, str]:
        """Every land place with its tile."""
        return {place: tile for tile, x, y in self.corners for place in squares_of((x, y))}

    @cached_property
    def extent(self) -> Place:
        """Columns and rows from the outermost land to the opposite one."""
        return max(x for x, _ in self.tile_at) + 1, max(y for _, y in self.tile_at) + 1

    @cached_property
    def land(self) -> tuple[str, ...]:
        """All land squares, row by row from the north-west."""
        return tuple(name_of(p) for p in sorted(self.tile_at, key=lambda p: (-p[1], p[0])))

    @cached_property
    def places(self) -> dict[str, Place]:
        """Column and row of every land square."""
        return {name_of(p): p for p in self.tile_at}

    @cached_property
    def near(self) -> dict[str, tuple[str, ...]]:
        """Land squares one step away, not diagonally."""
        return {name: self._land_beside(p, STEPS) for name, p in self.places.items()}

    @cached_property
    def around(self) -> dict[str, tuple[str, ...]]:
        """Land squares one step away, also diagonally."""
        return {name: self._land_beside(p, AROUND) for name, p in self.places.items()}

    def _land_beside(self, place: Place, ways: Mapping[str, Place]) -> tuple[str, ...]:
        return tuple(name_of(p) for p in beside(place, ways.values()) if p in self.tile_at)

    @cached_property
    def sea_at(self) -> dict[Place, str]:
        """Every place that is no land, one square beyond the outermost land included, with its sea.

        Water is joined over the edges of squares (CW:19): what the open water around does not reach is an inner sea.
        """
        columns, rows = self.extent
        water = {(x, y) for y in range(-1, rows + 1) for x in range(-1, columns + 1)} - self.tile_at.keys()
        found = dict.fromkeys(_flood((-1, -1), water), OUTER)
        enclosed = 0
        for place in sorted(water, key=lambda p: (-p[1], p[0])):
            if place not in found:
                enclosed += 1
                name = INNER if enclosed == 1 else f"{INNER}_{enclosed}"
                found |= dict.fromkeys(_flood(place, water), name)
        return found

    @cached_property
    def coasts(self) -> dict[str, tuple[str, ...]]:
        """The seas that each land square shares an edge with."""
        return {
            name: tuple(sorted({self.sea_at[p] for p in beside(place) if p in self.sea_at}))
            for name, place in self.places.items()
        }

    @cached_property
    def islands(self) -> int:
        """How many pieces of land there are, joined over the edges of squares."""
        left, pieces = set(self.tile_at), 0
        while left:
            left -= _flood(min(left), left)
            pieces += 1
        return pieces

    def distance(self, one: str, other: str) -> int:
        """Steps between two squares if diagonals count as one."""
        (a, b), (c, d) = self.places[one], self.places[other]
        return max(abs(a - c), abs(b - d))


def _flood(start: Place, among: Collection[Place]) -> set[Place]:
    """All places joined to the start over the edges of squares."""
    found, edge = {start}, [start]
    while edge:
        new = [p for p in beside(edge.pop()) if p in among and p not in found]
        found.update(new)
        edge += new
    return found


@lru_cache(maxsize=512)
def _geography(corners: tuple[tuple[str, int, int], ...]) -> Geography:
    return Geography(corners)


def geography(s: State) -> Geography:
    """The map as the tiles lie now; a tile being moved still lies where it was."""
    return _geography(tuple((tile, at[0], at[1]) for tile, at in s.tiles.items()))
