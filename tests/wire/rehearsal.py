"""A short evening before any bot is born: whatever a process does once in its life has been done when it begins.

That is SQLAlchemy's: mappers are configured, statements compiled; that of Discord's library, of the games, of Python.
It happens at a table of its own in a folder of its own, and leaves neither a thread nor a connection behind.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.local_table import launch as local
from tests.suite import threads
from tests.wire.client import TableConnection
from tests.wire.controlled_table import ControlledTable
from tests.wire.running import share_bases
from tests.wire.screens import pressable
from tests.wire.seen import Answer
from tests.wire.simulated import Simulated

PATIENCE: Final = 60.0
SEED: Final = "rehearsal"
PLAYERS: Final = ("ana", "ben")
LOOKS: Final = ("/map", "/log", "/game status", "/help", "/hand")
SITTINGS: Final = 3


def rehearse() -> None:
    """Let a bot live in this process for a moment. Nothing is said."""
    with TemporaryDirectory() as folder, redirect_stdout(io.StringIO()):
        asyncio.run(evening(Path(folder)))
    threads.wait_for_all()


async def evening(folder: Path) -> None:
    """The bot comes to a table, people play there until it is sent away."""
    share_bases(folder)
    table = ControlledTable()
    await table.start()
    try:
        await local.play(local.Local(folder, playground=table.url, seed=SEED, at_once=True), lambda: acts(table.url))
    finally:
        await table.stop()


async def acts(url: str) -> None:
    """Two people begin a game and answer, somebody else looks around."""
    async with TableConnection(url) as visit:
        await visit.bot_is_here(PATIENCE)
        ana, ben, gil = (visit.user(name).waiting(PATIENCE) for name in (*PLAYERS, "gil"))
        lobby = await ana.wait_for(lambda message: "Join" in message.labels)
        await ben.click(lobby, "Join")
        await ana.click(lobby, "Options")
        await ana.slash("/game start")
        people = [Simulated(person, SEED, simply) for person in (ana, ben)]
        for person in people * SITTINGS:
            await person.sit()
        for command in LOOKS:
            await gil.slash(command)
        post = await gil.wait_for(lambda message: "map" in pressable(message))
        for verb in ("map", "since", "seat"):
            await gil.click(post, pressable(post)[verb][0].id)
        await ana.slash("/hand")


async def simply(act: Awaitable[Answer]) -> Answer:
    """Nobody is killed here."""
    return await act
