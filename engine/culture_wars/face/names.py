"""Names of Culture Wars: cultures by their suits, squares by letter and number."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from engine.core.naming import Named, spelled
from engine.culture_wars.catalog import SUITS
from engine.culture_wars.geography import name_of, place_of

COLUMNS: Final = 18
ROWS: Final = 18


class CultureNames:
    """Cultures and squares."""

    game: str = "culture_wars"
    kinds: tuple[str, ...] = ("area", "civ")

    def name(self, kind: str, slug: str) -> str:
        """The name of a culture, the square itself; a slug nobody knows names itself."""
        if kind == "civ" and slug in SUITS:
            return SUITS[slug].name
        return slug if kind == "area" or place_of(slug) else spelled(slug)

    def phrase(self, kind: str, slug: str) -> str:
        """The name: none takes an article."""
        return self.name(kind, slug)

    def things(self, kind: str, among: Iterable[str] | None = None) -> tuple[Named, ...]:
        """Cultures or squares: all of them, or those slugs."""
        if among is not None:
            return tuple(Named(slug, self.name(kind, slug)) for slug in among)
        return _cultures() if kind == "civ" else _squares() if kind == "area" else ()


@cache
def _cultures() -> tuple[Named, ...]:
    return tuple(Named(slug, suit.name, (), suit.letter) for slug, suit in SUITS.items())


@cache
def _squares() -> tuple[Named, ...]:
    """Every square that land can come to lie on."""
    return tuple(Named(name_of((x, y)), name_of((x, y))) for y in range(ROWS) for x in range(COLUMNS))


NAMES: Final = CultureNames()
