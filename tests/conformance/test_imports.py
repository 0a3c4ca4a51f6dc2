"""No two modules name each other, not even for types: each can be read with what it imports."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("data", "engine", "render", "bot", "nisaba")
IMPORT = re.compile(r"^[ \t]*(?:from (?P<package>[\w.]+) )?import (?P<names>\([^)]*\)|[^\n]*)", re.MULTILINE)
COMMENT = re.compile(r"#.*")


def sources() -> dict[str, str]:
    """The text of every module of the project by its name."""
    files = (file for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py")))
    return {named(file): file.read_text(encoding="utf-8") for file in files}


def named(file: Path) -> str:
    """The name by which a module is imported."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(source: str, known: Collection[str]) -> Iterator[str]:
    """The modules of the project that a module names anywhere."""
    for statement in IMPORT.finditer(source):
        names = [name.split()[0] for name in COMMENT.sub("", statement["names"]).strip("()").split(",") if name.strip()]
        if statement["package"]:
            below = {f"{statement['package']}.{name}" for name in names} & {*known}
            yield from sorted(below) or ({statement["package"]} & {*known})
        else:
            yield from {*names} & {*known}


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("from a import b, c as d", {"a.b", "a.c"}),
        ("from a.c import Thing", {"a.c"}),
        ("import e, a.b as f", {"e", "a.b"}),
        ("def f():\n    from a import (\n        b,  # first, of two\n        c,\n    )\n", {"a.b", "a.c"}),
        ("if TYPE_CHECKING:\n    import e\n", {"e"}),
        ("important = a.b\n# import e\nfrom x import e\n", set()),
    ],
)
def test_imports_are_found_wherever_they_stand(source: str, names: set[str]) -> None:
    assert {*imported(source, {"a", "a.b", "a.c", "e"})} == names


@pytest.mark.soak
def test_no_modules_name_each_other() -> None:
    known = sources()
    graph = {name: set(imported(source, known.keys())) - {name} for name, source in known.items()}
    assert any(graph.values())
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))
