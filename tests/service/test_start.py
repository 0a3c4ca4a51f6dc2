"""Starting and stopping: settings, health, a clean end, and a kill at the local table."""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import re
import signal
import socket
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot import app, settings, telemetry
from bot.__main__ import main
from bot.app import create_bot, run
from bot.contract import release
from bot.contract.posts import Post, Words
from bot.delivery.outbox_rows import MARKS
from bot.delivery.wire import Closed, MayNot, ReadyPost, Target, TargetGone
from bot.local_table import launch as local
from bot.local_table.launch import Local
from bot.local_table.server import TOKEN, point_discord_at
from bot.start import is_alive
from bot.store.database import MIGRATIONS
from engine.core.text import catalogue, words
from tests.wire.client import SimulatedPerson as Guest
from tests.wire.client import TableConnection
from tests.wire.controlled_table import ControlledTable

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing set in the environment, an empty folder around, and the logs of other tests left as they are."""
    for name in list(os.environ):
        if name.startswith("NISABA_") or name == "DISCORD_TOKEN":
            monkeypatch.delenv(name)
    monkeypatch.setattr(telemetry, "set_up", lambda *_: None)
    monkeypatch.chdir(tmp_path)


def test_a_missing_token_ends_with_2_and_says_where_to_get_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert capsys.readouterr().err.strip() == words("settings.no_token")


def test_a_bot_for_strangers_says_whom_they_ask(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NISABA_PUBLIC", "1")
    assert main([]) == 2
    assert capsys.readouterr().err.strip() == words("settings.no_contact")
    monkeypatch.setenv("NISABA_CONTACT", "ana@example.org")
    assert main([]) == 2
    assert capsys.readouterr().err.strip() == words("settings.no_token")


@pytest.mark.parametrize("token", ["abc", "a.b", " a.b.c", "a.b.c\n"])
def test_a_token_that_can_be_none_is_named(
    token: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", token)
    assert main([]) == 2
    assert capsys.readouterr().err.strip() == words("settings.bad_token")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("NISABA_DATABASE", "mysql://x/y"),
        ("NISABA_DATABASE", "nonsense"),
        ("NISABA_LOG", "xml"),
        ("NISABA_LOG_LEVEL", "x"),
        ("NISABA_METRICS", "9100"),
        ("NISABA_SHARDS", "0"),
        ("NISABA_SHARDS", "many"),
        ("NISABA_SHARDS", "1000"),
    ],
)
def test_each_wrong_setting_is_named(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(name, value)
    for errand in ([], ["--check"]):
        assert main(errand) == 2
        assert capsys.readouterr().err.startswith(f"{name}: ")


def test_urls_get_the_drivers_of_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings.with_driver("sqlite:///a.db") == "sqlite+aiosqlite:///a.db"
    assert settings.with_driver("postgresql://u:p@h/n") == "postgresql+asyncpg://u:p@h/n"
    monkeypatch.setenv("NISABA_DATA", "there")
    assert settings.read().url == "sqlite+aiosqlite:///there/nisaba.db"


def test_postgres_without_its_driver_is_told_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NISABA_DATABASE", "postgresql://u:p@h/n")
    monkeypatch.setattr(settings, "find_spec", lambda _: None)
    assert main([]) == 2
    assert capsys.readouterr().err.strip() == words("settings.no_postgres")
    assert "pip install '.[postgres]'" in words("settings.no_postgres")


def test_no_hint_names_a_package_of_somebody_else() -> None:
    """Packages named by us have to be ours, or be had from the clone alone."""
    named = re.compile(r"pip3? install (?!--)(?P<what>\S+)")
    said = [match["what"] for text in catalogue().values() for match in named.finditer(text)]
    assert said
    assert all(what.strip("'").startswith(".") for what in said)


def test_the_release_is_told_without_an_installation_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "DISTRIBUTION", "pytest")
    assert release.release() == pytest.__version__
    monkeypatch.setattr(release, "DISTRIBUTION", "nisaba-that-is-not-there")
    assert release.release() == release.FROM_SOURCE


def test_secrets_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "one.two.three")
    monkeypatch.setenv("NISABA_EXPORT_KEY", "hush")
    shown = repr(settings.read())
    assert "two" not in shown
    assert "hush" not in shown


def test_a_bot_is_alive_while_its_heart_beats(tmp_path: Path) -> None:
    known = settings.read(data=tmp_path)
    assert not is_alive(known)
    known.beat_file.write_text(str(int(time.time())))
    assert is_alive(known)
    known.beat_file.write_text(str(int(time.time()) - 120))
    assert not is_alive(known)


def is_empty(folder: Path) -> bool:
    return not list(folder.iterdir())


async def test_making_a_bot_opens_nothing(tmp_path: Path) -> None:
    bot = create_bot(settings.read(data=tmp_path / "data"))
    assert is_empty(tmp_path)
    assert bot.service is bot.game_service
    await bot.close()


async def test_a_bot_that_has_closed_hears_of_nothing_any_more(tmp_path: Path) -> None:
    bot, heard = create_bot(settings.read(data=tmp_path / "data")), []

    async def on_interaction(what: str) -> None:
        heard.append(what)

    bot.add_listener(on_interaction)
    async with bot:
        bot.dispatch("interaction", "before")
        await asyncio.sleep(0)
    bot.dispatch("interaction", "afterwards")
    assert heard == ["before"]


def test_local_play_is_at_a_port_of_this_machine() -> None:
    assert Local(Path("x")).port == 8765


@asynccontextmanager
async def living(folder: Path, url: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """A bot in a process of its own at a table that is open already."""
    around: Mapping[str, str] = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = (sys.executable, "-m", "bot", "--local", "--playground", url, "--folder", str(folder / "data"))
    quiet = asyncio.subprocess.DEVNULL
    child = await asyncio.create_subprocess_exec(*command, cwd=folder, env=around, stdout=quiet, stderr=quiet)
    try:
        yield child
    finally:
        with contextlib.suppress(ProcessLookupError):
            child.kill()
        await child.wait()


async def begins(ana: Guest) -> str:
    """Wait for the post that begins the game; its id."""
    found = await ana.wait_for(
        lambda m: m.author == "nisaba" and " starts · " in m.text and bool(m.attachments), seconds=40
    )
    return found.id


@pytest.mark.soak
async def test_a_killed_bot_goes_on_where_it_was_and_a_stopped_one_ends_cleanly(tmp_path: Path) -> None:
    server = ControlledTable(store=tmp_path / "table.db")
    await server.start()
    try:
        async with TableConnection(server.url) as visit:
            ana = visit.user("ana").waiting(20)
            async with living(tmp_path, server.url) as first:
                await visit.bot_is_here(40)
                lobby = await ana.wait_for(lambda m: "Start with 2" in m.labels, seconds=20)
                await ana.click(lobby, "Start with 2")
                first.kill()
                await first.wait()
            async with living(tmp_path, server.url) as second:
                await visit.bot_is_here(40, again=True)
                await begins(ana)
                posts = [m for m in await ana.sees() if " starts · " in m.text and m.attachments]
                assert len(posts) == 1
                answer = await ana.slash("/turn")
                assert answer.message is not None
                assert "Choose" in answer.message.text
                second.send_signal(signal.SIGTERM)
                async with asyncio.timeout(20):
                    assert await second.wait() == 0
        assert server.failures == []
    finally:
        await server.stop()


@pytest.mark.soak
async def test_a_message_is_found_again_by_its_mark(tmp_path: Path) -> None:
    server = ControlledTable()
    await server.start()
    point_discord_at(server.api_base, server.gateway_url)
    bot = create_bot(settings.read(data=tmp_path / "data"))
    wire, here = bot.wire, Target(local.CHANNEL)
    ready = ReadyPost(Post("play", (Words("{civ:egypt} passes"),), row=True), "100", "acme", MARKS + 7)

    async def look() -> None:
        await bot.wait_until_ready()
        sent = await wire.send(here, [ready])
        assert await wire.find(here, MARKS + 7) == sent
        assert await wire.find(here, MARKS + 8) is None
        await wire.edit(sent, replace(ready, post=Post("play", (Words("changed"),))))
        await wire.delete(sent)
        with pytest.raises(TargetGone):
            await wire.delete(sent)
        with pytest.raises(TargetGone):
            await wire.edit(sent, ready)
        with pytest.raises(TargetGone):
            await wire.send(Target(12345), [ready])
        person = Target(user=int(server.users["ben"].id))
        assert (await wire.send(person, [ready])).message
        async with TableConnection(server.url) as visit:
            assert "**Egypt** passes" in (await visit.user("ben").dms())[-1].text
            await visit.close_dms("ben")
            with pytest.raises(Closed):
                await wire.send(person, [ready])
            await visit.deny("table", "send_messages")
            with pytest.raises(MayNot):
                await wire.send(here, [ready])

    try:
        async with asyncio.timeout(40):
            await run(bot, TOKEN, look)
        assert server.failures == []
    finally:
        await server.stop()


async def test_a_bot_that_has_begun_nearly_all_sessions_of_a_day_waits_for_the_next(tmp_path: Path) -> None:
    """Discord resets the token of one that goes on."""
    server = ControlledTable()
    await server.start()
    point_discord_at(server.api_base, server.gateway_url)
    bot, gateway = create_bot(settings.read(data=tmp_path / "data")), server.local.gateway
    gateway.left, gateway.renews_at = 49, time.monotonic() + 3600

    async def look() -> None:
        while not bot.user:  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.05)
        await asyncio.sleep(1)
        assert gateway.sessions == {}
        assert not bot.is_reached

    try:
        async with asyncio.timeout(40):
            await run(bot, TOKEN, look)
        assert gateway.left == 49
        assert server.failures == []
    finally:
        await server.stop()


async def test_a_bot_that_is_stopped_while_it_starts_goes_no_further(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = ControlledTable()
    await server.start()
    point_discord_at(server.api_base, server.gateway_url)
    bot, reached = create_bot(settings.read(data=tmp_path / "data")), asyncio.Event()

    async def learn() -> None:
        reached.set()
        await asyncio.sleep(3600)

    monkeypatch.setattr(bot.game_service, "learn_languages", learn)
    try:
        async with asyncio.timeout(40):
            await run(bot, TOKEN, reached.wait)
        assert bot.database.engine.pool.checkedout() == 0  # type: ignore[attr-defined]
    finally:
        await server.stop()


async def test_the_sessions_of_a_new_day_are_used(tmp_path: Path) -> None:
    server = ControlledTable()
    await server.start()
    point_discord_at(server.api_base, server.gateway_url)
    bot, gateway = create_bot(settings.read(data=tmp_path / "data")), server.local.gateway
    gateway.left, gateway.renews_at = 49, time.monotonic() + 1

    try:
        async with asyncio.timeout(40):
            await run(bot, TOKEN, bot.wait_until_ready)
        assert gateway.left == 999
        assert server.failures == []
    finally:
        await server.stop()


async def test_a_bot_whose_gateway_has_fallen_silent_is_not_reached(tmp_path: Path) -> None:
    server = ControlledTable()
    await server.start()
    point_discord_at(server.api_base, server.gateway_url)
    known = settings.read(data=tmp_path / "data")
    bot = create_bot(known)

    async def look() -> None:
        await bot.wait_until_ready()
        keeper = bot.ws._keep_alive
        assert keeper is not None
        assert await bot.probes._checks["login"]()
        keeper._last_ack -= 2 * app.SILENT
        assert bot.is_ready()
        assert (await bot.probes._checks["login"]()) is False
        keeper.ack()
        assert await bot.probes._checks["login"]()

    try:
        async with asyncio.timeout(40):
            await run(bot, TOKEN, look)
        assert bot.silent_for == math.inf
    finally:
        await server.stop()


def newer_database(file: Path) -> None:
    """A database as some later version of the bot leaves it."""
    with contextlib.closing(sqlite3.connect(file)) as made:
        made.execute("create table alembic_version (version_num varchar(32) not null)")
        made.execute("insert into alembic_version values ('9999')")
        made.commit()


def ended_locally(capsys: pytest.CaptureFixture[str], *more: str) -> str:
    """What the local table says when it cannot begin; it ends with 2 and shows no traceback."""
    assert main(["--local", "--port", "0", *more]) == 2
    said = capsys.readouterr().err.strip()
    assert "Traceback" not in said
    return said


def test_a_database_newer_than_the_code_is_left_alone_and_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "data").mkdir()
    file = tmp_path / "data" / "nisaba.db"
    newer_database(file)
    said = ended_locally(capsys, "--folder", str(tmp_path / "data"))
    known = max(script.stem[1:5] for script in (MIGRATIONS / "versions").glob("v*.py"))
    assert said == words("settings.newer_database", version="9999", known=known)
    with contextlib.closing(sqlite3.connect(file)) as left:
        assert [name for (name,) in left.execute("select name from sqlite_master")] == ["alembic_version"]


def test_a_file_that_is_no_database_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "no.db").write_text("this is a letter to somebody, and no database at all" * 40)
    said = ended_locally(capsys, "--folder", str(tmp_path / "data"), "--db", str(tmp_path / "no.db"))
    assert said.startswith("The database can't be opened: ")


@pytest.mark.parametrize("below", ["", "further"])
def test_a_folder_that_cannot_be_written_is_named(
    below: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "data").write_text("a file stands where the folder should be")
    said = ended_locally(capsys, "--folder", str(tmp_path / "data" / below))
    assert said.startswith("The bot can't write a file or folder that it needs: ")
    assert str(tmp_path / "data") in said


def test_a_taken_port_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = ended_locally(capsys, "--folder", str(tmp_path / "data"), "--port", str(port))
    assert said == words("local.port_taken", port=port)


def test_a_local_table_that_does_not_answer_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = ended_locally(capsys, "--folder", str(tmp_path / "data"), "--playground", "http://127.0.0.1:9/")
    assert said.startswith("No local table responds at http://127.0.0.1:9: ")


def test_health_opens_no_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    newer_database(tmp_path / "nisaba.db")
    monkeypatch.setenv("NISABA_DATA", str(tmp_path))
    assert main(["--health"]) == 1
    (tmp_path / "heartbeat").write_text(str(int(time.time())))
    assert main(["--health"]) == 0
