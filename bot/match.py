"""Names as people type them: matching, ranking, and the nearest ones when nothing fits.

Pure functions over lists in memory, the same for areas, cards, seats and topics.
Case, accents, spaces, `-`, `_` and `'` do not matter anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

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
_LONG = 8
_SHORTEST_MISSPELT = 3


@dataclass(frozen=True, slots=True)
class Reading:
    """What a typed name means: exactly one thing, several (`found`), or nothing (then `near` are the nearest)."""

    found: tuple[Named, ...]
    near: tuple[Named, ...] = ()

    @property
    def one(self) -> Named | None:
        """The one thing meant, if it is one."""
        return self.found[0] if len(self.found) == 1 else None


def match_class(typed: str, thing: Named) -> int | None:
    """How well `typed` fits: 1 (exactly) to 8 (a letter wrong), or None. An empty text begins everything."""
    wanted = fold(typed)
    if not wanted:
        return NAME_BEGINS
    name, aliases, code = fold(thing.name), [fold(a) for a in thing.aliases], fold(thing.code)
    if wanted in (name, fold(thing.value), code, *aliases):
        return EXACT
    if name.startswith(wanted):
        return NAME_BEGINS
    if any(alias.startswith(wanted) for alias in aliases):
        return ALIAS_BEGINS
    if code.startswith(wanted):
        return CODE_BEGINS
    return _loose_class(wanted, thing)


def _loose_class(wanted: str, thing: Named) -> int | None:
    if len(wanted) > 1 and initials(thing.name).startswith(wanted):
        return INITIALS
    if len(wanted) > 1 and any(fold(group).startswith(wanted) for group in thing.groups):
        return GROUP
    names = [fold(n) for n in (thing.name, *thing.aliases)]
    if len(wanted) > 1 and any(wanted in name for name in names):
        return INSIDE
    return MISSPELT if any(_nearly(wanted, name) for name in names) else None


def initials(name: str) -> str:
    """The first letters of the words of a name: `nz` for Northern Zagros."""
    return "".join(fold(word)[:1] for word in name.replace("-", " ").split())


def _nearly(wanted: str, name: str) -> bool:
    if len(wanted) < _SHORTEST_MISSPELT or wanted[0] != name[:1]:
        return len(wanted) > _SHORTEST_MISSPELT and distance(wanted, name) == 1
    allowed = 2 if len(wanted) >= _LONG else 1
    return distance(wanted, name) <= allowed or distance(wanted, name[: len(wanted)]) <= allowed


def ranked(typed: str, things: Iterable[Named]) -> list[Named]:
    """The things that fit, the best class first, then by rank, then by name; numbers in names count as numbers."""
    classed = [(match_class(typed, thing), thing) for thing in things]
    fitting = [(c, t.rank, natural(t.name), t) for c, t in classed if c is not None]
    return [t for *_, t in sorted(fitting, key=lambda entry: entry[:3])]


def natural(name: str) -> tuple[str | int, ...]:
    """A name to be sorted by: `a2` comes before `a10`."""
    return tuple(int(part) if i % 2 else part for i, part in enumerate(NUMBERS.split(fold(name))))


def read(typed: str, things: Sequence[Named], near: int = 3) -> Reading:
    """What a whole typed name means: an exact name wins; else the beginning of a name or alias, which must be unique.

    Initials, groups, insides and misspellings are never taken for granted: they only lead to `near`.
    """
    for best in (EXACT, NAME_BEGINS, ALIAS_BEGINS):
        found = tuple(t for t in things if fold(typed) and match_class(typed, t) == best)
        if found:
            return Reading(found)
    return Reading((), tuple(nearest(typed, things, near)))


def nearest(typed: str, things: Iterable[Named], most: int = 3) -> list[Named]:
    """The names most like a text that fits none: those that fit loosely, then the fewest wrong letters."""
    wanted = fold(typed)

    def unlike(thing: Named) -> tuple[int, int, int, str]:
        kind = match_class(typed, thing) if wanted else None
        wrong = min(distance(wanted, fold(n)[: len(wanted)]) for n in (thing.name, *thing.aliases))
        same_start = 0 if fold(thing.name)[:1] == wanted[:1] else 1
        return (kind or MISSPELT + 1, wrong + same_start, same_start, fold(thing.name))

    return sorted(things, key=unlike)[:most]


@lru_cache(maxsize=65536)
def distance(one: str, other: str) -> int:
    """Letters to change, add, leave out or swap with the next to make one text of the other."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        earlier, before = before, row
        row = [i]
        for j, b in enumerate(other, 1):
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and b == one[i - 2]:
                best = min(best, earlier[j - 2] + 1)
            row.append(best)
    return row[-1]
