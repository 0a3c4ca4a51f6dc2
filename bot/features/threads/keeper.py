"""Keeps the threads and forum posts of tables: titled and tagged as the game goes on, and open until it is over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Sequence
from typing import Any, Final

import discord
import structlog
from discord.ext import commands

from bot.delivery.table_keeper import NETWORK, TableKeeper
from bot.delivery.wire import Failed
from bot.features.feature import Working
from bot.features.threads import service as threads
from bot.features.threads.discord_threads import TableThreads, is_for_now
from bot.features.threads.service import ThreadPlan
from bot.tables.game_service import GameService
from bot.tables.work.unit_of_work import Deps
from bot.ui.forums import tags_for
from bot.ui.lobby.handlers import thread_title
from engine.core.text import speaking

log = structlog.get_logger(__name__)
DAY, WEEK = 1440, 10080
OFTEN: Final = 6 * 3600.0
PAUSE: Final = 0.25
"""Seconds between two looks: without a gateway there is one for each open table, and messages need the limit too."""
NO_TAG, NO_TITLE = 10087, 200001


class ThreadKeeper(TableKeeper):
    """Gives threads their titles, tags and the time after which they are archived."""

    lane = "threads"

    def __init__(self, service: GameService, there: TableThreads, now: Callable[[], float]) -> None:
        super().__init__(service, now)
        self._there = there

    async def versions(self, tables: Collection[int] | None) -> Sequence[tuple[int, int]]:
        """Return the tables that have begun, ended or moved since their thread was looked at."""
        return await threads.versions(self._deps, tables)

    async def bring(self, table: int) -> bool:
        """Make the thread of a table what it should be."""
        plan = await threads.plan(self._deps, table)
        if plan.state == "over" and await threads.is_open(self._deps, plan.place.channel):
            await threads.note(self._deps, plan)  # its people play another game there already
            return True
        thread = await self._there.own(plan.place)
        if thread is not None:
            await self._bring(plan, thread)
        await threads.note(self._deps, plan)
        return True

    async def _bring(self, plan: ThreadPlan, thread: discord.Thread) -> None:
        """Change what is not as it should be; of what Discord refuses, try the rest. Raises what is for now."""
        changes = changes_for(plan, thread, await self._there.forum(thread))
        while changes:
            try:
                await self._there.change(thread.id, changes)
            except Failed as failure:
                if is_for_now(failure):
                    raise
                log.info("thread.refused", thread=thread.id, code=failure.code, why=str(failure))
                refused = {NO_TAG: "applied_tags", NO_TITLE: "name"}.get(failure.code, "")
                if refused not in changes:
                    return
                changes = {key: value for key, value in changes.items() if key != refused}
            else:
                return


def changes_for(plan: ThreadPlan, thread: discord.Thread, forum: discord.ForumChannel | None) -> dict[str, Any]:
    """Return what of a thread is to be changed, each key as Discord has it."""
    wanted: dict[str, Any] = {"auto_archive_duration": DAY if plan.state == "over" else WEEK}
    there: dict[str, Any] = {"auto_archive_duration": thread.auto_archive_duration, "name": thread.name}
    if plan.people:
        with speaking(plan.language):
            wanted["name"] = thread_title(plan.game, plan.scenario, plan.people)
    if forum is not None:
        tags = tags_for(forum, plan.state, plan.game, thread.applied_tags)
        wanted["applied_tags"] = [str(tag.id) for tag in tags]
        there["applied_tags"] = [str(tag.id) for tag in thread.applied_tags]
    return {key: value for key, value in wanted.items() if there[key] != value}


class Opener:
    """Opens threads of open tables that have been archived: in those, buttons do nothing on many phones."""

    def __init__(self, deps: Deps, there: TableThreads) -> None:
        self._deps, self._there = deps, there

    async def run(self) -> None:
        """Look at all of them at the start and then some times a day, for what no gateway tells."""
        try:
            while True:
                await self.look()
                await asyncio.sleep(OFTEN)
        finally:
            await self._there.close()

    async def look(self) -> None:
        """Open all that have been archived, one after the other; Discord is asked a few times a second at most."""
        for channel in await threads.open_channels(self._deps):
            if not self._there.is_heard_of(channel):
                await self._reopened(channel)
                await asyncio.sleep(PAUSE)

    async def heard(self, event: discord.RawThreadUpdateEvent) -> None:
        """Open a thread that has just been archived, if a table is open there."""
        about = event.data["thread_metadata"]
        if about["archived"] and not about.get("locked") and await threads.is_open(self._deps, event.thread_id):
            await self._reopened(event.thread_id)

    async def _reopened(self, channel: int) -> None:
        try:
            if await self._there.reopen(channel):
                log.info("thread.reopened", channel=channel)
        except (*NETWORK, Failed, discord.HTTPException) as error:
            log.info("thread.stays_archived", channel=channel, reason=repr(error))


def jobs(at: Working) -> tuple[Coroutine[Any, Any, None], ...]:
    """Look after the threads of tables."""
    there = TableThreads(at.client)
    opener = Opener(at.service.deps, there)
    if isinstance(at.client, commands.Bot):
        at.client.add_listener(opener.heard, "on_raw_thread_update")
    return ThreadKeeper(at.service, there, at.now).run(), opener.run()
