"""`/setup` as who manages a server meets it: permissions in words, a trial post, how new tables begin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import discord
import pytest

from bot.contract.servers import COMMANDS_FAILED, Forum, Trial
from bot.contract.tables import Person, Place
from bot.features.host import server_setup
from bot.features.host.setup import SetupHandlers
from bot.tables.lobby.options import forum_of, note_server, opens_threads
from bot.ui.parts import Form, Menu, Pick, Screen, controls
from bot.ui.visit import Visit
from bot.ui.words.permissions import INVITED_WITH, OF_PEOPLE, invitation, invited_with, permission_name
from engine.core.text import languages, speaking
from engine.games import GAMES
from tests.ui.table.room import ANA, BEN, CHO, HERE, Room, labels, said, words

USED = (*invited_with({"pins"}), OF_PEOPLE)
MAY = discord.Permissions(**dict.fromkeys(USED, True)).value
MANAGER: Mapping[str, Any] = {"moderator": True, "bot_may": MAY}
USUAL = {"games": [*GAMES], "where": ["usual"], "pace": ["usual"], "channel": ["usual"], "language": ["usual"]}


async def look(room: Room, person: Person = ANA, **more: Any) -> Screen | Form:
    """The answer to `/setup`."""
    visit = replace(Visit(person.id, HERE.channel, name=person.name), **{**MANAGER, **more})
    return await room.ask(visit, room.of(SetupHandlers).look)


async def chosen(room: Room) -> dict[str, list[str]]:
    """What is chosen in each field of the form about new tables."""
    form = await room.press(ANA, "setup_form", **MANAGER)
    assert isinstance(form, Form)
    lists = [field for field in form.fields if isinstance(field, Pick)]
    return {field.key: [one.value for one in field.choices if one.chosen] for field in lists}


async def choose(room: Room, **more: str) -> str:
    """Send the form about new tables off with these changes; what the screen says then."""
    fields = {key: tuple(values) for key, values in (await chosen(room)).items()}
    fields |= {key: tuple(value.split(",")) for key, value in more.items()}
    return said(await room.press(ANA, "setup_sent", fields=fields, **MANAGER))


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
    assert (
        "- Games: ACME, Culture Wars and Advanced Civilization\n- Tables: in the same channel\n- Pace: default"
        in said(answer)
    )
    assert labels(answer) == ["setup_set", "New tables", "Send a test message", "What is stored", "Privacy"]
    assert await chosen(room) == USUAL


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


async def test_a_server_with_a_forum_names_a_channel_for_its_rooms(room: Room) -> None:
    assert "rooms" not in picked(await look(room))
    room.places.known_forums = [Forum(55, "games")]
    await server_setup.set_defaults(room.service.deps, replace(ANA, moderator=True), {"forum": "55"}, ["55"])
    assert picked(await look(room))["rooms"] == ["usual"]
    answer = await room.press(ANA, "setup_set", "rooms", "88", **MANAGER)
    assert "Forum rooms: <#88>" in said(answer)
    assert picked(answer)["rooms"] == ["88"]
    assert "You can't set that" in said(await room.press(ANA, "setup_set", "rooms", "99", **MANAGER))


def picked(answer: Screen | Form) -> dict[str, list[str]]:
    """What is chosen in each menu of a screen."""
    assert isinstance(answer, Screen)
    menus = [part for part in controls(answer) if isinstance(part, Menu)]
    return {menu.option: [one.value for one in menu.choices if one.chosen] for menu in menus}


async def test_pin_messages_is_asked_for_where_tables_are_to_be_pinned(room: Room) -> None:
    answer = await room.press(ANA, "setup_set", "pins", "yes", **MANAGER)
    assert "**Pin Messages is missing:** I can't pin the lobbies of tables." in said(answer)
    assert picked(answer) == {"pins": ["yes"]}
    assert "Saved. Pins: " in said(answer)
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
        form = await room.press(ANA, "setup_form", **MANAGER)
    assert isinstance(form, Form)
    shown = [one.label for field in form.fields if isinstance(field, Pick) for one in field.choices]
    assert [label for label in shown if len(label) > 30] == []


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


async def test_defaults_are_chosen_in_a_form_and_count_for_the_next_table(room: Room) -> None:
    assert "Saved" in await choose(room, pace="brisk")
    assert "- Language: Deutsch" in await choose(room, language="de")
    assert await chosen(room) == {**USUAL, "pace": ["brisk"], "language": ["de"]}
    visit = Visit(BEN.id, HERE.channel, name=BEN.name)
    handlers = room.all_handlers.lobby
    await room.ask(visit, lambda here: handlers.open(here, HERE, "acme"))
    await room.ask(visit, lambda here: handlers.open(here, Place(5, 78), "acme", {"pace": "live"}))
    kept = [line.info.settings for line in await room.service.list_tables(BEN)]
    assert {(one.pace, one.language) for one in kept} == {("brisk", "de"), ("live", "de")}
    assert "- Pace: default" in await choose(room, pace="usual")
    assert await chosen(room) == {**USUAL, "language": ["de"]}


async def test_a_game_that_is_switched_off_has_no_new_tables_and_those_that_run_go_on(room: Room) -> None:
    running = await room.begun(ANA, BEN)
    assert "- Games: Culture Wars and Advanced Civilization" in await choose(room, games="culture_wars,civ")
    assert (await chosen(room))["games"] == ["culture_wars", "civ"]
    visit = Visit(BEN.id, 78, name=BEN.name, guild=HERE.guild)
    lobby, suggest = room.all_handlers.lobby, room.all_handlers.suggest
    told = said(await room.ask(visit, lambda here: lobby.open_at(here, Place(5, 78), "acme")))
    assert "Ancient Civilizations of the Middle East is switched off in this server" in told
    assert "`/setup`" in told
    for verb in ("learn", "alone"):
        assert "is switched off in this server" in said(await room.press(BEN, verb, "acme"))
    offered = await room.press(BEN, "learn")
    assert isinstance(offered, Screen)
    assert {one.option for one in controls(offered)} == {"culture_wars", "civ"}
    assert [value for _, value in await suggest.games(visit, "")] == ["culture_wars", "civ"]
    assert len(await suggest.games(replace(visit, guild=None), "")) == len(await suggest.games(visit, "")) + 1
    assert (await room.service.info(running.id)).state == "running"
    await room.ask(visit, lambda here: lobby.open_at(here, Place(5, 78), "civ"))
    assert len(await room.service.list_tables(BEN)) == 2
    assert "- Games: ACME, Culture Wars" in await choose(room, games=",".join(GAMES))
    await room.ask(visit, lambda here: lobby.open_at(here, Place(5, 79), "acme"))
    assert len(await room.service.list_tables(BEN)) == 3


async def test_tables_are_opened_where_the_server_wants_them(room: Room) -> None:
    deps = room.service.deps
    assert not await opens_threads(deps, HERE.guild)
    assert "- Tables: in their own thread" in await choose(room, where="thread")
    assert await opens_threads(deps, HERE.guild)
    room.places.known_forums = [Forum(900, "games")]
    assert "- Forum: <#900>" in await choose(room, where="900")
    assert (await opens_threads(deps, HERE.guild), await forum_of(deps, HERE.guild or 0)) == (True, 900)
    assert (await chosen(room))["where"] == ["900"]
    assert "- Tables: in the same channel" in await choose(room, where="usual")
    assert (await opens_threads(deps, HERE.guild), await forum_of(deps, HERE.guild or 0)) == (False, 0)


@pytest.mark.parametrize(
    ("code", "told"), [("50001", "[Invite me again]("), ("30034", "200 commands"), ("9", "error 9")]
)
async def test_a_server_without_the_commands_of_its_games_is_told_why(room: Room, code: str, told: str) -> None:
    looked: list[int] = []

    async def look_again(guild: int) -> None:
        looked.append(guild)

    room.service.deps.server_seen.append(look_again)
    assert "commands of the games are missing" not in said(await look(room))
    await note_server(room.service.deps, HERE.guild or 0, **{COMMANDS_FAILED: f"{code} 99.0"})
    shown = said(await look(room))
    assert "commands of the games are missing" in shown
    assert told in shown
    await choose(room, pace="slow")
    assert looked == [HERE.guild] * 3  # also once its settings have changed


async def test_each_press_looks_at_the_right_again(room: Room) -> None:
    for moderator, dm, told in ((False, False, "Manage Server"), (True, True, "Use it in one of its channels")):
        for verb, option, value in (("setup_try", "", ""), ("setup_form", "", ""), ("setup_sent", "", "")):
            answer = await room.press(ANA, verb, option, value, moderator=moderator, dm=dm, private=True)
            assert told in said(answer)
    assert room.places.tried == []
    assert await chosen(room) == USUAL
    assert "Manage Server" in said(await look(room, moderator=False))


async def test_what_no_client_sends_changes_nothing(room: Room) -> None:
    for wrong in ({"pace": "warp"}, {"where": "6"}, {"games": ""}, {"games": "chess"}):
        assert "You can't set that" in await choose(room, **wrong)
    assert await chosen(room) == USUAL


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
