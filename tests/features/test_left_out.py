"""A table can live without each feature, and without all of them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import discord
import pytest
from discord.ext import commands

from bot.app import add_commands
from bot.contract.tables import Person, Place, Refused
from bot.features.registered import ALL
from bot.settings import BotSettings, SettingsError
from bot.store.database import Database
from bot.store.file_key import FileKey
from bot.tables.alarm_clock import Clock
from bot.tables.game_service import GameService
from bot.tables.purge_job import purge
from bot.tables.work.unit_of_work import Deps
from bot.ui.discord_reply import DiscordRouter
from bot.ui.lobby.handlers import Places
from bot.ui.lookup.help import TOPICS
from bot.ui.parts import Screen, controls
from bot.ui.posts.post_factory import PostFactory
from bot.ui.visit import Visit
from bot.ui.words.presentations import names_of
from engine.core.ask import Ask
from engine.games import GAMES
from tests.service.databases import ready
from tests.service.tables import CHO, DEE
from tests.service.test_migrations import unreleased
from tests.ui.table.room import Threads, said

NAMES = [feature.name for feature in ALL]
WITHOUT = [*([name] for name in NAMES), NAMES]
ANA, BEN = Person(1, "Ana", 5), Person(2, "Ben", 5)
HERE = Place(5, 77)
DAYS = 86400.0


class Bot:
    """A bot that leaves out these features: its service, router and commands, without Discord."""

    def __init__(self, database: Database, left_out: list[str]) -> None:
        self.now, self.left_out = 1_750_000_000.0, frozenset(left_out)
        self.service = GameService(
            Deps(
                database,
                GAMES,
                PostFactory(names_of, ALL),
                lambda: self.now,
                lambda: "ab" * 32,
                FileKey("key"),
                features=ALL,
                left_out=frozenset(left_out),
            )
        )
        self.router = DiscordRouter()
        self.client = commands.Bot(command_prefix=(), intents=discord.Intents.none(), help_command=None)

    async def add_commands(self) -> None:
        """Everything that can be typed or pressed."""
        await add_commands(self.client, self.router, self.service, self.left_out, cast("Places", Threads()))

    async def press(self, person: Person, verb: str, option: str = "", table: str = "") -> Screen:
        """The screen that a press is answered with, as people see it."""
        visit = Visit(person.id, HERE.channel, table, verb=verb, option=option, name=person.name, guild=HERE.guild)
        answer = await self.router.handlers[verb](visit)
        assert isinstance(answer, Screen)
        return await self.router.finished(answer, visit)


@pytest.fixture(params=WITHOUT, ids=lambda names: names[0] if len(names) == 1 else "all")
async def bot(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Bot]:
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'left.db'}")
    await ready(database)
    made = Bot(database, request.param)
    await made.add_commands()
    yield made
    await database.close()


async def asked(bot: Bot, table: str) -> tuple[Person, Ask]:
    """Who is asked now, and what."""
    for person in (ANA, BEN):
        ask = (await bot.service.sheet(table, person)).ask
        if ask is not None:
            return person, ask
    raise AssertionError("nobody is asked")


async def test_a_table_is_played_and_no_screen_leads_to_what_is_left_out(bot: Bot) -> None:
    info = await bot.service.open_table(ANA, HERE, "culture_wars")
    await bot.service.join(info.id, BEN)
    await bot.service.start(info.id, ANA)
    for _ in range(12):
        person, ask = await asked(bot, info.id)
        for verb in ("seat", "more", "status", "hand", "settings"):
            shown = await bot.press(person, verb, table=info.id)
            assert not {one.verb for one in controls(shown)} & bot.router.left_out
        await bot.service.answer(info.id, person, None, [list(ask.options)[: max(1, ask.least)]])
        bot.now += DAYS
        await Clock(bot.service, lambda: bot.now).close_due()
    await purge(bot.service.deps)


async def test_an_old_button_says_that_it_is_not_offered(bot: Bot) -> None:
    having = [feature.name for feature in ALL if feature.handlers is not None and feature.name in bot.left_out]
    assert bool(bot.router.left_out) == bool(having)
    for verb in bot.router.left_out:
        with pytest.raises(Refused, match="feature_off"):
            await bot.router.handlers[verb](Visit(1, 2, verb=verb, table="100"))


async def test_help_names_no_command_that_is_not_there(bot: Bot) -> None:
    there = {command.qualified_name for command in bot.client.tree.walk_commands()}
    for topic, named in TOPICS.items():
        page = said(await bot.press(ANA, "help", topic))
        assert {name for name in named if f"`/{name}`" in page} <= there


@pytest.mark.parametrize("left_out", WITHOUT, ids=lambda names: names[0] if len(names) == 1 else "all")
async def test_what_it_has_stored_is_still_exported_and_deleted(tmp_path: Path, left_out: list[str]) -> None:
    database = Database(f"sqlite+aiosqlite:///{unreleased(tmp_path)}")
    await database.migrate()
    whole, bot = Bot(database, []), Bot(database, left_out)
    for person in (CHO, DEE):
        kept = json.loads((await whole.service.personal_data(person)).raw)
        assert json.loads((await bot.service.personal_data(person)).raw) == kept
        await bot.service.forget_person(person)
        left = json.loads((await whole.service.personal_data(person)).raw)
        assert [name for name, rows in left.items() if rows and name not in {"person", "tables"}] == []
    await database.close()


def test_what_is_left_out_is_named_as_it_is() -> None:
    assert BotSettings(features="-cups, -following").left_out == {"cups", "following"}
    with pytest.raises(ValueError, match="-cups"):
        BotSettings(features="cups")


async def test_an_unknown_name_is_told_with_those_there_are(tmp_path: Path) -> None:
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'none.db'}")
    made = Bot(database, ["letters"])
    with pytest.raises(SettingsError, match="auto_answers"):
        await made.add_commands()


def test_features_hear_of_a_change_in_this_order() -> None:
    """Reminders count from deadlines, so clocks come first; followers are told what the channel is told."""
    order = [name for name in NAMES if name in {"auto_answers", "clocks", "following", "reminders", "digest"}]
    assert order == ["auto_answers", "clocks", "following", "reminders", "digest"]
