"""The maps in CONTRIBUTING and in the page on architecture show the tree, and what developers are told of is there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import pytest

from tools.screens import LANGUAGES

ROOT: Final = Path(__file__).parents[2]
CONTRIBUTING: Final = ROOT / "CONTRIBUTING.md"
PAGES: Final = [ROOT / "docs" / language / "developers" for language in LANGUAGES]
GUIDES: Final = sorted([CONTRIBUTING, *(page for pages in PAGES for page in pages.glob("*.md"))])
DETAILED: Final = [pages / "architecture.md" for pages in PAGES]
PRODUCT: Final = ("bot", "engine", "render", "data", "nisaba", "tools", "bench")
FIRST_LOOK: Final = ("*", "bot/*", "engine/*", "render/*")
"""How deep the map of CONTRIBUTING goes."""
IN_DETAIL: Final = ("bot/features/*", "bot/games/*", "bot/ui/*", "bot/tables/*", "engine/acme/*")
"""What the map of the architecture opens."""
FENCE: Final = re.compile(r"^```\n(.*?)^```", re.MULTILINE | re.DOTALL)
NAMED: Final = re.compile(r"`((?:bot|engine|render|data|tests|docs|bench|tools)/[\w./*<>-]*[\w*>/])`")
MODULE: Final = re.compile(r"python -m ((?:bot|engine|render|tools|bench|tests)[\w.]*)")
LINKED: Final = re.compile(r"\]\((?!http)([^)#]+)")
CODE: Final = re.compile(r"`([^`\n]+)`")
PAGE: Final = re.compile(r"docs/[\w/-]+\.md")
SAMPLE: Final = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
TARGET: Final = re.compile(r"`?make ([a-z][\w-]*)")


def place(guide: Path) -> str:
    """Where a guide is in the tree."""
    return guide.relative_to(ROOT).as_posix()


def folders_in(guide: Path) -> set[str]:
    """The folders that the map of a guide names, each with those it is in."""
    found, above = set[str](), list[list[str]]()
    for line in "\n".join(FENCE.findall(guide.read_text(encoding="utf-8"))).splitlines():
        if told := re.match(r"( *)((?:[\w./]+/ ?)+)", line):
            depth = len(told[1]) // 2
            parents = above[depth - 1] if depth else [""]
            above[depth:] = [[f"{parent}{name}" for parent in parents for name in told[2].split()]]
            found |= {name.rstrip("/") for name in above[depth]}
    return found


def folders(depths: Iterable[str]) -> set[str]:
    """The folders of the product with code in them, so deep in the tree."""
    there = {path.relative_to(ROOT) for depth in depths for path in ROOT.glob(depth) if any(path.glob("*.py"))}
    return {path.as_posix() for path in there if path.parts[0] in PRODUCT}


@pytest.mark.parametrize("guide", [CONTRIBUTING, *DETAILED], ids=place)
def test_every_folder_on_a_map_is_there(guide: Path) -> None:
    named = folders_in(guide)
    assert len(named) > 20
    assert [name for name in sorted(named) if not (ROOT / name).is_dir()] == []


def test_every_folder_of_the_product_is_on_the_map() -> None:
    there = folders(FIRST_LOOK)
    assert len(there) > 20
    assert there - folders_in(CONTRIBUTING) == set()


@pytest.mark.parametrize("guide", DETAILED, ids=place)
def test_every_folder_is_on_the_map_in_detail(guide: Path) -> None:
    there = folders(IN_DETAIL)
    assert len(there) > 40
    assert there - folders_in(guide) == set()


def missing(names: Iterable[str]) -> Iterator[str]:
    """Those of the names for which the tree has nothing; `*` and `<game>` stand for any name."""
    for name in names:
        if not any(ROOT.glob(re.sub(r"(<\w+>|\*)+", "*", name).rstrip("/"))):
            yield name


@pytest.mark.parametrize("guide", GUIDES, ids=place)
def test_every_file_that_a_guide_for_developers_names_is_there(guide: Path) -> None:
    text = guide.read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert list(missing(NAMED.findall(text))) == []


def is_run(module: Path) -> bool:
    """Whether `python -m` can run it."""
    return module.with_suffix(".py").exists() or (module / "__main__.py").exists()


def test_every_module_and_target_of_make_that_developers_are_to_run_is_there() -> None:
    text = "\n".join(guide.read_text(encoding="utf-8") for guide in GUIDES)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    modules, targets = set(MODULE.findall(text)), set(TARGET.findall(text))
    assert len(modules) > 3
    assert len(targets) > 10
    assert [name for name in modules if not is_run(ROOT / name.replace(".", "/"))] == []
    assert [name for name in targets if f"\n{name}:" not in makefile] == []


@pytest.mark.parametrize("pages", PAGES, ids=LANGUAGES)
def test_every_page_for_developers_can_be_found_from_the_first_one(pages: Path) -> None:
    linked = LINKED.findall((pages / "index.md").read_text(encoding="utf-8"))
    assert [page.name for page in pages.glob("*.md") if page.name not in {"index.md", *linked}] == []


def code_in(page: Path) -> set[str]:
    """What a page sets as code; not the pages, which only some languages can link."""
    named = CODE.findall(SAMPLE.sub("", page.read_text(encoding="utf-8")))
    return {name for name in named if not PAGE.fullmatch(name)}


@pytest.mark.parametrize("pages", PAGES[1:], ids=LANGUAGES[1:])
def test_a_step_that_a_guide_gains_in_one_language_is_in_the_others_too(pages: Path) -> None:
    english = {page.name: code_in(page) for page in PAGES[0].glob("*.md")}
    assert min(map(len, english.values())) > 5
    assert {name: code ^ code_in(pages / name) for name, code in english.items() if code != code_in(pages / name)} == {}


def test_a_newcomer_finds_the_way_on_one_page() -> None:
    way = CONTRIBUTING.read_text(encoding="utf-8").partition("\n## Find your way\n")[2].partition("\n## ")[0]
    assert 300 < len(way.split()) <= 750
