"""Why the bot does not start or has to end: a sentence named after where the failure came from, and the exit code."""

from __future__ import annotations

import errno
import sqlite3
from typing import Final, NamedTuple

import aiohttp
import discord
from sqlalchemy.exc import SQLAlchemyError

from bot.contract.tables import Refused
from bot.settings import SettingsError
from bot.store.closing import UnfitDatabase
from bot.store.sole import AlreadyRunning
from engine.core.text import words

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
    """A sentence for the person who started the bot. The code is 2 if a setting must change, 1 if a retry may help."""

    text: str
    code: int


def failure(error: BaseException) -> Failure:
    """Return what failed outside the bot."""
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
