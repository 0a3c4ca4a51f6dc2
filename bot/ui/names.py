"""Tokens in texts, such as `{civ:egypt}`, as names in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final, Protocol

from bot.match import Named

TOKEN: Final = re.compile(r"\{(?P<kind>[a-z_]+):(?P<slug>[A-Za-z0-9_\-]+)\}")
AFTER: Final = re.compile(r"\b(?:of|to|by|from|for|against|with|at|paid|gave|than|before) $")


class Names(Protocol):
    """What the things of a game are called. One for each game, see `bot.ui.vocabulary`."""

    def name(self, kind: str, slug: str) -> str:
        """The name of a thing: kinds are `civ`, `area`, `card`, `deity`; a slug nobody knows names itself."""

    def phrase(self, kind: str, slug: str) -> str:
        """The name inside a sentence: `Egypt`, `the Hittites`."""

    def things(self, kind: str, among: Iterable[str] | None = None) -> tuple[Named, ...]:
        """Things of a kind with everything they may be called when typed: all of them, or those slugs."""


def spelled(slug: str) -> str:
    """A slug as words: what a thing without a name is called."""
    return " ".join(word.capitalize() for word in slug.replace("-", "_").split("_") if word)


class Plain:
    """Names for a game that has none of its own: the slugs as words."""

    def name(self, kind: str, slug: str) -> str:
        """The slug as words; a card by its number."""
        return f"{spelled(kind)} {slug}" if kind == "card" else spelled(slug)

    def phrase(self, kind: str, slug: str) -> str:
        """The name."""
        return self.name(kind, slug)

    def things(self, kind: str, among: Iterable[str] | None = None) -> tuple[Named, ...]:
        """The slugs asked for."""
        return tuple(Named(slug, self.name(kind, slug)) for slug in among or ())


def told(text: str, names: Names, bold: Iterable[str] = ()) -> str:
    """The text with its tokens as names; those of the kinds in `bold` stand out."""
    strong = frozenset(bold)

    def named(found: re.Match[str]) -> str:
        name = called(found, names)
        return f"**{name}**" if found["kind"] in strong else name

    return TOKEN.sub(named, text)


def called(found: re.Match[str], names: Names) -> str:
    """The name of a token at its place in a text: with an article behind a word such as `of`."""
    inside = AFTER.search(found.string, 0, found.start())
    return (names.phrase if inside else names.name)(found["kind"], found["slug"])


def tokens(text: str) -> list[tuple[str, str]]:
    """Kind and slug of each token of a text, in order."""
    return [(found["kind"], found["slug"]) for found in TOKEN.finditer(text)]


def each_token(text: str, do: Callable[[str, str], str]) -> str:
    """The text with each token replaced by what `do` makes of its kind and slug."""
    return TOKEN.sub(lambda found: do(found["kind"], found["slug"]), text)
