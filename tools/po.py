"""Texts as gettext files, for those who translate with the usual tools.

`python -m tools.po write FOLDER [LANGUAGE ...]` writes a `.po` file for each language, a new one too, from the English
texts and what is translated of them. `python -m tools.po read FILE ...` puts the translations of such files into
`data/text`, and leaves everything else there as it is.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from string import Formatter
from typing import Any, Final

import tomlkit
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

import data
from engine.core.text import ENGLISH, languages

ROOT: Final = Path(data.path("text"))
BETWEEN: Final = "|"  # between the file and the key of a text


def texts(folder: Path) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Yield the file, the tables with the key, and the text, for all texts in a folder of `data/text`."""
    for file in sorted(folder.rglob("*.toml")):
        for keys, text in flat(tomllib.loads(file.read_text(encoding="utf-8"))):
            yield file.relative_to(folder).as_posix(), keys, text


def flat(table: Mapping[str, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the texts of nested tables with their keys."""
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from flat(value, (*above, key))
        else:
            yield (*above, key), value


def context(file: str, keys: Sequence[str]) -> str:
    """Return what tells a text from others that say the same."""
    return BETWEEN.join((file, *keys))


def written(language: str, root: Path = ROOT) -> Catalog:
    """Return the English texts with what that language has of them."""
    have = {context(file, keys): text for file, keys, text in texts(root / language)}
    nobody = dict.fromkeys(("version", "msgid_bugs_address", "last_translator", "language_team"), "")
    found = Catalog(locale=language, project="Nisaba", fuzzy=False, **nobody)
    for file, keys, text in texts(root / ENGLISH):
        if text:
            where = context(file, keys)
            found.add(text, have.get(where, ""), context=where)
    return found


def taken(found: Catalog, root: Path = ROOT) -> list[str]:
    """Put translations into the texts of their language. Return what was left out, and why."""
    english = {context(file, keys): text for file, keys, text in texts(root / ENGLISH)}
    left, by_file = list[str](), dict[str, dict[tuple[str, ...], str]]()
    for one in found:
        if not one.id or not one.string:
            continue
        where = one.context or ""
        if problem := _wrong(one, english.get(where)):
            left.append(f"{where}: {problem}")
            continue
        file, *keys = where.split(BETWEEN)
        by_file.setdefault(file, {})[tuple(keys)] = str(one.string)
    for file, changed in by_file.items():
        _change(root / str(found.locale) / file, changed)
    return left


def _wrong(one: Message, english: str | None) -> str:
    """Return why a translation isn't taken; empty if it is."""
    if english is None:
        return "there is no such text any more"
    if one.id != english:
        return "the English text has changed"
    if one.fuzzy:
        return "it is marked as fuzzy"
    try:
        asked, given = (fields(text) for text in (english, str(one.string)))
    except ValueError as problem:
        return f"its braces don't match ({problem})"
    return "" if given <= asked else f"it has fields that the English text lacks: {', '.join(sorted(given - asked))}"


def fields(text: str) -> set[str]:
    """Return the names between braces. Raises ValueError."""
    return {name.partition(":")[0] for _, name, _, _ in Formatter().parse(text) if name is not None}


def _change(file: Path, changed: Mapping[tuple[str, ...], str]) -> None:
    """Write the texts that differ, each into its table, which is added if it is new."""
    now = file.read_text(encoding="utf-8") if file.exists() else ""
    before = dict(flat(tomllib.loads(now)))
    new = {keys: text for keys, text in changed.items() if before.get(keys) != text}
    if not new:
        return
    document = tomlkit.parse(now)
    for keys, text in new.items():
        table: Any = document
        for key in keys[:-1]:
            if key not in table:
                table[key] = tomlkit.table(is_super_table=True)
            table = table[key]
        table[keys[-1]] = tomlkit.string(text, multiline="\n" in text)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(tomlkit.dumps(document), encoding="utf-8")


def write(folder: Path, names: Sequence[str]) -> None:
    """Write a file for each language."""
    folder.mkdir(parents=True, exist_ok=True)
    for language in names or [name for name in languages() if name != ENGLISH]:
        with (folder / f"{language}.po").open("wb") as file:
            write_po(file, written(language), width=0, omit_header=False)


def read(files: Sequence[Path]) -> None:
    """Read files, and print what was left out."""
    for file in files:
        with file.open("rb") as opened:
            left = taken(read_po(opened, locale=file.stem))
        sys.stdout.writelines(f"{line}\n" for line in left)


def main() -> None:
    """Write or read."""
    verb, where, *rest = sys.argv[1:]
    {"write": partial(write, Path(where), rest), "read": partial(read, [Path(where), *map(Path, rest)])}[verb]()


if __name__ == "__main__":
    main()
