"""Pins the lobby post of each open table, and unpins it at the end.

Pinning twice does no harm: Discord takes it as done.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Sequence
from typing import Any, Final

import discord
import structlog

from bot.contract.tables import Place
from bot.delivery.requests import Requests
from bot.delivery.table_keeper import TableKeeper
from bot.delivery.wire import Failed, Later, MayNot, TargetGone
from bot.features.feature import Working
from bot.features.pins import service as pins
from bot.features.pins.service import PinPlan
from bot.tables.game_service import GameService
from bot.ui.guilds import guild_of

log = structlog.get_logger(__name__)
FULL: Final = 30003


class PinnedMessages:
    """Pins as Discord has them. No request waits for a limit. Raises Failed."""

    def __init__(self, client: discord.Client) -> None:
        self._client, self._requests = client, Requests(client)

    async def is_own_thread(self, place: Place) -> bool:
        """Return whether the bot has opened that thread for a table, which begins with the lobby anyway."""
        guild = await guild_of(self._client, place.guild) if place.guild is not None else None
        thread = guild.get_thread(place.channel) if guild is not None else None
        return thread is not None and thread.owner_id == self._client.application_id

    async def pin(self, channel: int, message: int) -> None:
        """Pin a message."""
        await self._requests.ask("PUT", f"/channels/{channel}/messages/pins/{message}")

    async def unpin(self, channel: int, message: int) -> None:
        """Unpin a message; one that is gone or not pinned stays so."""
        try:
            await self._requests.ask("DELETE", f"/channels/{channel}/messages/pins/{message}")
        except (TargetGone, MayNot) as failure:
            log.info("pin.stays", channel=channel, why=str(failure))

    async def close(self) -> None:
        """Close the session for requests."""
        await self._requests.close()


class PinKeeper(TableKeeper):
    """Pins one message of each open table, where the server wants it."""

    lane = "pins"
    follows_posts = True

    def __init__(self, service: GameService, there: PinnedMessages, now: Callable[[], float]) -> None:
        super().__init__(service, now)
        self._there = there

    async def run(self) -> None:
        """Look after the tables until cancelled."""
        try:
            await super().run()
        finally:
            await self._there.close()

    async def versions(self, tables: Collection[int] | None) -> Sequence[tuple[int, int]]:
        """Return the tables whose message is to be pinned or unpinned."""
        return await pins.versions(self._deps, tables)

    async def bring(self, table: int) -> bool:
        """Pin the message of a table, then unpin the one before. Raises Later."""
        plan = await pins.plan(self._deps, table)
        done = bool(plan.message) and not await self._there.is_own_thread(plan.info.place)
        try:
            if done:
                await self._there.pin(plan.channel, plan.message)
        except Failed as failure:
            return await self._refused(plan, failure)
        if plan.pinned is not None and plan.pinned != (plan.channel, plan.message):
            await self._there.unpin(*plan.pinned)
        await pins.note(self._deps, plan, done=done)
        return True

    async def _refused(self, plan: PinPlan, failure: Failed) -> bool:
        """Tell the host once if the channel has too many pins. If the permission is missing, `/setup` says so, and the
        next start tries again. Raises Later.
        """
        if isinstance(failure, Later) and failure.code != FULL:
            raise failure
        log.info("pin.refused", table=plan.info.id, code=failure.code, why=str(failure))
        if failure.code == FULL:
            await pins.note(self._deps, plan, done=False)
            await pins.tell_host(self._deps, plan.number)
        return True


def jobs(at: Working) -> tuple[Coroutine[Any, Any, None], ...]:
    """Keep the messages of tables pinned."""
    return (PinKeeper(at.service, PinnedMessages(at.client), at.now).run(),)
