"""Where the rules write into a state: assignments, deletions and changes of lists and tables, found in the code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

STATES: Final = frozenset({"State", "Civ", "Culture"})
CHANGING: Final = frozenset(
    {"add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove", "reverse", "setdefault"}
    | {"sort", "update"}
)


class Write(NamedTuple):
    """A write into a state: the module, the line, and the field written or reached through last."""

    module: str
    line: int
    field: str


@cache
def writes(root: Path, package: str) -> list[Write]:
    """All writes of a package's functions into a state that they are given, or into a part of it."""
    return [
        Write(path.relative_to(root).as_posix(), line, field)
        for path in sorted((root / package).rglob("*.py"))
        for line, field in of_source(path.read_text(encoding="utf-8"))
    ]


def of_source(source: str) -> Iterator[tuple[int, str]]:
    """The writes of one module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _of_function(node)


def _of_function(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[int, str]]:
    known = _states(function)
    for node in ast.walk(function):
        for target in _targets(node):
            root, fields = path_of(target)
            if root in known and (fields or known[root]):
                yield node.lineno, (fields or [known[root]])[-1]  # type: ignore[attr-defined]


def _states(function: ast.FunctionDef | ast.AsyncFunctionDef) -> dict[str, str]:
    """The names that stand for a state or a part of it, each with the field that it is of."""
    given = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    known = {a.arg: "" for a in given if a.annotation is not None and ast.unparse(a.annotation) in STATES}
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                root, fields = path_of(value)
                if root in known and fields and name not in known:
                    known[name] = fields[-1]
    return known


def _targets(node: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.Assign(targets=targets) | ast.Delete(targets=targets):
            for target in targets:
                yield from (part for part in _parts(target) if not isinstance(part, ast.Name))
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target) if not isinstance(target, ast.Name):
            yield target
        case ast.Call(func=ast.Attribute(value=value, attr=attr)) if attr in CHANGING:
            yield value


def _parts(target: ast.expr) -> list[ast.expr]:
    return list(target.elts) if isinstance(target, ast.Tuple | ast.List) else [target]


def path_of(target: ast.expr) -> tuple[str, list[str]]:
    """The name that an expression begins with, and the fields that it goes through."""
    match target:
        case ast.Name(id=name):
            return name, []
        case ast.Attribute(value=value, attr=attr):
            root, fields = path_of(value)
            return root, [*fields, attr]
        case ast.Subscript(value=value):
            return path_of(value)
        case ast.Call(func=ast.Attribute(value=value, attr="setdefault" | "get")):
            return path_of(value)
    return "", []
