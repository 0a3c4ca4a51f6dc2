"""The bot started from the command line: on Discord or at the local table, until it is told to stop."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import errno
import os
import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from typing import Final, NamedTuple

import aiohttp
import discord
import structlog
from sqlalchemy.exc import SQLAlchemyError

from bot import logs
from bot.app import create_bot, run
from bot.contract.tables import Refused
from bot.features.host.check import checked
from bot.features.host.fault_list import listing
from bot.features.statistics.ratings import rate_again
from bot.local_table import launch as local
from bot.settings import (
    BotSettings,
    SettingsError,
    driven,
    read,
    require_contact,
    require_door,
    require_driver,
    require_shared,
    require_token,
    unknown_variables,
)
from bot.store.backup import clear, restore_backup, write_backup
from bot.store.closing import UnfitDatabase
from bot.store.copying import move
from bot.store.database import Database
from bot.store.sole import AlreadyRunning
from engine.core.text import words
from render.board.base_store import STORE

FRESH = 90.0

log = structlog.get_logger(__name__)


def start(asked: argparse.Namespace) -> int:
    """Do what was asked for: 0 at a clean end, 1 for what may be over in a minute, 2 for what needs another setting."""
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
    logs.set_up(settings.log, settings.log_level)
    for line in unknown_variables(os.environ):
        log.warning("unknown_setting", what=line)
    if not asked.local:
        for require in (require_driver, require_shared, require_door, require_contact, require_token):
            require(settings)
        STORE.open(*settings.base_folders)
        clear(settings)
    else:
        STORE.open(asked.folder / "bases", settings.bases)
    asyncio.run(_local(asked) if asked.local else _discord(settings))


async def _check(settings: BotSettings) -> int:
    findings = await checked(settings)
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
            database=driven(f"sqlite:///{asked.db}") if asked.db else "",
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
    """Whether the bot that keeps its data there has heard of Discord within the last minute and a half."""
    try:
        return time.time() - float(settings.beat_file.read_text()) < FRESH
    except (OSError, ValueError):
        return False


WRONG: Final = 2
PASSING: Final = 1
REFUSED_TOKEN: Final = 4004
TOO_MANY_SERVERS: Final = 4011
FILES: Final = frozenset(
    {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.ELOOP}
    | {errno.ENAMETOOLONG}
)
FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
NOT_ADMITTED: Final = ("28", "3D")
"""Classes of PostgreSQL's states: the user or password is wrong, there is no such database."""

EXPECTED: Final = (
    SettingsError,
    UnfitDatabase,
    discord.DiscordException,
    aiohttp.ClientError,
    SQLAlchemyError,
    sqlite3.Error,
    OSError,
    Refused,
)


class Failure(NamedTuple):
    """The sentence for whoever started the bot; the code is 2 where only another setting helps, 1 if a minute may."""

    text: str
    code: int


def failure(error: BaseException) -> Failure:
    """What failed outside the bot."""
    if isinstance(error, Refused) and error.__cause__ is not None:
        return failure(error.__cause__)
    if isinstance(error, Refused):
        return Failure(words(f"error.{error.code}", **error.said), WRONG)
    if isinstance(error, SettingsError | UnfitDatabase):
        return Failure(str(error), PASSING if isinstance(error, AlreadyRunning) else WRONG)
    if isinstance(error, SQLAlchemyError | sqlite3.Error):
        return _of_database(error)
    if isinstance(error, discord.DiscordException):
        return _of_discord(error)
    if isinstance(error, OSError) and not isinstance(error, aiohttp.ClientError | TimeoutError | ConnectionError):
        return _of_system(error)
    return Failure(words("settings.no_network", reason=str(error) or type(error).__name__), PASSING)


def _of_database(error: SQLAlchemyError | sqlite3.Error) -> Failure:
    """A file that is none of a database, and a user who is not admitted, stay so; anything else may pass."""
    cause = getattr(error, "orig", None) or error
    state = str(getattr(cause, "sqlstate", None) or "")
    lasting = state.startswith(NOT_ADMITTED) or type(cause) is sqlite3.DatabaseError
    return Failure(words("settings.no_database", reason=str(cause)), WRONG if lasting else PASSING)


def _of_discord(error: discord.DiscordException) -> Failure:
    """A refused token, and too many servers for one connection, need a setting; Discord's own trouble passes."""
    code = error.code if isinstance(error, discord.ConnectionClosed) else 0
    if isinstance(error, discord.LoginFailure) or code == REFUSED_TOKEN:
        return Failure(words("settings.refused_token"), WRONG)
    if code == TOO_MANY_SERVERS:
        return Failure(words("settings.too_many_servers"), WRONG)
    return Failure(words("settings.discord_fails", reason=str(error)), PASSING)


def _of_system(error: OSError) -> Failure:
    """A file or folder that can't be used needs another setting; a full disk and anything else may pass."""
    if error.errno in FULL:
        return Failure(words("settings.disk_full", reason=str(error)), PASSING)
    if error.filename is not None and error.errno in FILES:
        return Failure(words("settings.no_folder", reason=str(error)), WRONG)
    return Failure(words("settings.system", reason=str(error)), PASSING)
