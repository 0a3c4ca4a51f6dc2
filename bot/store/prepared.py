"""Statements that SQLAlchemy compiles once, to be asked of the database's driver; what they read becomes plain rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final

from sqlalchemy import Boolean, Dialect, bindparam, delete, insert, update
from sqlalchemy.dialects.postgresql import insert as insert_there
from sqlalchemy.dialects.sqlite import insert as insert_here

from bot.store.plain_rows import names_of, plain_row
from bot.store.row import StoredRow
from bot.store.steps import BoundStatement

KEY: Final = "key_"
NEW: Final = "new_"


class _Compiled:
    """A statement as one database wants it."""

    def __init__(self, statement: Any, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        self.sql: str = compiled.string
        self.order: tuple[str, ...] = tuple(compiled.positiontup or ())
        self.fixed: dict[str, Any] = {name: value for name, value in compiled.params.items() if value is not None}
        self.make = _maker(statement, dialect) if getattr(statement, "is_select", False) else tuple

    def args(self, said: Mapping[str, Any]) -> tuple[Any, ...]:
        fixed = self.fixed
        return tuple(said[name] if name in said else fixed[name] for name in self.order)


class Prepared:
    """A statement, asked many times with other values. It has no list of values of unknown length."""

    def __init__(self, statement: Any) -> None:
        self.statement = statement
        self._compiled: dict[str, _Compiled] = {}

    def _on(self, dialect: Dialect) -> _Compiled:
        found = self._compiled.get(dialect.name)
        if found is None:
            found = self._compiled[dialect.name] = _Compiled(self.statement, dialect)
        return found

    def step(self, dialect: Dialect, said: Mapping[str, Any], wanted: int | None = None) -> BoundStatement:
        """Return the statement with these values. Raises KeyError if one is missing."""
        compiled = self._on(dialect)
        return BoundStatement(compiled.sql, compiled.args(said), wanted=wanted)

    def step_for_each(self, dialect: Dialect, several: Sequence[Mapping[str, Any]]) -> BoundStatement:
        """Return the statement for each of these sets of values."""
        if len(several) == 1:
            return self.step(dialect, several[0])
        compiled = self._on(dialect)
        return BoundStatement(compiled.sql, [compiled.args(said) for said in several], many=True)

    def rows(self, dialect: Dialect, found: Sequence[Sequence[Any]]) -> list[Any]:
        """Return what the driver has read: a tuple for each row, with a plain row for each model, or None."""
        make = self._on(dialect).make
        return [make(one) for one in found]


def _maker(statement: Any, dialect: Dialect) -> Callable[[Sequence[Any]], tuple[Any, ...]]:
    """Return the function that turns a row of the driver into what the statement selects."""
    columns = list(statement.selected_columns)
    found = [(n, _from_driver(column, dialect)) for n, column in enumerate(columns)]
    converted = [(n, convert) for n, convert in found if convert is not None]
    parts: list[Callable[[Sequence[Any]], Any]] = []
    at = 0
    for described in statement.column_descriptions:
        model = described["entity"] if described["expr"] is described["entity"] else None
        width = 1 if model is None else len(names_of(model))
        parts.append(_value(at) if model is None else _entity(model, columns[at : at + width], at))
        at += width

    def make(raw: Sequence[Any]) -> tuple[Any, ...]:
        values = raw
        if converted:
            values = list(raw)
            for n, convert in converted:
                values[n] = convert(values[n])
        return tuple(part(values) for part in parts)

    return make


def _from_driver(column: Any, dialect: Dialect) -> Callable[[Any], Any] | None:
    """Return what turns the driver's value of a column into Python's: SQLite keeps truth as a number."""
    if not isinstance(column.type, Boolean):
        return None
    convert: Callable[[Any], Any] | None = column.type.dialect_impl(dialect).result_processor(dialect, None)
    return convert


def _value(at: int) -> Callable[[Sequence[Any]], Any]:
    return lambda values: values[at]


def _entity(model: type[StoredRow], columns: Sequence[Any], at: int) -> Callable[[Sequence[Any]], Any]:
    """Return what makes the plain row of a model; None where an outer join has found none."""
    places = [at + [column.key for column in columns].index(name) for name in names_of(model)]
    key = next(at + n for n, column in enumerate(columns) if column.primary_key)

    def made(values: Sequence[Any]) -> Any:
        return None if values[key] is None else plain_row(model, [values[place] for place in places])

    return made


@cache
def inserting(model: type[StoredRow], names: tuple[str, ...]) -> Prepared:
    """Return the statement that inserts a row with these columns, said by their names."""
    table: Any = model.__table__  # type: ignore[attr-defined]
    return Prepared(insert(table).values({table.c[name]: bindparam(NEW + name) for name in names}))


def storing(model: type[StoredRow], keys: tuple[str, ...], names: tuple[str, ...] = ()) -> Mapping[bool, Prepared]:
    """Return the statements, for SQLite or not, that insert a row or write these columns of the one with its keys: all
    others without `names`. Their parameters are those of `inserting`.
    """
    table: Any = model.__table__  # type: ignore[attr-defined]
    written = names or tuple(name for name in names_of(model) if name not in keys)
    found = {}
    for lite, insert_or_write in ((True, insert_here), (False, insert_there)):
        wanted: Any = insert_or_write(table).values({table.c[name]: bindparam(NEW + name) for name in names_of(model)})
        values = {name: wanted.excluded[name] for name in written}
        found[lite] = Prepared(wanted.on_conflict_do_update(index_elements=[*keys], set_=values))
    return found


@lru_cache(1024)  # others are compiled anew
def updating(model: type[StoredRow], keys: tuple[str, ...], names: tuple[str, ...]) -> Prepared:
    """Return the statement that writes these columns of the row with these keys."""
    table: Any = model.__table__  # type: ignore[attr-defined]
    here = [table.c[name] == bindparam(KEY + name) for name in keys]
    return Prepared(update(table).where(*here).values({table.c[name]: bindparam(NEW + name) for name in names}))


@cache
def deleting(model: type[StoredRow], keys: tuple[str, ...]) -> Prepared:
    """Return the statement that deletes the row with these keys."""
    table: Any = model.__table__  # type: ignore[attr-defined]
    return Prepared(delete(table).where(*(table.c[name] == bindparam(KEY + name) for name in keys)))


def parameters(keys: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of `inserting`, `updating` and `deleting`: the row's keys, and what is written of it."""
    return {KEY + name: value for name, value in keys.items()} | {NEW + name: v for name, v in values.items()}


def keys_said(row: Any, keys: Sequence[str]) -> dict[str, Any]:
    """Return the parameters by which `updating` and `deleting` find that row."""
    return {KEY + name: getattr(row, name) for name in keys}


def values_said(row: Any, names: Sequence[str]) -> dict[str, Any]:
    """Return the parameters for what `inserting` and `updating` write of that row."""
    return {NEW + name: getattr(row, name) for name in names}
