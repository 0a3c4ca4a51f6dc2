"""The clock of the local table: tests run it faster, or move it forward at once."""

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable

from bot.local_table.world import TableClock


class SimulatedClock(TableClock):
    """Seconds since 1970 that pass `speed` times as fast as on the wall, with alarms."""

    def __init__(self, speed: float = 1.0) -> None:
        super().__init__()
        self.speed = speed
        self._start = time.time()
        self._zero = time.monotonic()
        self._alarms: list[tuple[float, int, Callable[[], None]]] = []
        self._count = itertools.count()
        self._handle: asyncio.TimerHandle | None = None

    def now(self) -> float:
        """The present time in seconds since 1970."""
        return self._start + (time.monotonic() - self._zero) * self.speed + self.skipped

    def alarm(self, seconds: float, ring: Callable[[], None]) -> None:
        """Call `ring` when `seconds` of this clock have passed; needs a running event loop."""
        heapq.heappush(self._alarms, (self.now() + seconds, next(self._count), ring))
        self._wind()

    def advance(self, seconds: float) -> None:
        """Move the clock forward; alarms that have become due ring at once."""
        super().advance(seconds)
        self._ring()

    def stop(self) -> None:
        """Forget all alarms."""
        self._alarms.clear()
        if self._handle:
            self._handle.cancel()
            self._handle = None

    def _wind(self) -> None:
        if self._handle:
            self._handle.cancel()
            self._handle = None
        if self._alarms:
            wait = max(0.0, self._alarms[0][0] - self.now()) / self.speed
            self._handle = asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        while self._alarms and self._alarms[0][0] <= self.now():
            heapq.heappop(self._alarms)[2]()
        self._wind()
