"""Which stories prove which rule: writes `docs/coverage.md` from the catalog and the names of the tests of ACME.

Run as `python -m tools.coverage`. The tests of a sentence stand in `docs/sentences`. A story is found by its name,
`test_card_<number>_`, `test_civ_<civ>_<ability>_`, `test_deity_<id>_`, or by the section or ruling that its docstring
cites.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine.acme.facts.catalog import CARDS, CIVS, DEITIES
from engine.acme.facts.definitions import Ability, Card, CivFacts, Deity
from tools import rows, sentences

ROOT = Path(__file__).resolve().parent.parent
TESTS, PAGE, RULINGS = ROOT / "tests" / "acme", ROOT / "docs" / "coverage.md", ROOT / "docs" / "rulings.md"
CARD_NAMES = re.compile(r"card_((?:\d+_|to_(?=\d))+)")
SECTION = re.compile(r"§\s?(\d+(?:\.\d+)?)")
RULING = re.compile(r"RUL-(\d+)(?: to RUL-(\d+))?")
HEAD = """\
# Coverage

Made by `python -m tools.coverage`. It lists which tests prove which rule:

- every card, ability and Deity, and *Culture Wars*, sentence by sentence; *stories* counts the tests named after each
- the Playbook by its table of contents, and each requirement of the Playbook and of the article on Culture Tracks
- the rulings that tests cite

*Known* says how sure a text is. *Fact* and *known* are published, *partial* is published in part, *inferred* follows
from what is published, *designed* is our own.
"""


@dataclass(frozen=True, slots=True)
class Told:
    """A test: where it is, its name, what it says, else its class or module, and what these say."""

    file: str
    name: str
    doc: str
    about: str = ""


def stories(root: Path = TESTS) -> list[Told]:
    """Every test of ACME, or below another folder, by file and order."""
    paths = sorted(root.rglob("test_*.py"))
    return [Told(path.relative_to(root).as_posix(), *said) for path in paths for said in _of_file(path)]


@cache
def _of_file(path: Path) -> tuple[tuple[str, str, str], ...]:
    """Name, docstring and what is said around it, of each test; a file is read once, whoever asks for it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    about = ast.get_docstring(tree) or ""
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name.startswith("Test")]
    groups: list[tuple[ast.Module | ast.ClassDef, str]] = [(tree, about)]
    groups += [(node, ast.get_docstring(node) or about) for node in classes]
    return tuple(said for where, around in groups for said in _of_body(where, around))


def _of_body(where: ast.Module | ast.ClassDef, about: str) -> Iterator[tuple[str, str, str]]:
    for node in where.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield node.name, ast.get_docstring(node) or about, about


def cards_named(name: str) -> set[int]:
    """The numbers in a test's name: `test_card_41_`, `test_card_18_19_20_`, `test_card_86_to_92_`."""
    found: set[int] = set()
    for named in CARD_NAMES.findall(name):
        parts = named.strip("_").split("_")
        for i, part in enumerate(parts):
            if part != "to":
                low = int(parts[i - 2]) if i > 1 and parts[i - 1] == "to" else int(part)
                found.update(range(low, int(part) + 1))
    return found


def of_card(card: Card, told: Iterable[Told]) -> list[Told]:
    """The stories of a card."""
    return [t for t in told if card.number in cards_named(t.name)]


def of_ability(civ: CivFacts, ability: Ability, told: Iterable[Told]) -> list[Told]:
    """The stories of an ability of a Display."""
    return [t for t in told if f"civ_{civ.id}_{ability.id}_" in t.name]


def of_deity(deity: Deity, told: Iterable[Told]) -> list[Told]:
    """The stories of a Deity."""
    return [t for t in told if f"deity_{deity.id}_" in t.name]


def sections_cited(doc: str) -> set[str]:
    """The sections of the rules that a docstring names."""
    return set(SECTION.findall(doc))


