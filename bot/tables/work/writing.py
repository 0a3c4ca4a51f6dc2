"""What a unit of work writes, in the order in which it is written.

The row of the table comes first: if it has another version than the one that was read, nothing is written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from sqlalchemy import Dialect, Executable, bindparam, delete
from sqlmodel import col

from bot.store.models import AlarmRow, DraftRow, OutboxRow, SealedRow, SeatRow, TableRow
from bot.store.plain_rows import as_stored, changed_in, is_plain, model_of, names_of
from bot.store.prepared import Prepared, deleting, inserting, keys_said, updating, values_said
from bot.store.row import StoredRow
from bot.store.steps import BoundStatement
from bot.tables.work.rows import Rows
from bot.tables.work.unit_of_work import UnitOfWork

OF_SEAT: Final = ("table_id", "number")
KEYS: Final[Mapping[type[StoredRow], tuple[str, ...]]] = {
    TableRow: ("id", "version"),
    SeatRow: OF_SEAT,
    SealedRow: OF_SEAT,
    DraftRow: OF_SEAT,
    AlarmRow: ("table_id", "kind", "number"),
}
"""The columns that identify a row; a new alarm doesn't know its id."""
WITHDRAWN: Final = Prepared(
    delete(OutboxRow).where(col(OutboxRow.id) == bindparam("row"), col(OutboxRow.attempted_at).is_(None))
)


def stored(work: UnitOfWork) -> list[StoredRow]:
    """Return the rows of the table that are there after the work, new ones too, its own first."""
    return [work.row, *work.seats, *work.alarms, *work.sealed.values(), *work.drafts.values()]


def kept_rows(work: UnitOfWork) -> Rows:
    """Return the rows as they are stored after the work."""
    return Rows(
        as_stored(work.row),
        [as_stored(row) for row in work.seats],
        [as_stored(row) for row in work.alarms],
        {number: as_stored(row) for number, row in work.sealed.items()},
        {number: as_stored(row) for number, row in work.drafts.items()},
        work.tail,
        work.plans,
        work.advance,
    )


def is_changed(work: UnitOfWork) -> bool:
    """Return whether a row differs from what is stored."""
    return any(map(changed_in, stored(work))) or (work.opened is not None and bool(work.opened.dirty))


def needs_session(work: UnitOfWork) -> bool:
    """Return whether the work has rows or statements that go through SQLAlchemy."""
    composed = any(not isinstance(statement, Prepared) for statement, _ in work.statements)
    opened = work.opened is not None and bool([*work.opened, *work.opened.deleted])
    return composed or opened or bool(work.lastly) or not is_plain(work.row)


def all_steps(work: UnitOfWork) -> list[BoundStatement]:
    """Return all that is written by work that needs no session."""
    return [
        *changes(work),
        *(step for step in statements(work) if isinstance(step, BoundStatement)),
        *news(work, work.fresh),
    ]


def changes(work: UnitOfWork) -> list[BoundStatement]:
    """Return the changes of rows that were there before, that of the table in any case."""
    dialect = work.deps.database.dialect
    if not is_plain(work.row):
        return []
    return [_next_version(work.row, dialect), *_updates(work, dialect), *_withdrawal(work, dialect)]


def _next_version(row: Any, dialect: Dialect) -> BoundStatement:
    """Write the row of the table, with its next version."""
    said = keys_said(row, KEYS[TableRow])
    row.version += 1
    names = changed_in(row)
    return updating(TableRow, KEYS[TableRow], names).step(dialect, {**said, **values_said(row, names)}, wanted=1)


def _updates(work: UnitOfWork, dialect: Dialect) -> Iterator[BoundStatement]:
    """Yield one statement per kind of row. It writes every column that changed in any of the changed rows."""
    for model, rows in _by_kind([row for row in stored(work)[1:] if changed_in(row)]):
        written = {name for row in rows for name in changed_in(row)}
        names = tuple(name for name in names_of(model) if name in written)
        said = [keys_said(row, KEYS[model]) | values_said(row, names) for row in rows]
        yield updating(model, KEYS[model], names).step_for_each(dialect, said)


def _withdrawal(work: UnitOfWork, dialect: Dialect) -> list[BoundStatement]:
    """Withdraw a waiting post, unless it has been sent."""
    if work.withdrawn is None:
        return []
    return [WITHDRAWN.step(dialect, {"row": work.withdrawn.id}, wanted=1)]


def statements(work: UnitOfWork) -> Iterator[BoundStatement | Executable]:
    """Yield deletions of rows, and the statements that were set aside; prepared ones as steps."""
    dialect = work.deps.database.dialect
    for model, rows in _by_kind(work.gone):
        keys = KEYS[model]
        yield deleting(model, keys).step_for_each(dialect, [keys_said(row, keys) for row in rows])
    for _, several in groupby(work.statements, key=lambda one: id(one[0])):
        (statement, said), *others = several
        if isinstance(statement, Prepared):
            yield statement.step_for_each(dialect, [said, *(more for _, more in others)])
        else:
            yield statement


def news(work: UnitOfWork, rows: Sequence[object]) -> list[BoundStatement]:
    """Return the insertions of new rows, without those of the session; an id of None is assigned by the database."""
    dialect, made = work.deps.database.dialect, list[BoundStatement]()
    fresh = [row for row in rows if is_plain(row) or work.opened is None or row not in work.opened]
    for model, several in _by_kind(fresh):
        names = names_of(model)
        if getattr(several[0], "id", 0) is None:
            names = tuple(name for name in names if name != "id")
        made.append(inserting(model, names).step_for_each(dialect, [values_said(row, names) for row in several]))
    return made


def _by_kind(rows: Sequence[Any]) -> list[tuple[type[StoredRow], list[Any]]]:
    found: dict[type[StoredRow], list[Any]] = defaultdict(list)
    for row in rows:
        found[model_of(row)].append(row)
    return list(found.items())


def columns(model: type[StoredRow], row: object) -> dict[str, Any]:
    """Return what is stored of a row, without an id that the database assigns."""
    values = {name: getattr(row, name) for name in names_of(model)}
    return values if values.get("id", 0) is not None else {name: v for name, v in values.items() if name != "id"}
