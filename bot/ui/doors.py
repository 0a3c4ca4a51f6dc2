"""What a feature adds to screens and posts of the core."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar, cast

from bot.contract.posts import Post
from bot.contract.records import Result
from bot.contract.tables import Person, TableInfo
from bot.tables.hooks import Hooks, active
from bot.tables.work.unit_of_work import Deps
from bot.ui.parts import Button, Screen
from bot.ui.visit import Visit
from engine.core.naming import Names

T = TypeVar("T")
Matter: TypeAlias = Callable[[TableInfo, Mapping[str, Any], Names], Sequence[Post]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Doors(Hooks):
    """The places of screens and posts where the core asks whatever is registered."""

    matters: Mapping[str, Matter] = field(default_factory=dict)
    """Its posts about a table, by the word under which the service tells of them."""
    on_more: Callable[[Deps, TableInfo, Visit], Awaitable[Button | None]] | None = None
    """A button on the screen More of a table; may read."""
    on_opened: Callable[[Deps, Visit], Awaitable[tuple[str, Button] | None]] | None = None
    """A line and a button under the answer to whoever has just opened a table; may read."""
    own_results: Callable[[Deps, Person], Awaitable[tuple[Result, ...]]] | None = None
    """What a person's list of tables tells of games that are over."""
    start_typed: Callable[[Any, Visit, str, Mapping[str, Any]], Awaitable[float | None]] | None = None
    """When a new table starts by itself, as it was typed, with all that was asked for beside it."""
    start_set: Callable[[Any, Visit, str], Awaitable[Screen]] | None = None
    """Sets the same for a lobby."""


def doors(deps: Deps, pick: Callable[[Doors], T | None]) -> Iterator[T]:
    """What the features that this bot offers have in that place, in their order."""
    return active(deps, lambda one: pick(cast("Doors", one)))
