"""Only `engine.core.decoding` lets msgspec read into a type: two threads that did so at once could end the bot."""

from __future__ import annotations

import ast

import pytest

from tests.conformance.test_imports import sources
from tests.suite.trees import parts

PLACE = "engine.core.decoding"
BUILDING = {"convert", "Decoder"}


def typed_reads(module: ast.Module) -> list[int]:
    """The lines on which msgspec is asked to read into a type."""
    nodes = [*parts(module)]
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom) and "msgspec" in (node.module or "")]
    by_name = [node.lineno for node in imports if {alias.name for alias in node.names} & {*BUILDING, "decode"}]
    return by_name + [call.lineno for call in calls if isinstance(call.func, ast.Attribute) and _reads(call, call.func)]


def _reads(call: ast.Call, called: ast.Attribute) -> bool:
    """Whether a call of msgspec names a type."""
    if "msgspec" not in ast.unparse(called.value) or called.attr not in {*BUILDING, "decode"}:
        return False
    named = any(keyword.arg in {"type", None} for keyword in call.keywords)
    return named or called.attr == "convert" or (called.attr == "Decoder" and bool(call.args))


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("msgspec.convert(raw, Post)", True),
        ("msgspec.json.decode(raw, type=Post)", True),
        ("msgspec.toml.decode(raw, type=Rules)", True),
        ("msgspec.json.Decoder(Post)", True),
        ("msgspec.json.Decoder(type=Post)", True),
        ("from msgspec.json import decode", True),
        ("from msgspec import convert", True),
        ("msgspec.json.decode(raw)", False),
        ("msgspec.json.Decoder().decode", False),
        ("decoder(Post).json(raw)", False),
    ],
)
def test_typed_reads_are_found(line: str, typed: bool) -> None:
    assert bool(typed_reads(ast.parse(line))) == typed


@pytest.mark.soak
def test_types_are_read_in_one_place() -> None:
    named = {name: ast.parse(source) for name, source in sources().items() if "msgspec" in source}
    found = {name: lines for name, module in named.items() if (lines := typed_reads(module))}
    assert found.keys() == {PLACE}
