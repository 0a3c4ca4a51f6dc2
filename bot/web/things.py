"""Names of a game's things, marked for a page, where a name in a text shows its place on the board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.web.markdown import END, NAMED, THING
from engine.core.naming import THE, Named, Names

KINDS: Final = frozenset({"area", "card"})


class MarkedNames:
    """Names as another one gives them; those of areas and cards are marked (see `markdown`)."""

    def __init__(self, names: Names) -> None:
        self._names = names

    @property
    def game(self) -> str:
        """Return the game."""
        return self._names.game

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the kinds of things that options name by their slugs alone."""
        return self._names.kinds

    def name(self, kind: str, slug: str) -> str:
        """Return the name, marked."""
        return _marked(kind, slug, self._names.name(kind, slug))

    def phrase(self, kind: str, slug: str, form: str = THE) -> str:
        """Return the name inside a sentence; the article isn't marked."""
        name, phrase = self._names.name(kind, slug), self._names.phrase(kind, slug, form)
        before, found, after = phrase.partition(name)
        return f"{before}{_marked(kind, slug, name)}{after}" if found else _marked(kind, slug, phrase)

    def things(self, kind: str, among: Iterable[str] | None = None) -> tuple[Named, ...]:
        """Return the things of a kind, as they are typed."""
        return self._names.things(kind, among)


def _marked(kind: str, slug: str, name: str) -> str:
    return f"{THING}{kind}:{slug}{NAMED}{name}{END}" if kind in KINDS else name
