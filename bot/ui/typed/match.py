"""Names as people type them: matching, ranking, and the nearest ones when nothing fits.

Pure functions over lists in memory, the same for areas, cards, seats and topics. Case, accents, spaces, `-`, `_` and
`'` never matter. To read many names against one list, make an `Index`: it looks names up instead of comparing with
each.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rapidfuzz.distance import OSA

from engine.core.naming import Named, fold

EXACT: Final = 1
NAME_BEGINS: Final = 2
ALIAS_BEGINS: Final = 3
CODE_BEGINS: Final = 4
INITIALS: Final = 5
GROUP: Final = 6
INSIDE: Final = 7
MISSPELT: Final = 8

NUMBERS: Final = re.compile(r"([0-9]+)")
LETTERS: Final = 60
_LONG = 8
_SHORTEST_MISSPELT = 3


@dataclass(frozen=True, slots=True)
class Reading:
    """The meaning of a typed name: one thing, several (`found`), or none (then `near` has the nearest)."""

    found: tuple[Named, ...]
    near: tuple[Named, ...] = ()

    @property
    def one(self) -> Named | None:
        """Return the one thing meant, if it is one."""
        return self.found[0] if len(self.found) == 1 else None


@dataclass(frozen=True, slots=True)
class Called:
    """The names of a thing, folded for comparison."""

    name: str
    aliases: tuple[str, ...]
    value: str
    code: str
    groups: tuple[str, ...]
    initials: str


@lru_cache(maxsize=16384)
def fold_names(thing: Named) -> Called:
    """Return the names of a thing, folded for comparison."""
    aliases, groups = tuple(map(fold, thing.aliases)), tuple(map(fold, thing.groups))
    return Called(fold(thing.name), aliases, fold(thing.value), fold(thing.code), groups, initials(thing.name))


class Index:
    """Names of things for many lookups: each costs the same however many names a line has."""

    def __init__(self, things: Iterable[Named]) -> None:
        self.things: Final = tuple(things)
        self._exact: dict[str, list[int]] = {}
        self._names: list[tuple[str, int]] = []
        self._aliases: list[tuple[str, int]] = []
        for place, thing in enumerate(self.things):
            self._add(place, fold_names(thing))
        self._names.sort()
        self._aliases.sort()

    def _add(self, place: int, known: Called) -> None:
        for word in {known.name, known.value, known.code, *known.aliases} - {""}:
            self._exact.setdefault(word, []).append(place)
        self._names.append((known.name, place))
        self._aliases += [(alias, place) for alias in known.aliases]

    def classes(self, typed: str) -> dict[int, int]:
        """Return the places of all things that the text names or begins, each with its class: 1 to 3."""
        wanted = fold(typed)
        if not wanted:
            return {}
        return {
            **dict.fromkeys(_beginning(self._aliases, wanted), ALIAS_BEGINS),
            **dict.fromkeys(_beginning(self._names, wanted), NAME_BEGINS),
            **dict.fromkeys(self._exact.get(wanted, ()), EXACT),
        }

    def find(self, typed: str) -> tuple[Named, ...]:
        """Return the things of the best class that the text names or begins."""
        classes = self.classes(typed)
        best = min(classes.values(), default=None)
        return tuple(self.things[place] for place in sorted(classes) if classes[place] == best)

    def read(self, typed: str, near: int = 3, *, sure: bool = False) -> Reading:
        """Return the meaning of a whole typed name: an exact name wins, else a unique beginning.

        Initials, groups, inner parts and misspellings only lead to `near`. With `sure`, beginnings do too, for answers
        that are sent at once.
        """
        found = self.find(typed)
        if sure and not self._exact.get(fold(typed)):
            return Reading((), found[:near] or tuple(nearest(typed, self.things, near)))
        return Reading(found, () if found or not near else tuple(nearest(typed, self.things, near)))

    def is_called(self, typed: str) -> bool:
        """Return whether something has exactly that name."""
        return fold(typed) in self._exact

    def begins(self, typed: str) -> bool:
        """Return whether a name begins so."""
        return bool(self.classes(typed))


def _beginning(words: Sequence[tuple[str, int]], wanted: str) -> Iterator[int]:
    """The places of the words that begin so."""
    at = bisect_left(words, (wanted,))
    while at < len(words) and words[at][0].startswith(wanted):
        yield words[at][1]
        at += 1


def match_class(typed: str, thing: Named) -> int | None:
    """Return how well `typed` fits: 1 (exactly) to 8 (one letter wrong), or None. An empty text fits everything as a
    beginning.
    """
    return _class(fold(typed), fold_names(thing))


def _class(wanted: str, known: Called) -> int | None:
    if not wanted:
        return NAME_BEGINS
    if wanted in (known.name, known.value, known.code, *known.aliases):
        return EXACT
    if known.name.startswith(wanted):
        return NAME_BEGINS
    if any(alias.startswith(wanted) for alias in known.aliases):
        return ALIAS_BEGINS
    return CODE_BEGINS if known.code.startswith(wanted) else _loose_class(wanted, known)


def _loose_class(wanted: str, known: Called) -> int | None:
    if len(wanted) > 1 and known.initials.startswith(wanted):
        return INITIALS
    if len(wanted) > 1 and any(group.startswith(wanted) for group in known.groups):
        return GROUP
    names = (known.name, *known.aliases)
    if len(wanted) > 1 and any(wanted in name for name in names):
        return INSIDE
    return MISSPELT if len(wanted) <= LETTERS and any(_nearly(wanted, name) for name in names) else None


def initials(name: str) -> str:
    """Return the first letters of the words of a name: `nz` for Northern Zagros."""
    return "".join(fold(word)[:1] for word in name.replace("-", " ").split())


def _nearly(wanted: str, name: str) -> bool:
    if len(wanted) < _SHORTEST_MISSPELT or wanted[0] != name[:1]:
        return len(wanted) > _SHORTEST_MISSPELT and distance(wanted, name, 1) == 1
    allowed = 2 if len(wanted) >= _LONG else 1
    return distance(wanted, name, allowed) <= allowed or distance(wanted, name[: len(wanted)], allowed) <= allowed


def rank_matches(typed: str, things: Iterable[Named]) -> list[Named]:
    """Return the things that fit, the best class first, then by rank, then by name; numbers in names count as
    numbers.
    """
    wanted = fold(typed)
    classed = [(_class(wanted, fold_names(thing)), thing) for thing in things]
    fitting = [(c, t.rank, natural(t.name), t) for c, t in classed if c is not None]
    return [t for *_, t in sorted(fitting, key=lambda entry: entry[:3])]


def natural(name: str) -> tuple[str | int, ...]:
    """Return a name to be sorted by: `a2` comes before `a10`."""
    return tuple(int(part) if i % 2 else part for i, part in enumerate(NUMBERS.split(fold(name))))


def read(typed: str, things: Iterable[Named], near: int = 3, *, sure: bool = False) -> Reading:
    """Return the meaning of one typed name; for many names against the same list, use `Index.read`."""
    return Index(things).read(typed, near, sure=sure)


def nearest(typed: str, things: Iterable[Named], most: int = 3) -> list[Named]:
    """Return the names most like a text that fits none: those that fit loosely, then the fewest wrong letters.

    Of a long text only the first letters count.
    """
    wanted = fold(typed)[:LETTERS]

    def unlike(thing: Named) -> tuple[int, int, int, str]:
        known = fold_names(thing)
        kind = _class(wanted, known) if wanted else None
        wrong = min(distance(wanted, name[: len(wanted)]) for name in (known.name, *known.aliases))
        same_start = 0 if known.name[:1] == wanted[:1] else 1
        return (kind or MISSPELT + 1, wrong + same_start, same_start, known.name)

    return sorted(things, key=unlike)[:most]


def distance(one: str, other: str, most: int | None = None) -> int:
    """Return how many letters to change, add, leave out or swap to turn one text into the other; at most `most` + 1."""
    return OSA.distance(one, other, score_cutoff=most)
