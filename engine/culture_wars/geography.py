"""Squares, land, seas and coasts, from the positions of the tiles. Nothing here depends on pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import chain
from typing import Final, Protocol, TypeVar

from engine.culture_wars.catalog import RULES
from engine.culture_wars.pieces import Place, chart, joined_squares, members, pieces

K = TypeVar("K")

OUTER = "outer"
INNER = "inner"
WALK: Final = ">"
NUMBERS: Final = tuple(str(n) for n in range(RULES.tokens, 0, -1))  # of tokens, the most first
STEPS: Mapping[str, Place] = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
DIAGONALS: Mapping[str, Place] = {"ne": (1, 1), "se": (1, -1), "sw": (-1, -1), "nw": (-1, 1)}
AROUND: Mapping[str, Place] = {**STEPS, **DIAGONALS}
SIDE = range(RULES.tile_side)
TILE: Sequence[Place] = [(x, y) for y in SIDE for x in SIDE]


@cache
def name_of(place: Place) -> str:
    """Return the square's name: a letter for the column from the west, a number for the row from the south."""
    return f"{chr(ord('a') + place[0])}{place[1] + 1}"


@cache
def in_rows(name: str) -> Place:
    """Return a sort key for squares, row by row from the north-west."""
    return -int(name[1:]), ord(name[0])


def place_of(name: str) -> Place | None:
    """Return column and row of a square's name, from 0; None if it is no name. No tile gets as far as row 100."""
    letter, number = name[:1], name[1:3]
    if not ("a" <= letter <= "z") or not (number.isascii() and number.isdigit()) or name != f"{letter}{int(number)}":
        return None
    return ord(letter) - ord("a"), int(number) - 1


def squares_of(corner: Place) -> list[Place]:
    """Return the squares of a tile whose south-west square is there."""
    x, y = corner
    return [(x + i, y + j) for i, j in TILE]


def beside(place: Place, ways: Iterable[Place] = tuple(STEPS.values())) -> list[Place]:
    """Return the places one step away, by default not diagonally."""
    return [(place[0] + x, place[1] + y) for x, y in ways]


def within(place: Place, steps: int) -> list[Place]:
    """Return the places no further away than that if diagonals count as one, itself among them."""
    side = range(-steps, steps + 1)
    return [(place[0] + x, place[1] + y) for y in side for x in side]


