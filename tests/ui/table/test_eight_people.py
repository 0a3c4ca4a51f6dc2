"""Eight people at one table: seats, lobby, posts, screens, colours, commands, and the local table."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest
from discord import app_commands

from bot.contract.tables import Person
from bot.local_table import people
from bot.ui.commands.game import GameCog
from bot.ui.lobby.npc_seats import npc_choices
from bot.ui.message_faults import faults
from bot.ui.parts import DESIGN, Screen
from bot.ui.visit import Visit
from bot.ui.words.presentations import accent
from engine.core.ask import PASS
from engine.core.game import Scenario
from engine.games import MOST_PERSONS
from tests.bot.fake_game import WalkGame
from tests.ui.play.verbs import handlers
from tests.ui.table.room import HERE, Room, fits, opened_room

NAMES = ("Ana", "Ben", "Cho", "Dee", "Eli", "Fay", "Gil", "Hal")
EIGHT = tuple(Person(10**17 + n, name, HERE.guild) for n, name in enumerate(NAMES, 1))


class LongWalk(WalkGame):
    """The walk, for up to eight."""

    scenarios: Mapping[str, Scenario] = {"standard": Scenario("standard", "Standard walk", 2, 8)}


@pytest.fixture(name="walk")
async def walking(tmp_path: Path) -> AsyncIterator[Room]:
    async with opened_room(tmp_path / "eight.db", {"walk": LongWalk()}) as made:
        yield made


async def lobby_of_eight(room: Room) -> str:
    """Eight people in the lobby of a table."""
    info = await room.service.open_table(EIGHT[0], HERE, "walk")
    for person in EIGHT[1:]:
        info = await room.service.join(info.id, person)
    assert len(info.seats) == info.most == 8
    return info.id


@pytest.mark.soak
async def test_eight_people_sit_down_begin_and_answer_until_each_has_had_a_turn(walk: Room) -> None:
    table = await lobby_of_eight(walk)
    await walk.service.start(table, EIGHT[0])
    press, answered = handlers(walk.service), set[int]()
    for _ in range(200):
        for person in EIGHT:
            visit = Visit(person.id, HERE.channel, table, verb="seat", name=person.name, guild=HERE.guild)
            screen = await press["seat"](visit)
            assert isinstance(screen, Screen)
            assert faults(screen, DESIGN) == []
            sheet = await walk.service.sheet(table, person)
            if sheet.ask is None:
                continue
            offered = [token for token in ("done", PASS, "0") if token in sheet.ask.options] or [sheet.ask.options[0]]
            await walk.service.answer(table, person, sheet.ask_no, [offered[:1]])
            answered.add(person.id)
        if answered == {person.id for person in EIGHT}:
            break
    assert answered == {person.id for person in EIGHT}
    for post in await walk.posts():
        fits(post)


async def test_a_ninth_person_finds_the_lobby_full_and_every_number_of_npcs_is_offered(walk: Room) -> None:
    info = await walk.service.open_table(EIGHT[0], HERE, "walk")
    assert [choice.value for choice in npc_choices(info)] == [str(n) for n in range(8)]
    for person in EIGHT[1:]:
        await walk.service.join(info.id, person)
    assert "8" in await walk.say(Person(10**17 + 9, "Ida", HERE.guild), "join", table=info.id)
    assert len((await walk.service.info(info.id)).seats) == 8


def test_the_command_takes_as_many_people_as_the_games_do_and_eight_at_least() -> None:
    group = next(c for c in GameCog.__cog_app_commands__ if c.name == "game")
    assert isinstance(group, app_commands.Group)
    command = group.get_command("new")
    assert isinstance(command, app_commands.Command)
    bounds = {p.name: (p.min_value, p.max_value) for p in command.parameters}
    assert MOST_PERSONS >= 8
    assert bounds["people"] == (1, MOST_PERSONS)
    assert bounds["npcs"] == (0, MOST_PERSONS - 1)


def test_eight_seats_have_eight_colours() -> None:
    assert len({accent(number) for number in range(1, 9)}) == 8


def test_the_local_table_has_room_for_eight_and_somebody_who_looks_on() -> None:
    seated = [user.name for user in people.table_users().values() if not user.bot]
    assert len(seated) > MOST_PERSONS
    page = Path(people.__file__).with_name("page") / "store.js"
    hues = re.search(r"const HUES = \{(.*?)\}", page.read_text(encoding="utf-8"))
    assert hues is not None
    assert set(re.findall(r"(\w+): \d+", hues[1])) == set(seated)
