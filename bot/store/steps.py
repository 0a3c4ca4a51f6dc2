"""What a trip to the database's driver runs, and how it can fail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm.exc import StaleDataError


class BoundStatement(NamedTuple):
    """A statement for the driver: its text, its values (with `many`, those of each row), and how many rows it must
    change if that matters.
    """

    sql: str
    args: Sequence[Any]
    many: bool = False
    wanted: int | None = None

    def require(self, changed: int) -> None:
        """Raise StaleDataError if another number of rows was to be changed."""
        if self.wanted is not None and changed != self.wanted:
            raise StaleDataError(f"{changed} rows were changed by {self.sql}")


class AtCommit(Exception):
    """The commit failed with that error: whether anything was stored is unknown."""

    def __init__(self, error: DBAPIError) -> None:
        super().__init__(str(error))
        self.error = error


def as_sqlalchemy(error: Exception, kind: type[DBAPIError], *, broken: bool = False) -> DBAPIError:
    """Return an error of the driver as SQLAlchemy's, without a statement or values: they may be hands and seeds."""
    return kind(None, None, cast("Any", error), hide_parameters=True, connection_invalidated=broken)
