"""`python -m bot --check`: whether settings, database, token and permissions will do, a line each."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, cast

import discord
from sqlalchemy import make_url

from bot.features.host import faults
from bot.features.host.failures import EXPECTED, failure
from bot.features.host.models import FaultRow
from bot.settings import BotSettings, SettingsError, require_contact, require_driver, require_token, unknown_variables
from bot.store.database import Database, newest, require_known, version_of
from bot.ui.words.permissions import INVITED_WITH, NEEDED, invitation, permission_name
from engine.core.message import list_of
from engine.core.text import cut, words
from engine.games import PACKAGES

LOGIN: Final = 30.0
PAGE: Final = 200
"""Servers that Discord lists at once."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: whether it will do, and the sentence about it."""

    good: bool
    text: str


async def check_settings(settings: BotSettings) -> list[Finding]:
    """Look at everything, in the order in which a host sets it up; nothing is changed."""
    return [
        *_variables(settings),
        *_packages(),
        *_folder(settings),
        await _database(settings),
        *[finding async for finding in _discord(settings)],
    ]


def _variables(settings: BotSettings) -> Iterator[Finding]:
    wrong = unknown_variables(os.environ)
    try:
        require_contact(settings)
    except SettingsError as error:
        wrong.append(str(error))
    yield from (Finding(good=False, text=line) for line in wrong)
    if not wrong:
        yield Finding(good=True, text=words("check.settings"))


def _packages() -> Iterator[Finding]:
    """Yield the games of other packages that can't be played, and why."""
    for package, why in PACKAGES.failed.items():
        yield Finding(good=False, text=words("check.package", package=package, why=why))


def _folder(settings: BotSettings) -> Iterator[Finding]:
    """Yield what is wrong with the folder for data: a database is written and locked there to find out."""
    try:
        with TemporaryDirectory(dir=_nearest(settings.data), prefix=".check-") as folder:
            _try_out(Path(folder, "tried"))
    except EXPECTED as error:
        yield Finding(good=False, text=failure(error).text)


def _try_out(file: Path) -> None:
    """Write a database and lock it. Raises OSError, sqlite3.Error."""
    with closing(sqlite3.connect(file, isolation_level=None)) as made:
        made.execute("PRAGMA journal_mode=WAL")
        made.execute("BEGIN EXCLUSIVE")
        made.execute("CREATE TABLE tried (x)")


async def _database(settings: BotSettings) -> Finding:
    """Whether the database can be opened, and what the next start does to it."""
    try:
        require_driver(settings)
        version = await version_there(settings)
        require_known(version)
    except EXPECTED as error:
        return Finding(good=False, text=failure(error).text)
    state = "empty" if version is None else "current" if version == newest() else "older"
    return Finding(good=True, text=words(f"check.database.{state}", version=version or "", newest=newest()))


async def version_there(settings: BotSettings) -> str | None:
    """Return the version of the database; a file that is not there yet is not made. Raises OSError, SQLAlchemyError."""
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
    nearest = _nearest(Path(name))
    if not os.access(nearest, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(nearest))
    return nearest == Path(name).absolute()


def _nearest(file: Path) -> Path:
    """The file or folder, or that of the folders around it which is there."""
    return next(one for one in (file.absolute(), *file.absolute().parents) if one.exists())


async def _discord(settings: BotSettings) -> AsyncIterator[Finding]:
    """Whether Discord takes the token, and what the bot may do in each server."""
    try:
        require_token(settings)
        async with discord.Client(intents=discord.Intents.none()) as client, asyncio.timeout(LOGIN):
            await client.login(settings.token)
            servers = await _listed(client)
    except EXPECTED as error:
        yield Finding(good=False, text=failure(error).text)
        return
    yield Finding(good=True, text=words("check.token", name=str(client.user)))
    for finding in _servers(servers, int(client.application_id or 0)):
        yield finding


def _servers(servers: Sequence[Mapping[str, Any]], application: int) -> Iterator[Finding]:
    if not servers:
        yield Finding(good=False, text=words("check.no_server", url=invitation(application, INVITED_WITH)))
    yield from map(_server, servers)


async def _listed(client: discord.Client) -> list[Mapping[str, Any]]:
    """Return all servers as Discord lists them, with what the bot may do there: it needs no session at the gateway."""
    found: list[Mapping[str, Any]] = []
    while more := await client.http.get_guilds(PAGE, after=int(found[-1]["id"]) if found else None, with_counts=False):
        found += cast("list[Mapping[str, Any]]", more)
        if len(more) < PAGE:
            break
    return found


def _server(guild: Mapping[str, Any]) -> Finding:
    """Return whether the bot has all permissions in that server, apart from channels with their own."""
    may = discord.Permissions(int(guild["permissions"]))
    lacks = [permission_name(one) for one in NEEDED if not (may.administrator or getattr(may, one))]
    if lacks:
        return Finding(good=False, text=words("check.lacks", server=guild["name"], permissions=list_of(lacks)))
    return Finding(good=True, text=words("check.server", server=guild["name"]))


COPIES: Final = "copies"
"""Given as a reference it asks for what copies of printed games say, as one file."""


async def listing(settings: BotSettings, reference: str = "") -> list[str]:
    """Return the faults, newest first. Raises SettingsError, NewerDatabase, and what an unusable database raises."""
    require_driver(settings)
    version = await version_there(settings)
    require_known(version)
    if version is None:
        return [words("faults.none")]
    if version != newest():
        raise SettingsError(words("faults.older", version=version, newest=newest()))
    database = Database(settings.url)
    try:
        if reference == COPIES:
            return [_file(await faults.copies(database))]
        rows = await faults.newest(database, reference)
        copies = [] if reference else await faults.copies(database)
    finally:
        await database.close()
    shown = whole if reference else line
    apart = [row for row in rows if reference or row not in copies]
    told = [words("faults.copies"), *map(line, copies)] if copies else []
    return [*map(shown, apart), *told] or [words("faults.none")]


def _file(rows: Sequence[FaultRow]) -> str:
    """Return the reports of copied printed games as JSON, without the people who reported them."""
    told = [{"at": row.at, "ref": row.ref, **json.loads(row.body)} for row in rows]
    return json.dumps(told, ensure_ascii=False, indent=2)


def line(row: FaultRow) -> str:
    """Return a fault in one line: when, reference, what, where, at which table."""
    body = json.loads(row.body)
    at = datetime.fromtimestamp(row.at, UTC).strftime("%Y-%m-%d %H:%M")
    table = f"{body['table']}/{body.get('ask', '')}" if body.get("table") else ""
    where = body["where"] or cut(" ".join(body.get("text", "").split()), 80)
    return "  ".join(part for part in (at, row.ref, body["what"], table, where, *body.get("code", [])[-1:]) if part)


def whole(row: FaultRow) -> str:
    """Return the line, and all public facts as JSON."""
    return f"{line(row)}\n{json.dumps(json.loads(row.body), ensure_ascii=False, indent=2)}"
