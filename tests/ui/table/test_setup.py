"""`/setup` as who manages a server meets it: permissions in words, a trial post, how new tables begin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import discord
import pytest

from bot.contract.servers import Trial
from bot.contract.tables import Person, Place
from bot.features.host import server_setup
from bot.features.host.setup import SetupHandlers
from bot.ui.parts import Form, Menu, Screen, controls
from bot.ui.visit import Visit
from bot.ui.words.permissions import INVITED_WITH, OF_PEOPLE, invitation, invited_with, permission_name
from engine.core.text import languages, speaking
from tests.ui.table.room import ANA, BEN, CHO, HERE, Room, labels, said, words

USED = (*invited_with({"pins"}), OF_PEOPLE)
MAY = discord.Permissions(**dict.fromkeys(USED, True)).value
MANAGER: Mapping[str, Any] = {"moderator": True, "bot_may": MAY}
USUAL = {"pace": ["usual"], "channel": ["usual"], "language": ["usual"], "pins": ["usual"]}


async def look(room: Room, person: Person = ANA, **more: Any) -> Screen | Form:
    """The answer to `/setup`."""
    visit = replace(Visit(person.id, HERE.channel, name=person.name), **{**MANAGER, **more})
    return await room.ask(visit, room.of(SetupHandlers).look)


def chosen(answer: Screen | Form) -> dict[str, list[str]]:
    """What is chosen in each menu."""
    assert isinstance(answer, Screen)
    menus = [part for part in controls(answer) if isinstance(part, Menu)]
    return {menu.option: [one.value for one in menu.choices if one.chosen] for menu in menus}


def test_every_permission_is_shown_once_and_known_to_discord() -> None:
    assert len(set(USED)) == len(USED)
    assert set(USED) <= set(discord.Permissions.VALID_FLAGS)


async def test_the_screen_of_a_server_where_all_is_well(room: Room) -> None:
    answer = await look(room)
    assert [line for line in said(answer).splitlines() if line.startswith("✓")] == [
        f"✓ {permission_name(one)}" for one in USED
    ]
    assert "missing" not in said(answer)
    assert "`/help topic:privacy`" in said(answer)
    assert labels(answer) == [
        "setup_set",
        "setup_set",
        "setup_set",
        "setup_set",
        "Send a test message",
        "What is stored",
        "Privacy",
    ]
    assert chosen(answer) == USUAL


@pytest.mark.parametrize("lacking", USED)
async def test_a_permission_that_is_missing_is_named_with_what_fails(room: Room, lacking: str) -> None:
    may = discord.Permissions(MAY)
    may.update(**{lacking: False})
    room.places.events = lacking != "create_events"  # its roles in the server count, whatever a channel allows
    told = said(await look(room, bot_may=may.value))
    assert told.count("is missing:**") == 1
    assert f"**{permission_name(lacking)} is missing:** " in told
    assert told.count("✓") == len(USED) - 1
    invited = "](https://discord.test/5?view_channel+send_messages+" in told
    assert invited == (lacking != OF_PEOPLE)


def test_an_invitation_asks_for_what_the_features_that_are_on_need() -> None:
    assert set(invited_with({"rooms"})) == set(INVITED_WITH) - {"manage_threads"}
    assert set(invited_with({"rooms", "guides", "events", "pins"})) == set(INVITED_WITH) - {
        "manage_threads",
        "create_private_threads",
        "create_events",
        "pin_messages",
    }
    link = urlsplit(invitation(99, ("send_messages", "create_events"), 5))
    asked = {name: values[0] for name, values in parse_qs(link.query).items()}
    assert asked == {
        "client_id": "99",
        "scope": "bot applications.commands",
        "permissions": str((1 << 11) | (1 << 44)),
        "guild_id": "5",
        "disable_guild_select": "true",
        "integration_type": "0",
    }


async def test_pin_messages_is_asked_for_where_tables_are_to_be_pinned(room: Room) -> None:
    answer = await room.press(ANA, "setup_set", "pins", "yes", **MANAGER)
    assert "**Pin Messages is missing:** I can't pin the lobbies of tables." in said(answer)
    assert chosen(answer) == {**USUAL, "pins": ["yes"]}
    lobby = await room.ask(Visit(ANA.id, 1, name=ANA.name), lambda one: room.all_handlers.lobby.open(one, HERE, "acme"))
    assert isinstance(lobby, Screen), "it is no setting of a table"


@pytest.mark.parametrize("language", languages())
async def test_the_longest_screen_fits_in_each_language(room: Room, language: str) -> None:
    with speaking(language):
        room.places.trial = "failed"
        assert isinstance(await room.press(ANA, "setup_try", moderator=True, bot_may=0), Screen)


@pytest.mark.parametrize("language", languages())
async def test_what_is_chosen_can_be_read_whole_on_a_phone(room: Room, language: str) -> None:
    with speaking(language):
        screen = await look(room)
    assert isinstance(screen, Screen)
    shown = [one.label for part in screen.parts if isinstance(part, Menu) for one in part.choices]
    assert [label for label in shown if len(label) > 28] == []


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        ("done", "posted a message here and deleted it"),
        ("stays", "couldn't delete it"),
        ("refused", "doesn't let me post here"),
        ("failed", "don't know if the message arrived"),
    ],
)
async def test_a_trial_post_says_what_came_of_it(room: Room, outcome: Trial, told: str) -> None:
    room.places.trial = outcome
    answer = await room.press(ANA, "setup_try", **MANAGER)
    assert told in said(answer)
    assert "Send a test message" in labels(answer)
    assert room.places.tried == [(HERE.channel, "This is a test message from Nisaba. It will be deleted at once.")]


async def test_defaults_are_chosen_in_menus_and_count_for_the_next_table(room: Room) -> None:
    assert "Saved" in said(await room.press(ANA, "setup_set", "pace", "brisk", **MANAGER))
    answer = await room.press(ANA, "setup_set", "language", "de", **MANAGER)
    assert "Language: Deutsch." in said(answer)
    assert chosen(answer) == chosen(await look(room)) == {**USUAL, "pace": ["brisk"], "language": ["de"]}
    visit = Visit(BEN.id, HERE.channel, name=BEN.name)
    handlers = room.all_handlers.lobby
    await room.ask(visit, lambda here: handlers.open(here, HERE, "acme"))
    await room.ask(visit, lambda here: handlers.open(here, Place(5, 78), "acme", {"pace": "live"}))
    kept = [line.info.settings for line in await room.service.list_tables(BEN)]
    assert {(one.pace, one.language) for one in kept} == {("brisk", "de"), ("live", "de")}
    again = await room.press(ANA, "setup_set", "pace", "usual", **MANAGER)
    assert "Pace: default." in said(again)
    assert chosen(again) == {**USUAL, "language": ["de"]}


async def test_each_press_looks_at_the_right_again(room: Room) -> None:
    for moderator, dm, told in ((False, False, "Manage Server"), (True, True, "Use it in one of its channels")):
        for verb, option, value in (("setup_try", "", ""), ("setup_set", "pace", "slow")):
            answer = await room.press(ANA, verb, option, value, moderator=moderator, dm=dm, private=True)
            assert told in said(answer)
    assert room.places.tried == []
    assert chosen(await look(room)) == USUAL
    assert "Manage Server" in said(await look(room, moderator=False))


async def test_what_no_client_sends_changes_nothing(room: Room) -> None:
    for option, values in (("pace", ("warp",)), ("note", ("x",)), ("", ()), ("guild", ("6",))):
        answer = await room.press(ANA, "setup_set", option, *values, **MANAGER)
        assert "You can't set that" in said(answer)
    assert chosen(await look(room)) == USUAL


@pytest.mark.parametrize("language", languages())
async def test_what_is_stored_is_shown_removed_and_kept_in_each_language(room: Room, language: str) -> None:
    info = await room.begun(ANA, BEN)
    await room.service.change_settings(info.id, ANA, language=language)
    with speaking(language):
        shown = await room.press(CHO, "setup_data", **MANAGER)
        assert "{" not in said(shown)
        ask = await room.press(CHO, "setup_gone", **MANAGER)
        assert (
            await server_setup.stock(room.service.deps, replace(CHO, guild=HERE.guild, moderator=True))
        ).removed_at is None
        gone = await room.press(CHO, "setup_away", **MANAGER)
        assert len({said(shown), said(ask), said(gone)}) == 3
        assert "<t:" in said(gone)
        kept = await room.press(CHO, "setup_stay", **MANAGER)
        assert labels(kept) == labels(shown)
    texts = [words(post) for post in await room.posts() if post.kind == "matter"]
    assert sum("<t:" in text and "Cho" in text for text in texts) == 1
    assert "Cho" in texts[-1]


async def test_setup_is_offered_beside_the_first_table_to_who_manages_the_server(room: Room) -> None:
    handlers = room.all_handlers.lobby
    visit = Visit(ANA.id, HERE.channel, name=ANA.name, moderator=True)
    first = await room.ask(visit, lambda here: handlers.open(here, HERE, "acme"))
    assert labels(first)[-1] == "Set up"
    assert "this server's first table" in said(first)
    assert "What the bot needs in this channel" in said(await room.press(ANA, "setup_look", **MANAGER))
    second = await room.ask(visit, lambda here: handlers.open(here, Place(HERE.guild, 99), "acme"))
    assert "Set up" not in labels(second)
