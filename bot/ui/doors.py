"""What a feature adds to screens and posts of the core."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar, cast

from bot.contract.posts import Post
from bot.contract.records import Result
from bot.contract.snapshot import Done, InAdvance, SeatSnapshot
from bot.contract.tables import Batch, Person, Refused, TableId, TableInfo
from bot.tables.hooks import Hooks, active
from bot.tables.work.unit_of_work import Deps
from bot.ui.parts import Button, Part, Screen, rows
from bot.ui.visit import Visit
from engine.core.game import View
from engine.core.naming import Names
from engine.core.presentation import Presentation

T = TypeVar("T")
Matter: TypeAlias = Callable[[TableInfo, Mapping[str, Any], Names], Sequence[Post]]


class AdvanceScreens:
    """Screens for what a seat sets in advance; this default is used if no feature offers that."""

    def parts(
        self, _advance: InAdvance | None, _presentation: Presentation, _view: View, beside: Sequence[Button] = ()
    ) -> list[Part]:
        """Return the parts that show what is set in advance and lead there. `beside`: buttons in the same row."""
        return list(rows(beside))

    def why_stopped(self, _there: SeatSnapshot, _presentation: Presentation) -> str:
        """Return why the owner is asked although something was set in advance; empty if nothing was."""
        return ""

    async def keep(self, visit: Visit, _there: SeatSnapshot, _kind: str, _value: str) -> Screen:
        """Set an auto-answer of that kind. Refused: feature_off."""
        raise Refused("feature_off", table=visit.table)

    async def set_kind(self, table: TableId, _person: Person, _kind: str, _value: str, _seat: int) -> None:
        """Set that kind of auto-answer without a screen. Refused: feature_off."""
        raise Refused("feature_off", table=table)

    async def plan(
        self, table: TableId, _person: Person, _moves: Sequence[str], _line: str, _given: Batch, _seat: int
    ) -> None:
        """Keep moves for behind these answers. Refused: feature_off."""
        raise Refused("feature_off", table=table)

    async def carry_out(self, table: TableId, _person: Person, _seat: int) -> Done:
        """Make the moves that were kept. Refused: feature_off."""
        raise Refused("feature_off", table=table)

    async def all(self, visit: Visit) -> Screen:
        """Return all that the seat has set in advance. Refused: feature_off."""
        raise Refused("feature_off", table=visit.table)

    async def lodge(self, visit: Visit, _there: SeatSnapshot, _picks: Sequence[str], _line: str = "") -> Screen:
        """Keep a plan for a question to come. Refused: feature_off."""
        raise Refused("feature_off", table=visit.table)

    async def queue_action(self, visit: Visit, _there: SeatSnapshot, _kind: str, _line: str, _batch: Batch) -> Screen:
        """Queue an action for a question to come. Refused: feature_off."""
        raise Refused("feature_off", table=visit.table)


@dataclass(frozen=True, slots=True, kw_only=True)
class Doors(Hooks):
    """The places of screens and posts where the core asks whatever is registered."""

    matters: Mapping[str, Matter] = field(default_factory=dict)
    """Its posts about a table, by the word under which the service tells of them."""
    advance: Callable[[Any], AdvanceScreens] | None = None
    """What a seat sets in advance, made with the handlers of its questions."""
    on_more: Callable[[Deps, TableInfo, Visit], Awaitable[Button | None]] | None = None
    """A button on the screen More of a table; may read."""
    on_prefs: Callable[[Deps], Sequence[Button]] | None = None
    """Buttons on the screen of a person's settings."""
    emojis: Callable[[Deps], Awaitable[Mapping[str, str]]] | None = None
    """How emojis that stand beside names are written, by their keys; see `render.emojis`."""
    on_command: Callable[[Deps, Visit], Awaitable[Screen | None]] | None = None
    """A private screen below the answer to a command; asked before the command is carried out."""
    own_results: Callable[[Deps, Person], Awaitable[tuple[Result, ...]]] | None = None
    """What a person's list of tables tells of games that are over."""
    start_typed: Callable[[Any, Visit, str, Mapping[str, Any]], Awaitable[float | None]] | None = None
    """When a new table starts by itself, as it was typed, with all that was asked for beside it."""
    start_set: Callable[[Any, Visit, str], Awaitable[Screen]] | None = None
    """Sets the same for a lobby."""


def doors(deps: Deps, pick: Callable[[Doors], T | None]) -> Iterator[T]:
    """Yield what the features that this bot offers have for that door, in their order."""
    return active(deps, lambda one: pick(cast("Doors", one)))
