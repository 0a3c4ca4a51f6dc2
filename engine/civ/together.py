"""Questions that all answer at once, unseen, because their order tells nothing (CIV §4.3, CIV-RUL-005).

Each seat walks its own flow on a copy of the state, where its later questions see what its earlier answers did; what
the flow returns is then done on the state itself, in the printed order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from engine.civ.state import State
from engine.core.ask import Flow, each_flow
from engine.core.decoding import decoder

T = TypeVar("T")


def copied(s: State) -> State:
    """The same position, to be tried out on."""
    return decoder(State).json(msgspec.json.encode(s))


async def together(
    s: State, key: str, seats: Iterable[str], flow: Callable[[State, str], Flow[T]], **said: Any
) -> Mapping[str, T]:
    """What comes of the flows of these seats, each on a copy of its own; nobody is asked if there are none."""
    flows = {seat: flow(copied(s), seat) for seat in seats}
    return await each_flow(key, flows, **said) if flows else {}
