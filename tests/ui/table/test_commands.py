"""The slash commands: within the numbers of Discord, each described, sent only when they have changed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord import app_commands
from discord.ext import commands

from bot.app import add_commands
from bot.delivery import command_tree
from bot.features.registered import ALL
from bot.store.database import Database
from bot.tables.game_service import GameService
from bot.ui.commands.translation import LOCALIZED, Translator
from bot.ui.discord_reply import DiscordRouter
from bot.ui.lookup.help import COMMANDS
from engine.core.text import ENGLISH, catalogue, languages
from engine.games import PRESENTATIONS
from tests.service.databases import ready
from tests.ui.table.room import Threads

NOWHERE = cast("GameService", SimpleNamespace(deps=SimpleNamespace(features=ALL, left_out=frozenset())))
GROUPS = {one.group or game: game for game, one in PRESENTATIONS.items() if one.commands}


class Told:
    """Discord, as far as it is told of commands that are everywhere; they are `sent`."""

    def __init__(self, sent: list[Any]) -> None:
        self.sent, self.outages = sent, 0

    async def get_global_commands(self, _application: int) -> list[Any]:
        return self.sent

    async def bulk_upsert_global_commands(self, _application: int, *, payload: list[Any]) -> list[Any]:
        if self.outages:
            self.outages -= 1
            raise RuntimeError("an outage")
        self.sent[:] = payload
        return payload

    async def close(self) -> None:
        """Nothing is open."""


@pytest.fixture
async def bot() -> AsyncIterator[commands.Bot]:
    made = commands.Bot(command_prefix=(), intents=discord.Intents.none(), help_command=None)
    await made.tree.set_translator(Translator())
    await add_commands(
        made,
        DiscordRouter(),
        NOWHERE,
        places=Threads(),
    )
    yield made
    await made.close()


def leaves(command: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    here = f"{path} {command['name']}".strip()
    below = [option for option in command.get("options", ()) if option["type"] in {1, 2}]
    if below:
        for option in below:
            yield from leaves(option, here)
    else:
        yield here, command


async def test_commands_stay_within_the_limits_of_discord(bot: commands.Bot) -> None:
    payload = await command_tree.payload(bot.tree)
    slash = [command for command in payload if command.get("type", 1) == 1]
    assert len(slash) <= 21
    assert len([command for command in payload if command.get("type") == 3]) == 2
    assert all(size <= 5700 for size in command_tree.sizes(slash).values())
    for command in slash:
        assert len([o for o in command.get("options", ()) if o["type"] in {1, 2}]) <= 25
        for _, leaf in leaves(command):
            assert 1 <= len(leaf["description"]) <= 100
            assert len(leaf.get("options", ())) <= 10
            for option in leaf.get("options", ()):
                assert 1 <= len(option["description"]) <= 100
                assert len(option.get("choices", ())) <= 25


async def test_commands_are_those_of_the_help(bot: commands.Bot) -> None:
    """But for those of each game, which stand there as one."""
    slash = [command for command in await command_tree.payload(bot.tree) if command.get("type", 1) == 1]
    there = {path for command in slash for path, _ in leaves(command)}
    shown = {path for path in there if path.partition(" ")[0] not in GROUPS}
    assert shown - {"help"} == {*COMMANDS} - GROUPS.keys()


async def test_each_command_is_offered_where_it_works_and_seven_wherever_the_person_is(bot: commands.Bot) -> None:
    everywhere = {"turn", "hand", "catchup", "map", "rules", "prefs", "games"}
    there = {
        command["name"]: (command["integration_types"], command["contexts"])
        for command in await command_tree.payload(bot.tree)
    }
    assert everywhere < there.keys()
    wanted = dict.fromkeys(there, ([0], [0, 1])) | dict.fromkeys(everywhere, ([0, 1], [0, 1, 2]))
    wanted |= dict.fromkeys(("setup", *GROUPS), ([0], [0]))
    assert there == wanted


async def test_commands_are_for_persons_only_where_the_application_is_and_are_sent_again_once_it_is(
    bot: commands.Bot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(bot, "http", Told(sent))
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'a.db'}")
    await ready(database)
    bot._application = cast("Any", SimpleNamespace(user_integration_config=None))
    assert await command_tree.sync(bot, database, 1.0)
    assert {command["name"] for command in sent if command["integration_types"] != [0]} == set()
    assert {command["name"]: command["contexts"] for command in sent if command["contexts"] != [0, 1]} == {"setup": [0]}
    command_tree.place(bot.tree)  # as the next start does
    bot._application = cast("Any", SimpleNamespace(user_integration_config=object()))
    assert await command_tree.sync(bot, database, 1.0)
    assert len([command for command in sent if command["integration_types"] == [0, 1]]) == 7
    assert not await command_tree.sync(bot, database, 1.0)
    await database.close()


async def test_every_command_about_a_table_completes_which_one(bot: commands.Bot) -> None:
    commands_ = [one for one in bot.tree.walk_commands() if isinstance(one, app_commands.Command)]
    tables = {one.qualified_name: table for one in commands_ if (table := one.get_parameter("table")) is not None}
    assert len(tables) > len(COMMANDS) // 2
    assert [name for name, table in tables.items() if not table.autocomplete] == []


async def test_setup_alone_is_offered_only_to_who_manages_the_server(bot: commands.Bot) -> None:
    needed = {
        command["name"]: command.get("default_member_permissions") for command in await command_tree.payload(bot.tree)
    }
    assert needed.pop("setup") == discord.Permissions(manage_guild=True).value
    assert set(needed.values()) == {None}


async def test_commands_are_sent_once_and_again_only_after_a_change(
    bot: commands.Bot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(bot, "http", Told(sent))
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'a.db'}")
    await ready(database)
    assert await command_tree.sync(bot, database, 1.0)
    assert "help" in {command["name"] for command in sent}
    assert not GROUPS.keys() & {command["name"] for command in sent}
    assert not await command_tree.sync(bot, database, 1.0)
    bot.tree.remove_command("help")
    assert await command_tree.sync(bot, database, 1.0)
    assert "help" not in {command["name"] for command in sent}
    await database.close()


async def test_commands_of_games_are_not_taken_away_before_the_servers_have_theirs(
    bot: commands.Bot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[Any] = [{"name": "acme"}]
    monkeypatch.setattr(bot, "http", Told(sent))
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'a.db'}")
    await ready(database)
    assert not await command_tree.sync(bot, database, 1.0)
    assert sent == [{"name": "acme"}]
    assert await command_tree.sync(bot, database, 1.0, servers_done=True)
    assert len(sent) > 10
    assert not await command_tree.sync(bot, database, 1.0, servers_done=True)
    await database.close()


@pytest.mark.parametrize("language", [language for language in languages() if language != ENGLISH])
async def test_a_changed_text_of_any_language_changes_what_commands_are_known_by(
    bot: commands.Bot, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    said = {pair for part in await command_tree.payload(bot.tree) for pair in translated(part, language)}
    of_commands = {text for _, text in said if text}
    keys = [key for key, text in catalogue(language).items() if text in of_commands and key in LOCALIZED]
    assert len(keys) > 100
    known = command_tree.mark(bot.tree)
    assert command_tree.mark(bot.tree) == known
    for key in keys[:: len(keys) // 9]:
        with monkeypatch.context() as patch:
            patch.setitem(cast("dict[str, str]", catalogue(language)), key, "another text")
            assert command_tree.mark(bot.tree) != known, key
    assert command_tree.mark(bot.tree) == known


async def test_commands_are_known_by_their_english_and_by_the_application(bot: commands.Bot) -> None:
    known = command_tree.mark(bot.tree, 1)
    assert command_tree.mark(bot.tree, 2) != known
    bot.tree.get_command("help").description = "Another text."  # type: ignore[union-attr]
    assert command_tree.mark(bot.tree, 1) != known


async def test_a_bot_without_a_translator_is_known_by_its_english_alone(bot: commands.Bot) -> None:
    known = command_tree.mark(bot.tree)
    await bot.tree.set_translator(None)
    assert command_tree.mark(bot.tree) != known


async def test_commands_that_the_file_of_an_earlier_version_names_are_not_sent_again(
    bot: commands.Bot, tmp_path: Path
) -> None:
    file, database = tmp_path / "commands.mark", Database(f"sqlite+aiosqlite:///{tmp_path / 'a.db'}")
    await ready(database)
    file.write_text(command_tree.mark(bot.tree, bot.application_id or ""))
    assert not await command_tree.sync(bot, database, 1.0, file)
    file.unlink()
    assert not await command_tree.sync(bot, database, 1.0, file)
    await database.close()


async def test_commands_that_discord_refuses_are_sent_at_the_next_start(
    bot: commands.Bot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, discord_is = Database(f"sqlite+aiosqlite:///{tmp_path / 'a.db'}"), Told([])
    discord_is.outages = 1
    await ready(database)
    monkeypatch.setattr(bot, "http", discord_is)
    with pytest.raises(RuntimeError):
        await command_tree.sync(bot, database, 1.0)
    assert await command_tree.sync(bot, database, 1.0)
    assert not await command_tree.sync(bot, database, 1.0)
    await database.close()


def translated(part: dict[str, Any], language: str) -> Iterator[tuple[str, str]]:
    """Every text in English and in that language, options and choices included; names of commands are typed."""
    if "description" in part:
        yield part["description"], part.get("description_localizations", {}).get(language, "")
    for choice in part.get("choices", ()):
        if said := choice.get("name_localizations", {}).get(language):
            yield choice["name"], said
    for option in part.get("options", ()):
        yield from translated(option, language)


@pytest.mark.parametrize(("language", "said"), [("de", "Deinen Platz abgeben"), ("fr", "Abandonner votre place")])
async def test_discord_is_told_every_description_in_other_languages_too(
    bot: commands.Bot, language: str, said: str
) -> None:
    payload = await command_tree.payload(bot.tree)
    pairs = {pair for command in payload for pair in translated(command, language)}
    assert ("Give up your seat", said) in pairs
    assert [english for english, other in pairs if not other] == []
    assert [other for _, other in pairs if len(other) > 100] == []
    menus = [command["name_localizations"] for command in payload if command.get("type") == 3]
    assert all(0 < len(names[language]) <= 32 for names in menus)


async def test_no_command_is_longer_than_discord_takes_in_its_longest_language(bot: commands.Bot) -> None:
    sizes = command_tree.sizes([c for c in await command_tree.payload(bot.tree) if c.get("type", 1) == 1])
    assert sizes.keys() >= GROUPS.keys()
    assert {name: size for name, size in sizes.items() if size > 8000} == {}


async def test_names_of_commands_and_options_are_typed_alike_in_every_language(bot: commands.Bot) -> None:
    slash = [command for command in await command_tree.payload(bot.tree) if command.get("type", 1) == 1]
    named = [part for command in slash for _, leaf in leaves(command) for part in (command, leaf, *leaf["options"])]
    assert len(named) > 50
    assert [part["name"] for part in named if part.get("name_localizations")] == []


async def test_an_entry_point_is_sent_in_place_of_any_and_one_that_is_there_is_never_left_out(
    bot: commands.Bot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = {"id": "7", "type": 4, "name": "Launch", "description": "Play", "handler": 2, "contexts": None}
    sent: list[Any] = [{**there, "version": "1", "application_id": "1"}]
    monkeypatch.setattr(bot, "http", Told(sent))
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'a.db'}")
    await ready(database)

    def entries() -> list[Any]:
        return [command for command in sent if command.get("type") == 4]

    without = command_tree.mark(bot.tree, bot.application_id or "")
    assert await command_tree.sync(bot, database, 1.0)
    assert entries() == [{name: value for name, value in there.items() if value is not None}]
    assert await command_tree.sync(bot, database, 1.0, activity=True)
    (own,) = entries()
    assert (own["id"], own["name"], own["handler"], own["contexts"]) == ("7", "launch", 1, [0, 1, 2])
    assert {"de", "fr"} <= own["description_localizations"].keys()
    assert not await command_tree.sync(bot, database, 1.0, activity=True)
    assert await command_tree.sync(bot, database, 1.0)
    assert entries() == [own], "Discord takes no list without it"
    assert command_tree.mark(bot.tree, bot.application_id or "") == without
    await database.close()
