"""`/games`, `/map`, `/log`, `/rules`, `/help`, and the commands on a message."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import Any, Literal

import discord
from discord import app_commands
from discord.app_commands import Choice, ContextMenu
from discord.ext import commands

from bot.contract.tables import Refused
from bot.ui.commands.handlers import Handlers, Id, Interaction, Name, about, parameters
from bot.ui.commands.translation import locale_text
from bot.ui.emojis import without_emojis
from bot.ui.lookup.handlers import SHOWS
from bot.ui.router import Answer
from bot.ui.visit import Visit


class LookCog(commands.Cog):
    """Commands that only look."""

    def __init__(self, handlers: Handlers) -> None:
        self.handlers = handlers

    @app_commands.command(name="games", description=about("games"))
    async def tables(self, interaction: Interaction) -> None:
        """Show the person's tables."""
        await self.handlers.answer(interaction, self.handlers.look.tables)

    @app_commands.command(name="map", description=about("map"))
    @app_commands.describe(**parameters("area", "show", "turn", "table"))
    @app_commands.choices(show=[Choice(name=show, value=show) for show in SHOWS])
    async def board(
        self,
        interaction: Interaction,
        area: Name | None = None,
        show: str | None = None,
        turn: Name | None = None,
        table: Id | None = None,
    ) -> None:
        """Show the board, a region, or around an area, now or at the end of a turn."""
        then = (turn or "").strip()
        handler = partial(self.handlers.look.map_command, area=(area or "").strip(), show=show or "", turn=then)
        await self.handlers.answer(interaction, handler, table)

    @board.autocomplete("area")
    async def _area(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self.handlers.complete(interaction, self.handlers.suggest.areas, typed)

    @board.autocomplete("turn")
    async def _then(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self.handlers.complete(interaction, self.handlers.suggest.ends, typed)

    @app_commands.command(name="log", description=about("log"))
    @app_commands.describe(**parameters("about", "turn", "page", "why", "table"))
    async def log(
        self,
        interaction: Interaction,
        about: Name | None = None,
        turn: Name | None = None,
        page: app_commands.Range[int, 1, 999] = 1,
        why: app_commands.Range[int, 1, 99999] | None = None,
        table: Id | None = None,
    ) -> None:
        """Show what happened, newest first; or why an NPC did what a line says."""
        if why is not None:
            await self.handlers.answer(interaction, partial(self.handlers.look.why_of, no=why), table)
            return
        handler = partial(
            self.handlers.look.log_command, about=(about or "").strip(), turn=(turn or "").strip(), page=page
        )
        await self.handlers.answer(interaction, handler, table)

    @log.autocomplete("about")
    async def _about(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self.handlers.complete(interaction, self.handlers.suggest.about, typed)

    @log.autocomplete("turn")
    async def _turn(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self.handlers.complete(interaction, self.handlers.suggest.turns, typed)

    @app_commands.command(name="rules", description=about("rules"))
    @app_commands.describe(**parameters("topic"))
    async def rules(self, interaction: Interaction, topic: Name) -> None:
        """Explain whatever the rules know."""
        await self.handlers.answer(interaction, partial(self.handlers.look.rule_of, typed=topic))

    @rules.autocomplete("topic")
    async def _topic(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self.handlers.complete(interaction, self.handlers.suggest.topics, typed)

    @app_commands.command(name="help", description=about("help"))
    @app_commands.describe(topic=locale_text("table.parameter.help_topic"))
    async def first_steps(self, interaction: Interaction, topic: Literal["commands", "privacy"] = "commands") -> None:
        """Show first steps, or what is stored."""
        look = self.handlers.look
        await self.handlers.answer(interaction, look.privacy if topic == "privacy" else look.help)

    @board.autocomplete("table")
    @log.autocomplete("table")
    async def _table(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self.handlers.complete(interaction, self.handlers.suggest.tables, typed)

    async def explain(self, interaction: Interaction, message: discord.Message) -> None:
        """Explain this post."""
        mine = interaction.client.user is not None and message.author.id == interaction.client.user.id

        async def handler(asked: Visit) -> Answer:
            if not mine:
                raise Refused("not_mine")
            return await self.handlers.look.explain(asked, without_emojis("\n".join(texts(message.components))))

        await self.handlers.answer(interaction, handler)


def texts(components: Iterable[Any]) -> list[str]:
    """Return all texts of a message."""
    found: list[str] = []
    for part in components:
        content = getattr(part, "content", None)
        found += [content] if isinstance(content, str) else []
        found += texts(getattr(part, "children", None) or ())
    return found


def on_message(name: str, callback: Callable[[Interaction, discord.Message], Coroutine[Any, Any, None]]) -> ContextMenu:
    """Return a command on a message, under Apps."""
    return ContextMenu(name=about(name), callback=callback)
