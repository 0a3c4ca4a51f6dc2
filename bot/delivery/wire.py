"""What the outbox needs of the outside world, and the ways in which it can fail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.posts import Post


@dataclass(frozen=True, slots=True)
class Target:
    """Where a message goes: a channel, or with `user` that person's DMs."""

    channel: int = 0
    user: int | None = None


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that exists."""

    channel: int
    message: int


@dataclass(frozen=True, slots=True)
class File:
    """A file to go with a message."""

    name: str
    raw: bytes


@dataclass(frozen=True, slots=True)
class Letter:
    """A post ready to be sent: its table, game and scenario, its accent colour, its files.

    `mark` is a number that no other message of this bot carries; by it the message is found again.
    `plain`: without pictures, since it was refused with them.
    """

    post: Post
    table: str
    game: str
    mark: int
    accent: int | None = None
    files: Sequence[File] = ()
    plain: bool = False
    scenario: str = ""


class Failed(Exception):
    """A message was not sent."""


class Later(Failed):
    """It may have been sent or not; trying again may help."""


class Closed(Failed):
    """The person does not accept DMs."""


class MayNot(Failed):
    """The bot lacks a permission in the channel, or its thread is locked."""


class Gone(Failed):
    """The channel, or the message to be changed, does not exist any more."""


class Bad(Failed):
    """Discord refuses the message as it is."""


class Wire(Protocol):
    """Sends messages. Every method raises Failed."""

    async def send(self, target: Target, letter: Letter) -> Sent:
        """Send a message."""

    async def edit(self, sent: Sent, letter: Letter) -> None:
        """Replace what a message says. Gone if it was deleted."""

    async def delete(self, sent: Sent) -> None:
        """Delete a message; one that is gone already is no failure."""

    async def find(self, target: Target, mark: int) -> Sent | None:
        """The message with that mark among the latest of the bot there, if it was sent."""
