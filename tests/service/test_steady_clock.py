"""A machine's clock that jumps moves nothing: neither what is deleted by its age nor what rings at its time."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlmodel import col, select

from bot import settings
from bot.app import create_bot
from bot.delivery.steady_clock import AGREES, SteadyClock
from bot.local_table.server import TOKEN, Playground
from bot.store import leases
from bot.store.models import AlarmRow, OutboxRow
from bot.tables.alarm_clock import Clock
from bot.tables.purge_job import DAY
from tests.service.tables import ANA, BEN, Room, begun

YEAR = 365 * DAY


@dataclass
class Machine:
    """A machine: what its clock shows, and for how long it has been running."""

    wall: float = 1_000_000.0
    up: float = 50.0

    def go_on(self, seconds: float) -> None:
        self.wall += seconds
        self.up += seconds


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def clock(machine: Machine) -> SteadyClock:
    return SteadyClock(lambda: machine.wall, lambda: machine.up)


def test_a_clock_that_runs_is_followed_and_so_is_one_that_is_put_right_a_little(
    machine: Machine, clock: SteadyClock
) -> None:
    machine.go_on(3600)
    assert clock() == machine.wall
    machine.wall += AGREES / 2
    assert clock() == machine.wall
    assert not clock.is_doubtful


@pytest.mark.parametrize("jump", [YEAR, -YEAR, 2 * AGREES])
def test_a_jump_and_its_way_back_are_not_followed(jump: float, machine: Machine, clock: SteadyClock) -> None:
    true = machine.wall
    machine.wall += jump
    assert clock.is_doubtful
    assert clock() == true
    machine.go_on(100)
    assert clock() == true + 100
    machine.wall -= jump
    assert clock() == machine.wall == true + 100


def test_discord_says_who_is_right(machine: Machine, clock: SteadyClock) -> None:
    machine.wall += YEAR
    clock.hear(machine.wall)
    assert clock() == machine.wall
    clock.hear(machine.wall - 5 * YEAR)
    assert clock() == machine.wall - 5 * YEAR
    machine.go_on(10)
    machine.wall -= 5 * YEAR
    clock.hear(machine.wall + 0.7)
    assert clock() == machine.wall
    assert not clock.is_doubtful


async def test_a_bot_on_a_machine_with_a_wrong_clock_goes_by_discords(table: Playground, tmp_path: Path) -> None:
    bot = create_bot(settings.read(data=tmp_path / "data"))
    assert isinstance(bot.now, SteadyClock)
    wall = bot.now._wall
    bot.now._wall = lambda: wall() + YEAR
    bot.now._known = bot.now._wall(), bot.now._steady()
    async with bot:
        await bot.login(TOKEN)
        assert abs(bot.now() - wall()) < AGREES
        bot.now._wall = wall
        await bot._ask_the_time()
        assert not bot.now.is_doubtful


async def alarms(room: Room) -> list[AlarmRow]:
    return list(await room.database.read(select(AlarmRow).order_by(col(AlarmRow.id))))


async def test_what_was_made_while_the_clock_was_ahead_counts_from_now_once_it_is_right(room: Room) -> None:
    now = room.clock.now
    room.clock.now += YEAR
    await begun(room, ANA, BEN)
    made = await alarms(room)
    spans = [(one.at - one.made_at) for one in made]
    assert made
    assert await leases.claim(room.database, "lane", "somebody", room.clock.now, room.clock.now + 60)
    assert await leases.take_turn(room.database, "nightly", DAY, room.clock.now)
    room.clock.now = now
    await Clock(room.service, room.clock).give_grace(0.0)
    assert [(one.at - now) for one in await alarms(room)] == pytest.approx(spans)
    assert {row.next_at <= now for row in await room.database.read(select(OutboxRow))} == {True}
    assert await leases.claim(room.database, "lane", "another", now, now + 60)
    room.clock.now += DAY + 1
    assert await leases.take_turn(room.database, "nightly", DAY, room.clock.now)


async def test_what_was_made_in_time_keeps_its_time(room: Room) -> None:
    await begun(room, ANA, BEN)
    before = [(one.at, one.made_at) for one in await alarms(room)]
    room.clock.now += 60
    await Clock(room.service, room.clock).give_grace(0.0)
    assert [(one.at, one.made_at) for one in await alarms(room)] == before
