# ruff: noqa: SLF001 - what a row knows of itself must not be called like a column
"""Rows without the ORM: the columns of a model as plain attributes, and what was read of them.

You use such a row like the model; only the code that reads and writes it knows the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, TypeVar

from bot.store.known_values import mended
from bot.store.row import StoredRow, defaults

T = TypeVar("T", bound=StoredRow)


class PlainRow:
    """A row, and the values stored for it: none yet if it is new. It has no methods, since a column may have any name:
    only attributes with an underscore aren't columns.
    """

    __slots__ = ("_was",)
    _model: ClassVar[type[StoredRow]]
    _names: ClassVar[tuple[str, ...]]
    _values: ClassVar[Callable[[Any], tuple[Any, ...]]]
    _was: tuple[Any, ...]

    def __init__(self, values: Sequence[Any]) -> None:
        for name, value in zip(self._names, values, strict=True):
            setattr(self, name, value)
        self._was = tuple(values)


def is_plain(row: object) -> bool:
    """Return whether the row is one without the ORM."""
    return isinstance(row, PlainRow)


def is_stored(row: object) -> bool:
    """Return whether a plain row is one that was stored."""
    return isinstance(row, PlainRow) and row._was != ()


def model_of(row: Any) -> type[StoredRow]:
    """Return the model of a row, plain or not."""
    model: type[StoredRow] = row._model if isinstance(row, PlainRow) else type(row)
    return model


def rows_of(model: type[T], rows: Iterable[object]) -> list[T]:
    """Return those rows of that model, plain ones or not."""
    return [row for row in rows if model_of(row) is model]  # type: ignore[misc]


def changed_in(row: Any) -> tuple[str, ...]:
    """Return the columns that differ from what is stored; none for a new row, or one of the ORM."""
    if not is_stored(row):
        return ()
    now = type(row)._values(row)
    if now == row._was:
        return ()
    return tuple(name for name, old, new in zip(row._names, row._was, now, strict=True) if old != new)


def take_over(row: Any, **values: Any) -> None:
    """Give a plain row values that are stored already; others that have changed stay changed."""
    for name, value in values.items():
        setattr(row, name, value)
    row._was = tuple(values.get(name, old) for name, old in zip(row._names, row._was, strict=True))


def as_stored(row: T) -> T:
    """Return a row that was just stored as a plain row that notices its next changes."""
    kind = plain_class(model_of(row))
    values = kind._values(row)
    if not is_plain(row):
        return kind(values)  # type: ignore[return-value]
    row._was = values
    return row


def plain_row(model: type[T], values: Sequence[Any]) -> T:
    """Return the row that was read, its values in the order of the columns; unknown ones are replaced."""
    return plain_class(model)(mended(model, values))  # type: ignore[return-value]


def new_row(model: type[T]) -> type[T]:
    """Return what makes a new plain row as the model makes one: `new_row(LineRow)(table_id=1, no=2)`."""
    return _maker(model)  # type: ignore[return-value]


@cache
def _maker(model: type[StoredRow]) -> Callable[..., PlainRow]:
    kind = plain_class(model)
    usual = {name: defaults(model).get(name) for name in names_of(model)}

    def made(**given: Any) -> PlainRow:
        row = kind([*{**usual, **given}.values()])
        row._was = ()
        return row

    return made


@cache
def names_of(model: type[StoredRow]) -> tuple[str, ...]:
    """Return the columns of a model, in their order."""
    return tuple(column.key for column in model.__table__.columns)  # type: ignore[attr-defined]


@cache
def plain_class(model: type[StoredRow]) -> type[PlainRow]:
    """Return the class of plain rows of a model."""
    names = names_of(model)
    body = {"__slots__": names, "_model": model, "_names": names, "_values": staticmethod(attrgetter(*names))}
    return type(f"Plain{model.__name__}", (PlainRow,), body)
