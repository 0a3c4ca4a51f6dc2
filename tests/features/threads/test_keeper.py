"""What becomes of a table's thread as its game goes on: titled once, tagged, and left as it is where that's refused."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from sqlalchemy import text
from sqlalchemy.dialects import sqlite
from sqlmodel import select

from bot.contract.tables import Place
from bot.delivery.requests import refusal
from bot.delivery.wire import Later
from bot.features.events import service as events
from bot.features.notes import service as notes
from bot.features.threads import service
from bot.features.threads.discord_threads import TableThreads
from bot.features.threads.keeper import PAUSE, Opener, ThreadKeeper
from bot.features.threads.service import ThreadRow
from tests.service.tables import refused
from tests.ui.table.room import ANA, BEN, HERE, Room, opened_room

pytestmark = pytest.mark.filterwarnings("error")


class Threads(TableThreads):
    """One thread, if it is the bot's own. `fail` is what the next changes meet."""

    def __init__(self) -> None:
        self.thread = SimpleNamespace(id=77, name="ACME · Ana", auto_archive_duration=10080, applied_tags=[])
        self.mine, self.looks = True, 0
        self.changes: list[dict[str, Any]] = []
        self.fail: list[Exception] = []

    async def own(self, place: Place) -> discord.Thread | None:
        self.looks += 1
        return cast("discord.Thread", self.thread) if self.mine else None

    async def forum(self, thread: discord.Thread) -> discord.ForumChannel | None:
        return None

    async def change(self, thread: int, changes: Mapping[str, Any]) -> None:
        self.changes.append(dict(changes))
        if self.fail:
            raise self.fail.pop(0)
        vars(self.thread).update(changes)


class Sitting:
    """A room of ACME in a thread, and its keeper."""

    def __init__(self, room: Room) -> None:
        self.room, self.threads = room, Threads()
        self.keeper = self.started()

    def started(self) -> ThreadKeeper:
        """A keeper that knows nothing of before, as after a restart."""
        return ThreadKeeper(self.room.service, self.threads, lambda: self.room.now)

    async def opened(self, **choices: Any) -> str:
        info = await self.room.service.open_table(ANA, HERE, "acme", **choices)
        await self.room.service.join(info.id, BEN)
        return info.id

    async def end(self, table: str) -> None:
        """The host closes the lobby."""
        error = await refused(self.room.service.end(table, ANA))
        await self.room.service.end(table, ANA, confirm=str(error.said["confirm"]))

    async def rows(self) -> list[ThreadRow]:
        return await self.room.database.read(select(ThreadRow))


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Sitting]:
    async with opened_room(tmp_path / "nisaba.db") as made:
        yield Sitting(made)


async def test_a_thread_has_a_new_title_once_when_the_game_starts(here: Sitting) -> None:
    table = await here.opened()
    assert await here.keeper.settle()
    assert here.threads.changes == []
    await here.room.service.start(table, ANA)
    assert await here.keeper.settle()
    assert here.threads.changes == [{"name": "ACME · Ana, Ben"}]
    assert await here.started().settle()
    await notes.write(here.room.service, table, ANA, "Watch Ben.")
    await here.keeper.settle()
    assert (len(here.threads.changes), here.threads.looks) == (1, 2), "a change of the game alone is no reason to look"


async def test_a_thread_is_archived_a_day_after_the_end_and_a_week_while_anything_is_open(here: Sitting) -> None:
    here.threads.thread.auto_archive_duration = 1440
    table = await here.opened()
    await here.keeper.settle()
    assert here.threads.thread.auto_archive_duration == 10080
    await here.end(table)
    await here.keeper.settle()
    assert here.threads.thread.auto_archive_duration == 1440
    assert await here.rows() == []


@pytest.mark.parametrize(
    ("query", "index"), [(service.OPEN_DUE, "ux_game_table_open"), (events.TIMED, "ix_game_table_lobby")]
)
async def test_what_is_asked_at_the_start_reads_open_tables_alone(here: Sitting, query: Any, index: str) -> None:
    asked = query.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True})
    async with here.room.database.session() as session:
        plan = (await session.execute(text(f"EXPLAIN QUERY PLAN {asked}"))).all()
    assert index in str(plan)


async def test_a_table_that_has_ended_leaves_a_thread_to_the_one_that_follows(here: Sitting) -> None:
    table = await here.opened()
    await here.keeper.settle()
    await here.end(table)
    await here.opened()
    await here.keeper.settle()
    assert here.threads.thread.auto_archive_duration == 10080


async def test_a_channel_that_is_no_thread_of_the_bot_is_looked_at_once_for_each_state(here: Sitting) -> None:
    here.threads.mine = False
    table = await here.opened()
    await here.keeper.settle()
    await here.started().settle()
    assert (here.threads.looks, [row.state for row in await here.rows()]) == (1, ["lobby"])
    await here.room.service.start(table, ANA)
    await here.keeper.settle()
    assert (here.threads.looks, here.threads.changes) == (2, [])


async def test_a_title_that_has_to_wait_is_given_later_and_is_then_the_newest(here: Sitting) -> None:
    table = await here.opened()
    await here.keeper.settle()
    await here.room.service.start(table, ANA)
    here.threads.fail = [refusal(429, {"retry_after": 540.0, "code": 0}, dm=False), Later("a limit", 500.0)]
    assert not await here.keeper.settle()
    assert not await here.keeper.settle()
    assert await here.keeper.settle()
    assert here.threads.thread.name == "ACME · Ana, Ben"


@pytest.mark.parametrize("code", [50013, 50001, 10003, 160005])
async def test_what_is_refused_for_good_is_not_asked_for_again(here: Sitting, code: int) -> None:
    table = await here.opened()
    await here.keeper.settle()
    await here.room.service.start(table, ANA)
    here.threads.fail = [refusal(403 if code < 60000 else 400, {"code": code}, dm=False)]
    assert await here.keeper.settle()
    assert await here.started().settle()
    assert len(here.threads.changes) == 1


async def test_a_title_that_a_moderation_rule_blocks_does_not_keep_the_rest_back(here: Sitting) -> None:
    here.threads.thread.auto_archive_duration = 1440
    table = await here.opened()
    await here.room.service.start(table, ANA)
    here.threads.fail = [refusal(400, {"code": 200001}, dm=False)]
    assert await here.keeper.settle()
    assert here.threads.changes[-1] == {"auto_archive_duration": 10080}
    assert here.threads.thread.name == "ACME · Ana"


class Asked(TableThreads):
    """Threads about which Discord is asked, except for those `heard` of; when that was."""

    def __init__(self, heard: set[int]) -> None:
        self.heard, self.times = heard, dict[int, float]()

    def is_heard_of(self, channel: int) -> bool:
        return channel in self.heard

    async def reopen(self, channel: int) -> bool:
        self.times[channel] = asyncio.get_running_loop().time()
        return False


async def test_without_a_gateway_discord_is_asked_about_many_threads_evenly(here: Sitting) -> None:
    channels = [HERE.channel + n for n in range(4)]
    for channel in channels:
        await here.room.service.open_table(ANA, replace(HERE, channel=channel), "acme")
    there = Asked({channels[0]})
    await Opener(here.room.service.deps, there).look()
    assert sorted(there.times) == channels[1:]
    assert min(after - before for before, after in pairwise(there.times.values())) >= PAUSE * 0.9
