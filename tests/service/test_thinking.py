"""Strong computers think in a process of their own, and what they think is the same wherever they do it."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator

import pytest

from bot.tables.thinking import ThinkingProcess, think_ahead, think_in_thread
from engine.core.game import SeatPlan
from engine.core.record import Record
from engine.core.table import Table
from engine.games import GAMES

GAME = GAMES["culture_wars"]


@pytest.fixture
async def process() -> AsyncIterator[ThinkingProcess]:
    made = ThinkingProcess()
    yield made
    await asyncio.to_thread(made.close)


@pytest.fixture(scope="module")
def record() -> Record:
    """A game of two strong computers, one of which has to think."""
    table = Table.new(GAME, "standard", [SeatPlan(by="npc")] * 2, {"npc": "strong"}, "thinking")
    while table.thinker is None:
        table.go_on()
        table.begin()
    return table.record.copy()


async def test_it_comes_to_the_same_as_here(process: ThinkingProcess, record: Record) -> None:
    found = await process.think(GAME, record)
    assert found
    assert found == think_ahead(GAME, record.copy()) == await think_in_thread(GAME, record.copy())


async def test_if_the_process_dies_the_thought_is_thought_here_and_the_next_in_another(
    process: ThinkingProcess, record: Record
) -> None:
    expected = await process.think(GAME, record)
    assert process._pool is not None
    (first,) = process._pool._processes
    os.kill(first, signal.SIGKILL)
    assert await process.think(GAME, record) == expected
    assert await process.think(GAME, record) == expected
    assert process._pool is not None
    assert first not in process._pool._processes


async def test_what_is_thought_at_the_end_is_dropped_at_once(record: Record) -> None:
    process = ThinkingProcess()
    await process.think(GAME, record)
    thought = asyncio.create_task(process.think(GAME, record))
    await asyncio.sleep(0.05)
    await asyncio.to_thread(process.close)
    assert await thought in ([], ()) or thought.result() == think_ahead(GAME, record.copy())


async def test_a_game_of_ones_own_is_thought_about_here(process: ThinkingProcess, record: Record) -> None:
    own = type(GAME)()
    assert await process.think(own, record) == think_ahead(GAME, record.copy())
    assert process._pool is None
