"""Plans that answer several questions of one kind in a row, so that their owner is asked once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from engine.core.ask import Picks, Seat
from engine.core.game import Game
from engine.core.table import Table


class Continuation(Protocol):
    """How a game follows the plans for one kind of question: plain data, and nobody's business but their owner's.

    A plan gives only answers that its owner could give himself, and looks at nothing that he does not see.
    """

    def begin(self, table: Table[Any], seat: Seat, wishes: Mapping[str, Any]) -> Mapping[str, Any]:
        """A plan for the question that the seat is asked now. Raises IllegalAnswer for wishes that make none."""

    def holds(self, table: Table[Any], plan: Mapping[str, Any]) -> bool:
        """Whether what the plan was made for is still going on."""

    def follow(self, table: Table[Any], seat: Seat, plan: Mapping[str, Any]) -> tuple[Picks, Mapping[str, Any]] | None:
        """The seat's next answer and what is left of the plan; None if it has nothing to say any more."""

    def outlook(self, table: Table[Any], seat: Seat, most: int) -> tuple[Mapping[str, int], ...]:
        """How it ends if the seat pays 0, 1, 2 ... times and nobody else anything."""


def continuations(game: Game[Any]) -> Mapping[str, Continuation]:
    """The kinds of questions for which the game follows plans."""
    found: Mapping[str, Continuation] = getattr(game, "continuations", {})
    return found


def outlook(table: Table[Any], seat: Seat, most: int) -> tuple[Mapping[str, int], ...]:
    """How it ends for each number of payments; nothing where the question takes no plan."""
    kind = continuations(table.game).get(table.pending.key) if table.pending else None
    return () if kind is None else kind.outlook(table, seat, most)
