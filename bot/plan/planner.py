"""Finding an order in which a plan can be carried out. Only the options offered in dry runs say what is possible."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.core.ask import Picks

Options: TypeAlias = frozenset[str]
Look: TypeAlias = Callable[[Sequence[Picks]], Awaitable[Options | None]]


@dataclass(frozen=True, slots=True)
class Fit:
    """How far a plan goes: the answers in a possible order, what found no place, and what is offered after them.

    `offered` is None once the question is not asked any more: nothing is left to place.
    """

    batch: tuple[Picks, ...]
    unplaced: tuple[str, ...]
    offered: Options | None


async def fit(look: Look, areas: Sequence[str], start: Sequence[Picks] = ()) -> Fit:
    """Put the areas into an order in which each is offered when its turn comes.

    `look` tries answers and returns the options of the same question after them, None if it is not asked then,
    and raises LookupError if one of them is refused.
    """
    batch = [*start, *((a,) for a in areas)]
    try:
        return Fit(tuple(batch), (), await look(batch))
    except LookupError:
        return await _stepwise(look, areas, start)


async def _stepwise(look: Look, areas: Sequence[str], start: Sequence[Picks]) -> Fit:
    batch, waiting = list(start), list(areas)
    offered = await look(batch)
    while offered and waiting:
        area = next((a for a in waiting if a in offered), None)
        if area is None:
            break
        waiting.remove(area)
        batch.append((area,))
        offered = await look(batch)
    return Fit(tuple(batch), tuple(waiting), offered)


async def fill(look: Look, fitted: Fit, area: str, most: int | None = None) -> Fit:
    """Put all that is left into one area, as long as it is offered."""
    batch, offered, n = list(fitted.batch), fitted.offered, 0
    while offered and area in offered and (most is None or n < most):
        batch.append((area,))
        n += 1
        offered = await look(batch)
    return Fit(tuple(batch), fitted.unplaced, offered)
