"""The local table: server and bot in one process, or the bot alone at a table that is open already."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
import time
import webbrowser
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import discord
import structlog
from discord.http import Route
from sqlmodel import func, select

from bot.app import Custom, Nisaba, create_bot, run
from bot.cluster.interactions_endpoint import PATH
from bot.contract.table_settings import Settings as TableSettings
from bot.contract.tables import Person, Place
from bot.local_table.people import GUILD_ID, table_users
from bot.local_table.server import CLOCK, TOKEN, Playground, point_discord_at
from bot.settings import BotSettings, SettingsError, language_of_shell
from bot.store.models import TableRow
from bot.store.sqlite import own_folder
from bot.tables.game_service import secret_seed
from bot.ui.layout import layout
from bot.ui.parts import Part, Screen, Text
from bot.ui.questions.guide import ways
from bot.ui.words.presentations import lobby_of
from bot.ui.words.wording import table_text
from engine.core.text import speaking, words
from engine.games import GAMES

PORT = 8765
ANY_PORT = "127.0.0.1:0"
PAGES = "pages.port"
APPLICATION = "/applications/@me"
WELCOME, CHANNEL = 100000000000000020, 100000000000000021
FIRST = next(iter(GAMES))
PAUSE = 1.0
LIVE = TableSettings(pace="live", window_close="early")
log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Local:
    """The options of the command that starts the local table."""

    folder: Path
    port: int = PORT
    playground: str = ""
    transcript: Path | None = None
    database: str = ""
    browser: bool = False
    seed: str = ""
    at_once: bool = False
    door: bool = False


async def play(local: Local, until: Callable[[], Coroutine[Any, Any, object]]) -> None:
    """Open the table and play until `until` ends. Raises SettingsError if the port is taken, or no table there."""
    await asyncio.to_thread(own_folder, local.folder)
    async with _table(local) as url:
        api, gateway = f"{url}/api/v10", f"ws://{urlsplit(url).netloc}/gw"
        point_discord_at(api, gateway)
        settings = _settings(local, await _key(url) if local.door else "")
        clock = FollowingClock(url)
        await clock.look()
        bot = create_bot(settings, clock.now, _custom(local))
        bot.add_listener(_first_table(bot), "on_ready")
        bot.add_listener(endpoint(bot), "on_ready")
        _say(words("local.open_at", url=url), words("local.stop", folder=local.folder))
        if local.browser:
            await asyncio.to_thread(webbrowser.open, url)
        following = asyncio.create_task(clock.follow(bot.game_service.deps.notify))
        try:
            await run(bot, TOKEN, until)
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)


class FollowingClock:
    """The time at a local table, for the bot: it runs as fast as the table's and is moved with it."""

    def __init__(self, url: str) -> None:
        self._url = f"{url}{CLOCK}"
        self._told, self._speed, self._at = time.time(), 1.0, time.monotonic()
        self._skipped = ""

    def now(self) -> float:
        """Return the present time in seconds since 1970."""
        return self._told + (time.monotonic() - self._at) * self._speed

    async def look(self) -> None:
        """Set the clock by the table's; after the first time, when time is skipped. Raises aiohttp.ClientError."""
        asked = {"skipped": self._skipped}
        async with aiohttp.ClientSession() as session, session.get(self._url, params=asked) as response:
            told = await response.json()
        self._told, self._speed, self._at = float(told["now"]), float(told["speed"]), time.monotonic()
        self._skipped = str(told["skipped"])

    async def follow(self, moved: Callable[[], None]) -> None:
        """Go by the table's clock for ever; `moved` is called whenever time was skipped."""
        while True:
            before = self._skipped
            try:
                await self.look()
            except (aiohttp.ClientError, TimeoutError) as error:
                log.debug("clock.lost", reason=str(error))
                await asyncio.sleep(PAUSE)
            if self._skipped != before:
                moved()


