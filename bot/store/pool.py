"""Connections, which are few: who finds none free waits a while for one, and is then told to come again.

With no end to the waiting a bot that has more to do than it manages would be later and later for everybody.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import URL, AsyncAdaptedQueuePool, PoolProxiedConnection
from sqlalchemy.exc import TimeoutError as NoneIsFree

from bot.contract.tables import Busy

PATIENCE: Final = 5.0
"""Seconds that somebody waits for a connection, and with SQLite as many for the turn to write."""
KEPT: Final = {"pool_size": 15, "max_overflow": 0, "pool_use_lifo": True}
"""Those to SQLite: each is a thread with statements that it has prepared, so that none is closed to be opened anew,
and the one that was used last, which knows most, is used first.
"""
MEMORY: Final = frozenset({None, "", ":memory:"})


class NothingFree(Busy, NoneIsFree):
    """No connection, or no turn to write, was free in time: nothing has been read or written."""


class PatientPool(AsyncAdaptedQueuePool):
    """A pool that says of itself when nothing is free. Raises NothingFree."""

    def connect(self) -> PoolProxiedConnection:
        """A connection of the pool."""
        try:
            return super().connect()
        except NoneIsFree as error:
            raise NothingFree(str(error)) from error


def pooled(target: URL, patience: float) -> dict[str, Any]:
    """How an engine for that database is made; one in memory has a single connection, for which nobody waits."""
    patient = {"poolclass": PatientPool, "pool_timeout": patience}
    if target.get_backend_name() != "sqlite":
        return patient
    return {} if target.database in MEMORY else {**patient, **KEPT}
