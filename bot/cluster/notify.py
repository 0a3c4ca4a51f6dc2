"""Wakes the other processes at one PostgreSQL after a commit, since they may have to send or ring.

Each process listens and notifies over a connection of its own. A notification names the process and the tables that
have changed; another one says that a cup has, or which browsers were signed out. A process that missed some looks at
everything.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from importlib import import_module
from typing import Any, Final

import structlog

from bot.tables.work.unit_of_work import Deps

log = structlog.get_logger(__name__)
CHANNEL: Final = "nisaba"
AGAIN: Final = 5.0
CUPS: Final = "cups"
SIGNED_OUT: Final = "signed-out:"
PRESSED: Final = "pressed:"
NONE, ANY = "-", ""
"""No table has changed; any may have."""
MOST: Final = 500
"""Numbers that fit into a notification, which is at most 8,000 bytes long."""
FEW: Final = 250
"""Numbers of sessions that fit; they are longer."""


class WakeUps:
    """Tells the others whenever something has been committed here, and wakes this process when they tell it."""

    def __init__(self, deps: Deps) -> None:
        self._deps = deps
        self._committed = asyncio.Event()
        self._tell = self._committed.set
        self._cup_changed = False
        self._tables: set[int] | None = set()  # None: any may have changed
        self._signed_out: set[int] = set()
        self._pressed: set[str] = set()
        deps.changed.listeners.append(self._tell_of_tables)
        deps.listeners.append(self._tell)
        deps.cups.listeners.append(self._tell_of_cups)
        deps.signed_out.listeners.append(self._tell_of_browsers)
        deps.pressed.listeners.append(self._tell_of_press)
        self.connected = asyncio.Event()

    def _tell_of_cups(self) -> None:
        self._cup_changed = True
        self._tell()

    def _tell_of_browsers(self, sessions: Collection[int] | None) -> None:
        self._signed_out |= set(sessions or ())
        self._tell()

    def _tell_of_press(self, table: int, person: int, tab: str) -> None:
        self._pressed.add(f"{PRESSED}{table} {person} {tab}")
        self._tell()

    def _tell_of_tables(self, tables: Collection[int] | None) -> None:
        """Keep the tables for the next notification, as far as it has room for them."""
        known = None if tables is None or self._tables is None else {*self._tables, *tables}
        self._tables = known if known is not None and len(known) <= MOST else None

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
            self._wake(None)
            self._deps.cups.notify(but=self._tell_of_cups)
            self._deps.signed_out.notify(None, but=self._tell_of_browsers)
            await self._tell_others(connection)
        finally:
            connection.terminate()

    async def _tell_others(self, connection: Any) -> None:
        """Tell other processes about commits. Commits made meanwhile are sent together."""
        while True:
            await self._committed.wait()
            if connection.is_closed():
                return
            self._committed.clear()
            try:
                for about in self._news():
                    await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, f"{self._deps.process} {about}")
            except BaseException:
                self._tables = None  # whether the others have heard of them is unknown
                raise

    def _news(self) -> list[str]:
        """Return what the others are to hear of: that a cup has changed, browsers that were signed out, presses at
        seats, and these tables, or too many to name.
        """
        presses, self._pressed = sorted(self._pressed), set()
        cups, tables, out = [CUPS] if self._cup_changed else [], self._tables, sorted(self._signed_out)
        self._cup_changed, self._tables, self._signed_out = False, set(), set()
        browsers = [f"{SIGNED_OUT}{','.join(map(str, out[n : n + FEW]))}" for n in range(0, len(out), FEW)]
        return [*cups, *browsers, *presses, ANY if tables is None else ",".join(map(str, sorted(tables))) or NONE]

    def _heard(self, _connection: object, _pid: int, _channel: str, said: str) -> None:
        who, _, about = said.partition(" ")
        if who == self._deps.process:
            return
        if about == CUPS:
            self._wake(())
            self._deps.cups.notify(but=self._tell_of_cups)
        elif about.startswith(SIGNED_OUT):
            out = [int(one) for one in about.removeprefix(SIGNED_OUT).split(",")]
            self._deps.signed_out.notify(out, but=self._tell_of_browsers)
        elif about.startswith(PRESSED):
            table, person, tab = about.removeprefix(PRESSED).split(" ")
            self._deps.pressed.notify(int(table), int(person), tab, but=self._tell_of_press)
        elif about == NONE:
            self._wake(())
        else:
            self._wake([int(one) for one in about.split(",")] if about else None)
            if about == ANY:
                self._deps.signed_out.notify(None, but=self._tell_of_browsers)

    def _wake(self, tables: Collection[int] | None) -> None:
        """Call the listeners of this process for commits, without telling other processes."""
        self._deps.changed.notify(tables, but=self._tell_of_tables)
        for listener in self._deps.listeners:
            if listener is not self._tell:
                listener()
