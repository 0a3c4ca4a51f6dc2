"""What a feature adds to screens and posts of the core."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from bot.contract.posts import Post
from bot.contract.tables import TableInfo
from bot.tables.hooks import Hooks
from engine.core.naming import Names

Matter: TypeAlias = Callable[[TableInfo, Mapping[str, Any], Names], Sequence[Post]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Doors(Hooks):
    """The places of screens and posts where the core asks whatever is registered."""

    matters: Mapping[str, Matter] = field(default_factory=dict)
    """Its posts about a table, by the word under which the service tells of them."""
