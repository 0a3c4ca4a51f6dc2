"""Writes TOML for human readers: short lists on one line, tables in the given order."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def value(thing: Any) -> str:
    """Return a value on one line."""
    if isinstance(thing, bool):
        return "true" if thing else "false"
    if isinstance(thing, int | float):
        return str(thing)
    if isinstance(thing, str):
        return json.dumps(thing, ensure_ascii=False)
    if isinstance(thing, Mapping):
        return "{" + ", ".join(f"{key(k)} = {value(v)}" for k, v in thing.items()) + "}"
    return "[" + ", ".join(value(v) for v in thing) + "]"


def key(name: str) -> str:
    """Return a key, quoted where it must be."""
    return name if name and all(c.isalnum() or c in "_-" for c in name) and name.isascii() else json.dumps(name)


def write(table: Mapping[str, Any], prefix: str = "") -> str:
    """Return the table as a TOML document: plain keys first, then subtables; tables inside subtables take one line."""
    plain = {k: v for k, v in table.items() if not isinstance(v, Mapping)}
    lines = [f"{key(k)} = {value(v)}" for k, v in plain.items()]
    for name, inner in table.items():
        if isinstance(inner, Mapping) and inner:
            lines += _subtable(f"{prefix}{key(name)}", inner)
    return "\n".join(lines) + "\n"


def _subtable(name: str, inner: Mapping[str, Any]) -> list[str]:
    if all(isinstance(v, Mapping) for v in inner.values()):
        return [line for k, v in inner.items() for line in ("", f"[{name}.{key(k)}]", *_pairs(v))]
    return ["", f"[{name}]", *_pairs(inner)]


def _pairs(inner: Mapping[str, Any]) -> list[str]:
    return [f"{key(k)} = {value(v)}" for k, v in inner.items()]
