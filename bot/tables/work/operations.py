"""How operations on a table are offered: a function of the unit of work, called with the service."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, Final, Generic, ParamSpec, Protocol, TypeVar

from bot.contract.tables import TableId
from bot.tables.work.transaction import do
from bot.tables.work.unit_of_work import Deps, UnitOfWork

P = ParamSpec("P")
T = TypeVar("T")
Who = TypeVar("Who")
F = TypeVar("F", bound=Callable[..., Awaitable[Any]])


class Service(Protocol):
    """What an operation needs of the service: access to a table for a person within its reach."""

    deps: Deps

    async def at(self, table: TableId, person: Any, change: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        """Run `change` on a table for a person. Refused: no_table, and what `change` refuses."""


class Operation(Generic[Who, P, T]):
    """An operation on a table, run in its own transaction; `inside` runs it in the caller's."""

    def __init__(
        self, change: Callable[Concatenate[UnitOfWork, Who, P], Awaitable[T]], *, within_reach: bool = True
    ) -> None:
        self.inside, self._within_reach = change, within_reach
        self.__doc__ = change.__doc__

    async def __call__(self, service: Service, table: TableId, person: Who, *args: P.args, **kwargs: P.kwargs) -> T:
        def change(work: UnitOfWork) -> Awaitable[T]:
            return self.inside(work, person, *args, **kwargs)

        return await (service.at(table, person, change) if self._within_reach else do(service.deps, table, change))


def on_table(
    change: Callable[Concatenate[UnitOfWork, Who, P], Awaitable[T]],
) -> Callable[Concatenate[Any, TableId, Who, P], Coroutine[Any, Any, T]]:
    """Return the method of the service that does this on a table within the person's reach. Refused: no_table, and as
    `change`.
    """

    @wraps(change)
    async def method(service: Service, table: TableId, person: Who, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await service.at(table, person, lambda work: change(work, person, *args, **kwargs))

    return method


def of_bot(
    act: Callable[Concatenate[Deps, P], Awaitable[T]],
) -> Callable[Concatenate[Any, P], Coroutine[Any, Any, T]]:
    """Return the method of the service that does this about no table or about several. Refused: as `act`."""

    @wraps(act)
    async def method(service: Service, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await act(service.deps, *args, **kwargs)

    return method


OFFERED: Final[dict[str, Callable[..., Awaitable[Any]]]] = {}
"""All that people may do through features, by name (`notes.write`): what each role may do is tested for every one."""


def of_table(change: Callable[Concatenate[UnitOfWork, Who, P], Awaitable[T]]) -> Operation[Who, P, T]:
    """Offer this operation for tables within the person's reach."""
    made = Operation(change)
    OFFERED[operation_name(change)] = made
    return made


def of_any_table(change: Callable[Concatenate[UnitOfWork, Who, P], Awaitable[T]]) -> Operation[Who, P, T]:
    """Offer this for every table; `change` itself looks at who may do it."""
    made = Operation(change, within_reach=False)
    OFFERED[operation_name(change)] = made
    return made


def of_person(act: F) -> F:
    """Offer this to people, about no table or about several; `act` itself looks at who may do it."""
    OFFERED[operation_name(act)] = act
    return act


def operation_name(act: Callable[..., Any]) -> str:
    """Return the name of an operation: its module, or its feature if the module is `service`, and its function."""
    *_, folder, module = act.__module__.split(".")
    return f"{folder if module == 'service' else module}.{act.__name__}"
