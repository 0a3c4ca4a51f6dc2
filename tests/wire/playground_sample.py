"""A small bot for the tests of the local table, and a way to open a table with it."""

import asyncio
import contextlib
import io
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from bot.local_table.server import TOKEN, point_discord_at
from tests.wire.client import SimulatedPerson, TableConnection
from tests.wire.controlled_table import ControlledTable

FRUIT = ("apple", "banana", "cherry")
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000002000000030802000000368849d6"
    "0000000e49444154789c63f8cfc0c0c0c00000090200ff04fd02fe0000000049454e44ae426082"
)


class SampleView(discord.ui.LayoutView):
    """A screen of the newer components with a button, a section, a gallery and two selects."""

    def __init__(self, text: str = "Choose", picture: bool = False) -> None:
        super().__init__(timeout=None)
        box: discord.ui.Container[SampleView] = discord.ui.Container(accent_color=discord.Color(0xAA8844))
        box.add_item(discord.ui.TextDisplay(f"### {text}"))
        box.add_item(discord.ui.Section("A card", accessory=discord.ui.Button(label="Play", custom_id="desk:play")))
        if picture:
            box.add_item(
                discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="A board"))
            )
        options = [discord.SelectOption(label=fruit.title(), value=fruit) for fruit in FRUIT]
        pick: discord.ui.Select[SampleView] = discord.ui.Select(custom_id="desk:fruit", options=options, max_values=3)
        box.add_item(discord.ui.ActionRow(pick))
        box.add_item(discord.ui.ActionRow(discord.ui.UserSelect(custom_id="desk:who")))
        done: discord.ui.Button[SampleView] = discord.ui.Button(label="Form", custom_id="desk:form")
        grey: discord.ui.Button[SampleView] = discord.ui.Button(label="Grey", custom_id="desk:grey", disabled=True)
        slow: discord.ui.Button[SampleView] = discord.ui.Button(label="Silent", custom_id="desk:silent")
        later: discord.ui.Button[SampleView] = discord.ui.Button(label="Later", custom_id="desk:later")
        box.add_item(discord.ui.ActionRow(done, grey, slow, later))
        self.add_item(box)


class Questions(discord.ui.Modal):
    """A form with every kind of field."""

    def __init__(self) -> None:
        super().__init__(title="Questions", custom_id="questions")
        self.line: discord.ui.TextInput[Questions] = discord.ui.TextInput(
            custom_id="line", default="tyre", max_length=20
        )
        radio = [discord.RadioGroupOption(label=fruit, value=fruit) for fruit in FRUIT]
        checks = [discord.CheckboxGroupOption(label=fruit, value=fruit) for fruit in FRUIT]
        selects = [discord.SelectOption(label=fruit, value=fruit) for fruit in FRUIT]
        self.radio: discord.ui.RadioGroup[Questions] = discord.ui.RadioGroup(custom_id="radio", options=radio)
        self.checks: discord.ui.CheckboxGroup[Questions] = discord.ui.CheckboxGroup(
            custom_id="checks", options=checks, min_values=0, required=False
        )
        self.fruit: discord.ui.Select[Questions] = discord.ui.Select(custom_id="fruit", options=selects, required=False)
        self.add_item(discord.ui.Label(text="Line", component=self.line))
        self.add_item(discord.ui.Label(text="One", component=self.radio))
        self.add_item(discord.ui.Label(text="Several", component=self.checks))
        self.add_item(discord.ui.Label(text="Fruit", component=self.fruit))
        self.add_item(discord.ui.TextDisplay("All of it is private."))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        text = f"{self.line.value} {self.radio.value} {self.checks.values} {self.fruit.values}"
        await interaction.response.send_message(text, ephemeral=True)


