"""Brings the emojis of the application up to date, one at a time and as slowly as Discord wants.

A new picture is a new emoji: it is made first, then used, and the old one is deleted days later. What a killed process
has made and not noted is found by its name. Whatever isn't there is a word.
"""

from __future__ import annotations

import asyncio
import base64
import re
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final

import discord
import structlog
from discord.http import MultipartParameters

from bot.delivery.requests import Requests
from bot.delivery.wire import Failed, Later
from bot.features.emojis import service
from bot.features.emojis.service import EmojiRow
from bot.features.feature import Working
from bot.store import leases
from bot.tables.work.unit_of_work import Deps
from render import emojis as drawings

log = structlog.get_logger(__name__)
LANE: Final = "emojis"
HELD, LOOK, AGAIN, REST, SHORT = 60.0, 60.0, 30.0, 6 * 3600.0, 10.0
KEPT: Final = 7 * 24 * 3600.0
"""How long a replaced emoji stays, since messages that carry it may still be edited."""
FULL, GONE = 30008, 10014
HASHED: Final = re.compile(r"(\w+)_[0-9a-f]{4}")


class AppEmojis:
    """The emojis of the application as Discord has them. Every request raises Failed, and none waits for a limit."""

    def __init__(self, client: discord.Client) -> None:
        self._client, self._requests = client, Requests(client)

    @property
    def application(self) -> int:
        """Return the id of the application."""
        return self._client.application_id or 0

    async def all(self) -> dict[str, int]:
        """Return the ids of all emojis by name."""
        said = await self._requests.ask("GET", self._path)
        return {emoji["name"]: int(emoji["id"]) for emoji in said["items"]}

    async def make(self, name: str, png: bytes) -> int:
        """Make an emoji and return its id."""
        image = f"data:image/png;base64,{base64.b64encode(png).decode()}"
        params = MultipartParameters({"name": name, "image": image}, None, None)
        return int((await self._requests.ask("POST", self._path, params))["id"])

    async def delete(self, emoji: int) -> None:
        """Delete an emoji; one that is gone already need not be."""
        try:
            await self._requests.ask("DELETE", f"{self._path}/{emoji}")
        except Failed as failure:
            if failure.code != GONE:
                raise

    @property
    def _path(self) -> str:
        return f"/applications/{self.application}/emojis"

    async def close(self) -> None:
        """Ask nothing more."""
        await self._requests.close()


class EmojiKeeper:
    """Makes the emojis that are missing and deletes those replaced long ago; one process at a time does."""

    def __init__(
        self,
        deps: Deps,
        there: AppEmojis,
        now: Callable[[], float],
        draw: Callable[[], Mapping[str, bytes]] = drawings.pictures,
    ) -> None:
        """`draw` returns the picture of each emoji by key; it may take a while."""
        self._deps, self._there, self._now, self._draw = deps, there, now, draw
        self._held_until = 0.0

    async def run(self) -> None:
        """Keep them up to date until cancelled."""
        try:
            while True:
                wait = await self._settled()
                await asyncio.sleep(wait)
        finally:
            await self._there.close()

    async def _settled(self) -> float:
        try:
            return await self.settle()
        except Exception as error:
            log.exception("emojis.failed", exc_info=error)
            return AGAIN

    async def settle(self) -> float:
        """Bring them up to date, unless another process does. Return the seconds until the next look.

        A limit is waited out with the lease in hand, so that no other process runs into it.
        """
        if not await self._hold(HELD):
            return LOOK
        wait = 0.0
        try:
            await self._bring()
        except Later as failure:
            if failure.code == FULL or (failure.wait is None and not failure.unknown):
                return _left_out(failure)
            wait = failure.wait or 0.0
            log.info("emojis.later", seconds=wait or AGAIN, why=str(failure))
            return wait or AGAIN
        except Failed as failure:
            return _left_out(failure)
        finally:
            await self._let_go(wait)
        return REST

    async def _hold(self, seconds: float) -> bool:
        now = self._now()
        self._held_until = now + seconds
        return await leases.claim(self._deps.database, LANE, self._deps.process, now, now + seconds)

    async def _let_go(self, wait: float) -> None:
        if wait:
            await self._hold(wait)
        else:
            await leases.release(self._deps.database, LANE, self._deps.process)

    async def _keep_hold(self) -> None:
        if self._held_until - self._now() < HELD / 2:
            await self._hold(HELD)

    async def _bring(self) -> None:
        pictures = await asyncio.to_thread(self._draw)
        wanted = {drawings.name_of(key, picture): key for key, picture in pictures.items()}
        there = await self._there.all()
        await self._compare(wanted, there)
        await self._delete_old()
        known = await service.noted(self._deps)
        for name, key in wanted.items():
            if name not in known:
                await self._keep_hold()
                await self._use(key, name, await self._made(name, pictures[key]))

    async def _made(self, name: str, picture: bytes) -> int:
        """Make an emoji and return its id. Waits if Discord's limit is a matter of seconds."""
        while True:
            try:
                return await self._there.make(name, picture)
            except Later as failure:
                if failure.wait is None or failure.wait > SHORT:
                    raise
                await asyncio.sleep(failure.wait)

    async def _use(self, key: str, name: str, emoji: int) -> None:
        row = EmojiRow(name=name, key=key, emoji=emoji, application=self._there.application)
        await service.use(self._deps, row, self._now())

    async def _compare(self, wanted: Mapping[str, str], there: Mapping[str, int]) -> None:
        """Forget emojis that are gone, note those that a killed process made, and retire those no longer drawn."""
        known = await service.noted(self._deps)
        for name, row in known.items():
            if there.get(name) != row.emoji or row.application != self._there.application:
                await service.forget(self._deps, name)
            elif name in wanted and row.replaced_at is not None:
                await self._use(row.key, name, row.emoji)
            elif row.key not in wanted.values() and row.replaced_at is None:
                await service.retire(self._deps, row, self._now())
        for name, emoji in there.items():
            if known.get(name) is None or known[name].emoji != emoji:
                await self._note_unknown(wanted, name, emoji)

    async def _note_unknown(self, wanted: Mapping[str, str], name: str, emoji: int) -> None:
        """Note an emoji of ours that isn't known yet; others of the application are left alone."""
        found = HASHED.fullmatch(name)
        if name in wanted:
            await self._use(wanted[name], name, emoji)
        elif found and found[1] in wanted.values():
            row = EmojiRow(name=name, key=found[1], emoji=emoji, application=self._there.application)
            await service.retire(self._deps, row, self._now())

    async def _delete_old(self) -> None:
        for name, row in (await service.noted(self._deps)).items():
            if row.replaced_at is not None and row.replaced_at <= self._now() - KEPT:
                await self._keep_hold()
                await self._there.delete(row.emoji)
                await service.forget(self._deps, name)


def _left_out(failure: Failed) -> float:
    """Go on with words for those that are missing."""
    log.warning("emojis.full" if failure.code == FULL else "emojis.refused", why=str(failure))
    return REST


def jobs(at: Working) -> tuple[Coroutine[Any, Any, None], ...]:
    """Keep the emojis of the application up to date."""
    return (EmojiKeeper(at.service.deps, AppEmojis(at.client), at.now).run(),)
