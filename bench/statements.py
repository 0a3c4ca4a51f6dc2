"""How many statements the product has: every statement of its modules, nested ones too, docstrings apart."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from bench.figures import Figure

PARTS = ("bot", "render", "engine/core")
FOR_TESTS = frozenset({"bot/local_table/client.py", "bot/local_table/seen.py"})
"""People of the local table, whom only tests need."""


def statements(source: str) -> int:
    """The statements of a module, docstrings and other lone texts apart."""
    return sum(isinstance(node, ast.stmt) and not _is_text(node) for node in ast.walk(ast.parse(source)))


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def modules(root: Path, part: str) -> Iterator[Path]:
    """The modules that are counted."""
    for path in sorted((root / part).rglob("*.py")):
        if path.relative_to(root).as_posix() not in FOR_TESTS:
            yield path


def counted(root: Path) -> list[Figure]:
    """The statements of each part of a checkout, and of all of them."""
    parts = {part: sum(statements(p.read_text(encoding="utf-8")) for p in modules(root, part)) for part in PARTS}
    return [Figure(part, n, "statements") for part, n in {**parts, "together": sum(parts.values())}.items()]
