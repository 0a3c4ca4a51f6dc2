"""`python -m bot` plays on Discord, `python -m bot --local` on this machine; `--health` says whether it is alive."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import aiohttp
import discord
from sqlalchemy.exc import SQLAlchemyError

from bot import local, logs
from bot.app import create_bot, run
from bot.settings import BotSettings, SettingsError, driven, read, require_driver, require_token
from bot.store.database import NewerDatabase
from bot.values import Refused
from engine.core.text import words

FRESH = 60.0
WRONG = 2


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(prog="python -m bot", description=words("local.help"))
    parser.add_argument("--health", action="store_true", help="exit with 0 if the running bot is alive, else with 1")
    parser.add_argument("--local", action="store_true", help="play on this machine, without Discord")
    parser.add_argument("--port", type=int, default=8765, help="port of the local table on 127.0.0.1")
    parser.add_argument("--playground", default="", metavar="URL", help="a local table that is open already")
    parser.add_argument("--transcript", type=Path, metavar="FILE", help="file for everything said at the local table")
    parser.add_argument("--db", type=Path, metavar="FILE", help="database of the local table")
    parser.add_argument("--folder", type=Path, default=Path("nisaba-local"), help="where the local table is kept")
    parser.add_argument("--open", action="store_true", help="open the local table in the browser")
    parser.add_argument(
        "--seed", default="", metavar="TEXT", help="shuffle the local table by TEXT: the same each time"
    )
    parser.add_argument(
        "--at-once", action="store_true", help="close windows of the local table once all have answered"
    )
    asked = parser.parse_args(given)
    if not asked.local and (asked.seed or asked.at_once):
        parser.error(words("local.only"))
    return asked


def main(given: list[str] | None = None) -> int:
    """Run; the exit code is 0 at a clean end, 2 for a missing or wrong setting."""
    asked = arguments(given)
    try:
        settings = read()
        if asked.health:
            return 0 if is_alive(settings) else 1
        logs.set_up(settings.log, settings.log_level)
        if not asked.local:
            require_driver(settings)
            require_token(settings)
        asyncio.run(_local(asked) if asked.local else _discord(settings))
    except (SettingsError, NewerDatabase, discord.LoginFailure) as error:
        text = words("settings.refused_token") if isinstance(error, discord.LoginFailure) else str(error)
        sys.stderr.write(f"{text}\n")
        return WRONG
    except (SQLAlchemyError, OSError, Refused) as error:
        sys.stderr.write(f"{_outside(error)}\n")
        return WRONG
    return 0


def _outside(error: BaseException) -> str:
    """What around the bot fails: the network, a folder or file that must be written, or the database."""
    cause = error.__cause__ if isinstance(error, Refused) and error.__cause__ else error
    reason = str(getattr(cause, "orig", None) or cause)
    if isinstance(cause, aiohttp.ClientError | ConnectionError):
        return words("settings.no_network", reason=reason)
    return words("settings.no_folder" if isinstance(cause, OSError) else "settings.no_database", reason=reason)


async def _discord(settings: BotSettings) -> None:
    await run(create_bot(settings), settings.token, told_to_stop)


async def _local(asked: argparse.Namespace) -> None:
    await local.play(
        local.Local(
            folder=asked.folder,
            port=asked.port,
            playground=asked.playground,
            transcript=asked.transcript,
            database=driven(f"sqlite:///{asked.db}") if asked.db else "",
            browser=asked.open,
            seed=asked.seed,
            at_once=asked.at_once,
        ),
        told_to_stop,
    )


async def told_to_stop() -> None:
    """Wait for SIGINT or SIGTERM."""
    ended, loop = asyncio.Event(), asyncio.get_running_loop()
    undo: list[Callable[[], object]] = []
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(name, ended.set)
            undo.append(lambda n=name: loop.remove_signal_handler(n))  # type: ignore[misc]
    try:
        await ended.wait()
    finally:
        for take_away in undo:
            take_away()


def is_alive(settings: BotSettings) -> bool:
    """Whether the bot that keeps its data there has shown life within the last minute."""
    try:
        return time.time() - float(settings.beat_file.read_text()) < FRESH
    except (OSError, ValueError):
        return False


if __name__ == "__main__":
    sys.exit(main())
