"""Questions that all answer at once, in secret, because their order doesn't matter (CIV §4.3, CIV-RUL-005).

Each seat walks its own flow on a copy of the state, where its later questions see what its earlier answers did. The
results are then carried out on the state itself, in the printed order. The computer's reasons are told when all are
finished.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from typing import Any, TypeVar

from engine.civ.npc.hooks import reasons
from engine.civ.state import State
from engine.core.ask import Flow, each_flow, watch
from engine.core.deepcopy import deep_copy
from engine.core.game import Event

T = TypeVar("T")


async def together(
    s: State, key: str, seats: Iterable[str], flow: Callable[[State, str], Flow[T]], /, **said: Any
) -> Mapping[str, T]:
    """Return the results of the flows of these seats, each on a copy of its own; without seats nobody is asked."""
    told: dict[str, list[Event]] = {seat: [] for seat in seats}

    def explaining(seat: str) -> Flow[T]:
        return watch(flow(own_copy(s, seat), seat), lambda asked, given: told[seat].extend(reasons(s, asked, given)))

    flows = {seat: explaining(seat) for seat in told}
    found = await each_flow(key, flows, **said) if flows else {}
    s.told.extend(event for events in told.values() for event in events)
    return found


def own_copy(s: State, seat: str) -> State:
    """Return the state with the board and all that is the seat's own copied for its flow.

    What others have, and the piles, are shared with `s`: a flow that changes them is refused by the kernel.
    """
    trial = copy(s)
    trial.nations = {**s.nations, seat: deep_copy(s.nations[seat])}
    trial.tokens = {where: dict(here) for where, here in s.tokens.items()}
    trial.cities, trial.acquired = dict(s.cities), list(s.acquired)
    trial.moved, trial.stood, trial.told = dict(s.moved), dict(s.stood), []
    trial.sailing = [deep_copy(ship) for ship in s.sailing]
    return trial
