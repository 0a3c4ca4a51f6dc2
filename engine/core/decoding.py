"""JSON, plain data and data files as typed values, with one decoder kept for each type.

msgspec gathers what it has to know of a type when it first meets it, and keeps that with the type. Two threads that
meet the same type for the first time at once can end the whole process. So every type is met in here, by one thread at
a time; what is known at import is met then, before any thread has started.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar

import msgspec

T = TypeVar("T")


class TypedDecoder(Generic[T]):
    """Reads values of one type, and of nothing else. Any number of threads may use it at once."""

    def __init__(self, kind: type[T]) -> None:
        self._kind = kind
        self._json = msgspec.json.Decoder(kind)

    def json(self, raw: bytes | str) -> T:
        """Return a value from its JSON. Raises msgspec.MsgspecError: no JSON, or none of that type."""
        return self._json.decode(raw)

    def plain(self, found: object) -> T:
        """Return a value from plain data. Raises msgspec.ValidationError."""
        return msgspec.convert(found, self._kind)


_LOCK: Final = Lock()
KEPT: Final[dict[object, TypedDecoder[Any]]] = {}
PACKED: Final[dict[object, msgspec.msgpack.Decoder[Any]]] = {}


def decoder(kind: type[T]) -> TypedDecoder[T]:
    """Return the one decoder of that type, built when it is first asked for."""
    found = KEPT.get(kind)
    if found is None:
        with _LOCK:
            found = KEPT.get(kind) or KEPT.setdefault(kind, TypedDecoder(kind))
    return found


def packed_decoder(kind: type[T], hook: Callable[[type, Any], Any]) -> msgspec.msgpack.Decoder[T]:
    """Return the one decoder of MessagePack for that type; `hook` makes values of types that msgspec does not know."""
    found: msgspec.msgpack.Decoder[T] | None = PACKED.get(kind)
    if found is None:
        with _LOCK:
            found = PACKED.get(kind) or PACKED.setdefault(kind, msgspec.msgpack.Decoder(kind, dec_hook=hook))
    return found


class CatalogError(ValueError):
    """A data file is missing, misspelt or contradicts another: the message names file and key."""


def read_tables(file: Path) -> Mapping[str, Any]:
    """Return the tables of a TOML file. Raises CatalogError if it is missing or no TOML."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise CatalogError(f"{file.name}: {problem}") from problem


def convert(file: str, key: str, table: object, kind: type[T]) -> T:
    """Return a table as a definition. Raises CatalogError that names file and key if its fields do not fit."""
    try:
        return decoder(kind).plain(table)
    except msgspec.ValidationError as problem:
        raise CatalogError(f"{file}: {key}: {problem}") from problem


def entries(
    file: str, tables: Mapping[str, Any], key: str, kind: type[T], name: Callable[[T], Any] | None = None
) -> Mapping[Any, T]:
    """Return the tables `[[key]]` of a file by name, else by id. Raises CatalogError if one is broken or comes
    twice.
    """
    found: dict[Any, T] = {}
    if not tables.get(key):
        raise CatalogError(f"{file}: there is no [[{key}]]")
    for place, table in enumerate(tables[key]):
        entry = convert(file, f"{key} {table.get('id', table.get('number', place))}", table, kind)
        known = table["id"] if name is None else name(entry)
        if known in found:
            raise CatalogError(f"{file}: {key} {known} is there twice")
        found[known] = entry
    return MappingProxyType(found)


def by_number(file: str, tables: Mapping[str, Any], key: str, kind: type[T]) -> Mapping[int, T]:
    """Return a table whose keys are numbers. Raises CatalogError."""
    table: Mapping[str, T] = convert(file, key, tables.get(key), dict[str, kind])  # type: ignore[valid-type]
    if not all(n.isdecimal() for n in table):
        raise CatalogError(f"{file}: {key}: its keys must be numbers")
    return MappingProxyType({int(n): entry for n, entry in table.items()})
