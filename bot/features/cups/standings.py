"""Standings of a cup. Pure and computed in fractions, so the order in which results arrive doesn't matter."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Final

HALF: Final = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class CupSeat:
    """The seat of an entrant in a round: at table `no` (0: sits out) of that many `seats`.

    At its end it has a `place`, and the `score` of the `total`; a `void` end has no places.
    """

    entrant: int
    round: int
    no: int
    seats: int = 0
    done: bool = False
    void: bool = False
    place: int = 0
    score: int = 0
    total: int = 0

    @property
    def points(self) -> Fraction:
        """Return 1 for the first and for sitting out, 0 for the last, the others evenly between; a half for a
        void end.
        """
        if not self.done:
            return Fraction(0)
        if not self.no:
            return Fraction(1)
        return HALF if self.void else 1 - Fraction(self.place - 1, self.seats - 1)

    @property
    def share(self) -> Fraction:
        """Return the part of all points of the table that were this seat's; an even part where there were none to
        share.
        """
        if not self.done or not self.no:
            return Fraction(0)
        even = self.void or self.total <= 0
        return Fraction(1, self.seats) if even else Fraction(max(self.score, 0), self.total)


@dataclass(frozen=True, slots=True)
class CupStanding:
    """The standing of an entrant: points, the opponents' points, and the share of the points scored at their tables."""

    entrant: int
    points: Fraction
    opponents: Fraction
    share: Fraction
    played: int


def lot(seed: str, entrant: int) -> str:
    """Return the lot that decides between people who are equal in everything else, from the cup's seed."""
    return hashlib.sha256(f"{seed}:{entrant}".encode()).hexdigest()


def meetings(seats: Iterable[CupSeat]) -> dict[frozenset[int], int]:
    """Return how often each two have sat at one table."""
    found: dict[frozenset[int], int] = defaultdict(int)
    for table in _tables(seats).values():
        for pair in combinations(sorted(table), 2):
            found[frozenset(pair)] += 1
    return dict(found)


def _tables(seats: Iterable[CupSeat]) -> dict[tuple[int, int], list[int]]:
    tables: dict[tuple[int, int], list[int]] = defaultdict(list)
    for seat in seats:
        if seat.no:
            tables[seat.round, seat.no].append(seat.entrant)
    return tables


def byes(seats: Iterable[CupSeat]) -> Mapping[int, int]:
    """Return how often each has sat out."""
    found: dict[int, int] = defaultdict(int)
    for seat in seats:
        found[seat.entrant] += not seat.no
    return found


def standings(entrants: Sequence[int], seats: Sequence[CupSeat], seed: str) -> tuple[CupStanding, ...]:
    """Return all entrants in order: by points, the opponents' points, share, lot."""
    points: dict[int, Fraction] = defaultdict(Fraction)
    share: dict[int, Fraction] = defaultdict(Fraction)
    played: dict[int, int] = defaultdict(int)
    for seat in seats:
        points[seat.entrant] += seat.points
        share[seat.entrant] += seat.share
        played[seat.entrant] += seat.done and seat.no > 0
    met = meetings([seat for seat in seats if seat.done])
    against: dict[int, Fraction] = defaultdict(Fraction)
    for pair, times in met.items():
        for one, other in (tuple(pair), tuple(pair)[::-1]):
            against[one] += points[other] * times
    found = [CupStanding(one, points[one], against[one], share[one], played[one]) for one in entrants]
    return tuple(sorted(found, key=lambda s: (-s.points, -s.opponents, -s.share, lot(seed, s.entrant))))
