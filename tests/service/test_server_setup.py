"""What who manages a server sets for its new tables: who may, what it changes, and where."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.contract.table_settings import Settings
from bot.contract.tables import Person, Place
from bot.features.host import server_setup
from bot.store.server_models import GuildSettingRow
from bot.tables.lobby.options import forum_of, note_server
from engine.core.text import speaking
from tests.service.tables import ANA, BEN, HERE, Room, opened_room, refused

MO = replace(BEN, moderator=True)
THERE = Place(6, 99)


@pytest.fixture
async def made(tmp_path: Path) -> AsyncIterator[Room]:
    async with opened_room(tmp_path / "nisaba.db") as room:
        yield room


async def opened(made: Room, place: Place, settings: Settings | None = None) -> Settings:
    """The settings of a table opened there, which is closed again."""
    info = await made.service.open_table(ANA, place, "walk", settings=settings)
    await made.service.leave(info.id, ANA)
    return info.settings


async def test_new_tables_of_that_server_begin_as_set_and_those_of_others_as_before(made: Room) -> None:
    before = await opened(made, HERE)
    assert await server_setup.set_defaults(made.service.deps, MO, {"pace": "slow"}) == {"pace": "slow"}
    assert await server_setup.set_defaults(made.service.deps, MO, {"language": "de"}) == {
        "pace": "slow",
        "language": "de",
    }
    await server_setup.set_defaults(made.service.deps, MO, {"channel": "brief"})
    assert await opened(made, HERE) == replace(before, pace="slow", language="de", channel="brief")
    assert await opened(made, THERE) == before
    assert await opened(made, Place(None, 98)) == before


async def test_what_the_host_asks_for_counts_more(made: Room) -> None:
    await server_setup.set_defaults(made.service.deps, MO, {"pace": "slow"})
    assert (await opened(made, HERE, Settings(pace="live"))).pace == "live"


async def test_a_table_that_is_open_stays_as_it_is(made: Room) -> None:
    info = await made.service.open_table(ANA, HERE, "walk")
    await server_setup.set_defaults(made.service.deps, MO, {"pace": "slow"})
    assert (await made.service.info(info.id)).settings == info.settings


async def test_set_anew_and_taken_back(made: Room) -> None:
    for value in ("slow", "live", "live"):
        assert await server_setup.set_defaults(made.service.deps, MO, {"pace": value}) == {"pace": value}
    assert await server_setup.set_defaults(made.service.deps, MO, {"pace": ""}) == {}
    assert await server_setup.set_defaults(made.service.deps, MO, {"pace": ""}) == {}
    with speaking("fr"):
        assert (await opened(made, HERE)).language == "fr"


async def test_a_game_that_is_switched_off_is_refused_in_that_server_alone(made: Room) -> None:
    deps = made.service.deps
    assert (await refused(server_setup.set_defaults(deps, MO, {"games_off": "walk"}))).code == "bad_option"  # the last
    await note_server(deps, HERE.guild or 0, games_off="walk")
    assert await server_setup.defaults(deps, MO) == {"games_off": "walk"}
    refusal = await refused(made.service.open_table(ANA, HERE, "walk"))
    assert (refusal.code, refusal.said["game"]) == ("game_off", "walk")
    await opened(made, THERE)
    await opened(made, Place(None, 98))
    await server_setup.set_defaults(deps, MO, {"games_off": ""})
    await opened(made, HERE)


async def test_two_who_set_it_at_once_do_so_one_after_the_other(made: Room) -> None:
    values = ("live", "brisk", "daily", "slow")
    await asyncio.gather(*(server_setup.set_defaults(made.service.deps, MO, {"pace": value}) for value in values))
    assert (await server_setup.defaults(made.service.deps, MO))["pace"] in values


@pytest.mark.parametrize(
    ("person", "code"),
    [(BEN, "managers_only"), (replace(MO, guild=None), "setup_where"), (ANA, "managers_only")],
)
async def test_only_who_may_manage_the_server_sees_or_sets_anything(made: Room, person: Person, code: str) -> None:
    assert (await refused(server_setup.defaults(made.service.deps, person))).code == code
    assert (await refused(server_setup.set_defaults(made.service.deps, person, {"pace": "slow"}))).code == code
    assert await server_setup.defaults(made.service.deps, MO) == {}


async def test_who_manages_another_server_sets_it_for_that_one(made: Room) -> None:
    elsewhere = replace(MO, guild=THERE.guild)
    await server_setup.set_defaults(made.service.deps, elsewhere, {"pace": "slow"})
    assert await server_setup.defaults(made.service.deps, MO) == {}
    assert (await opened(made, THERE)).pace == "slow"


@pytest.mark.parametrize(("name", "value"), [("pace", "warp"), ("language", "xx"), ("note", "Hello"), ("", "")])
async def test_what_cannot_be_set_is_refused(made: Room, name: str, value: str) -> None:
    assert (await refused(server_setup.set_defaults(made.service.deps, MO, {name: value}))).code == "bad_option"
    assert await server_setup.defaults(made.service.deps, MO) == {}


async def test_what_is_stored_and_means_nothing_any_more_is_passed_over(made: Room) -> None:
    assert HERE.guild is not None
    async with made.database.session() as session, made.database.writing(session):
        session.add(GuildSettingRow(guild=HERE.guild, key="pace", value="warp"))
        session.add(GuildSettingRow(guild=HERE.guild, key="colour", value="red"))
    assert await server_setup.defaults(made.service.deps, MO) == {}
    assert (await opened(made, HERE)).pace == "daily"


async def test_a_forum_is_one_of_those_the_server_has_and_no_setting_of_a_table(made: Room) -> None:
    before = await opened(made, HERE)
    deps = made.service.deps
    assert (await refused(server_setup.set_defaults(deps, MO, {"forum": "7"}, ["8", "9"]))).code == "bad_option"
    assert await server_setup.set_defaults(deps, MO, {"forum": "8"}, ["8", "9"]) == {"forum": "8"}
    assert (await forum_of(deps, 5), await forum_of(deps, 6)) == (8, 0)
    assert await opened(made, HERE) == before
    assert (await server_setup.stock(deps, MO)).settings == {"forum": "8"}
    assert '"forum": "8"' in (await server_setup.export(deps, MO)).raw.decode()
    assert await server_setup.set_defaults(deps, MO, {"forum": ""}, ["8"]) == {}
    assert await forum_of(deps, 5) == 0
