"""What one process has to do with the others at the same database: it shows itself, wakes them, and shares requests."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from bot.cluster.heartbeat import HouseBeat
from bot.cluster.notify import WakeUps
from bot.delivery.rate_share import RateShare
from bot.tables.work.unit_of_work import Deps


class Peers:
    """The beat of this process, its wake-ups, and its share of Discord's requests. Alone it has all of them."""

    def __init__(self, deps: Deps, role: str, now: Callable[[], float]) -> None:
        self.beat = HouseBeat(deps.database, deps.process, role, now)
        self.share = RateShare(deps.database, deps.process, now, shared=not deps.database.lite)
        self._wakeups = WakeUps(deps)
        deps.outlived.append(self.beat.outlived)

    def runs(self) -> tuple[Coroutine[Any, Any, None], ...]:
        """What goes on for as long as the process lives."""
        return self.beat.run(), self._wakeups.run(), self.share.run()
