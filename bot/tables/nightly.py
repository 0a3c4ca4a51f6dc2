"""Once a day, what is too old goes: see `bot.tables.purge_job`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

import structlog

from bot.store import leases
from bot.store.database import Database
from bot.tables.purge_job import DAY, purge
from bot.tables.work.unit_of_work import Deps

log = structlog.get_logger(__name__)
Purge: TypeAlias = Callable[[Database, float], Awaitable[None]]
NAP: Final = 600.0
TURN: Final = "nightly"


class Nightly:
    """One process does it once a day by the bot's clock, whichever comes first."""

    def __init__(self, deps: Deps, now: Callable[[], float], *also: Purge) -> None:
        """`also`: what else lets go of what is too old; the number is the present time."""
        self._deps, self._now, self._also = deps, now, also

    async def run(self) -> None:
        """For ever; a failure is tried again."""
        while True:
            try:
                await self.do_due()
            except Exception as error:
                log.exception("nightly.failed", exc_info=error)
            await asyncio.sleep(NAP)

    async def do_due(self) -> bool:
        """Do it if a day has passed since any process did; whether it was done. What fails is anybody's turn again."""
        if not await leases.take_turn(self._deps.database, TURN, DAY, self._now()):
            return False
        try:
            await purge(self._deps)
            for let_go in self._also:
                await let_go(self._deps.database, self._now())
        except BaseException:
            await leases.give_back(self._deps.database, TURN)
            raise
        return True
