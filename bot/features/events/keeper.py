"""Keeps the events of tables as their start times are.

Steps may run twice without harm: an event that was made and not noted is found by its name, which holds the id of the
table. Events start and end by themselves, and nothing depends on that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Sequence
from datetime import UTC, datetime
from typing import Any, Final

import discord
import structlog

from bot.delivery.table_keeper import NETWORK, TOO_FAST, TableKeeper
from bot.delivery.wire import Later
from bot.features.events import service as events
from bot.features.events.server_events import OVER, ServerEvents
from bot.features.events.service import GONE, EventPlan
from bot.features.feature import Working
from bot.tables.game_service import GameService
from engine.core.text import cut, speaking, words

log = structlog.get_logger(__name__)
LASTS: Final = 2 * 3600.0  # the event is an appointment to begin: a game goes on for days or weeks
NAME: Final = 100
STARTS: Final = "scheduled_start_time"


class EventKeeper(TableKeeper):
    """Makes, moves and deletes the events of tables."""

    lane = "events"

    def __init__(self, service: GameService, there: ServerEvents, now: Callable[[], float]) -> None:
        super().__init__(service, now)
        self._there = there

    async def versions(self, tables: Collection[int] | None) -> Sequence[tuple[int, int]]:
        """Return the tables that may need an event, or have one."""
        return await events.versions(self._deps, tables)

    async def bring(self, table: int) -> bool:
        """Make the event of a table what it should be; false while its lobby is not posted yet."""
        plan = await events.plan(self._deps, table)
        try:
            if plan.wanted and await self._there.is_open_to_all(plan.info.place):
                return await self._bring(plan)
            await self._unwanted(plan)
        except NETWORK:
            raise
        except discord.HTTPException as error:
            await self._failed(plan, error)
        return True

    async def _bring(self, plan: EventPlan) -> bool:
        if plan.event == GONE or not plan.info.may_post:
            return True
        if not plan.lobby:
            return False
        with speaking(plan.info.settings.language):
            said = said_of(plan)
        guild = plan.info.place.guild or 0
        if plan.event and _starts(plan) > self._now():
            await self._change(plan, guild, said)
        elif await self._there.may(guild):
            await self._make(plan, guild, said)
        return True

    async def _make(self, plan: EventPlan, guild: int, said: dict[str, Any]) -> None:
        """Make an event, instead of one whose time has come without the game beginning."""
        if plan.event:
            await self._there.delete(guild, plan.event)
        found = await self._there.find(guild, said["name"]) if plan.known and not plan.event else 0
        if found:
            await self._there.change(guild, found, said)
        else:
            await events.note(self._deps, plan.number, 0, {})
            found = await self._there.make(guild, said)
        await events.note(self._deps, plan.number, found, said)

    async def _change(self, plan: EventPlan, guild: int, said: dict[str, Any]) -> None:
        """Say what is new: the rest may be what others have written there."""
        new = {key: value for key, value in said.items() if plan.told.get(key) != value}
        if new:
            await self._there.change(guild, plan.event, new)
            await events.note(self._deps, plan.number, plan.event, said)

    async def _unwanted(self, plan: EventPlan) -> None:
        """Delete the event of a table that no longer starts then; an event that has begun goes on by itself."""
        if plan.info.state == "lobby" and plan.starts_at and plan.starts_at <= self._now():
            return  # its host is being asked what is to be done
        has_begun = plan.info.state == "running" and _starts(plan) <= self._now()
        if plan.event > 0 and not has_begun:
            await self._there.delete(plan.info.place.guild or 0, plan.event)
        elif plan.known and not plan.event:
            await self._delete_unnoted(plan)
        await events.drop(self._deps, plan.number)

    async def _delete_unnoted(self, plan: EventPlan) -> None:
        guild = plan.info.place.guild or 0
        with speaking(plan.info.settings.language):
            found = await self._there.find(guild, name_of(plan))
        if found:
            await self._there.delete(guild, found)

    async def _failed(self, plan: EventPlan, error: discord.HTTPException) -> None:
        """Forget an event that is gone, and one that Discord did not make: the lobby says when the game starts."""
        if error.status == TOO_FAST:
            raise Later(str(error)) from error
        log.info("event.failed", table=plan.info.id, code=error.code, why=str(error))
        if error.code in OVER:
            await events.note(self._deps, plan.number, GONE, {})
        elif not plan.event:
            await events.drop(self._deps, plan.number)


def name_of(plan: EventPlan) -> str:
    """Return the name of the event of a table, which no other event of the bot has."""
    return cut(words("scheduled.name", id=plan.info.id, game=plan.info.game_title), NAME)


def said_of(plan: EventPlan) -> dict[str, Any]:
    """Return what is said of the event of a table. It names nobody, as all of the server can read it."""
    place = plan.info.place
    link = f"https://discord.com/channels/{place.guild}/{place.channel}/{plan.lobby}"
    return {
        "name": name_of(plan),
        "description": words("scheduled.about", id=plan.info.id, game=plan.info.game_title, link=link),
        STARTS: _iso(plan.starts_at),
        "scheduled_end_time": _iso(plan.starts_at + LASTS),
        "entity_metadata": {"location": link},
    }


def _iso(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat()


def _starts(plan: EventPlan) -> float:
    """Return when the event starts, as last said."""
    return datetime.fromisoformat(plan.told[STARTS]).timestamp() if plan.told else 0.0


def jobs(at: Working) -> tuple[Coroutine[Any, Any, None], ...]:
    """Keep the events of tables as their start times are."""
    return (EventKeeper(at.service, ServerEvents(at.client), at.now).run(),)
