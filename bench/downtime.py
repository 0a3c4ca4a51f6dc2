"""How long a start takes after the bot was away for a day, with thousands of tables that wait for somebody."""

from __future__ import annotations

import asyncio
import logging
import tempfile
import time
from pathlib import Path
from typing import Final

import structlog
from sqlalchemy import func
from sqlmodel import col, select

from bench.figures import Figure
from bench.many_tables import made
from bot.app import create_bot
from bot.settings import BotSettings
from bot.store.models import AlarmRow
from bot.tables.work.waking_hours import DAY

PLAYED: Final = 24
STORED: Final = 2_400


async def forgiven(folder: Path) -> list[Figure]:
    """The figures of one start."""
    settings = BotSettings(data=folder)
    await made(settings, PLAYED, STORED)
    bot = create_bot(settings, lambda: time.time() + DAY)
    try:
        waiting = select(func.count(func.distinct(col(AlarmRow.table_id)))).where(AlarmRow.kind == "late")
        (tables,) = await bot.database.read(waiting)
        begun, worked = time.monotonic(), time.process_time()
        await bot.clock.give_grace(DAY)
        waited, worked = time.monotonic() - begun, time.process_time() - worked
    finally:
        bot.bases.close()
        bot.painter.close()
        await bot.database.close()
    return [
        Figure("tables that wait for somebody", tables, ""),
        Figure("after a day without the bot, from its start to its first answer: given back what has run", waited, "s"),
        Figure("of that, work of the processor", worked, "s"),
    ]


def measured() -> list[Figure]:
    """The figures."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(forgiven(Path(folder)))
