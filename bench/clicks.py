"""People who click at a steady rate: each opens a seat, answers what it is asked, and makes way for another.

Who has a screen open presses again after some seconds; where there is nothing to be done, the next person of that
table is the next to look in.

Interactions are signed and posted to the doors of the bot in turn, as by a balancer; a click lasts from there until
its answer has arrived, with its pictures. They come at their rate whether or not those before have been answered.

The order of clicks depends on how many came before, not on the clock, and each person has a random source of their own.
So two bots with the same tables get the same clicks, as long as they answer before the same person clicks again.
"""

from __future__ import annotations

import asyncio
import heapq
import random
import secrets
import time
import zlib
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import aiohttp
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from bench.many_tables import Sat
from bench.swallowing import APPLICATION, MODERN, PRIVATE, STAMP, Json, Swallowing, user
from bot.contract.table_ids import spell_id
from bot.local_table.endpoint import SignedPoster
from bot.ui.parts import Address
from tests.wire.policy import EARLY, Pick, Press, Step, next_step
from tests.wire.screens import pressable
from tests.wire.seen import SeenMessage

PATIENCE: Final = 15.0
READS: Final = (2.0, 6.0)
"""Seconds that somebody looks at a screen, from and to."""
MENU, BUTTON = 3, 2
DECIDING: Final = EARLY.keys() - {"picture", "back", "over"}
MAY: Final = str(0x7FFFFFFFFFFF)


@dataclass
class Visitor:
    """Whoever comes to a table, one person after the other, with the screen that is open and what was done on it."""

    seats: deque[Sat]
    dice: random.Random
    screen: Json | None = None
    done: list[Step] = field(default_factory=list)

    @property
    def seat(self) -> Sat:
        """Where that person sits."""
        return self.seats[0]

    def leave(self) -> None:
        """Close the screen; the next visit is by the next person."""
        self.screen, self.done = None, []
        self.seats.rotate(-1)


@dataclass
class Clicks:
    """All visitors, and how long their clicks took; `ended` says of those without an answer why.

    `reading` holds those who have a screen open, by the click from which on they press again; `resting` the others, by
    their last click. `pressed` is a check sum of all that was pressed, in order.
    """

    discord: Swallowing
    doors: Sequence[SignedPoster]
    resting: list[tuple[int, Visitor]]
    seconds: list[float] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    late: float = 0.0
    reading: list[tuple[float, int, Visitor]] = field(default_factory=list)
    number: int = 0
    pressed: int = 0

    def clear(self) -> None:
        """Count anew."""
        self.seconds.clear()
        self.ended.clear()
        self.discord.counted.clear()
        self.late = 0.0

    async def run(self, rate: float, lasting: float) -> None:
        """Click so often a second, for so many seconds; then, or when cancelled, wait for the last answers."""
        begun, under_way = time.perf_counter(), set[asyncio.Task[None]]()
        try:
            for number in range(int(rate * lasting)):
                due = begun + number / rate
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                self.late = max(self.late, time.perf_counter() - due)
                self.number += 1
                if (visitor := self._free()) is None:
                    self.ended.append("every player was still waiting for an answer")
                    continue
                task = asyncio.create_task(self.click(visitor, self.number, rate))
                under_way.add(task)
                task.add_done_callback(under_way.discard)
        finally:
            await asyncio.gather(*under_way)

    def _free(self) -> Visitor | None:
        """Return who clicks next: someone who has read long enough, else the one who has rested longest."""
        if self.reading and self.reading[0][0] <= self.number:
            return heapq.heappop(self.reading)[-1]
        return heapq.heappop(self.resting)[-1] if self.resting else None

    async def click(self, visitor: Visitor, number: int, rate: float) -> None:
        """The click of that number, and what it leads to."""
        step = self._next(visitor)
        token, interaction = secrets.token_urlsafe(24), self.discord.mint()
        answered = self.discord.awaited[token] = asyncio.get_running_loop().create_future()
        door, begun = self.doors[number % len(self.doors)], time.perf_counter()
        told = payload(interaction, token, visitor, step)
        self.pressed = zlib.crc32(repr((visitor.seat.person, told["data"])).encode(), self.pressed)
        try:
            status = await door.post(told)
            if status != 202:
                self.ended.append(f"the door said {status}")
                return
            async with asyncio.timeout(PATIENCE):
                screen, at = await answered
        except (aiohttp.ClientError, TimeoutError) as error:
            self.ended.append(type(error).__name__)
            visitor.leave()
        else:
            self.seconds.append(at - begun)
            self._shown(visitor, screen)
        finally:
            self.discord.awaited.pop(token, None)
            self._put_away(visitor, number, rate)

    def _put_away(self, visitor: Visitor, number: int, rate: float) -> None:
        """Whoever has a screen open reads it for a while, another comes only after all the others have come."""
        if visitor.screen is None:
            heapq.heappush(self.resting, (number, visitor))
        else:
            heapq.heappush(self.reading, (number + visitor.dice.uniform(*READS) * rate, number, visitor))

    def _next(self, visitor: Visitor) -> Step | None:
        """What is clicked next: whatever there is to decide, else the seat anew."""
        if visitor.screen is None:
            return None
        step = next_step(pressable(SeenMessage(visitor.screen)), visitor.done, visitor.dice)
        if not isinstance(step, Press | Pick):
            visitor.leave()
            return None
        visitor.done.append(step)
        return step

    def _shown(self, visitor: Visitor, screen: Json) -> None:
        """A form, and a screen on which there is nothing to decide, ends the visit."""
        shown = {**screen, "flags": MODERN | PRIVATE}
        if screen.get("form") or not DECIDING & set(pressable(SeenMessage(shown))):
            visitor.leave()
        else:
            visitor.screen = shown


