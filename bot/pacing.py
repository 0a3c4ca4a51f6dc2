"""How fast one channel is posted in: Discord takes five messages in five seconds, whichever tables they are of."""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from bot.delivery.wire import Target

MOST: Final = 5
SPAN: Final = 5.25  # a little longer than Discord counts, whose clock is not ours
MANY: Final = 1000


class Pace:
    """When each channel has been posted in last, and from when a lane that leads there may post again."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._leads: dict[str, Target] = {}
        self._posted: dict[Target, deque[float]] = {}
        self._under_way: Counter[Target] = Counter()

    @contextmanager
    def posting(self, lane: str, target: Target) -> Iterator[bool]:
        """Whether the lane may post there now; what is under way meanwhile counts as posted."""
        self._forget()
        self._leads[lane] = target
        free = self.free_at(lane) <= self._now()
        self._under_way[target] += free
        try:
            yield free
        finally:
            self._under_way[target] -= free

    def posted(self, target: Target) -> None:
        """A message has just arrived there, or may have."""
        self._posted.setdefault(target, deque(maxlen=MOST)).append(self._now())

    def free_at(self, lane: str) -> float:
        """From when the lane may post; never, as long as others who may fill its channel are about to."""
        target = self._leads.get(lane)
        if target is None:
            return 0.0
        room = MOST - self._under_way[target]
        times = self._posted.get(target, ())
        if room <= 0:
            return math.inf
        return times[-room] + SPAN if len(times) >= room else 0.0

    def _forget(self) -> None:
        """Remember no more than is needed."""
        if len(self._posted) > MANY:
            old = self._now() - SPAN
            self._posted = {target: times for target, times in self._posted.items() if times[-1] > old}
        if len(self._leads) > MANY:
            self._leads = {lane: to for lane, to in self._leads.items() if to in self._posted or self._under_way[to]}
            self._under_way = +self._under_way
