"""Rooms as they are opened: by whom, for which seats, how many; and what is stored and forgotten of them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlmodel import select

from bot.contract.tables import Person
from bot.features.rooms import service as service_service
from bot.features.rooms.service import MOST_OF_ONE, MOST_ROOMS, RoomRow
from tests.features.rooms.sitting import Sitting, numbers
from tests.service.tables import refused
from tests.service.test_teams import AGREED, CIVS, DEE
from tests.ui.table.room import ANA, BEN, CHO, HERE, opened_room

MODERATOR = Person(ANA.id + 500, "Mo", HERE.guild, moderator=True)


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Sitting]:
    async with opened_room(tmp_path / "nisaba.db") as made:
        yield Sitting(made)


async def lobby_of_teams(here: Sitting) -> str:
    """Ana and Dee choose the first team, Ben and Cho the second."""
    service = here.room.service
    info = await service.open_table(ANA, HERE, "acme", options=AGREED, differing={"rooms": "on"}, seed="T")
    for number, (person, civ) in enumerate(CIVS, 1):
        info = await service.join(info.id, person, again=person.id != ANA.id, civ=civ)
        await service.choose_team(info.id, person, number, "1" if person in {ANA, DEE} else "2")
    return info.id


async def rows(here: Sitting) -> list[RoomRow]:
    return await here.room.database.read(select(RoomRow))


async def test_a_room_is_for_the_seats_chosen_and_the_opener_and_seen_by_them_alone(here: Sitting) -> None:
    table = await here.begun()
    room = await service_service.open_room(here.room.service, table, ANA, [2])
    assert (numbers(room.seats), room.thread) == ([1, 2], 0)
    for person, seen in ((ANA, [[1, 2]]), (BEN, [[1, 2]]), (CHO, [])):
        assert [
            numbers(one.seats) for one in (await service_service.rooms(here.room.service, table, person)).rooms
        ] == seen
    assert numbers((await service_service.rooms(here.room.service, table, CHO)).others) == [1, 2]


async def test_the_same_seats_have_one_room_whoever_asks_for_it_and_in_whatever_order(here: Sitting) -> None:
    table = await here.begun()
    for person, wanted in ((ANA, [2, 3]), (ANA, [3, 2, 1]), (CHO, [1, 2])):
        await service_service.open_room(here.room.service, table, person, wanted)
    assert [json.loads(one.seats) for one in await rows(here)] == [[1, 2, 3]]


async def test_two_presses_at_once_open_one_room(here: Sitting) -> None:
    table = await here.begun()
    service = here.room.service
    await asyncio.gather(
        *(service_service.open_room(service, table, person, [1, 2]) for person in (ANA, BEN, ANA, BEN))
    )
    assert len(await rows(here)) == 1


async def test_only_where_the_host_has_said_so_before_the_game_began(here: Sitting) -> None:
    table = (await here.room.begun(ANA, BEN)).id
    for attempt in (
        service_service.open_room(here.room.service, table, ANA, [2]),
        service_service.rooms(here.room.service, table, ANA),
    ):
        assert (await refused(attempt)).code == "rooms_off"
    assert (await refused(here.room.service.change_settings(table, ANA, rooms="on"))).code == "rooms_fixed"
    assert await rows(here) == []


async def test_nobody_without_a_seat_opens_one(here: Sitting) -> None:
    table = await here.begun()
    for person, seat in ((DEE, None), (ANA, 2)):
        assert (
            await refused(service_service.open_room(here.room.service, table, person, [2], number=seat))
        ).code == "no_seat"


async def test_a_room_takes_two_people_and_npcs_are_not_among_them(here: Sitting) -> None:
    table = await here.begun()
    for wanted in ([1], [9]):
        assert (await refused(service_service.open_room(here.room.service, table, ANA, wanted))).code == "room_alone"
    error = await refused(here.room.service.leave(table, BEN))
    await here.room.service.leave(table, BEN, confirm=str(error.said["confirm"]))
    assert numbers((await service_service.rooms(here.room.service, table, ANA)).others) == [3]
    assert (await refused(service_service.open_room(here.room.service, table, ANA, [2]))).code == "room_alone"
    assert numbers((await service_service.open_room(here.room.service, table, ANA, [2, 3])).seats) == [1, 2, 3]


async def test_a_person_opens_some_and_a_table_has_some_more(here: Sitting) -> None:
    eli = Person(ANA.id + 9, "Eli", HERE.guild)
    table, service = await here.begun(ANA, BEN, CHO, eli), here.room.service
    for wanted in ([2], [3], [4], [2, 3]):
        await service_service.open_room(service, table, ANA, wanted)
    error = await refused(service_service.open_room(service, table, ANA, [2, 4]))
    assert (error.code, error.said["most"]) == ("rooms_yours", MOST_OF_ONE)
    for person, wanted in ((BEN, [3]), (BEN, [4]), (BEN, [3, 4]), (BEN, [1, 3, 4]), (CHO, [4]), (CHO, [1, 4])):
        await service_service.open_room(service, table, person, wanted)
    error = await refused(service_service.open_room(service, table, eli, [1, 2]))
    assert (error.code, error.said["most"]) == ("rooms_full", MOST_ROOMS)
    assert len(await rows(here)) == MOST_ROOMS


async def test_in_a_lobby_a_team_has_a_room_and_nobody_else(here: Sitting) -> None:
    table = await lobby_of_teams(here)
    assert (await refused(service_service.open_room(here.room.service, table, ANA, [2]))).code == "room_lobby"
    assert numbers((await service_service.open_room(here.room.service, table, ANA, ())).seats) == [1, 4]
    await here.room.service.choose_team(table, DEE, 4, "2")
    assert (await service_service.rooms(here.room.service, table, DEE)).rooms == ()


async def test_a_team_of_the_lobby_is_the_team_of_the_game(here: Sitting) -> None:
    table = await lobby_of_teams(here)
    await service_service.open_room(here.room.service, table, ANA, ())
    await here.room.service.start(table, ANA)
    assert [numbers(one.seats) for one in (await service_service.rooms(here.room.service, table, DEE)).rooms] == [
        [1, 4]
    ]
    await service_service.open_room(here.room.service, table, DEE, ())
    await service_service.open_room(here.room.service, table, DEE, [1])
    assert len(await rows(here)) == 1


async def test_what_is_stored_of_a_room_is_given_out_and_forgotten(here: Sitting) -> None:
    table = await here.begun()
    await service_service.open_room(here.room.service, table, ANA, [2])
    await here.keeper.settle()
    (thread,) = here.threads.names
    for person, opened in ((ANA, True), (BEN, False)):
        about = json.loads((await here.room.service.personal_data(person)).raw)["rooms"]
        assert [(one["table"], one["thread"], one["opened"]) for one in about] == [(table, thread, opened)]
    assert json.loads((await here.room.service.personal_data(CHO)).raw)["rooms"] == []
    await here.room.service.forget_person(ANA)
    assert [one.person for one in await rows(here)] == [0]
    error = await refused(here.room.service.end(table, MODERATOR))
    await here.room.service.end(table, MODERATOR, confirm=str(error.said["confirm"]))
    await here.room.service.forget_person(BEN)
    assert [str(BEN.id) in one.let_in for one in await rows(here)] == [False]