def visitors(seats: Sequence[Sat], tables: int) -> list[tuple[int, Visitor]]:
    """One at each of so many tables, all of whom rest."""
    by_table: dict[int, deque[Sat]] = {}
    for seat in seats:
        by_table.setdefault(seat.table, deque()).append(seat)
    chosen = random.Random(1).sample(sorted(by_table), min(tables, len(by_table)))
    return [(n - tables, Visitor(by_table[table], random.Random(table))) for n, table in enumerate(chosen)]


def posters(ports: Sequence[int], key: Ed25519PrivateKey) -> list[SignedPoster]:
    """What posts to doors at these ports."""
    return [SignedPoster(f"http://127.0.0.1:{port}/interactions", key) for port in ports]


def payload(number: str, token: str, visitor: Visitor, step: Step | None) -> Json:
    """An interaction as Discord posts it."""
    seat = visitor.seat
    where: Json = {"id": str(seat.channel), "type": 0, "guild_id": str(seat.guild), "name": "table", "position": 0}
    channel = {**where, "permissions": MAY, "permission_overwrites": [], "nsfw": False, "parent_id": None}
    member = {"user": user(str(seat.person)), "roles": [], "joined_at": STAMP, "deaf": False, "mute": False, "flags": 0}
    return {
        "id": number,
        "application_id": APPLICATION,
        "type": 3,
        "token": token,
        "version": 1,
        "data": pressed(seat, step),
        "message": visitor.screen or post(seat),
        "channel": channel,
        "channel_id": str(seat.channel),
        "guild_id": str(seat.guild),
        "guild": {"id": str(seat.guild), "locale": "en-US", "features": []},
        "guild_locale": "en-US",
        "locale": "en-US",
        "member": {**member, "permissions": MAY},
        "app_permissions": MAY,
        "entitlements": [],
        "authorizing_integration_owners": {"0": str(seat.guild)},
        "context": 0,
        "attachment_size_limit": 10 * 1024 * 1024,
    }


def pressed(seat: Sat, step: Step | None) -> Json:
    """What was pressed: a control of the screen, or else the button of a post that opens the seat."""
    if isinstance(step, Pick):
        return {"custom_id": step.id, "component_type": MENU, "values": list(step.values), "id": 2}
    return {"custom_id": step.id if isinstance(step, Press) else opener(seat), "component_type": BUTTON, "id": 2}


def opener(seat: Sat) -> str:
    """The address of the button that opens one's seat."""
    return str(Address(spell_id(seat.table), None, "seat"))


def post(seat: Sat) -> Json:
    """The post in the channel with that button."""
    button = {"type": BUTTON, "style": 1, "label": "My turn", "custom_id": opener(seat), "id": 2}
    row = {"type": 1, "components": [button], "id": 1}
    said = {"author": {**user(APPLICATION), "bot": True}, "content": "", "timestamp": STAMP, "edited_timestamp": None}
    flags = dict.fromkeys(("tts", "mention_everyone", "pinned"), False)
    lists: Json = {name: [] for name in ("mentions", "mention_roles", "attachments", "embeds")}
    made = {"id": "1", "type": 0, "channel_id": str(seat.channel), "components": [row], "flags": MODERN}
    return {**said, **flags, **lists, **made}