def rulings_cited(doc: str) -> set[str]:
    """The rulings that a docstring names, ranges included."""
    return {str(n) for low, high in RULING.findall(doc) for n in range(int(low), int(high or low) + 1)}


def rulings_listed() -> list[str]:
    """The rulings of `docs/rulings.md`, in their order there."""
    listed = re.findall(r"^- \*\*RUL-(\d+)\*\*", RULINGS.read_text(encoding="utf-8"), re.MULTILINE)
    return [str(int(n)) for n in listed]


def untold(told: Iterable[Told]) -> list[str]:
    """Cards, abilities and Deities without a story."""
    known = list(told)
    cards = [f"card {c.number}" for c in CARDS.values() if not of_card(c, known)]
    shown = [f"{c.id}: {a.id}" for c in CIVS.values() for a in c.abilities if not of_ability(c, a, known)]
    return [*cards, *shown, *(f"Deity {d.id}" for d in DEITIES.values() if not of_deity(d, known))]


def page() -> str:
    """The whole text of `docs/coverage.md`."""
    told, everywhere = stories(), stories(ROOT / "tests")
    ruled = _by(told, rulings_cited)
    cards = ((f"card.{c.number}", c.known, of_card(c, told)) for c in CARDS.values())
    abilities = (
        (f"ability.{c.id}.{a.id}", a.known, of_ability(c, a, told)) for c in CIVS.values() for a in c.abilities
    )
    deities = ((f"deity.{d.id}", d.known, of_deity(d, told)) for d in DEITIES.values())
    parts = [
        HEAD,
        *_counted(
            {
                "Cards": "acme_cards",
                "Abilities, Deities, Culture Tracks": "acme_abilities",
                "Culture Wars": "culture_wars",
            }
        ),
        *_named("Cards", "acme_cards", cards),
        *_named("Abilities of civilizations", "acme_abilities", abilities),
        *_named("Deities", "acme_abilities", deities),
        *sentences.table("Options of the Culture Tracks", "acme_abilities", "choice."),
        *sentences.table("Culture Wars", "culture_wars"),
        *rows.by_chapter(everywhere),
        *rows.tables(everywhere),
        *_cited("Sections", "§", _by(told, sections_cited)),
        *_cited("Rulings", "RUL-", {n: ruled.get(n, []) for n in rulings_listed()}),
    ]
    return "\n".join(parts) + "\n"


def _counted(books: Mapping[str, str]) -> Iterator[str]:
    """How many sentences are shown."""
    yield from ("## Sentences\n", "| texts | sentences |", "|---|---|")
    yield from (f"| {title} | {sentences.counted(name)} |" for title, name in books.items())
    yield ""


def _named(title: str, name: str, rows: Iterable[tuple[str, str, list[Told]]]) -> Iterator[str]:
    """A table of things with the tests of their sentences, and the number of their stories by name."""
    yield from (f"## {title}\n", "| what | known | tests by sentence | stories |", "|---|---|---|---|")
    for key, known, told in rows:
        thing = sentences.books()[name].things[key]
        yield f"| {thing.name} | {known} | {sentences.tested(name, key)} | {len(told)} |"
    yield ""


def _by(told: Iterable[Told], cited: Callable[[str], set[str]]) -> Mapping[str, list[Told]]:
    """The stories by what they cite, in the order of numbers."""
    found: dict[str, list[Told]] = {}
    for one in told:
        for key in cited(one.doc) or cited(one.about):
            found.setdefault(key, []).append(one)
    return {key: found[key] for key in sorted(found, key=lambda k: [int(n) for n in k.split(".")])}


def _cited(title: str, sign: str, rows: Mapping[str, list[Told]]) -> Iterator[str]:
    """A table of rules with the number of stories that cite them, and the files these are in."""
    yield from (f"## {title}\n", "| rule | stories | in |", "|---|---|---|")
    for key, told in rows.items():
        files = sorted({t.file for t in told})
        yield f"| {sign}{key.zfill(3) if sign == 'RUL-' else key} | {len(told)} | {', '.join(files) or '–'} |"
    yield ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
