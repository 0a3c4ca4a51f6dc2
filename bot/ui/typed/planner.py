"""Finds an order in which a plan can be carried out. Only the options offered in dry runs say what is possible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.core.ask import Picks

Options: TypeAlias = frozenset[str]
Look: TypeAlias = Callable[[Sequence[Picks]], Options | None]


@dataclass(frozen=True, slots=True)
class PlanFit:
    """How far a plan goes: the answers in a possible order, what didn't fit, and what is offered after them.

    `offered` is None once the question is no longer asked.
    """

    batch: tuple[Picks, ...]
    unplaced: tuple[str, ...]
    offered: Options | None


def fit(look: Look, areas: Sequence[str], start: Sequence[Picks] = ()) -> PlanFit:
    """Put the areas into an order in which each is offered when its turn comes.

    `look` tries answers and returns the options of the same question after them, None if it is not asked then,
    and raises LookupError if one of them is refused.
    """
    batch = [*start, *((a,) for a in areas)]
    try:
        return PlanFit(tuple(batch), (), look(batch))
    except LookupError:
        return _stepwise(look, areas, start)


def _stepwise(look: Look, areas: Sequence[str], start: Sequence[Picks]) -> PlanFit:
    batch, waiting = list(start), list(areas)
    offered = look(batch)
    while offered and waiting:
        area = next((a for a in waiting if a in offered), None)
        if area is None:
            break
        waiting.remove(area)
        batch.append((area,))
        offered = look(batch)
    return PlanFit(tuple(batch), tuple(waiting), offered)


def fill(look: Look, fitted: PlanFit, area: str, most: int | None = None) -> PlanFit:
    """Put all that is left into one area, while it is offered."""
    batch, offered, n = list(fitted.batch), fitted.offered, 0
    while offered and area in offered and (most is None or n < most):
        batch.append((area,))
        n += 1
        offered = look(batch)
    return PlanFit(tuple(batch), fitted.unplaced, offered)
