"""The commands of games over the wire: each server has those of the games that are played there, and DMs have none."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.contract.servers import COMMANDS, COMMANDS_FAILED
from bot.contract.tables import Person, Refused
from bot.delivery.command_tree import OF_GAMES
from bot.delivery.server_commands import DAY, HELD, LANE, ServerCommands
from bot.local_table.people import GUILD_ID
from bot.store import leases
from bot.tables.lobby.options import server_notes
from tests.wire.client import SimulatedPerson, TableRefused
from tests.wire.controlled_table import ControlledTable
from tests.wire.faults import Fault
from tests.wire.running import running
from tests.wire.sitting import PATIENCE, Sitting, button, chosen, screen, sitting

pytestmark = [pytest.mark.soak, pytest.mark.timeout(120)]
SERVER = int(GUILD_ID)
OFFER = "PUT /applications/.*/guilds/.*/commands"


@pytest_asyncio.fixture
async def here(tmp_path: Path) -> AsyncIterator[Sitting]:
    async with sitting(tmp_path) as made:
        yield made


async def names(person: SimulatedPerson) -> list[str]:
    """The commands that somebody is offered."""
    return [command["name"] for command in await person.commands()]


async def games(person: SimulatedPerson) -> set[str]:
    """The groups of commands of games that somebody is offered."""
    return {*await names(person)} & OF_GAMES.keys()


async def until(is_so: Callable[[], Awaitable[bool]], seconds: float = PATIENCE) -> None:
    """Wait until that is so, which nothing tells."""
    async with asyncio.timeout(seconds):
        while not await is_so():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def becomes(person: SimulatedPerson, wanted: Iterable[str], seconds: float = PATIENCE) -> None:
    """Wait until somebody is offered just those groups."""

    async def are_offered() -> bool:
        return await games(person) == {*wanted}

    await until(are_offered, seconds)


def requests(here: Sitting, path: str = f"/guilds/{GUILD_ID}/commands") -> list[dict[str, Any]]:
    """What the bot has sent of its commands to that place, oldest first."""
    said = here.table.local.transcript.lines()
    return [one for one in said if one.get("method") == "PUT" and str(one["path"]).endswith(path)]


def another(here: Sitting) -> ServerCommands:
    """The same as another process has it, which knows only what is stored."""
    return ServerCommands(here.bot, here.bot.game_service.deps, here.bot._sync)


async def notes(here: Sitting) -> dict[str, str]:
    return await server_notes(here.bot.game_service.deps, SERVER, COMMANDS, COMMANDS_FAILED)


async def forgotten(here: Sitting) -> bool:
    return await notes(here) == {}


async def is_noted(here: Sitting, code: int) -> bool:
    """Whether Discord has refused the server's commands by that code."""
    return (await notes(here)).get(COMMANDS_FAILED, "").startswith(f"{code} ")


async def test_a_server_has_the_commands_of_the_games_and_dms_have_none(here: Sitting) -> None:
    ben = here.person("ben")
    offered = await names(ben)
    assert {*offered} >= OF_GAMES.keys()
    assert len(offered) == len(set(offered))
    for place in ("dm", "lounge", "friends"):
        assert await games(ben.at(place)) == set()
    with pytest.raises(TableRefused, match="no command 'acme' here"):
        await ben.at("dm").slash("/acme pass")
    sent = requests(here)
    assert len(sent) == 1
    for command in sent[0]["body"]["list"]:
        assert not {"contexts", "integration_types", "dm_permission"} & command.keys()
        assert command["description_localizations"]["de"]
    everywhere = requests(here, "/applications/100000000000000001/commands")
    assert not OF_GAMES.keys() & {command["name"] for command in everywhere[-1]["body"]["list"]}


async def test_a_game_goes_on_in_dms_by_its_buttons_and_by_the_commands_that_are_everywhere(here: Sitting) -> None:
    await here.begin("ana", "ben")
    asked = (await here.asked()).at("dm")
    there = await chosen(asked, await screen(asked))
    done = (await asked.click(there, button(there, "go"))).message
    assert "No command" not in done.text
    await here.told("the Home Area")
    assert "hand" in (await asked.slash("/hand")).message.text.casefold()
    assert {"turn", "act", "hand", "undo"} <= {*await names(asked)}


async def test_help_names_the_commands_of_games_only_where_they_are(here: Sitting) -> None:
    ben = here.person("ben")
    for place, named in (("table", 3), ("dm", 0)):
        shown = (await ben.at(place).slash("/help")).message
        page = (await ben.at(place).click(shown, "Playing")).message.text
        assert len([group for group in OF_GAMES if f"`/{group}`" in page]) == named
        assert ("**Type it** takes the same words" in page) is (place == "dm")
    await set_games(here, "acme", "culture_wars")
    shown = (await ben.slash("/help")).message
    assert "`/civ`" not in (await ben.click(shown, "Playing")).message.text


