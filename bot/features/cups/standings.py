"""How the people of a cup stand. Pure, and reckoned in fractions: in whatever order results come in, it is the same."""

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
    """Where somebody sits in a round: at table `no` (0: sits out), with `seats` in all. Once that has ended, the
    `place` among them and the `score` of the `total`; a `void` end has no places.
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
        """1 for the first and for who sits out, 0 for the last, the others evenly between; a half for a void end."""
        if not self.done:
            return Fraction(0)
        if not self.no:
            return Fraction(1)
        return HALF if self.void else 1 - Fraction(self.place - 1, self.seats - 1)

    @property
    def share(self) -> Fraction:
        """The part of all points of the table that were this seat's; an even part where there were none to share."""
        if not self.done or not self.no:
            return Fraction(0)
        even = self.void or self.total <= 0
        return Fraction(1, self.seats) if even else Fraction(max(self.score, 0), self.total)


@dataclass(frozen=True, slots=True)
class CupStanding:
    """How somebody stands: points, those of all whom they have met, their share of the points on the boards."""

    entrant: int
    points: Fraction
    opponents: Fraction
    share: Fraction
    played: int


def lot(seed: str, entrant: int) -> str:
    """What decides between people who are even in everything else: fixed by the secret number of the cup."""
    return hashlib.sha256(f"{seed}:{entrant}".encode()).hexdigest()


def meetings(seats: Iterable[CupSeat]) -> dict[frozenset[int], int]:
    """How often each two have sat at one table."""
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
    """How often each has sat out."""
    found: dict[int, int] = defaultdict(int)
    for seat in seats:
        found[seat.entrant] += not seat.no
    return found


def standings(entrants: Sequence[int], seats: Sequence[CupSeat], seed: str) -> tuple[CupStanding, ...]:
    """Everybody in their order: by points, by those of whom they have met, by share, by lot."""
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
