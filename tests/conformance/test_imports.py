"""No two modules name each other, not even for types: each can be read with what it imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("data", "engine", "render", "bot")


def modules() -> dict[str, ast.Module]:
    """Every module of the project by its name."""
    files = (file for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py")))
    return {named(file): ast.parse(file.read_text(encoding="utf-8")) for file in files}


def named(file: Path) -> str:
    """The name by which a module is imported."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(module: ast.Module, known: Mapping[str, ast.Module]) -> Iterator[str]:
    """The modules of the project that a module names anywhere."""
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom) and node.module:
            below = {f"{node.module}.{alias.name}" for alias in node.names}
            yield from sorted(below & set(known)) or ([node.module] if node.module in known else [])
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)


def test_no_modules_name_each_other() -> None:
    known = modules()
    graph = {name: set(imported(module, known)) - {name} for name, module in known.items()}
    assert any(graph.values())
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))
