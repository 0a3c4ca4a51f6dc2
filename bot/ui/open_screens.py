"""The private screens that people have open, one for each person and table, kept up to date and in view.

The next question replaces the last one while Discord lets the screen be changed: for 15 minutes after the last press.
If posts push it up, it moves below them, unless Discord takes few further messages there. A screen opened elsewhere
removes the old one. Nothing is stored: after a restart, My turn opens the next one.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

import aiohttp
import discord
import msgspec
import structlog

from bot.contract.tables import Asked
from bot.ui.discord_reply import Ready
from bot.ui.layout import even_without_emojis, layout
from bot.ui.parts import Form, Screen
from bot.ui.visit import Visit

log = structlog.get_logger(__name__)

MOST: Final = 2048
LULL: Final = 0.7
Key: TypeAlias = tuple[str, int]
GONE: Final = (discord.HTTPException, aiohttp.ClientError)


@dataclass(frozen=True, slots=True)
class OpenScreen:
    """A private screen of a seat: the interaction through which it can be changed, and what it shows.

    `message` is its id. `further`: it is not the first answer of the interaction.
    """

    interaction: discord.Interaction[Any]
    visit: Visit
    screen: Screen
    message: int
    further: bool = False

    @property
    def key(self) -> Key:
        """Return the table and the person of the screen."""
        return self.screen.table.lower(), self.visit.person

    def shows(self, asked: Asked) -> bool:
        """Return whether it shows what its person is asked, or the person isn't asked anything."""
        own = {(seat, ask) for person, seat, ask in asked if person == self.visit.person}
        return not own or (self.screen.live == "asked" and (self.screen.seat, self.screen.ask) in own)

    async def change(self, screen: Screen, files: list[discord.File]) -> OpenScreen:
        """Replace the screen in the same message and return the new one. Raises what Discord refuses."""
        view = layout(screen)
        followup, original = self.interaction.followup, self.interaction.edit_original_response

        async def changed() -> None:
            if self.further:
                await followup.edit_message(self.message, view=view, attachments=files)
            else:
                await original(view=view, attachments=files)

        await even_without_emojis(view, files, changed)
        return replace(self, screen=screen)

    async def lower(self, screen: Screen, files: list[discord.File]) -> OpenScreen:
        """Send a new message at the end of the channel in place of this one, and return it. Raises what Discord
        refuses.
        """
        view, send = layout(screen), self.interaction.followup.send
        sent = await even_without_emojis(view, files, lambda: send(view=view, files=files, ephemeral=True, wait=True))
        await self.close()
        return replace(self, screen=screen, message=sent.id, further=True)

    async def close(self) -> None:
        """Take the message away; one that is gone already need not be."""
        try:
            if self.further:
                await self.interaction.followup.delete_message(self.message)
            else:
                await self.interaction.delete_original_response()
        except GONE as error:
            log.debug("screen.not_closed", table=self.screen.table, reason=str(error))


@dataclass(slots=True)
class OpenScreens:
    """The open screens.

    `make` returns what My turn shows a visitor, with its pictures. While a person presses something, their screens
    aren't changed: the answer to the press shows the new state.
    """

    make: Callable[[Visit], Awaitable[Ready]]
    lull: float = LULL
    _open: OrderedDict[Key, OpenScreen] = field(default_factory=OrderedDict)
    _pressing: Counter[int] = field(default_factory=Counter)
    _due: dict[Key, tuple[Asked, int]] = field(default_factory=dict)
    _tasks: dict[Key, asyncio.Task[None]] = field(default_factory=dict)

    def pressed(self, person: int) -> None:
        """Note that a press begins."""
        self._pressing[person] += 1

    def released(self, person: int) -> None:
        """Note that a press is answered, and update what has changed meanwhile."""
        self._pressing[person] -= 1
        if self._pressing[person] <= 0:
            del self._pressing[person]
            for key in [key for key in self._due if key[1] == person]:
                self._wake(key)

    async def shown(
        self, interaction: discord.Interaction[Any], visit: Visit, screen: Screen, message: int, *, further: bool
    ) -> None:
        """Note that a private screen was shown, and close the person's older one at this table."""
        now = OpenScreen(interaction, visit, screen, message, further)
        if not screen.live:
            self._look_aside(now)
            return
        before = self._open.pop(now.key, None)
        self._open[now.key] = now
        if len(self._open) > MOST:
            self._open.popitem(last=False)
        if before is not None and before.message != message and not before.interaction.is_expired():
            await before.close()

    def _look_aside(self, now: OpenScreen) -> None:
        """Stop renewing a seat's screen that was replaced by something else, such as the map."""
        for key, known in self._open.items():
            if key[1] == now.visit.person and known.message == now.message:
                shown = msgspec.structs.replace(known.screen, live="")
                self._open[key] = replace(now, screen=shown)

    def asked(self, table: str, asked: Asked) -> None:
        """Note that a change at a table was stored, after which these are asked (see `Watcher`)."""
        for key in {(table.lower(), person) for person, _, _ in asked} & self._open.keys():
            _, post = self._due.get(key, (asked, 0))
            self._due[key] = asked, post
            self._wake(key)

    def posted(self, table: str, channel: int, message: int) -> None:
        """Note that a post has arrived in the channel of a table."""
        movable = [(key, known) for key, known in self._open.items() if not known.visit.personal]
        for key, known in movable:
            if key[0] == table.lower() and known.visit.channel == channel and known.message < message:
                asked, _ = self._due.get(key, (frozenset(), 0))
                self._due[key] = asked, message
                self._wake(key)

    def _wake(self, key: Key) -> None:
        """Renew a screen soon, but not while its person presses something."""
        if key not in self._tasks and key[1] not in self._pressing:
            task = self._tasks[key] = asyncio.create_task(self._seen_to(key))
            task.add_done_callback(lambda _: self._tasks.pop(key, None))

    async def _seen_to(self, key: Key) -> None:
        """Renew a screen; if that fails, forget it: My turn shows the question in any case."""
        try:
            await self._renew(key)
        except Exception as error:
            log.exception("screen.failed", table=key[0], exc_info=error)
            self._open.pop(key, None)

    async def _renew(self, key: Key) -> None:
        """Show in the screen what is asked now, and move it below the posts if it asks something."""
        while (known := self._open.get(key)) is not None and key in self._due and key[1] not in self._pressing:
            asked, post = self._due.pop(key)
            lower = known.screen.live == "asked" and known.message < post
            if not known.screen.live or (known.shows(asked) and not lower):
                continue
            if known.interaction.is_expired():
                del self._open[key]
                return
            if known.shows(asked):
                await asyncio.sleep(self.lull)
            await self._put(known, asked, post)

    async def _put(self, known: OpenScreen, asked: Asked, post: int) -> None:
        """Show the question in that screen, unless its person has pressed something meanwhile."""
        seats = [seat for person, seat, _ in asked if person == known.visit.person] or [known.screen.seat]
        visit = replace(known.visit, table=known.screen.table, verb="seat", option=str(min(seats)))
        screen, files = await self.make(visit)
        if known.visit.person in self._pressing or self._open.get(known.key) is not known:
            self._due.setdefault(known.key, (asked, post))
            return
        if isinstance(screen, Form) or screen.live != "asked":
            return
        try:
            put = known.lower if known.message < post else known.change
            self._open[known.key] = await put(screen, files)
        except GONE as error:
            log.debug("screen.lost", table=known.screen.table, reason=str(error))
            self._open.pop(known.key, None)

    async def close(self) -> None:
        """Stop all updates."""
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
