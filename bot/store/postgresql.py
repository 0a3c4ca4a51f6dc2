"""PostgreSQL over asyncpg: few connections, kept open, without needless round trips.

Reads run without a transaction. A closed connection is noticed without asking it first.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import URL, event, exc, func, literal, select
from sqlalchemy.dialects.postgresql.asyncpg import AsyncAdapt_asyncpg_dbapi
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.store.steps import AtCommit, BoundStatement, as_sqlalchemy

RECYCLED: Final = 1800.0
"""Seconds after which a connection gives way to a new one: what lies between may forget an idle one."""
POOLED: Final = {"pool_size": 8, "max_overflow": 8, "pool_recycle": int(RECYCLED), "pool_use_lifo": True}
STATEMENTS: Final = 512  # that a connection keeps prepared
LIMITS: Final = {
    "statement_timeout": "5000",
    "lock_timeout": "2000",
    "idle_in_transaction_session_timeout": "15000",
}
READING: Final = {"isolation_level": "AUTOCOMMIT"}
WRITING: Final = {"isolation_level": "READ COMMITTED"}
PATIENTLY: Final = func.set_config("lock_timeout", "0", literal(True))  # until the end of the transaction
UNHURRIED: Final = select(*(func.set_config(limit, "0", literal(True)) for limit in LIMITS))
PASSING: Final = frozenset({"40001", "40P01", "55P03"})  # could not be in turn, deadlock, waited too long for a row


def engine_of(target: URL, **pooled: Any) -> AsyncEngine:
    """Return an engine whose errors name no values: they may be hands and seeds, and errors are logged."""
    name = f"nisaba-{socket.gethostname()}-{os.getpid()}"
    arguments = {
        "server_settings": {"application_name": name, **LIMITS},
        "prepared_statement_cache_size": STATEMENTS,
        "statement_cache_size": STATEMENTS,
        "max_cached_statement_lifetime": 0,
        "async_creator_fn": _connected,
    }
    engine = create_async_engine(target, hide_parameters=True, connect_args=arguments, **POOLED, **pooled)
    event.listen(engine.sync_engine, "checkout", _open)
    return engine


async def _connected(*where: Any, **how: Any) -> Any:
    """A connection. Whatever keeps it from being made is an error of the database, also where the network is to blame.

    Raises OperationalError of the driver.
    """
    import asyncpg  # type: ignore[import-untyped]  # noqa: PLC0415 -- only whoever uses PostgreSQL has it

    try:
        return await asyncpg.connect(*where, **how)
    except (OSError, asyncpg.PostgresError) as error:
        raise AsyncAdapt_asyncpg_dbapi.OperationalError(str(error) or type(error).__name__, error) from error  # type: ignore[no-untyped-call]


def _open(_connection: Any, record: Any, _: object) -> None:
    """Reject a connection that the server has closed, so that another takes its place."""
    if record.driver_connection.is_closed():
        raise DisconnectionError("the server has closed the connection")


def is_passing(error: DBAPIError) -> bool:
    """Return whether the same statement may well succeed in a moment: over a new connection, or once others are
    through.
    """
    return error.connection_invalidated or getattr(error.orig, "sqlstate", None) in PASSING


async def trip(connection: Any, steps: Sequence[BoundStatement], *, writes: bool) -> list[list[Any]]:
    """Return what each step reads over a connection of asyncpg, with `writes` in a transaction of its own.

    Raises as `Driver.trip`.
    """
    import asyncpg  # noqa: PLC0415 -- only whoever uses PostgreSQL has it

    transaction = connection.transaction() if writes else None
    try:
        if transaction is not None:
            await transaction.start()
        try:
            found = [await _run(connection, step) for step in steps]
        except BaseException:
            if transaction is not None:
                await _roll_back(connection, transaction)
            raise
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
        raise told(error, broken=connection.is_closed()) from error
    if transaction is not None:
        try:
            await transaction.commit()
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
            raise AtCommit(told(error, broken=connection.is_closed())) from error
    return found


def is_closed(connection: Any) -> bool:
    """Return whether the server has closed the connection, or it was given up."""
    return bool(connection.is_closed())


async def _roll_back(connection: Any, transaction: Any) -> None:
    """Roll back; a connection where that fails is of no use any longer."""
    if connection.is_closed():
        return
    try:
        await transaction.rollback()
    except BaseException:
        connection.terminate()
        raise


async def _run(connection: Any, step: BoundStatement) -> list[Any]:
    if step.many:
        await connection.executemany(step.sql, step.args)
        return []
    if step.wanted is None:
        return list(await connection.fetch(step.sql, *step.args))
    done = await connection.execute(step.sql, *step.args)  # such as "UPDATE 1"
    step.require(int(done.rsplit(" ", 1)[1]))
    return []


def told(error: Exception, *, broken: bool) -> DBAPIError:
    """Return an error of asyncpg as SQLAlchemy's, `broken` if the connection is of no use any longer."""
    import asyncpg  # noqa: PLC0415 -- only whoever uses PostgreSQL has it

    kinds = {
        asyncpg.IntegrityConstraintViolationError: exc.IntegrityError,
        asyncpg.SyntaxOrAccessError: exc.ProgrammingError,
        asyncpg.FeatureNotSupportedError: exc.NotSupportedError,
        asyncpg.DataError: exc.DataError,
    }
    kind = next((ours for theirs, ours in kinds.items() if isinstance(error, theirs)), exc.OperationalError)
    return as_sqlalchemy(error, kind, broken=broken)
