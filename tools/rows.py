"""Which stories prove which row of requirements of ACME: a table of `docs/coverage.md`.

The rows stand in `docs/rows.toml`. A story names a row in its name, `test_acme_sbx_chart_01_to_19_…`, or in its
docstring or that of its module, `ACME-SBX-CHART-01 to ACME-SBX-CHART-19`, with or without `ACME`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol

FILE = Path(__file__).resolve().parents[1] / "docs" / "rows.toml"
GAME = "ACME-"


class Told(Protocol):
    """A test: where it is, its name, and what it and its module say."""

    @property
    def file(self) -> str:
        """The file it is in."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def doc(self) -> str:
        """What it says."""

    @property
    def about(self) -> str:
        """What its module says."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its id, such as `ACME-SET-03`, and its title."""

    id: str
    title: str

    @property
    def stem(self) -> str:
        """The id without its number and without the game: `SET`."""
        return self.id.removeprefix(GAME).rpartition("-")[0]

    @property
    def number(self) -> int:
        """Its number among the rows of that stem."""
        return int(self.id.rpartition("-")[2])


@dataclass(frozen=True, slots=True)
class Group:
    """Rows that belong together."""

    id: str
    title: str
    rows: Sequence[Row]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the Playbook, the page it begins on, and the stems of the rows that were taken from it."""

    title: str
    page: int
    stems: Sequence[str]


@cache
def contents() -> tuple[Chapter, ...]:
    """The Playbook's table of contents."""
    return tuple(Chapter(*one) for one in tomllib.loads(FILE.read_text(encoding="utf-8"))["contents"])


@cache
def groups() -> tuple[Group, ...]:
    """All rows by group."""
    read = tomllib.loads(FILE.read_text(encoding="utf-8"))["group"]
    return tuple(Group(one["id"], one["title"], [Row(*row) for row in one["rows"]]) for one in read)


@cache
def stems() -> tuple[str, ...]:
    """The stems of all rows, those that begin like another one before it."""
    return tuple(sorted({row.stem for group in groups() for row in group.rows}, key=len, reverse=True))


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """How rows are written in names and in docstrings."""
    written = "|".join(stem.lower().replace("-", "_") for stem in stems())
    named = rf"(?<![a-z0-9])({written})((?:_(?:to_|and_)?(?:\1_)?\d\d(?![a-z0-9]))+)"
    more = rf"(?:(?:, | and | to |–)(?:{GAME})?(?:\1-)?\d\d(?![0-9]))*"
    return re.compile(named), re.compile(rf"(?<![A-Z-])(?:{GAME})?({'|'.join(stems())})-(\d\d(?![0-9]){more})")


def rows_cited(name: str, doc: str) -> set[str]:
    """The rows, as stem and number such as `SET-3`, that a story names, ranges included."""
    named, cited = _patterns()
    found = [*named.findall(name.lower()), *cited.findall(doc)]
    return {f"{stem.upper().replace('_', '-')}-{n}" for stem, text in found for n in numbers(without(stem, text))}


def without(stem: str, text: str) -> str:
    """Numbers alone, where the stem is written again before some of them."""
    return text.replace(GAME, "").replace(f"{stem}-", "").replace(f"{stem}_", "")


def numbers(text: str) -> Iterator[int]:
    """`_01_to_03_05` and `01 to 03, 05` alike."""
    last = 0
    for joined, digits in re.findall(r"(to|–)?[\s_]*(\d\d)", text):
        yield from range(last + 1 if joined else int(digits), int(digits) + 1)
        last = int(digits)


def by_row(told: Iterable[Told]) -> dict[str, list[Told]]:
    """The stories of each row that has any."""
    found: dict[str, list[Told]] = {}
    for one in told:
        for key in rows_cited(one.name, one.doc) or rows_cited("", one.about):
            found.setdefault(key, []).append(one)
    return found


def open_rows(told: Iterable[Told]) -> list[str]:
    """The rows that no story names."""
    found = by_row(told)
    return [row.id for group in groups() for row in group.rows if f"{row.stem}-{row.number}" not in found]


def tables(told: Sequence[Told]) -> Iterator[str]:
    """The rows of each group with the stories that name them, and the files these are in."""
    found = by_row(told)
    for group in groups():
        yield from (f"## {group.id}. {group.title}\n", "| row | what | stories | in |", "|---|---|---|---|")
        for row in group.rows:
            stories = found.get(f"{row.stem}-{row.number}", [])
            files = sorted({one.file for one in stories})
            yield f"| {row.id} | {row.title} | {len(stories)} | {', '.join(files) or '–'} |"
        yield ""


def by_chapter(told: Sequence[Told]) -> Iterator[str]:
    """The Playbook's table of contents with the rows of each chapter, and the stories that name these."""
    found = by_row(told)
    yield from ("## The Playbook by its contents\n", "| chapter | page | rows | stories |", "|---|---|---|---|")
    for chapter in contents():
        own = [row for group in groups() for row in group.rows if row.stem in chapter.stems]
        named = {(one.file, one.name) for row in own for one in found.get(f"{row.stem}-{row.number}", [])}
        yield f"| {chapter.title} | {chapter.page} | {len(own) or 'history, no rules'} | {len(named) or '–'} |"
    yield ""
