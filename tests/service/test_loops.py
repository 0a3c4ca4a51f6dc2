"""Loops that run as long as the bot: each ends when it is told to, even in the moment in which it is woken."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot import app
from bot.delivery import table_keeper
from bot.delivery.outbox import Outbox
from bot.delivery.table_keeper import TableKeeper
from bot.features.cups.board import CupBoard
from bot.settings import BotSettings
from bot.tables.alarm_clock import Clock
from tests.service.tables import Room
from tests.service.wires import Recording

TURNS = 8  # of the event loop: more than a wait needs to notice that it is over


class IdleKeeper(TableKeeper):
    """A keeper without anything to do."""

    lane = "idle"

    async def versions(self, tables: Collection[int] | None) -> Sequence[tuple[int, int]]:
        return ()

    async def bring(self, table: int) -> bool:
        raise AssertionError(table)


LOOPS: dict[str, Callable[[Room], Outbox | CupBoard | Clock | TableKeeper]] = {
    "outbox": lambda room: Outbox(room.game_service, Recording(), room.clock),
    "clock": lambda room: Clock(room.game_service, room.clock),
    "cups": lambda room: CupBoard(room.game_service, Recording(), room.clock),
    "keeper": lambda room: IdleKeeper(room.game_service, room.clock),
}


@pytest.mark.parametrize("name", LOOPS)
@pytest.mark.parametrize("turns", range(TURNS))
async def test_a_loop_told_to_end_while_it_is_woken_ends(
    room: Room, monkeypatch: pytest.MonkeyPatch, name: str, turns: int
) -> None:
    monkeypatch.setattr(table_keeper, "BREATH", 0.0)
    loop = LOOPS[name](room)
    task = asyncio.create_task(loop.run())
    await asyncio.sleep(0.1)
    loop._awake.set()
    for _ in range(turns):
        await asyncio.sleep(0)
    task.cancel()
    done, _ = await asyncio.wait({task}, timeout=5)
    if not done:
        task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    assert done


async def test_a_loop_that_loses_its_first_cancellation_is_cancelled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stubborn() -> None:
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(60)
        await asyncio.sleep(60)

    monkeypatch.setattr(app, "PATIENCE", 0.05)
    bot = app.create_bot(BotSettings(data=tmp_path))
    bot._begin(stubborn())
    (task,) = bot._tasks
    await asyncio.sleep(0)
    with capture_logs() as logs:
        await bot.close()
    assert task.cancelled()
    assert [(entry["event"], "stubborn" in entry["loop"]) for entry in logs if "loop" in entry] == [("loop.late", True)]
