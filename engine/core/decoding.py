"""JSON and plain data as typed values, with one decoder kept for each type.

msgspec gathers what it has to know of a type when it first meets it, and keeps that with the type. Two threads that
meet the same type for the first time at once can end the whole process. So every type is met in here, by one thread at
a time; what is known at import is met then, before any thread has started.
"""

from __future__ import annotations

from threading import Lock
from typing import Any, Final, Generic, TypeVar

import msgspec

T = TypeVar("T")


class TypedDecoder(Generic[T]):
    """Reads values of one type, and of nothing else. Any number of threads may use it at once."""

    def __init__(self, kind: type[T]) -> None:
        self._kind = kind
        self._json = msgspec.json.Decoder(kind)

    def json(self, raw: bytes | str) -> T:
        """A value from its JSON. Raises msgspec.MsgspecError: no JSON, or none of that type."""
        return self._json.decode(raw)

    def plain(self, found: object) -> T:
        """A value from plain data. Raises msgspec.ValidationError."""
        return msgspec.convert(found, self._kind)


_LOCK: Final = Lock()
KEPT: Final[dict[object, TypedDecoder[Any]]] = {}


def decoder(kind: type[T]) -> TypedDecoder[T]:
    """The one decoder of that type, built when it is first asked for."""
    found = KEPT.get(kind)
    if found is None:
        with _LOCK:
            found = KEPT.get(kind) or KEPT.setdefault(kind, TypedDecoder(kind))
    return found
