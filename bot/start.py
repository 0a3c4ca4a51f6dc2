"""Starting the bot from the command line: on Discord or at the local table, until it is stopped."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable

import structlog

from bot import telemetry
from bot.app import create_bot, run
from bot.features.host.check import check_settings, listing
from bot.features.host.failures import EXPECTED, WRONG, failure
from bot.features.statistics.ratings import rate_again
from bot.local_table import launch as local
from bot.settings import (
    BotSettings,
    SettingsError,
    read,
    require_contact,
    require_door,
    require_driver,
    require_shared,
    require_token,
    require_web,
    unknown_variables,
    with_driver,
)
from bot.store.backup import clear, restore_backup, write_backup
from bot.store.copying import move
from bot.store.database import Database
from engine.core.text import words
from engine.games import PACKAGES
from render.board.base_store import STORE

FRESH = 90.0

log = structlog.get_logger(__name__)


def start(asked: argparse.Namespace) -> int:
    """Do what was asked for. Return 0 at a clean end, 1 for what a retry may solve, 2 if a setting must change."""
    try:
        return _done(asked, read(**({"role": asked.role} if asked.role else {})))
    except EXPECTED as error:
        text, code = failure(error)
        sys.stderr.write(f"{text}\n")
        return code


def _done(asked: argparse.Namespace, settings: BotSettings) -> int:
    if asked.health:
        return 0 if is_alive(settings) else 1
    if asked.check:
        return asyncio.run(_check(settings))
    if asked.rate:
        asyncio.run(_rate(settings))
        return 0
    if asked.faults is not None:
        _say(*asyncio.run(listing(settings, asked.faults)))
    elif asked.backup:
        write_backup(settings, asked.backup)
        _say(words("backup.written", file=asked.backup))
    elif asked.restore:
        _restore(asked, settings)
    elif asked.copy_to:
        asyncio.run(_move(settings, asked.copy_to))
    else:
        _play(asked, settings)
    return 0


def _play(asked: argparse.Namespace, settings: BotSettings) -> None:
    telemetry.set_up(settings.log, settings.log_level)
    for line in unknown_variables(os.environ):
        log.warning("unknown_setting", what=line)
    for package, why in PACKAGES.failed.items():
        log.error("package.failed", package=package, why=why)
    if not asked.local:
        for require in (require_driver, require_shared, require_door, require_web, require_contact, require_token):
            require(settings)
        STORE.open(*settings.base_folders)
        clear(settings)
    else:
        STORE.open(asked.folder / "bases", settings.bases)
    asyncio.run(_local(asked) if asked.local else _discord(settings))


async def _check(settings: BotSettings) -> int:
    findings = await check_settings(settings)
    _say(*(f"{words('check.good' if found.good else 'check.bad')}  {found.text}" for found in findings))
    return 0 if all(found.good for found in findings) else WRONG


async def _rate(settings: BotSettings) -> None:
    """All ratings anew, in the database of these settings."""
    require_driver(settings)
    database = Database(settings.url)
    try:
        await database.migrate()
        _say(words("flag.rated", games=await rate_again(database)))
    finally:
        await database.close()


def _restore(asked: argparse.Namespace, settings: BotSettings) -> None:
    if is_alive(settings):
        raise SettingsError(words("backup.running"))
    aside = restore_backup(settings, asked.restore)
    _say(words("backup.restored", file=asked.restore), *(words("backup.aside", file=file) for file in aside))


async def _move(settings: BotSettings, url: str) -> None:
    """Copy all into another database, which takes the place of this one."""
    there = settings.model_copy(update={"database": read(database=url).database})
    require_driver(settings)
    require_driver(there)
    if there.url == settings.url:
        raise SettingsError(words("copy.same"))
    source, target = Database(settings.url), Database(there.url)
    try:
        moved = await move(source, target)
    finally:
        await source.close()
        await target.close()
    _say(words("copy.done" if moved else "copy.was_done"))


def _say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))


async def _discord(settings: BotSettings) -> None:
    await run(create_bot(settings), settings.token, told_to_stop)


async def _local(asked: argparse.Namespace) -> None:
    await local.play(
        local.Local(
            folder=asked.folder,
            port=asked.port,
            playground=asked.playground,
            transcript=asked.transcript,
            database=with_driver(f"sqlite:///{asked.db}") if asked.db else "",
            browser=asked.open,
            seed=asked.seed,
            at_once=asked.at_once,
            door=asked.door,
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
    """Return whether the bot that keeps its data there has heard of Discord within the last minute and a half."""
    try:
        return time.time() - float(settings.beat_file.read_text()) < FRESH
    except (OSError, ValueError):
        return False


"""Classes of PostgreSQL's states: the user or password is wrong, there is no such database."""
