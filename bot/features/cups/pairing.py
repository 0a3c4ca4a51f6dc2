"""Draws who meets whom in a round of a cup. Pure: the same people, meetings and order give the same tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, TypeAlias

SWAPS: Final = 1000
Met: TypeAlias = Mapping[frozenset[int], int]


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """The tables of a round as numbers of entrants, and who sits out."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


def sizes(people: int, size: int, least: int) -> tuple[tuple[int, ...], int]:
    """Return table sizes: `size`, some one seat smaller if not below `least`; and how many sit out, as few as possible.

    No tables if there are too few people for one.
    """
    smaller = size - 1 if size - 1 >= max(least, 2) else size
    for byes in range(people):
        seated = people - byes
        for full in range(seated // size, -1, -1):
            if (seated - full * size) % smaller == 0:
                return (*(size,) * full, *(smaller,) * ((seated - full * size) // smaller)), byes
    return (), people


def swiss(order: Sequence[int], met: Met, byes: Mapping[int, int], size: int, least: int) -> DrawnRound:
    """Return tables that pair neighbours in the standings, avoiding repeated meetings if possible.

    If people are left over, those near the end who have sat out least often sit out.
    """
    shape, n = sizes(len(order), size, least)
    place = {one: i for i, one in enumerate(order)}
    last_first = sorted(order, key=lambda one: (byes.get(one, 0), -place[one]))
    out = frozenset(last_first[:n])
    left = [one for one in order if one not in out]
    tables: list[list[int]] = []
    for seats in shape:
        table = [left.pop(0)]
        while len(table) < seats:
            near = min(range(len(left)), key=lambda i: (_meetings(left[i], table, met), i))
            table.append(left.pop(near))
        tables.append(table)
    _swap(tables, met, place)
    return DrawnRound(tuple(map(tuple, tables)), tuple(sorted(out)))


def _meetings(one: int, table: Sequence[int], met: Met) -> int:
    return sum(met.get(frozenset({one, other}), 0) for other in table if other != one)


def _cost(table: Sequence[int], met: Met, place: Mapping[int, int]) -> tuple[int, int]:
    """Return how often the members have met, and how far apart their places are."""
    meetings = sum(met.get(frozenset(pair), 0) for pair in combinations(table, 2))
    return meetings, max(map(place.__getitem__, table)) - min(map(place.__getitem__, table))


def _swap(tables: list[list[int]], met: Met, place: Mapping[int, int]) -> None:
    """Exchange players between tables as long as any two meet again unnecessarily."""
    for _ in range(SWAPS):
        if all(_cost(table, met, place)[0] == 0 for table in tables) or not _exchanged(tables, met, place):
            return


def _exchanged(tables: list[list[int]], met: Met, place: Mapping[int, int]) -> bool:
    """Make the exchange that leaves the fewest meetings, of those the one of nearest people; whether there is one."""
    best: tuple[tuple[int, int], list[int], list[int], int, int] | None = None
    for here, there in combinations(tables, 2):
        before = _both(here, there, met, place)
        if before[0] == 0:
            continue
        for i, j in ((i, j) for i in range(len(here)) for j in range(len(there))):
            after = _both([*here[:i], there[j], *here[i + 1 :]], [*there[:j], here[i], *there[j + 1 :]], met, place)
            gain = (after[0] - before[0], after[1] - before[1])
            if gain[0] < 0 and (best is None or gain < best[0]):
                best = (gain, here, there, i, j)
    if best is None:
        return False
    _, here, there, i, j = best
    here[i], there[j] = there[j], here[i]
    return True


def _both(here: Sequence[int], there: Sequence[int], met: Met, place: Mapping[int, int]) -> tuple[int, int]:
    first, second = _cost(here, met, place), _cost(there, met, place)
    return first[0] + second[0], first[1] + second[1]


def robin_rounds(people: int) -> int:
    """Return in how many rounds everyone meets everyone at tables of two."""
    return people - 1 + people % 2


def robin(people: Sequence[int], number: int) -> DrawnRound:
    """Return that round (from 1) of all against all at tables of two; with an odd number, one sits out."""
    ring = [*people, *([0] if len(people) % 2 else [])]
    turn = (number - 1) % (len(ring) - 1)
    rest = ring[1:]
    around = [ring[0], *rest[turn:], *rest[:turn]]
    pairs = [(around[i], around[-1 - i]) for i in range(len(around) // 2)]
    out = tuple(one for pair in pairs if 0 in pair for one in pair if one)
    return DrawnRound(tuple(pair for pair in pairs if 0 not in pair), out)
