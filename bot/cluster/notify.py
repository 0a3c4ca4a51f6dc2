"""Wakes the other processes at one PostgreSQL after a commit, since they may have to send or ring.

Each process listens and notifies over a connection of its own. A notification names the process, with a word of its own
for a changed cup. Missed ones are found by looking every half minute.
"""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import Any, Final

import structlog

from bot.tables.work.unit_of_work import Deps

log = structlog.get_logger(__name__)
CHANNEL: Final = "nisaba"
AGAIN: Final = 5.0
CUPS: Final = "cups"


class WakeUps:
    """Tells the others whenever something has been committed here, and wakes this process when they tell it."""

    def __init__(self, deps: Deps) -> None:
        self._deps = deps
        self._committed = asyncio.Event()
        self._tell = self._committed.set
        self._cup_changed = False
        deps.listeners.append(self._tell)
        deps.cups.listeners.append(self._tell_of_cups)
        self.connected = asyncio.Event()

    def _tell_of_cups(self) -> None:
        self._cup_changed = True
        self._tell()

    async def run(self) -> None:
        """Listen for ever and reconnect when the connection is lost; with SQLite, do nothing."""
        while not self._deps.database.lite:
            try:
                await self._listen(import_module("asyncpg"))
            except Exception as error:  # noqa: BLE001 - whatever it is, the next try may succeed
                log.warning("wakeups.lost", reason=f"{type(error).__name__}: {error}")
            self.connected.clear()
            await asyncio.sleep(AGAIN)

    async def _listen(self, driver: Any) -> None:
        url = self._deps.database.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        connection = await driver.connect(
            url, server_settings={"application_name": f"nisaba-wakeups-{self._deps.process}"}
        )
        try:
            await connection.add_listener(CHANNEL, self._heard)
            connection.add_termination_listener(lambda _: self._tell())
            self.connected.set()
            self._wake()
            self._deps.cups.notify(but=self._tell_of_cups)
            await self._tell_others(connection)
        finally:
            connection.terminate()

    async def _tell_others(self, connection: Any) -> None:
        """Tell other processes about commits. Commits made meanwhile are sent together."""
        while not connection.is_closed():
            await self._committed.wait()
            self._committed.clear()
            said = f"{self._deps.process} {CUPS}" if self._cup_changed else self._deps.process
            self._cup_changed = False
            await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, said)

    def _heard(self, _connection: object, _pid: int, _channel: str, said: str) -> None:
        who, _, about = said.partition(" ")
        if who == self._deps.process:
            return
        self._wake()
        if about == CUPS:
            self._deps.cups.notify(but=self._tell_of_cups)

    def _wake(self) -> None:
        """Call the listeners of this process for commits, without telling other processes."""
        for listener in self._deps.listeners:
            if listener is not self._tell:
                listener()