def first_tiles() -> dict[str, Place]:
    """Return the ring of tiles around the empty centre, numbered row by row from the north-west (CW:8)."""
    a_side, side = RULES.tiles_a_side, RULES.tile_side
    rows = [(column * side, row * side) for row in reversed(range(a_side)) for column in range(a_side)]
    centre = (a_side // 2 * side, a_side // 2 * side)
    return {str(i): corner for i, corner in enumerate((c for c in rows if c != centre), start=1)}


@cache
def names_near(name: str) -> tuple[str, ...]:
    """Return the squares one step away, not diagonally, by name, be they land or not."""
    return _names(name, STEPS.values())


@cache
def names_around(name: str) -> tuple[str, ...]:
    """Return the squares one step away, also diagonally, by name, be they land or not."""
    return _names(name, AROUND.values())


@cache
def names_close(name: str) -> frozenset[str]:
    """Return the squares within the spacing of coins, the one of that name among them, be they land or not (CW:20)."""
    return frozenset(_names(name, within((0, 0), RULES.spacing)))


@lru_cache(maxsize=64)
def _names_on(columns: int, rows: int) -> tuple[str, ...]:
    """Return the names of the places that the bits of land stand for."""
    return tuple(map(name_of, chart(columns, rows, margin=1)))


def _names(name: str, ways: Iterable[Place]) -> tuple[str, ...]:
    (up, letter) = in_rows(name)
    return tuple([name_of(p) for p in beside((letter - ord("a"), -up - 1), ways)])


class Known(dict[K, tuple[str, ...]]):
    """Facts about the land by what they were computed for, each computed on first use."""

    def __init__(self, find: Callable[[K], tuple[str, ...]]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, key: K) -> tuple[str, ...]:
        found = self[key] = self._find(key)
        return found


@dataclass(frozen=True, eq=False)
class Geography:
    """The map of tiles: the same object for the same positions.

    It has their numbers, and column and row of each one's south-west square; many maps are cached, each as a few
    objects.
    """

    tiles: tuple[str, ...]
    xs: tuple[int, ...]
    ys: tuple[int, ...]

    @property
    def corners(self) -> dict[str, Place]:
        """Return every tile with its south-west square."""
        return dict(zip(self.tiles, zip(self.xs, self.ys, strict=True), strict=True))

    @cached_property
    def tile_at(self) -> dict[Place, str]:
        """Return every land place with its tile."""
        return {p: tile for tile, corner in self.corners.items() for p in squares_of(corner)}

    @cached_property
    def extent(self) -> Place:
        """Return the columns and rows from the outermost land to the opposite one."""
        return max(self.xs) + RULES.tile_side, max(self.ys) + RULES.tile_side

    @cached_property
    def land(self) -> tuple[str, ...]:
        """Return all land squares, row by row from the north-west."""
        return tuple(members(self.dry, _names_on(*self.extent)))

    @cached_property
    def places(self) -> dict[str, Place]:
        """Return the column and row of every land square."""
        return dict(zip(self.land, members(self.dry, self._chart), strict=True))

    @cached_property
    def near(self) -> Mapping[str, tuple[str, ...]]:
        """Land squares one step away, not diagonally."""
        return self._land_among(names_near)

    @cached_property
    def around(self) -> Mapping[str, tuple[str, ...]]:
        """Land squares one step away, also diagonally."""
        return self._land_among(names_around)

    def _land_among(self, names: Callable[[str], tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
        is_land = self._squares.__contains__
        return Known(lambda name: tuple(filter(is_land, names(name))))

    @cached_property
    def _squares(self) -> frozenset[str]:
        return frozenset(self.land)

    @cached_property
    def walks(self) -> Mapping[tuple[bool, bool], Mapping[str, tuple[str, ...]]]:
        """Return the other squares that a token reaches from each, by whether it moves diagonally and two spaces."""
        ways = {False: self.near, True: self.around}
        once = {(diagonal, False): near for diagonal, near in ways.items()}
        return once | {(diagonal, True): _two_away(near) for diagonal, near in ways.items()}

    @cached_property
    def shores(self) -> dict[str, tuple[str, ...]]:
        """Return the coast of each sea, row by row from the north-west."""
        return {sea: tuple([q for q in self.land if sea in self.coasts[q]]) for sea in self.seas}

    @cached_property
    def _chart(self) -> Sequence[Place]:
        """Return the places for the bits of `dry` and `waters`: the land with one square of water around it."""
        return chart(*self.extent, margin=1)

    @cached_property
    def dry(self) -> int:
        """Return all land as bits, row by row from the north-west."""
        (columns, rows), squares = self.extent, 0
        width, top = columns + 2, rows + 1 - RULES.tile_side
        tiles = sum([1 << (top - y) * width + x + 1 for x, y in zip(self.xs, self.ys, strict=True)])
        for x, y in TILE:
            squares |= tiles << y * width + x
        return squares

    @cached_property
    def waters(self) -> Mapping[str, int]:
        """Return every sea as bits, likewise.

        Water is joined over the edges of squares (CW:19): what the open water around does not reach is an inner sea.
        """
        columns, rows = self.extent
        width = columns + 2
        row, water = (1 << width) - 1, self.dry ^ (1 << width * (rows + 2)) - 1
        outer = joined_squares(row | row << width * (rows + 1), water, width)
        inner = enumerate(pieces(water ^ outer, width), start=1)
        return {OUTER: outer} | {INNER if i == 1 else f"{INNER}_{i}": sea for i, sea in inner}

    @cached_property
    def sea_at(self) -> dict[Place, str]:
        """Return every place that isn't land, with its sea, one square beyond the outermost land included."""
        return {place: sea for sea, squares in self.waters.items() for place in members(squares, self._chart)}

    @cached_property
    def coasts(self) -> Mapping[str, tuple[str, ...]]:
        """Return the seas that each land square shares an edge with."""
        sea_at = self.sea_at
        return Known(lambda name: tuple(sorted({sea_at[p] for p in beside(self.places[name]) if p in sea_at})))

    @cached_property
    def seas(self) -> frozenset[str]:
        """Return the seas there are."""
        return frozenset(self.waters)

    @cached_property
    def islands(self) -> int:
        """Return how many pieces of land there are, joined over the edges of squares."""
        return len(pieces(self.dry, self.extent[0] + 2))

    def distance(self, one: str, other: str) -> int:
        """Return the steps between two squares if diagonals count as one."""
        (a, b), (c, d) = self.places[one], self.places[other]
        return max(abs(a - c), abs(b - d))


def _two_away(near: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
    """Return a mapping from each square to those in one or two steps, the nearer first."""

    def found(start: str) -> tuple[str, ...]:
        once = near[start]
        reached = dict.fromkeys(chain(once, chain.from_iterable([near[square] for square in once])))
        reached.pop(start, None)
        return tuple(reached)

    return Known(found)


@lru_cache(maxsize=8192)
def move_answers(start: str, way: str, goals: tuple[str, ...], most: int) -> tuple[str, ...]:
    """Return the answers that move so many tokens or fewer to each of the goals, all of them first: `c4>c5:2`,
    `c4>c5:1`.
    """
    counts = NUMBERS[-most:]
    return tuple([head + n for head in [f"{start}{way}{goal}:" for goal in goals] for n in counts])


@lru_cache(maxsize=512)
def _geography(tiles: tuple[str, ...], xs: tuple[int, ...], ys: tuple[int, ...]) -> Geography:
    return Geography(tiles, xs, ys)


def from_tiles(tiles: Mapping[str, Place]) -> Geography:
    """Return the map of these tiles, each with its column and row."""
    return _geography(tuple(tiles), *zip(*tiles.values(), strict=True))


class Laid(Protocol):
    """A position with its map beside its tiles."""

    @property
    def land(self) -> Geography:
        """Return the map of the tiles."""


def geography(s: Laid) -> Geography:
    """Return the map of the tiles now; a tile being moved still counts where it was."""
    return s.land
