"""Whether a test can fail: whether it asserts something however it runs, and not only if a loop has something to do."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, TypeAlias

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
WRAPPERS: Final = frozenset(
    {"combinations", "count", "cycle", "dict", "enumerate", "list", "pairwise", "permutations", "product", "reversed"}
    | {"set", "sorted", "tuple", "zip"}
)
VIEWS: Final = frozenset({"values", "items", "keys"})


def functions(tree: ast.AST) -> Iterator[Function]:
    """All functions of a module, those of classes too."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


class Module:
    """A module of tests: its functions, and where the names that it imports come from."""

    def __init__(self, root: Path, path: Path) -> None:
        self.name = ".".join((root.name, *path.relative_to(root).with_suffix("").parts))
        self.tree = ast.parse(path.read_text(encoding="utf-8"))
        self.file = path.relative_to(root).as_posix()
        self.own = {node.name: node for node in self.tree.body if isinstance(node, Function)}
        self.imported = {
            alias.asname or alias.name: f"{node.module}.{alias.name}"
            for node in ast.walk(self.tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }

    def checkers(self, known: frozenset[str]) -> frozenset[str]:
        """The names by which it can call `known` functions that assert."""
        own = {name for name in self.own if f"{self.name}.{name}" in known}
        return frozenset(own | {name for name, whole in self.imported.items() if whole in known})


def checkers(modules: Sequence[Module]) -> frozenset[str]:
    """The functions that check something whenever they are called; those that call them count too."""
    known: frozenset[str] = frozenset()
    while True:
        more = frozenset(
            f"{module.name}.{name}"
            for module in modules
            for name, function in module.own.items()
            if asserts(function.body, module.checkers(known), help_types=True)
        )
        if more == known:
            return known
        known = more


def asserts(body: Sequence[ast.stmt], known: frozenset[str], *, help_types: bool = False) -> bool:
    """Whether one of these statements asserts something however it runs.

    `known` functions do; with `help_types` an assertion that tells the type checker something is none.
    """
    return any(_asserts(statement, known) for statement in body if not (help_types and _helps_types(statement)))


def _helps_types(statement: ast.stmt) -> bool:
    match statement:
        case ast.Assert(test=ast.Call(func=ast.Name(id="isinstance"))):
            return True
        case ast.Assert(test=ast.Compare(ops=[ast.IsNot()], comparators=[ast.Constant(value=None)])):
            return True
    return False


def _asserts(statement: ast.stmt, known: frozenset[str]) -> bool:
    match statement:
        case ast.Assert() | ast.Raise():
            return True
        case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
            return any(_checks(item.context_expr, known) for item in items) or asserts(body, known)
        case ast.Try(body=body, orelse=orelse, finalbody=final):
            return any(asserts(part, known) for part in (body, orelse, final))
        case ast.If(body=body, orelse=orelse):
            return asserts(body, known) and asserts(orelse, known)
        case ast.For(iter=over, body=body) | ast.AsyncFor(iter=over, body=body):
            return _checks(over, known) or (has_some(over) and asserts(body, known))
        case ast.While(test=test, body=body):
            return (isinstance(test, ast.Constant) and asserts(body, known)) or _checks(test, known)
        case ast.Expr(value=value) | ast.Assign(value=value) | ast.Return(value=ast.expr() as value):
            return _checks(value, known)
    return False


def _checks(value: ast.expr, known: frozenset[str]) -> bool:
    """Whether an expression calls a function that asserts, whatever its values are."""
    match value:
        case ast.Call(func=called, args=args):
            return _is_one(called, known) or any(_checks(part, known) for part in [called, *args])
        case (
            ast.Await(value=inner) | ast.Attribute(value=inner) | ast.Subscript(value=inner) | ast.Starred(value=inner)
        ):
            return _checks(inner, known)
        case ast.Compare(left=left, comparators=others):
            return any(_checks(part, known) for part in [left, *others])
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return any(_checks(part, known) for part in parts)
        case ast.ListComp(elt=made, generators=[first, *_]) | ast.DictComp(value=made, generators=[first, *_]):
            return _checks(first.iter, known) or (has_some(first.iter) and not first.ifs and _checks(made, known))
    return False


def _is_one(called: ast.expr, known: frozenset[str]) -> bool:
    match called:
        case ast.Name(id=name):
            return name in known
        case ast.Attribute(value=ast.Name(id="pytest"), attr="raises"):
            return True
    return False


def has_some(over: ast.expr) -> bool:
    """Whether a loop over that is run at least once: written out there, a range, or a constant."""
    match over:
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return any(not isinstance(part, ast.Starred) or has_some(part.value) for part in parts)
        case ast.Dict(keys=[_, *_]) | ast.Constant(value=str()):
            return True
        case ast.Name(id=name) | ast.Attribute(attr=name) if name.isupper():
            return True
        case ast.Subscript(value=value):
            return has_some(value)
        case ast.Call(func=ast.Name(id="range"), args=args):
            return len(args) > 1 or isinstance(args[0], ast.Constant) or has_some(args[0])
        case ast.Call(func=ast.Name(id=name), args=[_, *_] as args) if name in WRAPPERS:
            return all(has_some(part) for part in args if not isinstance(part, ast.Constant))
        case ast.Call(func=ast.Attribute(value=value, attr=attr)) if attr in VIEWS:
            return has_some(value)
    return False


def unable_to_fail(root: Path) -> list[str]:
    """The tests below a folder that may pass without having looked at anything, each with its file."""
    modules = [Module(root, path) for path in sorted(root.rglob("*.py"))]
    known = checkers(modules)
    return [
        f"{module.file}::{function.name}"
        for module in modules
        for function in functions(module.tree)
        if function.name.startswith("test_") and not asserts(function.body, module.checkers(known))
    ]
