"""The map of the tree in CONTRIBUTING names folders that are there, and leaves out none that a newcomer looks for."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
PRODUCT: Final = ("bot", "engine", "render", "data", "tools", "bench")
MAPPED: Final = ("bot/*/*", "engine/acme/*", "*/*", "*")
"""How deep the map goes."""
EXPLAINED: Final = frozenset({"bot/store/migrations"})
"""What the map says in the line of the folder above."""


@pytest.fixture(scope="module")
def named() -> set[str]:
    """The folders that the map names; those that stand for several are left out."""
    _, _, rest = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Map of the tree\n\n```\n")
    found, above = set[str](), list[list[str]]()
    for line in rest.partition("```")[0].splitlines():
        if told := re.match(r"( *)((?:[\w./]+/ ?)+)", line):
            depth = len(told[1]) // 2
            parents = above[depth - 1] if depth else [""]
            above[depth:] = [[f"{parent}{name}" for parent in parents for name in told[2].split()]]
            found |= {name.rstrip("/") for name in above[depth]}
    return found


def test_every_folder_on_the_map_is_there(named: set[str]) -> None:
    assert len(named) > 50
    assert [name for name in sorted(named) if not (ROOT / name).is_dir()] == []


def test_every_folder_of_the_product_is_on_the_map(named: set[str]) -> None:
    folders = {path.relative_to(ROOT) for depth in MAPPED for path in ROOT.glob(depth) if any(path.glob("*.py"))}
    there = {path.as_posix() for path in folders if path.parts[0] in PRODUCT}
    assert there - named - EXPLAINED == set()