class SampleBot(discord.Client):
    """Commands and components that exercise every part of the table; errors are kept for the tests."""

    def __init__(self, intents: discord.Intents | None = None) -> None:
        super().__init__(intents=intents or discord.Intents.default(), max_messages=50, guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.errors: list[Exception] = []
        self.heard: list[discord.Message] = []
        self.told = asyncio.Event()
        self.resumed = 0
        self.synced = asyncio.Event()
        _declare(self)

    async def setup_hook(self) -> None:
        await self.tree.sync()
        self.synced.set()

    async def on_resumed(self) -> None:
        self.resumed += 1

    async def on_message(self, message: discord.Message) -> None:
        self.heard.append(message)
        self.told.set()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        data: dict[str, Any] = dict(interaction.data or {})
        if interaction.type is discord.InteractionType.component:
            try:
                await _press(interaction, data["custom_id"], data.get("values", []))
            except discord.HTTPException as error:
                self.errors.append(error)


async def _press(interaction: discord.Interaction, custom_id: str, values: list[str]) -> None:
    if custom_id == "desk:play":
        await interaction.response.edit_message(view=SampleView("Played"))
    elif custom_id in ("desk:fruit", "desk:who"):
        await interaction.response.send_message(f"picked {', '.join(values)}", ephemeral=True)
    elif custom_id == "desk:form":
        await interaction.response.send_modal(Questions())
    elif custom_id == "desk:later":
        await interaction.response.defer()
        await interaction.edit_original_response(view=SampleView("Later"))


def _declare(bot: SampleBot) -> None:
    tree = bot.tree
    group = app_commands.Group(name="acme", description="Verbs of the game")
    tree.add_command(group)

    @group.command(description="Place disks")
    @app_commands.describe(plan="A line", count="How many", left="The rest")
    @app_commands.choices(
        left=[app_commands.Choice(name="Ask me", value="ask"), app_commands.Choice(name="Back", value="back")]
    )
    async def deploy(
        interaction: discord.Interaction,
        plan: str,
        count: app_commands.Range[int, 1, 48] = 1,
        left: str = "ask",
        player: discord.Member | None = None,
    ) -> None:
        who = player.display_name if player else "nobody"
        await interaction.response.send_message(f"{plan} x{count} {left} {who}", ephemeral=True)

    @deploy.autocomplete("plan")
    async def complete(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        count = interaction.namespace.count or 0
        return [app_commands.Choice(name=f"{f} {count}", value=f) for f in FRUIT if f.startswith(typed)]

    _declare_answers(bot)
    _declare_oddities(bot)


def _declare_answers(bot: SampleBot) -> None:
    tree = bot.tree

    @tree.command(description="Show a screen")
    async def desk(interaction: discord.Interaction, picture: bool = False, private: bool = True) -> None:
        files = [discord.File(io.BytesIO(PNG), "board.png")] if picture else []
        await interaction.response.send_message(view=SampleView("Choose", picture), files=files, ephemeral=private)

    @tree.command(description="Think first")
    async def think(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.followup.send("thought")
        await interaction.followup.send("and more", ephemeral=True)


def _declare_oddities(bot: SampleBot) -> None:
    tree = bot.tree

    @tree.command(description="Answer twice")
    async def twice(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("first")
        again = discord.http.Route("POST", "/interactions/{i}/{t}/callback", i=interaction.id, t=interaction.token)
        with contextlib.suppress(KeyError):
            try:
                await bot.http.request(again, json={"type": 4, "data": {"content": "second"}})
            except discord.HTTPException as error:
                bot.errors.append(error)

    @tree.command(description="Read a file")
    async def load(interaction: discord.Interaction, file: discord.Attachment) -> None:
        body = await file.read()
        await interaction.response.send_message(f"{file.filename}: {len(body)} bytes")

    @tree.command(description="Never answer")
    async def silent(interaction: discord.Interaction) -> None:
        return None

    @tree.command(description="Say it that many times")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def say(interaction: discord.Interaction, times: int) -> None:
        await interaction.response.send_message("once", ephemeral=True)
        try:
            for number in range(1, times):
                await interaction.followup.send(f"again {number}", ephemeral=True)
        except discord.HTTPException as error:
            bot.errors.append(error)

    @tree.context_menu(name="Report to the host")
    async def report(interaction: discord.Interaction, message: discord.Message) -> None:
        await interaction.response.send_message(f"reported {message.id}", ephemeral=True)


@dataclass
class Opened:
    """A table with the bot at it."""

    table: ControlledTable
    visit: TableConnection
    bot: SampleBot

    def person(self, name: str, channel: str = "table") -> SimulatedPerson:
        return self.visit.user(name, channel)

    async def has_heard(self, text: str) -> None:
        """Wait until the bot has been told of a message."""
        async with asyncio.timeout(5):
            while text not in [message.content for message in self.bot.heard]:
                self.bot.told.clear()
                await self.bot.told.wait()

    def channel(self, name: str = "table") -> discord.TextChannel:
        found = discord.utils.get(self.bot.get_all_channels(), name=name)
        assert isinstance(found, discord.TextChannel)
        return found


@contextlib.asynccontextmanager
async def open_table(
    *,
    store: Path | None = None,
    transcript: Path | None = None,
    speed: float = 1.0,
    intents: discord.Intents | None = None,
) -> AsyncIterator[Opened]:
    """Open a table, let the bot log in, and close both at the end; the table must not have failed by then."""
    table = ControlledTable(store=store, transcript=transcript, speed=speed)
    await table.start()
    point_discord_at(table.api_base, table.gateway_url)
    bot = SampleBot()
    running = asyncio.create_task(bot.start(TOKEN))
    try:
        async with TableConnection(table.url) as visit:
            await visit.bot_is_here()
            async with asyncio.timeout(5):
                await bot.wait_until_ready()
            yield Opened(table, visit, bot)
    finally:
        await bot.close()
        await asyncio.gather(running, return_exceptions=True)
        await table.stop()
    assert table.failures == []
