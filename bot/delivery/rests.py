"""Leaving alone what has just failed, longer each time, without writing anything down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

FIRST: Final = 1.0
LONGEST: Final = 300.0


class Rests:
    """How long each thing that has failed is left alone: a second first, twice as long each time, at most 5 minutes."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._kept: dict[str, tuple[float, float]] = {}

    def failed(self, name: str) -> float:
        """It has failed again: the seconds for which it is left alone from now on."""
        last, _ = self._kept.get(name, (0.0, 0.0))
        wait = min(max(FIRST, 2 * last), LONGEST)
        self._kept[name] = (wait, self._now() + wait)
        return wait

    def over(self, name: str) -> None:
        """It has not failed this time."""
        self._kept.pop(name, None)

    def until(self, name: str) -> float:
        """When it may be tried again; 0 if at any time."""
        return self._kept.get(name, (0.0, 0.0))[1]
