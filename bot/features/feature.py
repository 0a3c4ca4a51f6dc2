"""What a feature declares: everything that it adds to the bot."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import discord
from aiohttp import web
from discord import app_commands
from discord.ext import commands

from bot.delivery.wire import Wire
from bot.tables.game_service import GameService
from bot.ui.commands.handlers import Handlers, Placed
from bot.ui.doors import Doors
from bot.ui.router import Handler

Command: TypeAlias = Placed | commands.Cog | app_commands.ContextMenu


@dataclass(frozen=True, slots=True)
class Working:
    """What the jobs of features are made with; `owner` is the bot's owner, 0 if none is named."""

    service: GameService
    wire: Wire
    client: discord.Client
    owner: int
    now: Callable[[], float]


@dataclass(frozen=True, slots=True)
class HttpDoor:
    """What a feature answers over HTTP, beside the pages of tables; `close` ends what is open."""

    routes: Sequence[web.RouteDef]
    close: Callable[[], None] = lambda: None


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature(Doors):
    """A part of the bot that a table can live without."""

    handlers: Callable[[Handlers], Mapping[str, Handler]] | None = None
    """Who answers its buttons and forms, by verb."""
    jobs: Callable[[Working], Iterable[Coroutine[Any, Any, None]]] | None = None
    """What it does for ever, in a process that works (not in one that only answers)."""
    commands: Callable[[Handlers], Iterable[Command]] | None = None
    """Its slash commands, each in its group or alone, and its commands on messages."""
    http: Callable[[GameService], HttpDoor] | None = None
    """What it answers over HTTP, where browsers find the pages of tables."""
