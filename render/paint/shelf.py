"""A small cache of costly things: one maker per key at a time, the least recently used is dropped."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Thing = TypeVar("Thing")


class Shelf(Generic[Key, Thing]):
    """Things by key, at most `room` of them; safe to use from several threads."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._things: OrderedDict[Key, Thing] = OrderedDict()
        self._making: dict[Key, Lock] = {}
        self._lock = Lock()

    def take(self, key: Key, make: Callable[[], Thing]) -> Thing:
        """Return the thing of that key, made now if it isn't cached; concurrent callers of the same key wait for it."""
        with self._lock:
            if key in self._things:
                return self._used(key)
            making = self._making.setdefault(key, Lock())
        with making:
            with self._lock:
                if key in self._things:
                    return self._used(key)
            thing = make()
            self._keep(key, thing)
            return thing

    def _used(self, key: Key) -> Thing:
        self._things.move_to_end(key)
        return self._things[key]

    def _keep(self, key: Key, thing: Thing) -> None:
        with self._lock:
            self._things[key] = thing
            self._making.pop(key, None)
            while len(self._things) > self._room:
                self._things.popitem(last=False)
