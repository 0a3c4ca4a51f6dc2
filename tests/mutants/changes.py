"""One-token changes of the rules: what a slip of the hand could have written there."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

RULES: Final = ("engine/acme", "engine/culture_wars", "engine/civ")
NOT_RULES: Final = frozenset({"face", "presentation", "describe.py"})
COMPARED: Final[dict[type[ast.cmpop], tuple[str, str]]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
RECKONED: Final[dict[type[ast.operator], tuple[str, str]]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "+"),
    ast.BitOr: ("|", "&"),
    ast.BitAnd: ("&", "|"),
}
NAMES: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, slots=True, order=True)
class Change:
    """One token of a module, and what stands there instead. `start` and `end` are offsets in the source."""

    path: str
    line: int
    start: int
    end: int
    old: str
    new: str
    function: str

    def made(self, source: str) -> str:
        """The source with the change."""
        return f"{source[: self.start]}{self.new}{source[self.end :]}"

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.function}: {self.old} -> {self.new or 'nothing'}"


@dataclass(frozen=True, slots=True)
class Source:
    """A module's text, and where its lines begin."""

    path: str
    text: str
    begins: tuple[int, ...]

    def offset(self, line: int, column: int) -> int:
        """The offset of a place of the syntax tree, whose columns count bytes."""
        at = self.begins[line - 1]
        return at + len(self.text[at:].encode()[:column].decode())

    def between(self, left: ast.expr, right: ast.expr, token: str) -> tuple[int, int] | None:
        """Where a token stands between two expressions."""
        assert left.end_lineno is not None
        assert left.end_col_offset is not None
        start, end = self.offset(left.end_lineno, left.end_col_offset), self.offset(right.lineno, right.col_offset)
        at = self.text.find(token, start, end)
        return None if at < 0 else (at, at + len(token))


def rules(root: Path, where: Sequence[str] = RULES) -> list[str]:
    """The modules whose rules are changed; what only words things is none."""
    found = (path.relative_to(root) for part in where for path in sorted((root / part).rglob("*.py")))
    return [path.as_posix() for path in found if not NOT_RULES & set(path.parts)]


def changes(path: str, text: str) -> list[Change]:
    """All changes of a module, in the order of its text: inside functions, annotations and decorators apart."""
    lines = text.splitlines(keepends=True)
    source = Source(path, text, tuple(sum(map(len, lines[:i])) for i in range(len(lines))))
    found = [change for function in functions(ast.parse(text)) for change in of_function(source, function)]
    return sorted(set(found), key=lambda change: change.start)


def real(change: Change, source: str) -> bool:
    """Whether a change says something else, and still says something."""
    try:
        return ast.dump(ast.parse(change.made(source))) != ast.dump(ast.parse(source))
    except SyntaxError:
        return False


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions and methods, those inside others with them."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
        elif isinstance(node, ast.ClassDef):
            yield from functions(node)


def of_function(source: Source, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Change]:
    """The changes of one function's body."""
    for node in body(function):
        for start, end, new in tokens(source, node):
            old = source.text[start:end].strip() or "not"
            yield Change(source.path, source.text.count("\n", 0, start) + 1, start, end, old, new, function.name)


def body(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a body: no annotation, no decorator, no message of an error, nor that two lists are as long."""
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list", "exc", "msg"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not (isinstance(child, ast.keyword) and child.arg == "strict"):
                yield child
                yield from body(child)


def tokens(source: Source, node: ast.AST) -> Iterator[tuple[int, int, str]]:
    """From where to where a token of this node stands, and what could stand there."""
    match node:
        case ast.Compare(left=left, ops=ops, comparators=others):
            yield from compared(source, [left, *others], ops)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in RECKONED:
            yield from swapped(source, left, right, *RECKONED[type(op)])
        case ast.BoolOp(op=op, values=values):
            old, new = ("and", "or") if isinstance(op, ast.And) else ("or", "and")
            for left, right in pairwise(values):
                yield from swapped(source, left, right, old, new)
        case ast.UnaryOp(op=ast.Not()):
            start = source.offset(node.lineno, node.col_offset)
            yield start, start + len("not "), ""
        case ast.Constant(value=bool() | int()):
            new = str(not node.value if isinstance(node.value, bool) else int(str(node.value)) + 1)
            yield *span(source, node), new
        case ast.Call(func=ast.Name(id=name) as called) if name in NAMES:
            yield *span(source, called), NAMES[name]


def compared(source: Source, sides: list[ast.expr], ops: list[ast.cmpop]) -> Iterator[tuple[int, int, str]]:
    """The signs of a comparison, one after another."""
    for (left, right), op in zip(pairwise(sides), ops, strict=True):
        yield from swapped(source, left, right, *COMPARED[type(op)])


def swapped(source: Source, left: ast.expr, right: ast.expr, old: str, new: str) -> Iterator[tuple[int, int, str]]:
    """Another sign between two expressions."""
    where = source.between(left, right, old)
    if where is not None:
        yield *where, new


def span(source: Source, node: ast.expr) -> tuple[int, int]:
    """From where to where an expression stands."""
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return source.offset(node.lineno, node.col_offset), source.offset(node.end_lineno, node.end_col_offset)
