"""Python 3.12.0 to 3.12.3 takes a name of the module for a comprehension's own, if a comprehension beside sets it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TypeAlias

import pytest

ROOT: Final = Path(__file__).parents[2]
ROOMS: Final = ("bot", "engine", "render", "data", "nisaba", "tests", "bench", "tools")
Scope: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.GeneratorExp
SCOPES: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.GeneratorExp, ast.ClassDef)
INLINED: Final = (ast.ListComp, ast.SetComp, ast.DictComp)

CONFUSED = """
def areas(s):
    homes = {area: kind for kind, area in s.bonus.items()}
    return {name: area(s, name) for name in homes}
"""
NAMED_APART = CONFUSED.replace("area: kind for kind, area", "place: kind for kind, place")
GIVEN = CONFUSED.replace("(s)", "(s, area)", 1)
READ_WHERE_SET = """
def areas(s):
    return {area: area.name for area in s.areas}
"""
ASSIGNED_INSIDE = """
def areas(s):
    found = [area for name in s.names if (area := s.areas.get(name))]
    return [area for area in found if area.home]
"""


def confused(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and name wherever a comprehension sets what the function around it reads from outside."""
    for scope in ast.walk(tree):
        if isinstance(scope, Scope):
            for name in set(set_inside(scope)) & set(read_outside(scope)) - own(scope):
                yield scope.lineno, name


def compiled_together(node: ast.AST) -> Iterator[ast.AST]:
    """What is in there, but for functions, classes and generators, which have names of their own."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, SCOPES):
            yield child
            yield from compiled_together(child)


def set_inside(scope: ast.AST) -> Iterator[str]:
    """The names that comprehensions in there set."""
    for node in compiled_together(scope):
        if isinstance(node, INLINED):
            yield from targets(node)


def targets(node: ast.ListComp | ast.SetComp | ast.DictComp) -> set[str]:
    """The names that a comprehension sets."""
    there = [part for loop in node.generators for part in ast.walk(loop.target)]
    return {part.id for part in there if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}


def read_outside(node: ast.AST, hidden: frozenset[str] = frozenset()) -> Iterator[str]:
    """The names that are read in there and that no comprehension around them sets."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in hidden:
        yield node.id
    inner = hidden | targets(node) if isinstance(node, INLINED) else hidden
    for child in children(node):
        outermost = isinstance(node, INLINED) and child is node.generators[0].iter
        yield from read_outside(child, hidden if outermost else inner)


def children(node: ast.AST) -> Iterator[ast.AST]:
    """What stands directly in there, a comprehension's loops included, and nothing that has names of its own."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.comprehension):
            yield from children(child)
        elif not isinstance(child, SCOPES):
            yield child


def own(scope: Scope) -> set[str]:
    """The names that a function is given, or sets itself outside its comprehensions."""
    given = (
        []
        if isinstance(scope, ast.GeneratorExp)
        else [arg.arg for arg in ast.walk(scope.args) if isinstance(arg, ast.arg)]
    )
    there = list(compiled_together(scope))
    inside = {
        id(part)
        for node in there
        if isinstance(node, INLINED)
        for loop in node.generators
        for part in ast.walk(loop.target)
    }
    sets = (node for node in there if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    return {*given, *(node.id for node in sets if id(node) not in inside)}


@pytest.mark.parametrize(
    ("text", "found"),
    [(CONFUSED, ["area"]), (NAMED_APART, []), (GIVEN, []), (READ_WHERE_SET, []), (ASSIGNED_INSIDE, [])],
)
def test_what_python_3_12_confuses_is_found(text: str, found: list[str]) -> None:
    assert [name for _, name in confused(ast.parse(text))] == found


@pytest.mark.soak
@pytest.mark.parametrize("room", ROOMS)
def test_no_name_of_a_module_is_set_in_a_comprehension_beside_its_use(room: str) -> None:
    files = sorted((ROOT / room).rglob("*.py"))
    found = [
        f"{file.relative_to(ROOT)}:{line} {name}"
        for file in files
        for line, name in confused(ast.parse(file.read_text(encoding="utf-8")))
    ]
    assert found == []
