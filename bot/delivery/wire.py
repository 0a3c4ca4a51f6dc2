"""What the outbox needs of Discord, and the ways in which sending can fail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.contract.posts import Post


@dataclass(frozen=True, slots=True)
class Target:
    """The target of a message: a channel, or with `user` that person's DMs, whose channel may be known already."""

    channel: int = 0
    user: int | None = None

    @property
    def counted(self) -> Target:
        """Return the target that limits are counted for: a person's DMs are one channel, known or not."""
        return Target(user=self.user) if self.user is not None else self


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that exists. `short`: it says less than it was to say, for there was no room; `lacks`: why a picture of
    it could not be made.
    """

    channel: int
    message: int
    short: bool = False
    lacks: Exception | None = None


@dataclass(frozen=True, slots=True)
class AttachedFile:
    """A file to go with a message."""

    name: str
    raw: bytes


@dataclass(frozen=True, slots=True)
class ReadyPost:
    """A post ready to be sent: its table, game and scenario, its accent colour, its files.

    `mark` is a number that no other post of this bot carries; by it the message that holds it is found again.
    `plain`: without pictures, since it was refused with them.
    """

    post: Post
    table: str
    game: str
    mark: int
    accent: int | None = None
    files: Sequence[AttachedFile] = ()
    plain: bool = False
    scenario: str = ""


class Failed(Exception):
    """A message was not sent. `code`: the number that Discord has given as the reason, 0 for none."""

    code = 0


class Later(Failed):
    """Sending failed for now; try again after `wait` seconds if Discord named them. `unknown`: it may have been
    sent.
    """

    def __init__(self, why: str, wait: float | None = None, *, unknown: bool = True) -> None:
        super().__init__(why)
        self.wait = wait
        self.unknown = unknown


class Unreachable(Later):
    """The person can't get messages now; that may change."""


class Closed(Failed):
    """The person doesn't accept DMs."""


class MayNot(Failed):
    """The bot lacks permissions in the channel (`lacks`, by Discord's names in code, as far as it knows them)."""

    def __init__(self, why: str, lacks: Sequence[str] = ()) -> None:
        super().__init__(why)
        self.lacks = tuple(lacks)


class TargetGone(Failed):
    """The channel, or the message to be changed, no longer exists."""


class Bad(Failed):
    """Discord refuses the message as it is."""


class Unmade(Bad):
    """The message cannot be made, with all that belongs to it or at all: nothing of it has been sent."""


class Wire(Protocol):
    """Sends messages. Every method that waits raises Failed."""

    def together(self, posts: Sequence[ReadyPost]) -> int:
        """Return how many of the first posts one message can hold; at least one."""

    def remaining(self) -> int:
        """Return how many requests may still be made within this second."""

    async def send(self, target: Target, posts: Sequence[ReadyPost]) -> Sent:
        """Send posts as one message."""

    async def edit(self, sent: Sent, one: ReadyPost) -> Sent:
        """Replace what a message says. Gone if it was deleted."""

    async def delete(self, sent: Sent) -> None:
        """Delete a message. Gone if it was deleted."""

    async def find(self, target: Target, mark: int) -> Sent | None:
        """Return the message with that mark among the latest of the bot there, if it was sent."""
