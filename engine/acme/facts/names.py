"""Finding areas, civilizations, cards and Deities by what a person types."""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

K = TypeVar("K", str, int)

NEAREST = 3
SAME_BEGINNING = 2


class Misnomer(LookupError):
    """What was typed names nothing, or more than one thing."""


class UnknownName(Misnomer):
    """Nothing has that name; `nearest` are the ids of up to three things that look like it."""

    def __init__(self, text: str, nearest: tuple[str, ...]) -> None:
        super().__init__(text, nearest)
        self.text, self.nearest = text, nearest


class AmbiguousName(Misnomer):
    """More than one thing begins like that; `candidates` are their ids."""

    def __init__(self, text: str, candidates: tuple[str, ...]) -> None:
        super().__init__(text, candidates)
        self.text, self.candidates = text, candidates


class NotInPlay(Misnomer):
    """It names an area (`area`, its id) that is marked or beyond the edge of the map."""

    def __init__(self, area: str) -> None:
        super().__init__(area)
        self.area = area


def plain(text: str) -> str:
    """The letters and digits of a text: case, accents, spaces, "-", "_" and "'" do not matter."""
    decomposed = unicodedata.normalize("NFKD", text.replace("&", "and")).casefold()
    return "".join(letter for letter in decomposed if letter.isalnum())


@dataclass(frozen=True)
class Directory(Generic[K]):
    """Names of things: for each key its main name first, then all others that count as exact."""

    names: Mapping[K, tuple[str, ...]]
    exact: dict[str, K] = field(init=False, default_factory=dict)
    spelled: dict[K, tuple[str, ...]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        for key, names in self.names.items():
            self.spelled[key] = tuple(plain(name) for name in names)
            self.exact.update(dict.fromkeys(self.spelled[key], key))

    def find(self, text: str, among: Iterable[K] | None = None) -> K:
        """The one thing of that name, or whose name or other name begins so; UnknownName or AmbiguousName if none.

        An exact name wins over a longer one and over everything that only begins so (also if it is not `among`).
        """
        typed, keys = plain(text), tuple(self.names if among is None else among)
        if typed in self.exact:
            return self.exact[typed]
        found = self.beginning(typed, keys)
        if len(found) > 1:
            raise AmbiguousName(text, tuple(str(key) for key in found))
        if not found:
            raise UnknownName(text, tuple(str(key) for key in self.nearest(typed, keys)))
        return found[0]

    def beginning(self, typed: str, keys: Iterable[K]) -> tuple[K, ...]:
        """The things whose main name begins so; if there are none, those with another name that does."""
        if not typed:
            return ()
        keys = tuple(keys)
        by_name = tuple(key for key in keys if self.spelled[key][0].startswith(typed))
        return by_name or tuple(key for key in keys if any(name.startswith(typed) for name in self.spelled[key]))

    def nearest(self, typed: str, keys: Iterable[K]) -> tuple[K, ...]:
        """Up to three things whose main name looks most like it, best first."""
        if not typed:
            return ()
        ranked = sorted(keys, key=lambda key: (unlikeness(typed, self.spelled[key][0]), self.spelled[key][0]))
        return tuple(ranked[:NEAREST])


def unlikeness(typed: str, name: str) -> int:
    """How many letters must change to make one text of the other; two fewer if they begin alike."""
    row = list(range(len(name) + 1))
    for place, letter in enumerate(typed, start=1):
        above, row = row, [place]
        for column, other in enumerate(name, start=1):
            row.append(min(above[column] + 1, row[-1] + 1, above[column - 1] + (letter != other)))
    return row[-1] - SAME_BEGINNING * (typed[0] == name[0])
