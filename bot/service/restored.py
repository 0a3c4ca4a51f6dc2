"""A few Tables kept ready between two interactions, each with the version of the row it belongs to."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from weakref import WeakValueDictionary

from bot.service.kept import KeptTable


class Restored:
    """The Tables used last. One whose row has changed elsewhere is not handed out."""

    def __init__(self, most: int = 48) -> None:
        self._most = most
        self._kept: OrderedDict[int, tuple[int, KeptTable]] = OrderedDict()

    def get(self, number: int, version: int) -> KeptTable | None:
        """The Table as of that version of its row, if it is at hand."""
        found = self._kept.get(number)
        if found is None or found[0] != version:
            return None
        self._kept.move_to_end(number)
        return found[1]

    def keep(self, number: int, version: int, table: KeptTable) -> None:
        """Keep a Table, and let the one go that has not been used for longest."""
        self._kept[number] = (version, table)
        self._kept.move_to_end(number)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def forget(self, number: int) -> None:
        """Let a Table go, since it may not be what is stored."""
        self._kept.pop(number, None)

    def __len__(self) -> int:
        return len(self._kept)


class Crowd:
    """Who is being served: so that the desk can be closed when nobody is."""

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

    async def gone(self, patience: float) -> bool:
        """Wait until nobody is inside; whether that came within the time."""
        try:
            async with asyncio.timeout(patience):
                await self._empty.wait()
        except TimeoutError:
            return False
        return True


class Queues:
    """One queue a table: whoever comes while somebody is served waits in order."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def of(self, number: int) -> asyncio.Lock:
        """The queue of that table."""
        return self._locks.setdefault(number, asyncio.Lock())
