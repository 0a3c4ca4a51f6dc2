"""A wire that keeps what was sent, and fails as it is told."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from bot.contract.posts import Words
from bot.delivery.outbox import Outbox
from bot.delivery.wire import Failed, ReadyPost, Sent, Target, TargetGone
from tests.service.tables import Room


class Recording:
    """Posts by id, in the order sent. `fail` is what the next sendings meet, first one first.

    `room`: how many posts one message holds; `sizes`: how many each message of a channel held.
    `cut`: so many of the next ones are too long.
    """

    def __init__(self, room: int = 1) -> None:
        self.messages: dict[int, tuple[Target, ReadyPost]] = {}
        self.edits: list[int] = []
        self.deleted: list[int] = []
        self.fail: list[Failed | None] = []
        self.fail_delete: list[Failed] = []
        self.lost: list[Failed] = []
        self.plain: list[bool] = []
        self.sizes: list[int] = []
        self.room = room
        self.cut = 0
        self.dies = False
        self._next = 1000

    def remaining(self) -> int:
        return 40

    def together(self, posts: Sequence[ReadyPost]) -> int:
        return min(self.room, len(posts))

    async def send(self, target: Target, posts: Sequence[ReadyPost]) -> Sent:
        self.plain.append(posts[0].plain)
        failure = self.fail.pop(0) if self.fail else None
        if failure is not None:
            raise failure
        first = self._next
        for one in posts:
            self.messages[self._next] = (target, one)
            self._next += 1
        self.sizes += [len(posts)] if target.user is None else []
        if self.lost:
            raise self.lost.pop(0)
        self.cut, short = max(0, self.cut - 1), self.cut > 0
        return Sent(target.channel or target.user or 0, first, short)

    async def edit(self, sent: Sent, one: ReadyPost) -> Sent:
        if sent.message not in self.messages:
            raise TargetGone("deleted")
        self.edits.append(sent.message)
        self.messages[sent.message] = (self.messages[sent.message][0], one)
        return sent

    async def delete(self, sent: Sent) -> None:
        if self.dies:
            raise asyncio.CancelledError
        if self.fail_delete:
            raise self.fail_delete.pop(0)
        self.deleted.append(sent.message)
        self.messages.pop(sent.message, None)

    async def find(self, target: Target, mark: int) -> Sent | None:
        for number, (where, one) in self.messages.items():
            if where == target and one.mark == mark:
                return Sent(target.channel or target.user or 0, number)
        return None

    def texts(self, user: int | None = None) -> list[str]:
        """The first text of each message to the channel, or to that person."""
        posts = [one for target, one in self.messages.values() if target.user == user]
        return [next(p.text for p in one.post.parts if isinstance(p, Words)) for one in posts]


def outbox(made: Room) -> tuple[Outbox, Recording]:
    """An outbox over a recording wire."""
    wire = Recording()
    return Outbox(made.game_service, wire, made.clock), wire


async def crashing(box: Outbox, wire: Recording, crash: BaseException, *, arrived: bool) -> None:
    """Let the process die right after, or right before, the message has arrived."""
    send = wire.send

    async def dying(target: object, posts: object) -> object:
        if arrived:
            await send(target, posts)  # type: ignore[arg-type]
        raise crash

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wire, "send", dying)
        await box.drain()