def _settings(local: Local, key: str) -> BotSettings:
    kept: dict[str, Any] = {"database": local.database, "heartbeat": local.folder / "heartbeat"}
    door: dict[str, Any] = {"http": ANY_PORT if key else "", "public_key": key, "role": "all"}
    return BotSettings(data=local.folder, web=_pages(local.folder), client_secret="", **kept, **door)


def _pages(folder: Path) -> str:
    """The address of the tables' pages: as at the last start, so that links in older posts still lead there; if that
    is taken, another one.
    """
    kept = folder / PAGES
    for port in (kept.read_text(encoding="ascii") if kept.exists() else "0", "0"):
        with (
            contextlib.suppress(OSError, ValueError, OverflowError),
            socket.create_server(("127.0.0.1", int(port))) as free,
        ):
            kept.write_text(str(free.getsockname()[1]), encoding="ascii")
            break
    return f"127.0.0.1:{kept.read_text(encoding='ascii')}"


async def _key(url: str) -> str:
    """The public key of the application, as the table tells it."""
    headers = {"Authorization": f"Bot {TOKEN}"}
    async with aiohttp.ClientSession(headers=headers) as session, session.get(f"{url}/api/v10{APPLICATION}") as said:
        return str((await said.json())["verify_key"])


def endpoint(bot: Nisaba) -> Callable[[], Coroutine[Any, Any, None]]:
    """Tell the table where interactions are taken over HTTP, if they are."""

    async def on_ready() -> None:
        if bot.door is not None:
            url = f"http://127.0.0.1:{bot.http_server.port(bot.settings.http)}{PATH}"
            await bot.http.request(Route("PATCH", APPLICATION), json={"interactions_endpoint_url": url})

    return on_ready


def _custom(local: Local) -> Custom:
    draw = (lambda: local.seed) if local.seed else secret_seed
    return Custom(LIVE, draw, local.at_once, anew=True)


@asynccontextmanager
async def _table(local: Local) -> AsyncIterator[str]:
    """The address of our own server while it runs, or of one that runs already. Raises SettingsError without either."""
    if local.playground:
        yield await _there(local.playground.rstrip("/"))
        return
    server = Playground(store=local.folder / "table.db", transcript=local.transcript)
    try:
        await server.start(local.port)
    except OSError as error:
        raise SettingsError(words("local.port_taken", port=local.port)) from error
    try:
        yield server.url
    finally:
        await server.stop()


async def _there(url: str) -> str:
    """The address of a table that answers. Raises SettingsError."""
    try:
        await FollowingClock(url).look()
    except aiohttp.ClientError as error:
        raise SettingsError(words("local.no_playground", url=url, reason=error)) from error
    return url


def _first_table(bot: Nisaba) -> Callable[[], Coroutine[Any, Any, None]]:
    """Open a table on the very first start, hosted by the first person and ready to be started."""
    first = next(user for user in table_users().values() if not user.bot)
    host = Person(int(first.id), first.display)

    async def on_ready() -> None:
        async with bot.database.session() as session:
            tables = (await session.execute(select(func.count()).select_from(TableRow))).scalar_one()
        if not tables:
            await _welcome(bot)
            place = Place(int(GUILD_ID), CHANNEL)
            await bot.service.open_table(host, place, FIRST, options=lobby_of(FIRST).short, npcs=1)

    return on_ready


async def _welcome(bot: Nisaba) -> None:
    """Post what this is and what to do, in the language of the shell, with buttons that begin a game at once."""
    channel = bot.get_channel(WELCOME) or await bot.fetch_channel(WELCOME)
    if isinstance(channel, discord.TextChannel):
        with speaking(language_of_shell(os.environ)):
            parts: tuple[Part, ...] = (Text(table_text("guide.welcome")), *ways(FIRST))
            shown = layout(Screen(parts))
        await channel.send(view=shown)


def _say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    with contextlib.suppress(OSError):
        sys.stdout.flush()
