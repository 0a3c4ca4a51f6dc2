"""A table with rooms, the keeper of its threads, and a Discord that remembers these and refuses as it is told."""

from __future__ import annotations

from typing import Any, cast

import discord

from bot.contract.posts import Words
from bot.contract.tables import Person, Place
from bot.features.rooms.keeper import RoomKeeper
from bot.features.rooms.screens import RoomHandlers
from bot.features.rooms.threads import RoomGround, RoomThreads
from bot.ui.words.presentations import names_of
from tests.service.wires import Recording
from tests.ui.table.room import ANA, BEN, CHO, HERE, Room

GROUND = RoomGround(HERE.channel, 5, manages=True)


def refusal(code: int, status: int = 400) -> discord.HTTPException:
    """What discord.py raises for that code."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    response: Any = type("Response", (), {"status": status, "reason": ""})
    return kinds.get(status, discord.HTTPException)(response, {"code": code, "message": "no"})


class Threads(RoomThreads):
    """Threads by number: what each is called, who is in it. `fail` is what the next requests meet."""

    def __init__(self) -> None:
        self.here: RoomGround | None = GROUND
        self.instead = 0
        self.names: dict[int, str] = {}
        self.people: dict[int, set[int]] = {}
        self.open_to_all: set[int] = set()
        self.closed: list[int] = []
        self.strangers: set[int] = set()
        self.fail: list[Exception | None] = []

    def _meet(self) -> None:
        failure = self.fail.pop(0) if self.fail else None
        if failure is not None:
            raise failure

    def _at(self, thread: int) -> set[int]:
        self._meet()
        if thread not in self.people:
            raise refusal(10003, 404)
        return self.people[thread]

    async def ground(self, place: Place, instead: int = 0) -> RoomGround | None:
        self.instead = instead
        return self.here

    async def open(self, ground: RoomGround, name: str) -> int:
        self._meet()
        thread = 9000 + len(self.names)
        self.names[thread], self.people[thread] = name, set()
        self.open_to_all |= set() if ground.manages else {thread}
        return thread

    async def find_thread(self, ground: RoomGround, name: str, since: float) -> int:
        return next((thread for thread, called in self.names.items() if called == name and thread in self.people), 0)

    async def add(self, thread: int, person: int) -> bool:
        if person in self.strangers:
            return False
        self._at(thread).add(person)
        return True

    async def remove(self, thread: int, person: int) -> None:
        self._at(thread).discard(person)

    async def is_gone(self, thread: int) -> bool:
        return thread not in self.people

    async def is_open_to_guests(self, thread: int) -> bool:
        return thread in self.open_to_all

    async def close(self, thread: int) -> None:
        self._at(thread)
        self.closed.append(thread)


class Sitting:
    """A room of ACME with all that opens rooms there."""

    def __init__(self, room: Room) -> None:
        self.room, self.threads, self.wire = room, Threads(), Recording()
        self.keeper = self.started()
        self.handlers = RoomHandlers(room.service, names_of, room.places, self.threads)

    def started(self) -> RoomKeeper:
        """A keeper that knows nothing of before, as after a restart."""
        return RoomKeeper(self.room.service, self.wire, self.threads, lambda: self.room.now)

    async def begun(self, *people: Person) -> str:
        """A running game whose seats may open rooms."""
        seated = people or (ANA, BEN, CHO)
        info = await self.room.service.open_table(
            seated[0], HERE, "acme", options={"map": "western"}, differing={"rooms": "on"}
        )
        for person, civ in zip(seated, ("egypt", "hittites", "babylon", "assyria"), strict=False):
            await self.room.service.join(info.id, person, civ=civ)
        return (await self.room.service.start(info.id, seated[0])).info.id

    def said(self, thread: int) -> list[str]:
        """What the bot says in a thread."""
        there = [one.post for target, one in self.wire.messages.values() if target.channel == thread]
        return [part.text for post in there for part in post.parts if isinstance(part, Words)]

    async def told(self, person: Person) -> str:
        """The last direct message to that person."""
        posts = [post for post in await self.room.posts() if post.user == person.id and post.kind == "private"]
        return "\n".join(part.text for part in posts[-1].parts if isinstance(part, Words)) if posts else ""


def numbers(infos: Any) -> list[int]:
    return [cast("Any", one).number for one in infos]
