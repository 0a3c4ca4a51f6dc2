"""What the parts of `GameService` share: what they work with, and the way to a table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.contract.tables import Person, Petition, TableId
from bot.tables.work.unit_of_work import Deps, UnitOfWork

T = TypeVar("T")


class TableAccess:
    """The way to a table, as `GameService` gives it to its parts."""

    deps: Deps

    async def at(self, table: TableId, person: Person | None, change: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        """Do something with a table for a person."""
        raise NotImplementedError

    async def _greeted(self, table: TableId, person: Person) -> Petition | None:
        """Note that the person is there; the request that this has ended."""
        raise NotImplementedError
