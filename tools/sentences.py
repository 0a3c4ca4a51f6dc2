"""Which tests show which sentence of the texts that state rules: cards, advances, calamities, abilities, options.

The files in `docs/sentences` have for each thing a list in the order of the sentences of its English text, which is
read from the catalogue; each sentence has the names of the tests that show it, or one of `MARKS` in their place. A
thing is named by the keys that lead to its list, as `card.41` or `ability.egypt.inundation`; `missing` has what is to
come.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.acme.facts.catalog import CARDS, CIVS, DEITIES
from engine.civ.catalog import ADVANCES, CALAMITIES
from engine.civ.options import SCENARIOS
from engine.core.game import Choice
from engine.core.text import catalogue, raw_text
from engine.culture_wars.options import CHOICES as CULTURE_CHOICES

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "sentences"
TESTS = FOLDER.parents[1] / "tests"
MISSING = "missing"
MARKS = {"no rule": "it states none", "said before": "another sentence of the same text says it"}
END = re.compile(r"(?<=[.?!])\s+(?=[A-Z0-9`“*])")
TEST = re.compile(r"^\s*(?:async )?def (test_\w+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Thing:
    """Something with a text: its name for people, and the keys of its text in the catalogue as it is read."""

    name: str
    keys: Sequence[str]

    @property
    def sentences(self) -> list[str]:
        """The sentences of its text."""
        return [one for key in self.keys for one in sentences(raw_text(key))]


@dataclass(frozen=True, slots=True)
class Book:
    """The things of a file, and the folders of the tests that show them."""

    file: str
    things: Mapping[str, Thing]
    folders: Sequence[str]

    def shown(self) -> dict[str, list[list[str]]]:
        """What the file says: for each thing, sentence by sentence, the names of tests."""
        return dict(_lists({key: value for key, value in _read(self.file).items() if key != MISSING}))

    def missing(self) -> list[str]:
        """The things that have no list yet."""
        return list(_read(self.file).get(MISSING, []))


def sentences(text: str) -> list[str]:
    """A text, split at the full stops that end a sentence."""
    return [one for one in END.split(text.strip()) if one]


def _acme_cards() -> dict[str, Thing]:
    return {f"card.{n}": Thing(f"{n} {c.name}", [f"acme.card.{n}.{part}" for part in ("needs", "text")])
            for n, c in CARDS.items()}  # fmt: skip


def _acme_abilities() -> dict[str, Thing]:
    abilities = {f"ability.{c.id}.{a.id}": f"{c.name}: {a.name}" for c in CIVS.values() for a in c.abilities}
    deities = {f"deity.{d.id}": f"{d.number} {d.name}" for d in DEITIES.values()}
    found = {key: Thing(name, [f"acme.{key}.text"]) for key, name in {**abilities, **deities}.items()}
    tracks = [key for key in catalogue() if key.startswith("acme.choice.culture")]
    return found | {key.removeprefix("acme."): Thing(f"Option {key.rpartition('.')[2]}", [key]) for key in tracks}


def _civ() -> dict[str, Thing]:
    cards = {f"{deck}.{c.id}": c.name for deck, cards in ADVANCES.items() for c in cards.values()}
    hits = {f"calamity.{deck}.{c.id}": c.name for deck, every in CALAMITIES.items() for c in every.values()}
    found = {
        k: Thing(n, [f"civ.effect.{k}.{part}" for part in ("text", "limits", "adapted")]) for k, n in cards.items()
    }
    found |= {key: Thing(name, [f"civ.rules.{key}"]) for key, name in hits.items()}
    return found | _sections("civ") | _options("civ", SCENARIOS["basic"].options)


def _culture_wars() -> dict[str, Thing]:
    return _sections("culture_wars") | _options("culture_wars", CULTURE_CHOICES)


def _sections(game: str) -> dict[str, Thing]:
    page = re.compile(rf"{game}\.rules\.(section\.\w+)\.text")
    found = {key: match[1] for key in catalogue() if (match := page.fullmatch(key))}
    return {part: Thing(raw_text(f"{game}.rules.{part}.title"), [key]) for key, part in found.items()}


def _options(game: str, choices: Iterable[Choice]) -> dict[str, Thing]:
    return {f"choice.{one.name}": Thing(f"Option {one.name}", [f"{game}.choice.{one.name}"]) for one in choices}


@cache
def books() -> dict[str, Book]:
    """All files by name."""
    made: dict[str, tuple[Callable[[], Mapping[str, Thing]], Sequence[str]]] = {
        "acme_cards": (_acme_cards, ["acme"]),
        "acme_abilities": (_acme_abilities, ["acme"]),
        "civ": (_civ, ["civ", "ui", "render"]),
        "culture_wars": (_culture_wars, ["culture_wars", "conformance", "ui"]),
    }
    return {file: Book(file, things(), folders) for file, (things, folders) in made.items()}


@cache
def _read(file: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{file}.toml").read_text(encoding="utf-8"))


def _lists(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, list[list[str]]]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _lists(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


@cache
def names_of_tests(folders: tuple[str, ...]) -> list[str]:
    """The names of all tests there, each as often as it is written."""
    files = [path for folder in folders for path in sorted((TESTS / folder).rglob("test_*.py"))]
    return [name for path in files for name in TEST.findall(path.read_text(encoding="utf-8"))]


def faults(book: Book, shown: Mapping[str, list[list[str]]], missing: Sequence[str], tests: Sequence[str]) -> list[str]:
    """What is wrong with these lists: things left out or unknown, another length, names of no test or of two."""
    wrong = [f"{key}: no such thing" for key in (*shown, *missing) if key not in book.things]
    wrong += [f"{key}: in the list of what is missing" for key in missing if key in shown]
    wrong += [f"{key}: has no list" for key in book.things if key not in shown and key not in missing]
    for key, lists in shown.items():
        said = book.things[key].sentences if key in book.things else lists
        if len(said) != len(lists):
            wrong.append(f"{key}: has {len(said)} sentences and {len(lists)} lists")
        wrong += [f"{key}: {fault}" for names in lists for fault in _of_sentence(names, tests)]
    return wrong


def _of_sentence(names: Sequence[str], tests: Sequence[str]) -> Iterator[str]:
    if not names:
        yield "a sentence without a test"
    if len(names) > 1 and any(name in MARKS for name in names):
        yield "a mark beside tests"
    yield from (
        f"{tests.count(name)} tests are called {name}" for name in names if name not in MARKS and tests.count(name) != 1
    )


def counted(*names: str) -> str:
    """`12 of 14 sentences shown`, with those that need no test."""
    every = [one for name in names for one in books()[name].shown().values()]
    lists = [names for one in every for names in one]
    said = sum(len(thing.sentences) for name in names for thing in books()[name].things.values())
    marked = {mark: sum(names == [mark] for names in lists) for mark in MARKS}
    more = [f"{n} {mark} ({why})" for (mark, why), n in zip(MARKS.items(), marked.values(), strict=True) if n]
    return ", ".join([f"{len(lists) - sum(marked.values())} of {said} sentences shown", *more])


def tested(name: str, key: str) -> str:
    """The tests of a thing by sentence, for a table."""
    lists = books()[name].shown().get(key, [])
    return "<br>".join(f"{i} {', '.join(_name(one) for one in names)}" for i, names in enumerate(lists, 1)) or "–"


def table(title: str, name: str, under: str = "") -> Iterator[str]:
    """The things of a file whose keys begin so, with the tests of their sentences."""
    yield from (f"## {title}\n", "| what | tests by sentence |", "|---|---|")
    for key, thing in books()[name].things.items():
        if key.startswith(under):
            yield f"| {thing.name} | {tested(name, key)} |"
    yield ""


def _name(test: str) -> str:
    return f"*{test}*" if test in MARKS else f"`{test}`"
