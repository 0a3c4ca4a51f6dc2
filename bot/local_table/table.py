"""The local table as one thing: its world, its gateway, its interactions and its faults, handed to every route."""

from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from bot.local_table.archive import Transcript
from bot.local_table.forms import SentForm
from bot.local_table.gateway import Gateway
from bot.local_table.interactions import Interactions
from bot.local_table.invoke import Invoker
from bot.local_table.places import Channel
from bot.local_table.world import World

NONCE_SECONDS = 180.0


@dataclass(slots=True)
class LocalTable:
    """Everything a route needs. `failures` lists what should never happen: unknown routes and failed handlers."""

    world: World
    gateway: Gateway
    interactions: Interactions
    invoker: Invoker
    transcript: Transcript
    token: str
    failures: list[str] = field(default_factory=list)
    nonces: dict[tuple[str, str], tuple[str, float]] = field(default_factory=dict)


@dataclass(slots=True)
class Call:
    """One request of the bot: the parts of its path, and its form."""

    local: LocalTable
    request: web.Request
    parts: dict[str, str]
    form: SentForm

    @property
    def world(self) -> World:
        """Return the world the request is about."""
        return self.local.world

    @property
    def body(self) -> dict[str, Any]:
        """Return the JSON of the request."""
        return self.form.body

    def channel(self, permission: str = "") -> Channel:
        """Return the channel named in the path, if the bot sees it and has the permissions named; else an ApiError."""
        channel = self.world.channel(self.parts["channel"])
        self.world.require(channel, permission)
        return channel

    def query_number(self, name: str, default: int) -> int:
        """Return a number of the query."""
        text = self.request.query.get(name, "")
        return int(text) if text.isdecimal() else default
