"""Processes at one PostgreSQL hear of one another's commits, start at once, and share the work of alarms."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.cluster.notify import WakeUps
from bot.contract import table_ids
from bot.contract.tables import Place
from bot.settings import with_driver
from bot.store import leases
from bot.store.database import Database, newest
from bot.tables.alarm_clock import Clock
from tests.postgres.crowd import PEOPLE, service_at
from tests.service.tables import Hand

pytestmark = pytest.mark.postgres
LOST = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'nisaba-wakeups-%'"


async def test_what_one_process_commits_wakes_the_other_and_a_lost_connection_comes_back(
    own_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.cluster.notify.AGAIN", 0.05)
    one, other = service_at(own_database, tmp_path), service_at(own_database, tmp_path)
    await one.deps.database.migrate()
    woken, cups = asyncio.Event(), asyncio.Event()
    named: asyncio.Queue[Collection[int] | None] = asyncio.Queue()
    other.deps.changed.listeners.append(lambda tables: None if tables == () else named.put_nowait(tables))
    other.deps.listeners.append(woken.set)
    other.deps.cups.listeners.append(cups.set)
    bells = [WakeUps(service.deps) for service in (one, other)]
    running = [asyncio.create_task(bell.run()) for bell in bells]
    heard = []
    async with asyncio.timeout(30):
        for n in range(2):
            for bell in bells:
                await bell.connected.wait()
            woken.clear()
            cups.clear()
            assert await named.get() is None, "after a connection is made any table may have changed"
            info = await one.open_table(PEOPLE[0], Place(5, n), "walk")
            await woken.wait()
            assert await named.get() == [*table_ids.meanings(info.id)][:1], "and then the others are told which"
            assert not cups.is_set(), "no cup has changed, and nobody is told of what was heard"
            one.deps.cups.notify()
            await cups.wait()
            heard.append(n)
            for bell in bells:
                bell.connected.clear()
            await one.deps.database.rows(text(LOST))
    assert heard == [0, 1]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    for service in (one, other):
        await service.deps.database.close()


async def test_two_that_start_at_once_bring_the_tables_up_to_date_once(own_database: str) -> None:
    both = [Database(with_driver(own_database)) for _ in range(3)]
    await asyncio.gather(*(database.migrate() for database in both))
    assert await both[0].read(text("SELECT version_num FROM alembic_version")) == [newest()]
    for database in both:
        await database.close()


async def test_an_alarm_that_another_process_is_at_is_left_alone_for_a_moment(
    own_database: str, tmp_path: Path
) -> None:
    clock = Hand(1000.0)
    service = service_at(own_database, tmp_path, clock)
    await service.deps.database.migrate()
    info = await service.open_table(PEOPLE[0], Place(5, 1), "walk")
    for person in PEOPLE[1:]:
        await service.join(info.id, person)
    await service.start(info.id, PEOPLE[0])
    database = service.deps.database
    clock.now = late = 10.0**9
    (table,) = await database.read(text("SELECT id FROM game_table"))
    assert await leases.claim(database, f"alarm:{table}", "another", late, late + 5)
    before = await database.rows(text("SELECT kind, number, at FROM alarm ORDER BY id"))
    watch = Clock(service, clock)
    assert before
    assert await watch.close_due() == 0
    assert await database.rows(text("SELECT kind, number, at FROM alarm ORDER BY id")) == before
    clock.now += 6
    await watch.close_due()
    assert await database.rows(text("SELECT kind, number, at FROM alarm ORDER BY id")) != before
    await database.close()
