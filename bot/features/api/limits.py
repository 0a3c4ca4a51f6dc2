"""Rate limits, counted for each caller in this process."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

KNOWN: Final = 10_000
"""Those who ask and are counted; who asked longest ago is forgotten first."""


class Limit:
    """At most so many requests in so many seconds, from each."""

    def __init__(self, most: int, seconds: float, now: Callable[[], float]) -> None:
        self.most, self.seconds, self._now = most, seconds, now
        self._counted: OrderedDict[str, list[float]] = OrderedDict()

    def allows(self, who: str) -> bool:
        """Return whether they may ask now, and if so count it."""
        now = self._now()
        recent = [at for at in self._counted.get(who, ()) if at > now - self.seconds]
        allowed = len(recent) < self.most
        self._counted[who] = [*recent, now] if allowed else recent
        self._counted.move_to_end(who)
        while len(self._counted) > KNOWN:
            self._counted.popitem(last=False)
        return allowed
