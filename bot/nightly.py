"""Once a day, what is too old goes: see `bot.service.people.purge`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

from bot.claims import forget_old
from bot.service.people.purge import DAY, purge
from bot.service.unit_of_work import Deps

log = structlog.get_logger(__name__)
NAP: Final = 600.0


class Nightly:
    """Does it for the first time at the start, and then once a day by the bot's clock."""

    def __init__(self, deps: Deps, now: Callable[[], float]) -> None:
        self._deps, self._now = deps, now
        self._last = float("-inf")

    async def run(self) -> None:
        """For ever; a failure is tried again."""
        while True:
            try:
                await self.do_due()
            except Exception as error:
                log.exception("nightly.failed", exc_info=error)
            await asyncio.sleep(NAP)

    async def do_due(self) -> bool:
        """Do it if a day has passed; whether it was done."""
        if self._now() - self._last < DAY:
            return False
        await purge(self._deps)
        await forget_old(self._deps.database, self._now())
        self._last = self._now()
        return True
