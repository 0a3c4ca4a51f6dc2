"""When posts of a channel are sent, and which of them in one message.

Discord takes five in five seconds per channel, from all tables together. A failure is followed by a rest, longer each
time.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from typing import Final

from bot.delivery.wire import Target
from bot.store.models import OutboxRow
from bot.tables.posts.channel_posts import RUN

MOST: Final = 5
SPAN: Final = 5.25  # a little longer than Discord counts, whose clock is not ours
MANY: Final = 300
"""Channels remembered without asking which still matter: a little more than are written to in a `SPAN` at most.

Each look of the outbox goes over all of them.
"""


class Pace:
    """When each channel was last posted in, and from when a lane that leads there may post again."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._targets: dict[str, Target] = {}
        self._posted: dict[Target, deque[float]] = {}
        self._under_way: Counter[Target] = Counter()

    @contextmanager
    def posting(self, lane: str, target: Target) -> Iterator[bool]:
        """Reserve the channel for a post; yield whether the lane may post there now. Posts under way count as
        posted.
        """
        self._forget()
        self._targets[lane] = target
        free = self.free_at(lane) <= self._now()
        self._under_way[target] += free
        try:
            yield free
        finally:
            self._under_way[target] -= free

    def note_post(self, target: Target) -> None:
        """Note that a message has arrived there, or may have."""
        self._posted.setdefault(target, deque(maxlen=MOST)).append(self._now())

    def free_at(self, lane: str) -> float:
        """Return from when the lane may post; infinity while posts under way may fill its channel's limit."""
        target = self._targets.get(lane)
        if target is None:
            return 0.0
        room = MOST - self._under_way[target]
        times = self._posted.get(target, ())
        if room <= 0:
            return math.inf
        return times[-room] + SPAN if len(times) >= room else 0.0

    def many(self) -> int:
        """Return how many lanes have to wait for their channel."""
        return sum(self.free_at(lane) > self._now() for lane in self._targets)

    def _forget(self) -> None:
        """Remember no more than is needed."""
        if len(self._posted) > MANY:
            old = self._now() - SPAN
            self._posted = {target: times for target, times in self._posted.items() if times[-1] > old}
        if len(self._targets) > MANY:
            self._targets = {
                lane: to for lane, to in self._targets.items() if to in self._posted or self._under_way[to]
            }
            self._under_way = +self._under_way


FIRST: Final = 1.0
LONGEST: Final = 300.0


class Rests:
    """How long each failed name rests: a second first, twice as long each time, at most 5 minutes."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._kept: dict[str, tuple[float, float]] = {}

    def note_failure(self, name: str) -> float:
        """Note another failure. Return for how many seconds that name rests now."""
        last, _ = self._kept.get(name, (0.0, 0.0))
        wait = min(max(FIRST, 2 * last), LONGEST)
        self._kept[name] = (wait, self._now() + wait)
        return wait

    def over(self, name: str) -> None:
        """End the rest of that name, because it succeeded."""
        self._kept.pop(name, None)

    def many(self) -> int:
        """Return how many names rest now."""
        return sum(until > self._now() for _, until in self._kept.values())

    def until(self, name: str) -> float:
        """Return when it may be tried again; 0 if at any time."""
        return self._kept.get(name, (0.0, 0.0))[1]


BATCH: Final = 12


def rows_together(rows: Sequence[OutboxRow], now: float) -> list[OutboxRow]:
    """Return the first row of a lane and those after it that may go with it in one message.

    A post that fills a slot can be replaced and so is sent alone, except in a run of posts that is over.
    """
    first = rows[0]
    if not _is_loose(first, rows):
        return [first]

    def goes_with(row: OutboxRow) -> bool:
        return row.table_id == first.table_id and row.next_at <= now and _is_loose(row, rows)

    return [first, *takewhile(goes_with, rows[1:])]


def _is_loose(row: OutboxRow, rows: Sequence[OutboxRow]) -> bool:
    """Whether the message of the row will never be touched again."""
    if row.message is not None:
        return False
    later = {other.slot for other in rows if (other.id or 0) > (row.id or 0)}
    over = row.slot.startswith(RUN) and any(slot.startswith(RUN) for slot in later) and row.slot not in later
    return not row.slot or over
