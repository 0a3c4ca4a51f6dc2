"""The commands of games, which each server has for itself: those of the games that are played there.

A server is sent its commands in one request, and only if they have changed. All servers are looked at in the
background, by one process; what a process could not do, the next one does. Where nothing tells of servers, the first
interaction does.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final, cast

import aiohttp
import discord
import structlog
from discord.ext import commands
from sqlmodel import col, select

from bot.contract.servers import COMMANDS, COMMANDS_FAILED
from bot.delivery.command_tree import OF_GAMES, fingerprint, payload
from bot.delivery.wire import Later
from bot.store import leases
from bot.store.models import TableRow
from bot.store.server_models import GuildSettingRow
from bot.tables.lobby.options import games_off, note_server, server_notes
from bot.tables.work.unit_of_work import Deps

log = structlog.get_logger(__name__)
LANE: Final = "server_commands"
HELD, PAUSE, AGAIN, HOUR, DAY = 60.0, 0.25, 10.0, 3600.0, 86_400.0
SOON: Final = 3.0
GLOBAL_ONLY: Final = frozenset({"contexts", "integration_types", "dm_permission"})
TROUBLE: Final = (aiohttp.ClientError, OSError, discord.HTTPException, discord.RateLimited, Later)
Commands = list[dict[str, Any]]


class ServerCommands:
    """Sends servers the commands of their games. `finish` is called whenever all servers have been looked at.

    `anew`: this Discord has never heard of them, whatever is stored.
    """

    def __init__(
        self, bot: commands.Bot, deps: Deps, finish: Callable[[], Awaitable[None]], *, anew: bool = False
    ) -> None:
        self._bot, self._deps, self._finish = bot, deps, finish
        self._anew, self._sent = anew, set[int]()
        self._met = set[int]()
        self._all: Commands = []
        self._begun, self._awake = asyncio.Event(), asyncio.Event()

    async def run(self) -> None:
        """Look at all servers now and each hour, sooner if one came or something went wrong, until cancelled."""
        while True:
            self._awake.clear()
            try:
                done = await self.settle()
            except Exception as error:
                log.exception("server_commands.failed", exc_info=error)
                done = False
            self._begun.set()
            with suppress(TimeoutError):
                async with asyncio.timeout(HOUR if done else AGAIN):
                    await self._awake.wait()

    async def begun(self) -> None:
        """Wait until all servers have been looked at, a few seconds at most: few servers have theirs by then."""
        try:
            async with asyncio.timeout(SOON):
                await self._begun.wait()
        except TimeoutError:
            log.info("server_commands.in_background")

    async def settle(self) -> bool:
        """Look at all servers, unless another process does. Return whether nothing is left to be tried again."""
        if not await self._hold():
            return False
        try:
            there = [guild.id async for guild in self._bot.fetch_guilds(limit=None, with_counts=False)]
            await self._forget_others(there)
            done = all([await self._tried(guild) for guild in there])
            if done:
                await self._finish()
        finally:
            await leases.release(self._deps.database, LANE, self._deps.process)
        return done

    async def _hold(self) -> bool:
        now = self._deps.now()
        return await leases.claim(self._deps.database, LANE, self._deps.process, now, now + HELD)

    async def _tried(self, guild: int) -> bool:
        """Bring one of many servers up to date. Return false if it has to be tried again."""
        try:
            if await self.bring(guild):
                await asyncio.sleep(PAUSE)
                await self._hold()
        except TROUBLE as error:
            log.warning("server_commands.later", guild=guild, why=repr(error))
            return False
        return True

    async def _forget_others(self, there: Sequence[int]) -> None:
        """Forget what was sent to servers that the bot has left."""
        noted = await self._deps.database.read(
            select(GuildSettingRow.guild).where(col(GuildSettingRow.key).in_((COMMANDS, COMMANDS_FAILED))).distinct()
        )
        for guild in set(noted) - set(there):
            await self.forget(guild)

    async def bring(self, guild: int, *, at_once: bool = False) -> bool:
        """Send a server its commands if it has others. Return whether they were sent.

        `at_once`: also if Discord has just refused them. Raises Later if another process sends them, and what else is
        worth another try.
        """
        sent, sender = False, secrets.token_hex(8)
        while (due := await self._due(guild, at_once=at_once)) is not None:
            now = self._deps.now()
            if not await leases.claim(self._deps.database, f"{LANE} {guild}", sender, now, now + HELD):
                raise Later(f"another process sends commands to {guild}")
            try:
                await self._send(guild, *due)
            finally:
                await leases.release(self._deps.database, f"{LANE} {guild}", sender)
            sent, at_once = True, False
        return sent

    async def _due(self, guild: int, *, at_once: bool) -> tuple[Commands, str] | None:
        """Return what a server is to be sent, with its fingerprint; None if there is nothing to be sent now."""
        wanted = await self._wanted(guild)
        marked = fingerprint(self._bot.application_id, wanted)
        noted = await server_notes(self._deps, guild, COMMANDS, COMMANDS_FAILED)
        if noted.get(COMMANDS, "") == marked and not (self._anew and guild not in self._sent):
            return None
        _, _, until = noted.get(COMMANDS_FAILED, "").partition(" ")
        return None if until and float(until) > self._deps.now() and not at_once else (wanted, marked)

    async def _wanted(self, guild: int) -> Commands:
        """Return the commands of the games that a server has switched on or is still playing."""
        off = await games_off(self._deps, guild)
        if off:
            played = (TableRow.guild == guild, col(TableRow.state) != "over")
            off -= set(await self._deps.database.read(select(TableRow.game).where(*played).distinct()))
        self._all = self._all or await payload(self._bot.tree)
        groups = {group for group, game in OF_GAMES.items() if game not in off}
        return [
            {key: value for key, value in command.items() if key not in GLOBAL_ONLY}
            for command in self._all
            if command["name"] in groups
        ]

    async def _send(self, guild: int, wanted: Commands, marked: str) -> None:
        """Send a server its commands, and note that, or that Discord refused them."""
        application = cast("int", self._bot.application_id)
        try:
            await self._bot.http.bulk_upsert_guild_commands(application, guild, payload=cast("Any", wanted))
        except discord.DiscordServerError:
            raise
        except discord.HTTPException as error:
            log.warning("server_commands.refused", guild=guild, code=error.code, why=error.text)
            await note_server(
                self._deps, guild, **{COMMANDS: "", COMMANDS_FAILED: f"{error.code} {self._deps.now() + DAY}"}
            )
            return
        self._sent.add(guild)
        await note_server(self._deps, guild, **{COMMANDS: marked, COMMANDS_FAILED: ""})
        log.info("server_commands.sent", guild=guild, commands=[command["name"] for command in wanted])

    async def forget(self, guild: int) -> None:
        """Forget what a server was sent: it has lost that with the bot."""
        self._met.discard(guild)
        await note_server(self._deps, guild, **{COMMANDS: "", COMMANDS_FAILED: ""})

    async def look_again(self, guild: int) -> None:
        """Bring a server up to date, even if it lost its commands unnoticed; failures are left for the next look."""
        try:
            async with asyncio.timeout(SOON):
                there = await self._bot.http.get_guild_commands(cast("int", self._bot.application_id), guild)
                if {one["name"] for one in there} != {one["name"] for one in await self._wanted(guild)}:
                    await note_server(self._deps, guild, **{COMMANDS: ""})
                await self.bring(guild, at_once=True)
        except discord.Forbidden:
            await note_server(self._deps, guild, **{COMMANDS: ""})
            await self._met_trouble(self.bring(guild, at_once=True))
        except TROUBLE as error:
            log.info("server_commands.later", guild=guild, why=repr(error))

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Bring a server up to date from which this process has its first interaction."""
        guild = interaction.guild_id
        if guild is None or guild in self._met or not interaction.is_guild_integration():
            return
        self._met.add(guild)
        await self._met_trouble(self.bring(guild))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Bring a server up to date that has just added the bot."""
        await self.forget(guild.id)
        await self._met_trouble(self.bring(guild.id))

    async def on_guild_available(self, _guild: discord.Guild) -> None:
        """Look at all servers: discord.py reports one that adds the bot while it starts as an old one."""
        self._awake.set()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Forget a server that the bot has left."""
        await self.forget(guild.id)

    async def _met_trouble(self, bringing: Awaitable[bool]) -> None:
        """Wait for a server to be brought up to date; what fails is left for the next look at all servers."""
        try:
            await bringing
        except TROUBLE as error:
            log.warning("server_commands.later", why=repr(error))