async def test_a_command_of_the_server_reaches_the_game(here: Sitting) -> None:
    await here.begin("ana", "ben")
    asked = await here.asked()
    said = (await asked.slash("/acme pass")).message
    assert said.is_ephemeral
    told = [line for line in here.table.local.transcript.lines() if line.get("gateway") == "INTERACTION_CREATE"]
    told += [line for line in here.table.local.transcript.lines() if line.get("posted") == "INTERACTION_CREATE"]
    assert told[-1]["data"]["data"]["guild_id"] == GUILD_ID


async def set_games(here: Sitting, *wanted: str) -> str:
    """Let the server's manager switch on just these games; what `/setup` says then."""
    ana = here.person("ana")
    form = (await ana.click((await ana.slash("/setup")).message, "New tables")).modal
    return (await ana.submit(form, games=list(wanted))).message.text


async def test_a_game_that_is_switched_off_loses_its_commands_and_is_not_offered(here: Sitting) -> None:
    ben = here.person("ben")
    assert [value for _, value in await ben.autocomplete("/game new", "game", "")] == ["acme", "culture_wars", "civ"]
    assert "Games: ACME and Culture Wars" in await set_games(here, "acme", "culture_wars")
    assert await games(ben) == {"acme", "culture"}
    assert [value for _, value in await ben.autocomplete("/game new", "game", "")] == ["acme", "culture_wars"]
    for command in ("/game new", "/game learn"):
        assert "is switched off in this server" in (await ben.slash(command, game="civ")).message.text
    assert "Learn Advanced Civilization" not in (await ben.slash("/game learn")).message.labels
    assert await here.posts() == []
    await set_games(here, "acme", "culture_wars", "civ")
    assert await games(ben) == OF_GAMES.keys()
    await ben.slash("/game new", game="civ")
    await ben.wait_for(lambda m: "Join" in m.labels)


async def test_a_game_keeps_its_commands_while_a_table_of_it_is_open(here: Sitting) -> None:
    ben = here.person("ben")
    await here.begin("ana", "ben")
    await set_games(here, "civ")
    assert await games(ben) == {"acme", "civ"}
    said = (await (await here.asked()).slash("/acme pass")).message
    assert said.is_ephemeral
    await here.person("ana").slash("/game end")
    host = Person(int(here.table.users["ana"].id), "ana", SERVER, moderator=True)
    try:
        await here.bot.service.end("100", host)
    except Refused as refused:
        await here.bot.service.end("100", host, confirm=refused.said["confirm"])
    while (await here.bot.service.info("100")).state != "over":
        await here.later(7 * DAY)
        await asyncio.sleep(0.05)
    assert await here.bot.server_commands.settle()
    assert await games(ben) == {"civ"}


