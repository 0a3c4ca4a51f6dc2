"""What somebody waits for who tries the local table: from the command to the page, and to the first decision.

Seconds on the wall, with the bot in a process and a folder of its own.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import aiohttp

from bench.figures import Figure

FIRST = "First game, 10 minutes"
PAUSE = 0.05
MOST = 120.0


async def welcome(session: aiohttp.ClientSession, url: str) -> str:
    """Wait for the message with the first button; its id. Raises TimeoutError."""
    end = time.monotonic() + MOST
    while time.monotonic() < end:
        with suppress(aiohttp.ClientError):
            async with session.get(f"{url}/_act/ana/messages", params={"channel": "welcome", "limit": 9}) as response:
                found: list[Any] = await response.json() if response.ok else []
            if first := next((one for one in found if FIRST in str(one)), None):
                return str(first["id"])
        await asyncio.sleep(PAUSE)
    raise TimeoutError("no welcome")


async def pressed(session: aiohttp.ClientSession, url: str, message: str) -> None:
    """Press the first button and wait for the first question. Raises aiohttp.ClientError."""
    body = {"channel": "welcome", "message": message, "custom_id": FIRST, "final": True, "wait": MOST}
    async with session.post(f"{url}/_act/ana/press", json=body) as response:
        response.raise_for_status()
        await response.read()


async def timed(folder: Path) -> list[Figure]:
    """One start and one press."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = (sys.executable, "-m", "bot", "--local", "--port", str(port), "--folder", str(folder / "table"))
    begun, url = time.monotonic(), f"http://127.0.0.1:{port}"
    bot = await asyncio.create_subprocess_exec(*command, env=os.environ.copy(), stdout=asyncio.subprocess.DEVNULL)
    try:
        async with aiohttp.ClientSession() as session:
            message = await welcome(session, url)
            there = time.monotonic()
            await pressed(session, url, message)
            asked = time.monotonic()
    finally:
        bot.terminate()
        await bot.wait()
    return [
        Figure("from the command to the first buttons", there - begun, "s"),
        Figure("from there to the first decision, one press", asked - there, "s"),
        Figure("from the command to the first decision", asked - begun, "s"),
    ]


def measured() -> list[Figure]:
    """A start in an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(timed(Path(folder)))
