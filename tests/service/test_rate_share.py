"""All processes together never ask more of Discord than it takes from one bot, and each gets its part."""

from __future__ import annotations

import random
from collections import Counter, deque
from pathlib import Path

import pytest

from bot.delivery.rate_share import A_SECOND, LASTS, RENEWED, RateShare, fair_shares
from bot.delivery.requests import RateLimits
from bot.delivery.wire import Later
from tests.service.tables import Hand, Room, opened_room

LIMIT = 50
LANES = 200
TICK = 0.02


class Process:
    """One that sends whatever waits in its lanes, the one first that has waited longest."""

    def __init__(self, room: Room, clock: Hand, name: str, lanes: range, wait: float = 0.0) -> None:
        self.share = RateShare(room.database, name, clock, shared=True)
        self.limits = RateLimits(clock, self.share.per_second)
        self.lanes = deque(lanes)
        self.clock = clock
        self.renews_at = clock.now + wait

    async def go_on(self) -> list[int]:
        """The lanes in which something is sent now."""
        if self.clock.now >= self.renews_at:
            self.renews_at = self.clock.now + RENEWED
            await self.share.renew()
        sent = []
        for _ in range(len(self.lanes)):
            self.share.wish()
            try:
                self.limits.take(f"POST {self.lanes[0]}")
            except Later:
                break
            sent.append(self.lanes[0])
            self.lanes.rotate(-1)
        return sent


@pytest.mark.soak
async def test_two_hundred_lanes_of_several_processes_stay_below_the_limit_and_none_starves(tmp_path: Path) -> None:
    """One process dies, another comes; two of them are as busy as they can be all the time."""
    clock, dice = Hand(), random.Random(7)
    async with opened_room(tmp_path / "a.db", clock) as room:
        parts = (range(80), range(80, 160), range(160, LANES))
        living = [Process(room, clock, f"p{n}", part, dice.uniform(0, RENEWED)) for n, part in enumerate(parts)]
        times: list[float] = []
        served: Counter[int] = Counter()
        for step in range(int(40 / TICK)):
            clock.now += TICK
            if step == int(15 / TICK):
                dead = living.pop()
            if step == int(20 / TICK):
                living.append(Process(room, clock, "p3", range(160, LANES)))
            for process in dice.sample(living, len(living)):
                sent = await process.go_on()
                served.update(sent)
                times += [clock.now] * len(sent)
    assert dead.lanes
    assert max(within_a_second(times)) <= LIMIT
    assert set(served) == set(range(LANES))
    assert min(served.values()) * 4 > max(served.values())
    assert len(times) > 40 * A_SECOND * 0.7


def within_a_second(times: list[float]) -> list[int]:
    """For each request, how many were made in the second that ends with it."""
    window: deque[float] = deque()
    found = []
    for at in times:
        window.append(at)
        while window[0] <= at - 1.0 + TICK / 2:
            window.popleft()
        found.append(len(window))
    return found


async def test_a_process_alone_has_everything_and_one_that_does_not_renew_has_nothing(tmp_path: Path) -> None:
    clock = Hand()
    async with opened_room(tmp_path / "a.db", clock) as room:
        assert RateShare(room.database, "alone", clock, shared=False).per_second() == A_SECOND
        share = RateShare(room.database, "one", clock, shared=True)
        assert share.per_second() == 0
        await share.renew()
        assert share.per_second() == 0, "what others may just have used is not used"
        clock.now += 1
        assert share.per_second() == A_SECOND
        clock.now += LASTS
        assert share.per_second() == 0


@pytest.mark.parametrize(
    ("wanted", "shares"),
    [
        ({"a": 0.0}, {"a": 40}),
        ({"a": 100.0, "b": 100.0}, {"a": 20, "b": 20}),
        ({"a": 100.0, "b": 0.0}, {"a": 35, "b": 5}),
        ({"a": 100.0, "b": 8.0, "c": 100.0}, {"a": 16, "b": 8, "c": 16}),
        ({"a": 10.0, "b": 10.0}, {"a": 20, "b": 20}),
    ],
)
def test_whoever_wants_more_gets_what_others_do_not_want(wanted: dict[str, float], shares: dict[str, int]) -> None:
    assert fair_shares(wanted) == shares


def test_shares_are_never_more_than_there_is() -> None:
    dice = random.Random(3)
    for _ in range(200):
        wanted = {str(n): dice.choice([0.0, 3.0, 17.0, 90.0]) for n in range(dice.randint(1, 12))}
        shares = fair_shares(wanted)
        assert sum(shares.values()) <= A_SECOND
        assert min(shares.values()) >= 1
