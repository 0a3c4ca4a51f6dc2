"""What becomes of a room in Discord: made once it is stored, kept as the table is, told of where it cannot be."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from sqlmodel import select

from bot.delivery.wire import Bad, Failed, Later, MayNot
from bot.features.notes import service as notes
from bot.features.rooms import service
from bot.features.rooms.service import RoomRow
from bot.tables.lobby.options import note_server
from tests.features.rooms.sitting import GROUND, Sitting, refusal
from tests.features.rooms.test_service import MODERATOR, lobby_of_teams
from tests.service.tables import refused
from tests.service.test_teams import DEE
from tests.ui.table.room import ANA, BEN, CHO, HERE, opened_room

pytestmark = pytest.mark.filterwarnings("error")


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Sitting]:
    async with opened_room(tmp_path / "nisaba.db") as made:
        yield Sitting(made)


async def rows(here: Sitting) -> list[RoomRow]:
    return await here.room.database.read(select(RoomRow))


async def test_a_room_gets_its_thread_its_people_and_a_line_that_says_who_can_read_it(here: Sitting) -> None:
    table = await here.begun()
    await service.open_room(here.room.service, table, ANA, [2])
    assert here.threads.names == {}
    assert await here.keeper.settle()
    ((thread, name),) = here.threads.names.items()
    assert name == f"{table} · Egypt and Hittites"
    assert here.threads.people[thread] == {ANA.id, BEN.id}
    (line,) = here.said(thread)
    assert all(f"<@{person.id}>" in line for person in (ANA, BEN))
    assert f"<@{CHO.id}>" not in line
    assert "The bot doesn't read" in line
    assert "moderators of this server can" in line
    assert "let others in" not in line
    assert [one.post.mentions for _, one in here.wire.messages.values()] == [()]
    sent = dict(here.wire.messages)
    assert await here.started().settle()
    assert here.wire.messages == sent


async def test_a_table_in_a_forum_has_its_rooms_in_the_channel_that_its_server_names(here: Sitting) -> None:
    table = await here.begun()
    await note_server(here.room.service.deps, HERE.guild or 0, rooms="88")
    await service.open_room(here.room.service, table, ANA, [2])
    await here.keeper.settle()
    assert here.threads.instead == 88


async def test_where_the_bot_does_not_manage_threads_the_line_says_that_members_let_others_in(here: Sitting) -> None:
    here.threads.here = replace(GROUND, manages=False)
    await service.open_room(here.room.service, await here.begun(), ANA, [2])
    await here.keeper.settle()
    assert "Anyone here can let others in" in here.said(*here.threads.names)[0]


async def test_a_seat_that_changes_hands_takes_its_person_out_and_the_new_one_in(here: Sitting) -> None:
    table = await here.begun()
    await service.open_room(here.room.service, table, ANA, [2])
    await here.keeper.settle()
    offer = await here.room.service.give_seat(table, BEN, 2, DEE)
    await here.room.service.answer_offer(table, DEE, offer.no, accepts=True)
    await here.keeper.settle()
    (thread,) = here.threads.names
    assert here.threads.people[thread] == {ANA.id, DEE.id}
    (line,) = here.said(thread)
    assert f"<@{DEE.id}>" in line
    assert f"<@{BEN.id}>" not in line


async def test_a_team_that_somebody_leaves_in_the_lobby_is_without_her(here: Sitting) -> None:
    table = await lobby_of_teams(here)
    await service.open_room(here.room.service, table, ANA, ())
    await here.keeper.settle()
    (thread,) = here.threads.names
    assert here.threads.people[thread] == {ANA.id, DEE.id}
    await here.room.service.choose_team(table, DEE, 4, "2")
    await here.room.service.choose_team(table, CHO, 3, "1")
    await here.keeper.settle()
    assert here.threads.people[thread] == {ANA.id, CHO.id}


async def test_at_the_end_the_line_names_nobody_and_the_thread_is_archived_and_forgotten(here: Sitting) -> None:
    table = await here.begun()
    await service.open_room(here.room.service, table, ANA, [2])
    await here.keeper.settle()
    error = await refused(here.room.service.end(table, MODERATOR))
    await here.room.service.end(table, MODERATOR, confirm=str(error.said["confirm"]))
    await here.keeper.settle()
    (thread,) = here.threads.names
    assert here.threads.closed == [thread]
    assert here.said(thread) == [f"### A room at table {table}\nThis room is closed."]
    assert await rows(here) == []


async def test_a_host_who_wants_no_rooms_after_all_closes_those_of_the_lobby(here: Sitting) -> None:
    table = await lobby_of_teams(here)
    await service.open_room(here.room.service, table, ANA, ())
    await here.keeper.settle()
    await here.room.service.change_settings(table, ANA, rooms="off")
    await here.keeper.settle()
    assert here.threads.closed == list(here.threads.names)
    assert await rows(here) == []


async def test_who_is_not_in_the_server_is_left_out(here: Sitting) -> None:
    here.threads.strangers = {BEN.id}
    await service.open_room(here.room.service, await here.begun(), ANA, [2, 3])
    assert await here.keeper.settle()
    (thread,) = here.threads.names
    assert here.threads.people[thread] == {ANA.id, CHO.id}
    assert f"<@{BEN.id}>" not in here.said(thread)[0]


@pytest.mark.parametrize("failure", [aiohttp.ClientError(), Later("502"), refusal(0, 429)], ids=repr)
async def test_what_fails_for_now_is_done_later(here: Sitting, failure: Exception) -> None:
    await service.open_room(here.room.service, await here.begun(), ANA, [2])
    here.threads.fail = [failure]
    assert not await here.keeper.settle()
    assert await here.keeper.settle()
    assert [len(people) for people in here.threads.people.values()] == [2]


async def test_a_bot_that_stops_between_the_thread_and_its_note_finds_it_again(here: Sitting) -> None:
    """Committed, then made, then lost: after a restart there is still one thread and one line."""
    await service.open_room(here.room.service, await here.begun(), ANA, [2])
    here.threads.fail = [None, aiohttp.ClientError()]
    assert not await here.keeper.settle()
    async with here.room.database.session() as session, here.room.database.writing(session):
        for row in (await session.execute(select(RoomRow))).scalars():
            assert row.thread
            row.thread = 0
    assert await here.started().settle()
    (thread,) = here.threads.names
    assert here.threads.people[thread] == {ANA.id, BEN.id}
    assert len(here.said(thread)) == 1


@pytest.mark.parametrize(
    ("code", "status", "told"),
    [
        (50013, 403, "needs this permission in the channel: Create Private Threads"),
        (50001, 403, "needs this permission in the channel"),
        (160006, 400, "too many open threads"),
        (50024, 400, "only has private threads in text channels"),
        (10003, 404, "only has private threads in text channels"),
        (200001, 400, "Discord refused it"),
    ],
)
async def test_a_room_that_cannot_be_made_is_told_of_to_its_opener_alone(
    here: Sitting, code: int, status: int, told: str
) -> None:
    table = await here.begun()
    await service.open_room(here.room.service, table, BEN, [3])
    public = len([post for post in await here.room.posts() if post.user is None])
    here.threads.fail = [refusal(code, status)]
    await here.keeper.settle()
    assert told in await here.told(BEN)
    assert await here.told(CHO) == ""
    assert len([post for post in await here.room.posts() if post.user is None]) == public
    assert await rows(here) == []
    await service.open_room(here.room.service, table, BEN, [3])
    assert await here.keeper.settle()
    assert len(here.threads.names) == 1


@pytest.mark.parametrize("failure", [MayNot("no right"), Bad("refused")], ids=repr)
async def test_a_room_in_which_the_bot_cannot_say_who_reads_it_is_closed_at_once(
    here: Sitting, failure: Failed
) -> None:
    await service.open_room(here.room.service, await here.begun(), ANA, [2])
    here.wire.fail = [failure]
    assert await here.keeper.settle()
    assert here.threads.closed == list(here.threads.names)
    assert "couldn't be opened" in await here.told(ANA)
    assert await rows(here) == []


async def test_a_line_that_could_not_be_changed_is_changed_later(here: Sitting) -> None:
    """Who has come in is noted before, so that nobody who has to leave again is forgotten there."""
    table = await here.begun()
    await service.open_room(here.room.service, table, ANA, [2])
    here.wire.fail = [Later("502")]
    assert not await here.keeper.settle()
    assert [json.loads(one.let_in) for one in await rows(here)] == [[ANA.id, BEN.id]]
    offer = await here.room.service.give_seat(table, BEN, 2, DEE)
    await here.room.service.answer_offer(table, DEE, offer.no, accepts=True)
    assert await here.keeper.settle()
    (thread,) = here.threads.names
    assert here.threads.people[thread] == {ANA.id, DEE.id}
    assert f"<@{DEE.id}>" in here.said(thread)[0]


async def test_only_rooms_of_tables_that_have_changed_are_looked_at(
    here: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await here.begun()
    await service.open_room(here.room.service, table, ANA, [2])
    await here.keeper.settle()
    planned = list[int]()
    plans = service.plans

    async def counted(deps: Any, number: int) -> Any:
        planned.append(number)
        return await plans(deps, number)

    monkeypatch.setattr(service, "plans", counted)
    await here.keeper.settle()
    assert planned == []
    await notes.write(here.room.service, table, ANA, "Watch Cho.")
    await here.keeper.settle()
    assert len(planned) == 1


async def test_a_permission_that_has_gone_since_the_press_is_named(here: Sitting) -> None:
    await service.open_room(here.room.service, await here.begun(), ANA, [2])
    here.threads.here = replace(GROUND, lacks=("send_messages_in_threads",))
    await here.keeper.settle()
    assert "Send Messages in Threads" in await here.told(ANA)
    assert here.threads.names == {}


async def test_a_thread_that_somebody_has_deleted_is_forgotten(here: Sitting) -> None:
    table = await here.begun()
    await service.open_room(here.room.service, table, ANA, [2])
    await here.keeper.settle()
    here.threads.people.clear()
    offer = await here.room.service.give_seat(table, BEN, 2, DEE)
    await here.room.service.answer_offer(table, DEE, offer.no, accepts=True)
    await here.keeper.settle()
    assert await rows(here) == []
    assert (await here.told(ANA)).count("room") == 0
