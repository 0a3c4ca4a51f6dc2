"""People who have added the bot for themselves use it where it isn't a member: in private, and for their own tables."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.contract.tables import Person
from tests.wire.client import TableRefused
from tests.wire.seen import SeenMessage
from tests.wire.sitting import Sitting, answer, button, chosen, screen, sitting

pytestmark = pytest.mark.soak

PLACES = pytest.mark.parametrize("place", ["lounge", "friends"])
EVERYWHERE = {"turn", "hand", "catchup", "map", "rules", "prefs", "games"}
COMMANDS: tuple[tuple[str, dict[str, object], str], ...] = (
    ("/turn", {}, "table 100"),
    ("/hand", {}, "hand"),
    ("/catchup", {}, "since"),
    ("/map", {"show": "text"}, "### Whole board"),
    ("/rules", {"topic": "rebellion"}, "### Rebellion"),
    ("/prefs", {}, "zone"),
    ("/games", {}, "Your tables"),
)


@pytest_asyncio.fixture
async def here(tmp_path: Path) -> AsyncIterator[Sitting]:
    async with sitting(tmp_path) as made:
        yield made


async def public(here: Sitting) -> list[SeenMessage]:
    """What somebody else sees in the places without the bot."""
    return [message for place in ("lounge", "friends") for message in await here.person("gil", place).sees()]


@PLACES
async def test_seven_commands_answer_in_private_wherever_the_person_is(here: Sitting, place: str) -> None:
    await here.begin("ana", "ben")
    ben, posts = here.person("ben", place), len(await here.posts())
    assert {command["name"] for command in await ben.commands()} == EVERYWHERE
    for command, options, wanted in COMMANDS:
        said = (await ben.slash(command, options)).message
        assert said.is_ephemeral, command
        assert re.search(wanted, said.text, re.IGNORECASE), (command, said.text)
    described = {command["name"]: command["description"] for command in await ben.speaking("de").commands()}
    assert described["games"] == "Deine Tische, und auf wen sie warten"
    assert "### Ganzes Brett" in (await ben.speaking("de").slash("/map", show="text")).message.text
    assert "Vos tables" in (await ben.speaking("fr").slash("/games")).message.text
    for command in ("/game new", "/game status", "/log", "/undo", "/setup"):
        with pytest.raises(TableRefused, match="no command"):
            await ben.slash(command)
    assert await public(here) == []
    assert len(await here.posts()) == posts


@PLACES
async def test_a_turn_is_played_there_and_its_updates_go_to_the_table(here: Sitting, place: str) -> None:
    await here.begin("ana", "ben")
    first = (await here.asked()).at(place)
    there = await chosen(first, await screen(first))
    assert there.is_ephemeral
    done = (await first.click(there, button(there, "go"))).message
    assert (done.is_ephemeral, done.id) == (True, there.id)
    await here.told("the Home Area")
    assert await public(here) == []


@PLACES
async def test_a_screen_there_shows_the_next_question_in_its_place(here: Sitting, place: str) -> None:
    here.bot.screens.lull = 0
    await here.begin("ana", "ben")
    first = await here.asked()
    second = here.person("ben" if first.name == "ana" else "ana", place)
    before = await screen(second)
    await answer(first)
    after = await second.wait_for(lambda m: "Choose your civilization" in m.text)
    for number in range(7):
        await here.bot.service.change_settings(
            "100", Person(int(here.table.users["ana"].id), "ana"), note=f"no {number}"
        )
        await here.told(f"no {number}")
    assert [message.id for message in await second.sees()] == [before.id] == [after.id]


@PLACES
async def test_somebody_elses_table_is_not_shown_there_not_even_to_who_manages_the_server(
    here: Sitting, place: str
) -> None:
    await here.begin("ben", "cho")
    host = Person(int(here.table.users["ben"].id), "ben")
    await here.bot.service.change_settings("100", host, guests="yes")
    for name in ("ana", "gil"):  # Ana owns both servers
        stranger = here.person(name, place)
        assert "### Whole board" in (await stranger.at("table").slash("/map", table="100", show="text")).message.text
        for command in ("/map", "/turn", "/hand", "/catchup"):
            said = (await stranger.slash(command, table="100")).message
            assert "I can't find table 100 here." in said.text
            assert said.is_ephemeral
            assert "100" not in (await stranger.slash(command)).message.text
        assert "100" not in (await stranger.slash("/games")).message.text
        assert await stranger.autocomplete("/map", "table", "1") == []


@PLACES
async def test_who_plays_at_several_tables_chooses_one_there(here: Sitting, place: str) -> None:
    await here.begin("ana", "ben")
    await here.person("ana", "second-table").slash("/game new", game="culture_wars")
    ana = here.person("ana", place)
    asked = (await ana.slash("/map", show="text")).message
    assert asked.labels == ["Open 100", "Open 101"]
    shown = (await ana.click(asked, "Open 100")).message
    assert "### Whole board" in shown.text
    assert shown.is_ephemeral
    assert shown.id == asked.id
