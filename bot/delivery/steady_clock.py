"""The bot's time. A machine's clock may jump by years and back, so Discord's time is used to check it."""

from __future__ import annotations

import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from types import SimpleNamespace
from typing import Final

import aiohttp
import structlog

log = structlog.get_logger(__name__)
AGREES: Final = 60.0
"""Seconds by which clocks may differ, or a clock be put right by its machine, without anybody minding."""


def uptime() -> float:
    """Return the seconds that the machine has been running, in its sleep too where it can tell."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class SteadyClock:
    """The machine's clock while it neither jumps nor differs from Discord's."""

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = uptime) -> None:
        self._wall, self._steady = wall, steady
        self._ahead = 0.0
        self._known = (wall(), steady())

    def __call__(self) -> float:
        """The present time in seconds since 1970; a jump of the machine's clock is not followed."""
        steady, now = self._steady(), self._wall() - self._ahead
        then, at = self._known
        jump = now - (then + steady - at)
        if abs(jump) > AGREES:
            log.warning("clock.jumped", seconds=round(jump))
            self._ahead += jump
            now -= jump
        self._known = now, steady
        return now

    @property
    def is_doubtful(self) -> bool:
        """Return whether the machine's clock differs from this one, so that Discord should be asked."""
        self()
        return self._ahead != 0.0

    def hear(self, told: float) -> None:
        """Note Discord's time, in seconds since 1970."""
        wall = self._wall()
        is_right = abs(wall - told) <= AGREES
        if (self._ahead and is_right) or abs(wall - self._ahead - told) > AGREES:
            self._ahead = 0.0 if is_right else wall - told
            log.warning("clock.put_right", machine_ahead_by=round(self._ahead))
        self._known = wall - self._ahead, self._steady()

    def trace(self) -> aiohttp.TraceConfig:
        """Return the tracing that reads the date of every answer of Discord."""
        tracing = aiohttp.TraceConfig()
        tracing.on_request_end.append(self._answered)
        return tracing

    async def _answered(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        try:
            self.hear(parsedate_to_datetime(end.response.headers["Date"]).timestamp())
        except (KeyError, ValueError):
            return
