"""Which stories prove which rule of Advanced Civilization: writes `docs/civ-coverage.md` from the tests of the game.

Run as `python -m tools.civ_coverage`. Stories of a card name it in their docstring by deck and id, `classic:pottery`,
stories of the demands by track, `demand:basic`; rows of the requirements and rulings are cited there too. Stories of a
calamity, a nation or a map have its id among the words of their code.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine.civ.catalog import ADVANCES, CALAMITIES, CATALOG, MAPS, NATIONS
from tools import sentences

ROOT = Path(__file__).resolve().parent.parent
TESTS, PAGE, RULINGS = ROOT / "tests" / "civ", ROOT / "docs" / "civ-coverage.md", ROOT / "docs" / "rulings.md"
BESIDE = ("ui", "render", "service", "wire", "data")  # where stories of screens, pictures and the bot cite rows
MARK = re.compile(r"\b(classic|mega|demand):([a-z_]+)")
ROW = re.compile(r"\b(CIV|NTV|AST)-(\d+)(?: to (?:CIV|NTV|AST)-(\d+))?")
RULING = re.compile(r"\bCIV-RUL-(\d+)(?: to CIV-RUL-(\d+))?")
ROWS = {"CIV": 248, "NTV": 30, "AST": 32}
DIGITS = {"CIV": 3, "NTV": 2, "AST": 2}
SHOWN = 6
MEASURED = {"CIV-226": "measured by `make bench`"}
HEAD = """\
# Coverage of Advanced Civilization

Made by `python -m tools.civ_coverage`. It lists which tests prove which rule:

- every card, advance, calamity, section and option, sentence by sentence
- every nation, map and demand of the track
- each requirement, and the rulings that tests cite

{counted}.
"""


@dataclass(frozen=True, slots=True)
class Told:
    """A test: its file and name, what it and its module say, and the words of its code."""

    file: str
    name: str
    doc: str
    words: frozenset[str]


@cache
def stories() -> tuple[Told, ...]:
    """Every test of the rules of the game, by file and order."""
    return tuple(told for path in sorted(TESTS.glob("test_*.py")) for told in _of_file(path))


@cache
def citing() -> tuple[Told, ...]:
    """Those, and the tests elsewhere that cite a row or a ruling."""
    paths = (path for folder in BESIDE for path in sorted((TESTS.parent / folder).rglob("test_*.py")))
    others = (path for path in paths if "CIV-" in (text := path.read_text(encoding="utf-8")) or "AST-" in text)
    return (*stories(), *(told for path in others for told in _of_file(path)))


def _of_file(path: Path) -> Iterator[Told]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    file = path.name if path.parent == TESTS else path.relative_to(TESTS.parent).as_posix()
    about = ast.get_docstring(tree) or ""
    tables = {name: frozenset(_words(value, {})) for name, value in _tables(tree)}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield Told(file, node.name, ast.get_docstring(node) or about, frozenset(_words(node, tables)))


def _tables(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """What the module writes down under a name, for its stories to run through or to call."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("test_"):
            yield node.name, node
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            yield node.target.id, node.value


def _words(node: ast.AST, tables: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """What is written in quotation marks, and the words of it; of a table of the module what stands in it."""
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value
            yield from part.value.split()
        elif isinstance(part, ast.keyword) and part.arg:
            yield part.arg
        elif isinstance(part, ast.Name):
            yield from tables.get(part.id, ())


def marked(kind: str, name: str) -> list[Told]:
    """The stories whose docstring names a card or a demand."""
    return [told for told in stories() if (kind, name) in MARK.findall(told.doc)]


def speaking_of(name: str) -> list[Told]:
    """The stories with that id among the words of their code."""
    return [told for told in stories() if name in told.words]


def rows_cited(doc: str) -> set[str]:
    """The rows that a docstring names, ranges included, as `CIV-007`."""
    return {row(kind, n) for kind, low, high in ROW.findall(doc) for n in range(int(low), int(high or low) + 1)}


def row(kind: str, n: int) -> str:
    """A row as it is written."""
    return f"{kind}-{n:0{DIGITS[kind]}}"


def rulings_cited(doc: str) -> set[str]:
    """The rulings that a docstring names, ranges included."""
    return {f"CIV-RUL-{n:03}" for low, high in RULING.findall(doc) for n in range(int(low), int(high or low) + 1)}


def rulings_listed() -> list[str]:
    """The rulings of `docs/rulings.md`, in their order there."""
    return re.findall(r"^- \*\*(CIV-RUL-\d+)\*\*", RULINGS.read_text(encoding="utf-8"), re.MULTILINE)


def untold() -> list[str]:
    """Cards, calamities, nations, maps and demands without a story."""
    cards = [f"{deck}:{card}" for deck, every in ADVANCES.items() for card in every if not marked(deck, card)]
    demands = [f"demand:{track}" for track in tracks() if not marked("demand", track)]
    return [*cards, *demands, *(name for name in (*calamities(), *NATIONS, *MAPS) if not speaking_of(name))]


def tracks() -> list[str]:
    """The tracks, each with its demands."""
    return list(dict.fromkeys(track for track, _ in CATALOG.demands))


def calamities() -> dict[str, str]:
    """The names of all calamities by id."""
    return {one.id: one.name for every in CALAMITIES.values() for one in every.values()}


def page() -> str:
    """The whole text of `docs/civ-coverage.md`."""
    parts = [
        HEAD.format(counted=sentences.counted("civ")),
        *sentences.table("Civilization cards", "civ", "classic."),
        *sentences.table("Advances", "civ", "mega."),
        *sentences.table("Calamities with the 24 cards", "civ", "calamity.classic."),
        *sentences.table("Calamities with the 51 advances", "civ", "calamity.mega."),
        *sentences.table("Sections to look up", "civ", "section."),
        *sentences.table("Options", "civ", "choice."),
        *_table("Nations", ((nation.name, speaking_of(key)) for key, nation in NATIONS.items())),
        *_table("Maps", ((key, speaking_of(key)) for key in MAPS)),
        *_table("Demands", ((key, marked("demand", key)) for key in tracks())),
        *_table("Rows", _cited(rows_cited, [row(kind, n) for kind, last in ROWS.items() for n in range(1, last + 1)])),
        *_table("Rulings", _cited(rulings_cited, rulings_listed())),
    ]
    return "\n".join(parts) + "\n"


def _cited(cited: Callable[[str], set[str]], wanted: Iterable[str]) -> Iterator[tuple[str, list[Told]]]:
    """What is wanted, with the stories that cite it."""
    found: dict[str, list[Told]] = {}
    for told in citing():
        for key in cited(told.doc):
            found.setdefault(key, []).append(told)
    yield from ((key, found.get(key, [])) for key in wanted)


def _table(title: str, rows: Iterable[tuple[str, list[Told]]]) -> Iterator[str]:
    """A table of things with their stories; of many the files they are in."""
    yield from (f"## {title}\n", "| what | stories |", "|---|---|")
    yield from (f"| {what} | {_shown(told) or MEASURED.get(what, '–')} |" for what, told in rows)
    yield ""


def _shown(told: list[Told]) -> str:
    files: Mapping[str, int] = {t.file: sum(one.file == t.file for one in told) for t in told}
    if len(told) > SHOWN:
        return f"{len(told)}: {', '.join(f'{file} ({n})' for file, n in files.items())}"
    return "<br>".join(f"`{t.name}` ({t.file})" for t in told)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
