"""A morning: 10,000 DMs are due within ten minutes, and people click beside it, on one process.

The database is as full as in `bench.load`. People click for a while before any messages are due, to tell what the
messages add.
Nothing is measured by turns: the outbox would stand still between them.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from pathlib import Path
from typing import Final

from bench.figures import Figure
from bench.full_database import waiting, write_dms
from bench.load import Load, Scene, at, of_load, scene
from bench.swallowing import DIRECT
from bot.delivery.rate_share import A_SECOND

MESSAGES: Final = 10_000
WITHIN: Final = 600.0
ALONE: Final = 60.0
MOST: Final = 900.0
"""Seconds after which what has not been sent is left."""
LOOKS: Final = 0.5
MORNING: Final = replace(Load(), rate=10.0)


async def run(load: Load, folder: Path, database: str) -> list[Figure]:
    """Click alone, then beside the messages; the figures."""
    async with scene(load, folder, database) as here:
        share, alone = await clicked_alone(here, load.rate)
        return [*alone, *await beside_messages(here, load.rate, share)]


async def clicked_alone(here: Scene, rate: float) -> tuple[float, list[Figure]]:
    """What a click takes of the processor, in seconds; and the figures."""
    here.clicks.clear()
    (before,) = here.bots.processor().values()
    await here.clicks.run(rate, ALONE)
    (now,) = here.bots.processor().values()
    share = (now - before) / max(1, len(here.clicks.seconds))
    return share, [*walls("clicks alone", here), Figure("clicks alone: processor for a click", share * 1000, "ms")]


async def beside_messages(here: Scene, rate: float, share: float) -> list[Figure]:
    """Let the messages be due; how quickly they went out, and what became of the clicks."""
    here.clicks.clear()
    await write_dms(here.settings, MESSAGES, time.time() - WITHIN, WITHIN)
    counted, (before,), begun = here.clicks.discord.counted, here.bots.processor().values(), time.monotonic()
    clicking = asyncio.create_task(here.clicks.run(rate, MOST))
    while await waiting(here.settings) and not clicking.done():  # noqa: ASYNC110 - nothing tells of it
        await asyncio.sleep(LOOKS)
    lasted, sent, asked = time.monotonic() - begun, counted[DIRECT], here.clicks.discord.asked_by_outbox()
    (now,) = here.bots.processor().values()
    clicked = len(here.clicks.seconds)
    clicking.cancel()
    await asyncio.gather(clicking, return_exceptions=True)
    return [
        *walls("clicks beside messages", here),
        Figure("messages sent", sent, ""),
        Figure("messages a second", sent / lasted, "/s"),
        Figure(f"requests of the outbox, of {A_SECOND} a second", asked / lasted, "/s"),
        Figure("processor for a message, without clicks", (now - before - clicked * share) / sent * 1000, "ms"),
        Figure("of a processor, clicks included", (now - before) / lasted * 100, "%"),
    ]


def walls(name: str, here: Scene) -> list[Figure]:
    """How long clicks took, and how many were not answered."""
    shares = {"median": 0.5, "95 % under": 0.95, "99 % under": 0.99}
    found = [Figure(f"{name}, {which}", at(here.clicks.seconds, share) * 1000, "ms") for which, share in shares.items()]
    return [*found, Figure(f"{name}, not answered", len(here.clicks.ended), "clicks")]


def measured() -> list[Figure]:
    """The figures."""
    return of_load(MORNING, run)
