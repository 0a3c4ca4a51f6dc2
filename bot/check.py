"""`python -m bot --check`: whether settings, database, token and permissions will do, a line each."""

from __future__ import annotations

import asyncio
import errno
import os
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import aiohttp
import discord
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from bot.settings import BotSettings, SettingsError, require_contact, require_driver, require_token, unknown_variables
from bot.store.closing import UnfitDatabase
from bot.store.database import Database, newest, require_known, version_of
from bot.ui.permissions import NEEDED, named
from engine.core.said import listed
from engine.core.text import words

SCOPES: Final = ("bot", "applications.commands")
LOGIN: Final = 30.0


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: whether it will do, and the sentence about it."""

    good: bool
    text: str


async def checked(settings: BotSettings) -> list[Finding]:
    """Look at everything, in the order in which a host sets it up; nothing is changed."""
    return [*_variables(settings), await _database(settings), *[finding async for finding in _discord(settings)]]


def _variables(settings: BotSettings) -> Iterator[Finding]:
    wrong = unknown_variables(os.environ)
    try:
        require_contact(settings)
    except SettingsError as error:
        wrong.append(str(error))
    yield from (Finding(good=False, text=line) for line in wrong)
    if not wrong:
        yield Finding(good=True, text=words("check.settings"))


async def _database(settings: BotSettings) -> Finding:
    """Whether the database can be opened, and what the next start does to it."""
    try:
        require_driver(settings)
        version = await version_there(settings)
        require_known(version)
    except (SettingsError, UnfitDatabase) as error:
        return Finding(good=False, text=str(error))
    except (SQLAlchemyError, OSError) as error:
        reason = str(getattr(error, "orig", None) or error)
        return Finding(good=False, text=words("settings.no_database", reason=reason))
    state = "empty" if version is None else "current" if version == newest() else "older"
    return Finding(good=True, text=words(f"check.database.{state}", version=version or "", newest=newest()))


async def version_there(settings: BotSettings) -> str | None:
    """The version of the database; a file that is not there yet is not made. Raises OSError, SQLAlchemyError."""
    target = make_url(settings.url)
    if target.get_backend_name() == "sqlite" and not _is_there(str(target.database)):
        return None
    database = Database(settings.url)
    try:
        async with database.engine.connect() as connection:
            return await connection.run_sync(version_of)
    finally:
        await database.close()


def _is_there(name: str) -> bool:
    """Whether the file is there, else it can be made. Raises PermissionError."""
    file = Path(name).absolute()
    nearest = next(one for one in (file, *file.parents) if one.exists())
    if not os.access(nearest, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(nearest))
    return nearest == file


async def _discord(settings: BotSettings) -> AsyncIterator[Finding]:
    """Whether Discord takes the token, and what the bot may do in each server."""
    try:
        require_token(settings)
        client = await _logged_in(settings.token)
    except SettingsError as error:
        yield Finding(good=False, text=str(error))
    except discord.LoginFailure:
        yield Finding(good=False, text=words("settings.refused_token"))
    except (aiohttp.ClientError, OSError, discord.DiscordException) as error:
        yield Finding(good=False, text=words("settings.no_network", reason=str(error) or type(error).__name__))
    else:
        yield Finding(good=True, text=words("check.token", name=str(client.user)))
        for finding in _servers(client):
            yield finding


async def _logged_in(token: str) -> discord.Client:
    """A client that has heard of its servers, and has left. Raises what Discord refuses, TimeoutError."""
    client = discord.Client(intents=discord.Intents(guilds=True))
    running = asyncio.create_task(client.start(token, reconnect=False))
    ready = asyncio.create_task(client.wait_until_ready())
    try:
        async with client, asyncio.timeout(LOGIN):
            await asyncio.wait({running, ready}, return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                running.result()
        return client
    finally:
        ready.cancel()
        await asyncio.gather(running, ready, return_exceptions=True)


def _servers(client: discord.Client) -> Iterator[Finding]:
    if not client.guilds:
        wanted = discord.Permissions(**dict.fromkeys(NEEDED, True))
        url = discord.utils.oauth_url(int(client.application_id or 0), permissions=wanted, scopes=SCOPES)
        yield Finding(good=False, text=words("check.no_server", url=url))
    yield from map(_server, client.guilds)


def _server(guild: discord.Guild) -> Finding:
    """Whether the bot may do all that it needs in that server, channels with rules of their own apart."""
    lacks = [named(one) for one in NEEDED if not getattr(guild.me.guild_permissions, one)]
    if lacks:
        return Finding(good=False, text=words("check.lacks", server=guild.name, permissions=listed(lacks)))
    return Finding(good=True, text=words("check.server", server=guild.name))
