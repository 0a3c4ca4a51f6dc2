"""Names of Culture Wars: cultures by their suits, squares by letter and number."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from engine.core.naming import THE, Named, spell_out
from engine.core.text import current_language, has, speaking, words
from engine.culture_wars.catalog import SUITS
from engine.culture_wars.geography import name_of, place_of

COLUMNS: Final = 18
ROWS: Final = 18


class CultureNames:
    """The names of cultures and squares."""

    game: str = "culture_wars"
    kinds: tuple[str, ...] = ("area", "civ")

    def name(self, kind: str, slug: str) -> str:
        """Return the name of a culture; squares and sides of the land are their own names, other slugs are
        spelled out.
        """
        if kind == "civ" and slug in SUITS:
            return words(f"culture_wars.name.{slug}")
        return slug if kind in {"area", "region"} or place_of(slug) else spell_out(slug)

    def phrase(self, kind: str, slug: str, form: str = THE) -> str:
        """Return the name in a form of the language: with an article, in a case."""
        key = f"culture_wars.name.{slug}.{form}"
        return words(key) if kind == "civ" and has(key) else self.name(kind, slug)

    def things(self, kind: str, among: Iterable[str] | None = None) -> tuple[Named, ...]:
        """Return cultures or squares: all of them, or only those slugs."""
        if among is not None:
            return tuple(Named(slug, self.name(kind, slug)) for slug in among)
        return _cultures(current_language()) if kind == "civ" else _squares() if kind == "area" else ()


@cache
def _cultures(language: str) -> tuple[Named, ...]:
    """The cultures in that language; their English names are understood as well."""
    with speaking(language):
        named = {slug: words(f"culture_wars.name.{slug}") for slug in SUITS}
    return tuple(Named(slug, named[slug], (suit.name,), suit.letter) for slug, suit in SUITS.items())


@cache
def _squares() -> tuple[Named, ...]:
    """Return every square that can become land."""
    return tuple(Named(name_of((x, y)), name_of((x, y))) for y in range(ROWS) for x in range(COLUMNS))


NAMES: Final = CultureNames()
