"""People who click at a steady rate: each opens a seat, answers what it is asked, and makes way for another.

Who has a screen open presses again after some seconds; where there is nothing to be done, the next person of that
table is the next to look in.

Interactions are signed and posted to the doors of the bot in turn, as by a balancer; a click lasts from there until
its answer has arrived, with its pictures. They come at their rate whether or not those before have been answered.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import random
import secrets
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import aiohttp
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from bench.many_tables import GUILD, Sat
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

    `reading` holds those who have a screen open, by when they press again.
    """

    discord: Swallowing
    doors: Sequence[SignedPoster]
    dice: random.Random
    resting: deque[Visitor]
    seconds: list[float] = field(default_factory=list)
    pictured: int = 0
    ended: list[str] = field(default_factory=list)
    late: float = 0.0
    reading: list[tuple[float, int, Visitor]] = field(default_factory=list)
    turn: Any = field(default_factory=itertools.count)
    visits: Any = field(default_factory=itertools.count)

    async def run(self, rate: float, lasting: float) -> None:
        """Click so often a second, for so many seconds; then wait for the last answers."""
        begun, under_way = time.perf_counter(), set()
        for number in range(int(rate * lasting)):
            due = begun + number / rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            self.late = max(self.late, time.perf_counter() - due)
            if (visitor := self._free()) is None:
                self.ended.append("nobody was free to click")
                continue
            task = asyncio.create_task(self.click(visitor))
            under_way.add(task)
            task.add_done_callback(under_way.discard)
        await asyncio.gather(*under_way)

    def _free(self) -> Visitor | None:
        """Who clicks now: whoever has read long enough, else somebody new."""
        if self.reading and self.reading[0][0] <= time.perf_counter():
            return heapq.heappop(self.reading)[-1]
        return self.resting.popleft() if self.resting else None

    async def click(self, visitor: Visitor) -> None:
        """One click, and what it leads to."""
        step = self._next(visitor)
        token, number = secrets.token_urlsafe(24), self.discord.mint()
        answered = self.discord.awaited[token] = asyncio.get_running_loop().create_future()
        door, begun = self.doors[next(self.turn) % len(self.doors)], time.perf_counter()
        try:
            status = await door.post(payload(number, token, visitor, step))
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
            self._put_away(visitor)

    def _put_away(self, visitor: Visitor) -> None:
        """Whoever has a screen open reads it for a while, another comes only after all the others have come."""
        if visitor.screen is None:
            self.resting.append(visitor)
        else:
            ready = time.perf_counter() + self.dice.uniform(*READS)
            heapq.heappush(self.reading, (ready, next(self.visits), visitor))

    def _next(self, visitor: Visitor) -> Step | None:
        """What is clicked next: whatever there is to decide, else the seat anew."""
        if visitor.screen is None:
            return None
        step = next_step(pressable(SeenMessage(visitor.screen)), visitor.done, self.dice)
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


def visitors(seats: Sequence[Sat], tables: int, dice: random.Random) -> deque[Visitor]:
    """One at each of so many tables."""
    by_table: dict[int, deque[Sat]] = {}
    for seat in seats:
        by_table.setdefault(seat.table, deque()).append(seat)
    chosen = dice.sample(sorted(by_table), min(tables, len(by_table)))
    return deque(Visitor(by_table[table]) for table in chosen)


def posters(ports: Sequence[int], key: Ed25519PrivateKey) -> list[SignedPoster]:
    """What posts to doors at these ports."""
    return [SignedPoster(f"http://127.0.0.1:{port}/interactions", key) for port in ports]


def payload(number: str, token: str, visitor: Visitor, step: Step | None) -> Json:
    """An interaction as Discord posts it."""
    seat = visitor.seat
    where: Json = {"id": str(seat.channel), "type": 0, "guild_id": str(GUILD), "name": "table", "position": 0}
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
        "guild_id": str(GUILD),
        "guild": {"id": str(GUILD), "locale": "en-US", "features": []},
        "guild_locale": "en-US",
        "locale": "en-US",
        "member": {**member, "permissions": MAY},
        "app_permissions": MAY,
        "entitlements": [],
        "authorizing_integration_owners": {"0": str(GUILD)},
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