async def test_setup_tells_what_discord_refuses_and_tries_again(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        ana = here.person("ana")
        await here.visit.server(scope=False)
        shown = (await ana.slash("/setup")).message
        assert "**The commands of the games are missing here:** I was invited without" in shown.text
        assert "scope=bot+applications.commands" in shown.text
        await here.visit.server(scope=True)
        assert "commands of the games are missing" not in (await ana.slash("/setup")).message.text
        assert await games(ana) == OF_GAMES.keys()


async def test_setup_notices_a_server_that_has_lost_its_commands(here: Sitting) -> None:
    here.table.local.world.server_commands = []
    assert await games(here.person("ben")) == set()
    await here.person("ana").slash("/setup")
    assert await games(here.person("ben")) == OF_GAMES.keys()


async def test_nothing_is_sent_again_that_has_not_changed(here: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(requests(here)) == 1
    assert await here.bot.server_commands.settle()
    assert await another(here).settle()
    await here.person("ben").slash("/games")
    assert len(requests(here)) == 1
    monkeypatch.setattr(here.bot.tree.get_command("civ"), "description", "Another text")
    assert await another(here).settle()
    assert len(requests(here)) == 2
    assert (await notes(here)).keys() == {COMMANDS}


async def test_a_server_that_is_left_and_joined_again_gets_them_anew(tmp_path: Path) -> None:
    async with sitting(tmp_path, door=False) as here:
        ben = here.person("ben")
        await here.visit.server("leave")
        await until(lambda: forgotten(here))
        assert {*await names(ben)} <= {"turn", "hand", "catchup", "map", "rules", "prefs", "games"}
        assert await here.bot.server_commands.settle()
        assert len(requests(here)) == 1
        await here.visit.server("join")
        await becomes(ben, OF_GAMES)
        assert len(requests(here)) == 2
        assert COMMANDS in await notes(here)


async def test_without_a_gateway_a_lost_server_is_noticed_by_a_look_and_a_new_one_by_its_first_interaction(
    tmp_path: Path,
) -> None:
    async with sitting(tmp_path, door=True) as here:
        ben = here.person("ben")
        await becomes(ben, OF_GAMES)
        await here.visit.server("leave")
        assert await here.bot.server_commands.settle()
        assert await notes(here) == {}
        await here.visit.server("join")
        assert await games(ben) == set()
        await ben.slash("/games")
        await becomes(ben, OF_GAMES)
        await ben.slash("/games")
        assert len(requests(here)) == 2


def earlier(table: ControlledTable) -> None:
    """Discord as an earlier version has left it, with the commands of games everywhere; the servers' are slow."""
    old = {"id": "7", "type": 1, "name": "acme", "description": "x", "integration_types": [0], "contexts": [0, 1]}
    table.local.world.commands = [old]
    table.faults.add(Fault("slow", OFFER, seconds=4.0))


async def test_commands_of_games_are_taken_from_everywhere_only_when_the_servers_have_theirs(tmp_path: Path) -> None:
    async with sitting(tmp_path, before=earlier) as here:
        ben = here.person("ben")
        assert await names(ben) == ["acme"]
        assert await names(ben.at("dm")) == ["acme"]
        await becomes(ben, OF_GAMES)
        await becomes(ben.at("dm"), ())
        assert "turn" in await names(ben.at("dm"))
        order = [str(one["path"]) for one in here.table.local.transcript.lines() if one.get("method") == "PUT"]
        assert [path.rsplit("/", 2)[-2] for path in order] == [GUILD_ID, "100000000000000001"]


@pytest.mark.parametrize(("code", "cause"), [(50001, {"scope": False}), (30034, {"created": 200})])
async def test_what_discord_refuses_is_noted_and_tried_again_later_and_nothing_else_breaks(
    tmp_path: Path, code: int, cause: dict[str, Any]
) -> None:
    async with sitting(tmp_path, door=False) as here:
        await here.visit.server("leave")
        await here.visit.server(**cause)
        await here.visit.server("join")
        await until(lambda: is_noted(here, code))
        ben = here.person("ben")
        assert (await ben.slash("/games")).message.is_ephemeral
        tries = len(requests(here))
        assert await here.bot.server_commands.settle()
        assert len(requests(here)) == tries
        await here.visit.server(scope=True, created=0)
        assert await here.bot.server_commands.settle()
        assert await games(ben) == set()
        await here.later(DAY + 1)
        assert await here.bot.server_commands.settle()
        assert await games(ben) == OF_GAMES.keys()
        assert COMMANDS_FAILED not in await notes(here)


async def test_what_a_killed_process_was_sending_is_sent_by_the_next_one_once_its_lease_is_over(tmp_path: Path) -> None:
    async with sitting(tmp_path, door=True) as here:
        deps = here.bot.game_service.deps
        await here.bot.server_commands.forget(SERVER)
        for lane in (LANE, f"{LANE} {SERVER}"):
            assert await leases.claim(deps.database, lane, "killed", deps.now(), deps.now() + HELD)
        assert not await another(here).settle()
        assert len(requests(here)) == 1
        await here.later(HELD + 1)
        assert await another(here).settle()
        assert len(requests(here)) == 2


async def test_a_bot_that_is_killed_while_it_sends_them_has_sent_them_after_its_next_start(tmp_path: Path) -> None:
    async with running(tmp_path) as here:
        ben = here.visit.user("ben").waiting(30)
        await becomes(ben, OF_GAMES)
        await here.visit.server("leave")
        await here.visit.fault("slow", OFFER, times=9, seconds=60.0)
        await here.visit.server("join")
        await ben.slash("/games")
        assert await games(ben) == set()
        here.kill()
        await here.visit.mend()
        await here.visit.advance(HELD + 1)
        await here.again()
        await becomes(ben, OF_GAMES, 30)


async def test_each_server_of_many_is_sent_its_own_and_one_that_fails_keeps_the_list_of_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of three servers one fails at first: it alone is sent its commands again, and the list of all waits for it."""
    sent: list[int] = []
    ended: list[bool] = []
    failing = {11}

    async def upsert(_application: int, guild: int, *, payload: list[Any]) -> list[Any]:
        sent.append(guild)
        if guild in failing:
            raise OSError("cut")
        return payload

    async def finish() -> None:
        ended.append(True)

    class Guild:
        def __init__(self, number: int) -> None:
            self.id = number

    async def guilds(**_: object) -> AsyncIterator[Guild]:
        for number in (10, 11, 12):
            yield Guild(number)

    async with sitting(tmp_path, door=True) as here:
        monkeypatch.setattr(here.bot.http, "bulk_upsert_guild_commands", upsert)
        monkeypatch.setattr(here.bot, "fetch_guilds", guilds)
        several = ServerCommands(here.bot, here.bot.game_service.deps, finish)
        assert not await several.settle()
        assert (sent, ended) == ([10, 11, 12], [])
        failing.clear()
        assert await several.settle()
        assert (sent, ended) == ([10, 11, 12, 11], [True])
