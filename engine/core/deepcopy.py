"""Copies of plain data, made as its types say: what can change is copied, what cannot is shared.

For states this is faster than to write them and to read them again, and several times as fast as `copy.deepcopy`.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any, Final, TypeAlias, TypeVar, cast, get_args, get_origin, get_type_hints

import msgspec

T = TypeVar("T")
Copier: TypeAlias = Callable[[Any], Any]
UNCHANGING: Final = (str, int, float, bool, bytes, tuple, frozenset, type(None))


def deep_copy(value: T) -> T:
    """Return a copy that shares nothing changeable with the original; frozen structs and tuples are shared."""
    kind: Any = type(value)
    how = _of(kind)
    return value if how is None else cast("T", how(value))


@cache
def _of(kind: Any) -> Copier | None:
    """Return how a value of that type is copied; None if it cannot change."""
    what, inside = get_origin(kind) or kind, get_args(kind)
    if what in UNCHANGING:
        return None
    if what is list and inside:
        return _of_list(_of(inside[0]))
    if what is dict and inside:
        return _of_dict(_of(inside[1]))
    if isinstance(what, type) and issubclass(what, msgspec.Struct):
        return None if what.__struct_config__.frozen else _of_struct(what)
    return deepcopy


def _of_struct(kind: type[msgspec.Struct]) -> Copier:
    hints = get_type_hints(kind)
    parts = [(name, how) for name in kind.__struct_fields__ if (how := _of(hints[name])) is not None]

    def made(value: Any) -> Any:
        other = value.__copy__()
        for name, how in parts:
            setattr(other, name, how(getattr(value, name)))
        return other

    return made


def _of_list(part: Copier | None) -> Copier:
    return list.copy if part is None else lambda members: [part(one) for one in members]


def _of_dict(part: Copier | None) -> Copier:
    return dict.copy if part is None else lambda table: {key: part(one) for key, one in table.items()}
