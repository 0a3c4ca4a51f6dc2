"""Caches between two interactions with a table, by the version of its row."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar
from weakref import WeakValueDictionary

MOST = 256
PEOPLE = 10_000
GRAIN = 60.0
T = TypeVar("T")


class VersionedCache(Generic[T]):
    """A cache for the tables used last. Entries of another version aren't returned."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, tuple[object, T]] = OrderedDict()

    def get(self, number: Hashable, version: object) -> T | None:
        """Return what is cached for that version, if anything."""
        found = self._kept.get(number)
        if found is None or found[0] != version:
            return None
        self._kept.move_to_end(number)
        return found[1]

    def keep(self, number: Hashable, version: object, what: T) -> None:
        """Keep it, and let the one go that has not been used for longest."""
        self._kept[number] = (version, what)
        self._kept.move_to_end(number)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def forget(self, number: Hashable) -> None:
        """Let it go, since it may not be what is stored."""
        self._kept.pop(number, None)

    def __contains__(self, number: Hashable) -> bool:
        return number in self._kept

    def __len__(self) -> int:
        return len(self._kept)


class RecentlySeen:
    """Remembers who was noted at which table lately, so that not every click is stored."""

    def __init__(self) -> None:
        self._at: OrderedDict[tuple[int, int], float] = OrderedDict()

    def due(self, table: int, person: int, now: float) -> bool:
        """Return whether to note that person there again, and remember it as noted."""
        key = (table, person)
        if 0 <= now - self._at.get(key, float("-inf")) < GRAIN:
            return False
        self._at[key] = now
        self._at.move_to_end(key)
        while len(self._at) > PEOPLE:
            self._at.popitem(last=False)
        return True


class InFlight:
    """Counts the calls being served, so that the service can close once there are none."""

    def __init__(self) -> None:
        self._inside = 0
        self._empty = asyncio.Event()
        self._empty.set()

    def __enter__(self) -> None:
        self._inside += 1
        self._empty.clear()

    def __exit__(self, *_: object) -> None:
        self._inside -= 1
        if not self._inside:
            self._empty.set()

    async def wait_until_empty(self, patience: float) -> bool:
        """Wait until no call is being served. Return whether that happened within `patience` seconds."""
        try:
            async with asyncio.timeout(patience):
                await self._empty.wait()
        except TimeoutError:
            return False
        return True


class TableLocks:
    """One queue per table: calls wait in order while another is served."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def of(self, number: int) -> asyncio.Lock:
        """Return the queue of that table."""
        return self._locks.setdefault(number, asyncio.Lock())


Listener: TypeAlias = Callable[[], None]
TableListener: TypeAlias = Callable[[Collection[int] | None], None]


@dataclass(slots=True)
class Signal:
    """Calls its listeners whenever something has changed."""

    listeners: list[Listener] = field(default_factory=list)

    def notify(self, but: Listener | None = None) -> None:
        """Call every listener except `but`."""
        for listener in self.listeners:
            if listener != but:  # the same method is not the same object each time
                listener()


@dataclass(slots=True)
class TableSignal:
    """Tells its listeners which tables have changed, or None if any may have."""

    listeners: list[TableListener] = field(default_factory=list)

    def notify(self, tables: Collection[int] | None, but: TableListener | None = None) -> None:
        """Call every listener except `but` with these tables."""
        for listener in self.listeners:
            if listener != but:
                listener(tables)


PressListener: TypeAlias = Callable[[int, int, str], None]


@dataclass(slots=True)
class PressSignal:
    """Tells its listeners at which table who has pressed something, and on which tab of a browser (empty for
    Discord).
    """

    listeners: list[PressListener] = field(default_factory=list)

    def notify(self, table: int, person: int, tab: str, but: PressListener | None = None) -> None:
        """Call every listener except `but`."""
        for listener in self.listeners:
            if listener != but:
                listener(table, person, tab)
