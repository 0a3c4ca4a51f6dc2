"""What keeps the bot from starting is named after where it came from, and told from what only a new setting mends."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from sqlalchemy.exc import DatabaseError, OperationalError

from bot import settings, telemetry
from bot.__main__ import main
from bot.app import create_bot
from bot.contract.tables import Refused
from bot.features.host.failures import failure
from bot.local_table.server import TOKEN, Playground, point_discord_at
from bot.settings import SettingsError
from bot.store.database import Database
from bot.store.sole import AlreadyRunning, Sole
from engine.core.text import words

ROOT = Path(__file__).parents[2]
NOWHERE = "127.0.0.1:9"


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing set but a token, an empty folder around, and the logs of other tests left as they are."""
    for name in list(os.environ):
        if name.startswith("NISABA_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("DISCORD_TOKEN", "one.two.three")
    monkeypatch.setattr(telemetry, "set_up", lambda *_: None)
    monkeypatch.chdir(tmp_path)


def closed(code: int) -> discord.ConnectionClosed:
    """What discord.py raises when the gateway closes a connection for good."""
    return discord.ConnectionClosed(SimpleNamespace(close_code=code), shard_id=None, code=code)  # type: ignore[arg-type]


def answered(status: int) -> discord.HTTPException:
    """What discord.py raises for an answer that refuses."""
    kind = discord.DiscordServerError if status >= 500 else discord.Forbidden
    return kind(SimpleNamespace(status=status, reason="no"), "no")


def of_postgres(state: str) -> OperationalError:
    """An error of PostgreSQL with that state."""
    cause = Exception("no")
    cause.sqlstate = state  # type: ignore[attr-defined]
    return OperationalError("", {}, cause)


def refused(cause: Exception) -> Refused:
    """What was not stored, and why."""
    error = Refused("not_stored")
    error.__cause__ = cause
    return error


def of_system(number: int, file: str | None = None) -> OSError:
    """An error of the operating system."""
    return OSError(number, os.strerror(number), file)


DNS = socket.gaierror(-3, "Temporary failure in name resolution")
CASES: list[tuple[Exception, str, int]] = [
    (discord.LoginFailure("no"), "refused_token", 2),
    (closed(4004), "refused_token", 2),
    (closed(4011), "too_many_servers", 2),
    (closed(4000), "discord_fails", 1),
    (answered(403), "discord_fails", 1),
    (answered(500), "discord_fails", 1),
    (answered(503), "discord_fails", 1),
    (discord.GatewayNotFound(), "discord_fails", 1),  # type: ignore[no-untyped-call]
    (aiohttp.ClientConnectorError(SimpleNamespace(host="x", port=1, ssl=True), DNS), "no_network", 1),  # type: ignore[arg-type]
    (TimeoutError(), "no_network", 1),
    (ConnectionResetError(errno.ECONNRESET, "no"), "no_network", 1),
    (of_postgres("08001"), "no_database", 1),
    (of_postgres("57P03"), "no_database", 1),
    (of_postgres("28P01"), "no_database", 2),
    (of_postgres("3D000"), "no_database", 2),
    (DatabaseError("", {}, sqlite3.DatabaseError("file is not a database")), "no_database", 2),
    (OperationalError("", {}, sqlite3.OperationalError("database or disk is full")), "no_database", 1),
    (sqlite3.OperationalError("unable to open database file"), "no_database", 1),
    (refused(OperationalError("", {}, sqlite3.OperationalError("database or disk is full"))), "no_database", 1),
    (of_system(errno.EACCES, "/x"), "no_folder", 2),
    (of_system(errno.ENOTDIR, "/x"), "no_folder", 2),
    (of_system(errno.ENOSPC, "/x"), "disk_full", 1),
    (of_system(errno.ENOSPC), "disk_full", 1),
    (of_system(errno.ECHILD), "system", 1),
    (of_system(errno.EMFILE, "/x"), "system", 1),
    (AlreadyRunning(), "already_running", 1),
]


@pytest.mark.parametrize(("error", "key", "code"), CASES, ids=lambda value: type(value).__name__)
def test_each_failure_is_named_by_where_it_came_from(error: Exception, key: str, code: int) -> None:
    said = failure(error)
    begins, _, _ = words(f"settings.{key}", reason="{}").partition("{}")
    assert said.text.startswith(begins)
    assert said.code == code


def test_what_is_refused_without_a_cause_says_why() -> None:
    assert failure(Refused("moved")).text == words("error.moved")
    assert failure(SettingsError("say so")) == ("say so", 2)


def test_without_discord_the_bot_may_be_started_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    point_discord_at(f"http://{NOWHERE}/api", f"ws://{NOWHERE}/gateway")
    assert main([]) == 1
    assert capsys.readouterr().err.startswith("The bot can't reach Discord: ")


def test_without_its_database_server_the_bot_may_be_started_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("asyncpg")
    monkeypatch.setenv("NISABA_DATABASE", f"postgresql://u:p@{NOWHERE}/n")
    assert main(["--rate"]) == 1
    assert capsys.readouterr().err.startswith("The database can't be opened: ")


async def test_a_second_bot_at_a_database_is_refused_and_the_first_goes_on(table: Playground, tmp_path: Path) -> None:
    known = settings.read(data=tmp_path / "data")
    first, second = create_bot(known), create_bot(known)
    async with first:
        await first.login(TOKEN)
        async with second:
            with pytest.raises(AlreadyRunning):
                await second.login(TOKEN)
        assert not first.is_closed()
    third = create_bot(known)
    async with third:
        await third.login(TOKEN)


def test_a_database_is_free_once_its_process_has_died(tmp_path: Path) -> None:
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'nisaba.db'}")
    code = (
        "import asyncio, os, sys; from bot.store.database import Database; from bot.store.sole import Sole\n"
        "async def hold():\n await Sole(Database(sys.argv[1])).take(); print('held', flush=True); sys.stdin.read()\n"
        "asyncio.run(hold())"
    )
    child: Any
    with subprocess.Popen(
        [sys.executable, "-c", code, str(database.engine.url)],
        cwd=ROOT, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True,
    ) as child:  # fmt: skip
        assert child.stdout.readline() == "held\n"
        with pytest.raises(AlreadyRunning):
            asyncio.run(Sole(database).take())
        child.kill()
    sole = Sole(database)
    asyncio.run(sole.take())
    asyncio.run(sole.release())
