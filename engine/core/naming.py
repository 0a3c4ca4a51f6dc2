"""Tokens in texts, such as `{area:zab}`, as names in the reader's language; and names as people type them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final, Protocol

from engine.core.message import Message
from engine.core.text import capital, catalogue, current_language, has, has_text, inflect, words

TOKEN: Final = re.compile(
    r"\{(?P<kind>[a-z_]+):(?P<slug>[A-Za-z0-9_\-]+)(?:\|(?P<form>[A-Za-z]+)\}(?P<aside> \([^(){}]*\))?|\})"
)
"""A name; one in a form with what stands in brackets behind it, such as who plays there."""
REMEMBERED: Final = 64
THE: Final = "the"


@dataclass(frozen=True, slots=True)
class Named:
    """Something that can be typed. `groups` are regions, terrains or classes; the lowest `rank` comes first."""

    value: str
    name: str
    aliases: tuple[str, ...] = ()
    code: str = ""
    groups: tuple[str, ...] = ()
    rank: int = 0


def fold(text: str) -> str:
    """Return the letters and digits of a text that matter when names are compared; those of names are remembered."""
    return _folded(text) if len(text) <= REMEMBERED else _folded.__wrapped__(text)


@lru_cache(maxsize=8192)
def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(c for c in plain if c.isalnum())


class Names(Protocol):
    """The names of the things of a game. `kinds` are those whose slugs are also options."""

    def __hash__(self) -> int:
        """Hash by identity, so that results can be cached by names."""

    @property
    def game(self) -> str:
        """Return the game whose names these are; empty for none."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the kinds of things that options name by their slugs alone."""

    def name(self, kind: str, slug: str) -> str:
        """Return the name of a thing: a `civ` (a seat), `area`, `card` or another kind; an unknown slug as words."""

    def phrase(self, kind: str, slug: str, form: str = THE) -> str:
        """Return the name inside a sentence, in a form that the language knows; `the`: with an article where it wants
        one.
        """

    def things(self, kind: str, among: Iterable[str] | None = None) -> tuple[Named, ...]:
        """Return the things of a kind with everything they may be called when typed: all of them, or those slugs."""


class NamesOf(Protocol):
    """Gives the names of a game, as one of its scenarios calls its things."""

    def __call__(self, game: str, scenario: str = "") -> Names:
        """The names of that game; without a scenario those that all of them share."""


def spell_out(slug: str) -> str:
    """Return a slug as words, for a thing without a name; `seat_2` becomes that seat's number."""
    if (number := slug.removeprefix("seat_")) != slug and number.isdigit():
        return words("seat_number", n=int(number))
    return " ".join(capital(word) for word in slug.replace("-", "_").split("_") if word)


class Plain:
    """Names for a game that declares none: its texts `<game>.name.<kind>.<slug>`, else the slugs as words."""

    kinds: tuple[str, ...] = ("area", "civ")

    def __init__(self, game: str = "") -> None:
        self.game = game

    def name(self, kind: str, slug: str) -> str:
        """Return the name in its texts, else the slug as words; a card by its number."""
        if has_text(key := f"{self.game}.name.{kind}.{slug}"):
            return words(key)
        return f"{spell_out(kind)} {slug}" if kind == "card" else spell_out(slug)

    def phrase(self, kind: str, slug: str, form: str = THE) -> str:
        """Return the name."""
        del form
        return self.name(kind, slug)

    def things(self, kind: str, among: Iterable[str] | None = None) -> tuple[Named, ...]:
        """Return the slugs asked for."""
        return tuple(Named(slug, self.name(kind, slug)) for slug in among or ())


def name_form(key: str, name: str, form: str) -> str:
    """Return a name in a grammatical form of the current language: its own, `<key>.<form>`, or that of all names,
    `form.<form>`.

    The latter has a text for one and one for several; a plural name has `<key>.number`. A form with a capital begins a
    sentence.
    """
    if form[:1].isupper():
        return capital(name_form(key, name, form.lower()))
    if has(f"{key}.{form}"):
        return words(f"{key}.{form}")
    number = words(f"{key}.number") if has(f"{key}.number") else "one"
    return inflect(name, form, number, the=words(f"{key}.{THE}") if has(f"{key}.{THE}") else "")


def name_tokens(text: str, names: Names, bold: Iterable[str] = ()) -> str:
    """Return the text with its tokens as names; those of the kinds in `bold` are bold."""
    strong = frozenset(bold)

    def named(found: re.Match[str]) -> str:
        name = inflect_name(found, names)
        return in_bold(name, names.name(found["kind"], found["slug"])) if found["kind"] in strong else name

    return contract(TOKEN.sub(named, text))


def contract(text: str) -> str:
    """Return the text with an article drawn together with the word before it where the language does so: `vom
    Industal`.
    """
    for pair, one in _contractions(current_language()):
        text = pair.sub(one, text)
    return text


@cache
def _contractions(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Each preposition with its article, before a name, which has a capital and may be bold, and what both become."""
    prefix = "form.contracted."
    found = [(key, one) for key, one in catalogue(language).items() if key.startswith(prefix)]
    pairs = [(key.removeprefix(prefix).split("_"), one) for key, one in found]
    return tuple((re.compile(rf"\b{word} (\**){article} (?=[A-ZÄÖÜ])"), rf"{one} \1") for (word, article), one in pairs)


def in_bold(phrase: str, name: str) -> str:
    """Return the phrase in bold; what follows the name in it, such as a verb, is left as it is."""
    after = behind_name(phrase, name)
    return f"**{phrase.removesuffix(after)}**{after}"


def inflect_name(found: re.Match[str], names: Names) -> str:
    """Return the name of a token in the form that its text wants; what is in brackets comes before the form's verb."""
    name, form, aside = names.name(found["kind"], found["slug"]), found["form"], found["aside"] or ""
    if not form:
        return name
    phrase = names.phrase(found["kind"], found["slug"], form)
    verb = behind_name(phrase, name)
    return phrase.removesuffix(verb) + aside + verb


def behind_name(phrase: str, name: str) -> str:
    """Return what follows the name in the phrase, such as a verb: ` ont` in `les Grecs ont`; empty without any."""
    at = phrase.lower().find(f"{name.lower()} ")
    return phrase[at + len(name) :] if at >= 0 else ""


def named_by(said: Message) -> list[tuple[str, str]]:
    """Return the kind and slug of each token among the values, in order."""
    return [pair for text in said.tokens() for pair in tokens(text)]


def tokens(text: str) -> list[tuple[str, str]]:
    """Return the kind and slug of each token of a text, in order."""
    return [(found["kind"], found["slug"]) for found in TOKEN.finditer(text)]


class WrongLine(Exception):
    """A line that can't be carried out. `words` is its wrong part; `instead` are things that could be there."""

    def __init__(self, code: str, /, words: str = "", instead: tuple[Named, ...] = (), **said: Any) -> None:
        super().__init__(code, words)
        self.code = code
        self.words = words
        self.instead = instead
        self.said = said
