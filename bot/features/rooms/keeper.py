"""Makes the threads of rooms after they are stored, keeps them up to date, and archives them at the end.

Steps may run twice without harm: a thread that was made and not noted is found by its name, and a person can be added
again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from typing import Any, Final

import discord
import structlog

from bot.contract.posts import Post
from bot.delivery.table_keeper import NETWORK, TOO_FAST, TableKeeper
from bot.delivery.wire import Failed, Later, MayNot, ReadyPost, Sent, Target, TargetGone, Wire
from bot.features.feature import Working
from bot.features.rooms import service as rooms
from bot.features.rooms.screens import first_line, last_line, thread_name
from bot.features.rooms.service import RoomPlan
from bot.features.rooms.threads import NEEDED, NO_CHANNEL, RoomGround, RoomThreads
from bot.tables.game_service import GameService
from bot.tables.work.unit_of_work import dump
from engine.core.message import Message, list_of
from engine.core.text import speaking

log = structlog.get_logger(__name__)
NO_RIGHT: Final = 50013
REFUSED: Final = {NO_CHANNEL: "no_place", 50024: "no_place", 160006: "too_many", 50001: "may_not", NO_RIGHT: "may_not"}
MARKS, TABLES, MOST = 3 << 27, 1 << 20, 1 << 6


class RoomKeeper(TableKeeper):
    """Brings every room to its wanted state."""

    lane = "rooms"

    def __init__(self, service: GameService, wire: Wire, threads: RoomThreads, now: Callable[[], float]) -> None:
        super().__init__(service, now)
        self._wire, self._threads = wire, threads

    async def versions(self, tables: Collection[int] | None) -> list[tuple[int, int]]:
        """Return the tables that have rooms, and how often each has been changed."""
        return await rooms.versions(self._deps, tables)

    async def bring(self, table: int) -> bool:
        """Make the rooms of a table what they should be. Raises what is to be tried again, and Refused."""
        for plan in await rooms.plans(self._deps, table):
            with speaking(plan.info.settings.language):
                await self._bring(plan)
        return True

    async def _bring(self, plan: RoomPlan) -> None:
        """Make a room what it should be. Raises what is to be tried again."""
        thread = plan.thread
        try:
            thread = thread or await self._made(plan)
            if plan.over:
                await self._over(plan, thread)
            elif thread:
                await self._people(plan, thread)
        except (*NETWORK, Later):
            raise
        except (discord.HTTPException, Failed) as error:
            await self._failed(plan, thread, error)

    async def _made(self, plan: RoomPlan) -> int:
        """Create the thread of a room without one. Return 0 if it cannot have one, or needs none any more."""
        if plan.over and not plan.tried:
            return 0
        ground, name = await self._ground(plan), thread_name(plan)
        if ground is None or ground.lacks:
            if not plan.over:
                await self._tell(plan, "may_not" if ground else "no_place", ground)
            return 0
        thread = await self._threads.find_thread(ground, name, plan.opened_at) if plan.tried else 0
        if not thread and not plan.over:
            await rooms.note(self._deps, plan, tried=True)
            thread = await self._threads.open(ground, name)
        await rooms.note(self._deps, plan, thread=thread)
        return thread

    async def _ground(self, plan: RoomPlan) -> RoomGround | None:
        place = plan.info.place
        return await self._threads.ground(place, await rooms.channel_for_forums(self._deps, place.guild))

    async def _people(self, plan: RoomPlan, thread: int) -> None:
        """Let in and show out whom it takes, and say in the first line who is there."""
        here = {one for one in plan.people if one in plan.let_in or await self._threads.add(thread, one)}
        for person in plan.let_in - here:
            await self._threads.remove(thread, person)
        if plan.message > 0 and here == plan.let_in:
            return
        await rooms.note(self._deps, plan, let_in=dump(sorted(here)), message=-abs(plan.message))
        post = first_line(plan, here, open_to_guests=await self._threads.is_open_to_guests(thread))
        await rooms.note(self._deps, plan, message=await self._said(thread, plan, post))

    async def _said(self, thread: int, plan: RoomPlan, post: Post) -> int:
        """The message that says it: the one that is there, else a new one."""
        mark = MARKS + plan.table % TABLES * MOST + plan.no % MOST
        ready = ReadyPost(post, plan.info.id, plan.info.game, mark, scenario=plan.info.scenario)
        found = await self._wire.find(Target(thread), mark) if plan.tried and not plan.message else None
        there = found.message if found else abs(plan.message)
        if there:
            with suppress(TargetGone):
                return (await self._wire.edit(Sent(thread, there), ready)).message
        return (await self._wire.send(Target(thread), [ready])).message

    async def _over(self, plan: RoomPlan, thread: int) -> None:
        """Name nobody in the room any more, archive its thread, and forget it."""
        if thread:
            if plan.message:
                await self._said(thread, plan, last_line(plan))
            await self._threads.close(thread)
        await rooms.drop(self._deps, plan)

    async def _failed(self, plan: RoomPlan, thread: int, error: discord.HTTPException | Failed) -> None:
        """Forget a room that is over or whose thread is gone; tell the opener of one that cannot be made."""
        if isinstance(error, discord.HTTPException) and error.status == TOO_FAST and error.code not in REFUSED:
            raise Later(str(error)) from error
        why = REFUSED.get(_code(error), "refused")
        log.info("room.failed", table=plan.info.id, why=why, error=str(error))
        if plan.over or (plan.thread and _code(error) == NO_CHANNEL):
            await rooms.drop(self._deps, plan)
        elif not plan.thread:
            await self._tell(plan, why, await self._ground(plan) if why == "may_not" else None)
        if thread and (plan.over or not plan.thread):
            with suppress(discord.HTTPException):
                await self._threads.close(thread)

    async def _tell(self, plan: RoomPlan, code: str, ground: RoomGround | None) -> None:
        lacks = (ground.lacks if ground else ()) or NEEDED[1:]
        await rooms.fail(self._deps, plan, code, missing=list_of([Message(f"table.permission.{one}") for one in lacks]))


def _code(error: discord.HTTPException | Failed) -> int:
    """The number that Discord has for what has happened."""
    if isinstance(error, discord.HTTPException):
        return error.code
    return NO_CHANNEL if isinstance(error, TargetGone) else NO_RIGHT if isinstance(error, MayNot) else 0


def jobs(at: Working) -> tuple[Coroutine[Any, Any, None], ...]:
    """Keep the threads of rooms as their seats are."""
    return (RoomKeeper(at.service, at.wire, RoomThreads(at.client), at.now).run(),)
