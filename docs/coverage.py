"""Which stories prove which rule: writes `docs/coverage.md` from the catalog and the names of the tests of ACME.

Run as `python -m docs.coverage`. A story is found by its name, `test_card_<number>_`, `test_civ_<civ>_<ability>_`,
`test_deity_<id>_`, or by the section or ruling that its docstring cites.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.acme.facts.catalog import CARDS, CIVS, DEITIES
from engine.acme.facts.definitions import Ability, Card, CivFacts, Deity

ROOT = Path(__file__).resolve().parent.parent
TESTS, PAGE, RULINGS = ROOT / "tests" / "acme", ROOT / "docs" / "coverage.md", ROOT / "docs" / "rulings.md"
CARD_NAMES = re.compile(r"card_((?:\d+_|to_(?=\d))+)")
SECTION = re.compile(r"§\s?(\d+(?:\.\d+)?)")
RULING = re.compile(r"RUL-(\d+)(?: to RUL-(\d+))?")
CULTURE = re.compile(r"CUL-(\d+)(?: to CUL-(\d+))?")
CULTURE_ROWS = 63
DIGITS = {"RUL-": 3, "CUL-": 2}
HEAD = """\
# Coverage

Made by `python -m docs.coverage`: every card, ability and Deity with the stories that prove it, and the rules that
stories cite. *Known* says how sure the text is: fact and known are published, partial is in part, inferred follows
from what is published, designed is our own.
"""


TEAM_ROWS = {
    "01": "Forming teams: by lot, by choice, of one size",
    "02": "No gifts",
    "03": "Showing hands",
    "04": "The limit of harm",
    "05": "No disks in a team-mate's Home Area",
    "06": "No contest with a team-mate",
    "07": "VP of one's own; the way of victory is agreed on first",
    "08": "Combined scores",
    "09": "Individual victor",
    "10": "Ties",
}
TEAM_ROW = re.compile(r"ACME-TEAM-((?:\d\d(?:, )?)+)")


@dataclass(frozen=True, slots=True)
class Told:
    """A test: where it is, its name, and what it and its module say."""

    file: str
    name: str
    doc: str

    @property
    def shown(self) -> str:
        """Its name and file, for a table."""
        return f"`{self.name}` ({self.file})"


def stories() -> list[Told]:
    """Every test of ACME, by file and order."""
    return [told for path in sorted(TESTS.rglob("test_*.py")) for told in _of_file(path)]


def _of_file(path: Path) -> Iterator[Told]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    about = ast.get_docstring(tree) or ""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            doc = ast.get_docstring(node) or about
            yield Told(path.relative_to(TESTS).as_posix(), node.name, doc)


def team_stories() -> dict[str, list[Told]]:
    """The rows of team play, each with the stories of teams that name it."""
    found: dict[str, list[Told]] = {row: [] for row in TEAM_ROWS}
    for path in sorted((TESTS / "teams").glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                told = Told(path.relative_to(TESTS).as_posix(), node.name, ast.get_docstring(node) or "")
                for row in rows_cited(told.doc):
                    found[row].append(told)
    return found


def rows_cited(doc: str) -> list[str]:
    """The rows of team play that a docstring names: `ACME-TEAM-05, 06`."""
    return [row for rows in TEAM_ROW.findall(doc) for row in re.findall(r"\d\d", rows)]


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


def culture_cited(doc: str) -> set[str]:
    """The rows about the Culture Tracks that a docstring names, ranges included."""
    return {str(n) for low, high in CULTURE.findall(doc) for n in range(int(low), int(high or low) + 1)}


def rulings_listed() -> list[str]:
    """The rulings of `docs/rulings.md`, in their order there."""
    listed = re.findall(r"^- \*\*RUL-(\d+)\*\*", RULINGS.read_text(encoding="utf-8"), re.MULTILINE)
    return [str(int(n)) for n in listed]


def untold(told: Iterable[Told]) -> list[str]:
    """Cards, abilities, Deities and rows about Culture Tracks and teams without a story."""
    known = list(told)
    cards = [f"card {c.number}" for c in CARDS.values() if not of_card(c, known)]
    shown = [f"{c.id}: {a.id}" for c in CIVS.values() for a in c.abilities if not of_ability(c, a, known)]
    rows = [f"CUL-{n:0>2}" for n, cited in of_culture(known).items() if not cited]
    rows += [f"ACME-TEAM-{row}" for row, own in team_stories().items() if not own]
    return [*cards, *shown, *(f"Deity {d.id}" for d in DEITIES.values() if not of_deity(d, known)), *rows]


def of_culture(told: Iterable[Told]) -> Mapping[str, list[Told]]:
    """The stories of every row about the Culture Tracks."""
    cited = _by(told, culture_cited)
    return {str(n): cited.get(str(n), []) for n in range(1, CULTURE_ROWS + 1)}


def page() -> str:
    """The whole text of `docs/coverage.md`."""
    told = stories()
    ruled = _by(told, rulings_cited)
    cards = ((f"{c.number} {c.name}", c.known, of_card(c, told)) for c in CARDS.values())
    abilities = ((f"{c.name}: {a.name}", a.known, of_ability(c, a, told)) for c in CIVS.values() for a in c.abilities)
    deities = ((f"{d.number} {d.name}", d.known, of_deity(d, told)) for d in DEITIES.values())
    parts = [
        HEAD,
        *_named("Cards", cards),
        *_named("Abilities of civilizations", abilities),
        *_named("Deities", deities),
        *_cited("Culture Tracks", "CUL-", of_culture(told)),
        *_named("Team play", ((f"{row} {TEAM_ROWS[row]}", "PB:223-253", own) for row, own in team_stories().items())),
        *_cited("Sections", "§", _by(told, sections_cited)),
        *_cited("Rulings", "RUL-", {n: ruled.get(n, []) for n in rulings_listed()}),
    ]
    return "\n".join(parts) + "\n"


def _named(title: str, rows: Iterable[tuple[str, str, list[Told]]]) -> Iterator[str]:
    """A table of things with their stories by name."""
    yield from (f"## {title}\n", "| what | known | stories |", "|---|---|---|")
    for what, known, told in rows:
        yield f"| {what} | {known} | {'<br>'.join(t.shown for t in told) or '–'} |"
    yield ""


def _by(told: Iterable[Told], cited: Callable[[str], set[str]]) -> Mapping[str, list[Told]]:
    """The stories by what they cite, in the order of numbers."""
    found: dict[str, list[Told]] = {}
    for one in told:
        for key in cited(one.doc):
            found.setdefault(key, []).append(one)
    return {key: found[key] for key in sorted(found, key=lambda k: [int(n) for n in k.split(".")])}


def _cited(title: str, sign: str, rows: Mapping[str, list[Told]]) -> Iterator[str]:
    """A table of rules with the number of stories that cite them, and the files these are in."""
    yield from (f"## {title}\n", "| rule | stories | in |", "|---|---|---|")
    for key, told in rows.items():
        files = sorted({t.file for t in told})
        yield f"| {sign}{key.zfill(DIGITS.get(sign, 0))} | {len(told)} | {', '.join(files) or '–'} |"
    yield ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
