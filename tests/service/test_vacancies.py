"""Places to play: what is found in a server, by whom, and what is not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.contract.records import Vacancies
from bot.contract.tables import Person, Place
from bot.features.clocks import overdue
from bot.features.find import service as vacancies
from tests.service.tables import ANA, BEN, CHO, DEE, Room, begun, refused, seated, stop

DAY = 86400.0
ELSEWHERE = replace(DEE, guild=6)


async def opened(room: Room, channel: int, host: Person = ANA, guild: int | None = 5, **more: Any) -> str:
    """A lobby in another channel."""
    return (await room.service.open_table(host, Place(guild, channel), "walk", **more)).id


def found(told: Vacancies) -> list[str]:
    """The ids of the tables."""
    return [one.info.id for one in told.shown]


async def left(room: Room) -> str:
    """A game of three from which the second has gone."""
    table = await begun(room, ANA, BEN, CHO)
    confirm = (await refused(room.service.leave(table, BEN))).said["confirm"]
    await room.service.leave(table, BEN, confirm=confirm)
    return table


async def test_lobbies_with_a_free_seat_are_found_the_newest_first_five_a_page(room: Room) -> None:
    tables = [await opened(room, 80 + n) for n in range(6)]
    first, second = [await vacancies.find(room.service.deps, DEE, page=n) for n in (1, 2)]
    assert found(first) + found(second) == tables[::-1]
    assert [len(told.shown) for told in (first, second)] == [5, 1]
    assert {(told.page, told.pages) for told in (first, second)} == {(1, 2), (2, 2)}
    assert {one.free for one in first.shown} == {3}
    assert [(await vacancies.find(room.service.deps, DEE, page=n)).page for n in (-3, 0, 99)] == [1, 1, 2]


async def test_a_lobby_is_not_found_when_it_is_full_begun_closed_or_its_host_does_not_want_it(room: Room) -> None:
    full = await opened(room, 81, npcs=1, most=2)
    hidden, shown = await opened(room, 82), await opened(room, 83)
    await begun(room, ANA, BEN)
    await stop(room.service, await opened(room, 84))
    await room.service.change_settings(hidden, ANA, listed="no")
    assert found(await vacancies.find(room.service.deps, DEE)) == [shown]
    await room.service.set_options(full, ANA, npcs=0)
    await room.service.change_settings(hidden, ANA, listed="yes")
    assert found(await vacancies.find(room.service.deps, DEE)) == [shown, hidden, full]


async def test_nothing_of_other_servers_is_found_whatever_they_allow(room: Room) -> None:
    table = await opened(room, 81)
    await room.service.change_settings(table, ANA, guests="yes")
    await opened(room, 82, guild=None)
    assert found(await vacancies.find(room.service.deps, ELSEWHERE)) == []
    assert (await refused(vacancies.find(room.service.deps, replace(DEE, guild=None)))).code == "find_where"
    assert found(await vacancies.find(room.service.deps, DEE)) == [table]


async def test_who_was_removed_does_not_find_the_lobby(room: Room) -> None:
    info = await seated(room, ANA, BEN)
    await room.service.remove(info.id, ANA, BEN)
    assert found(await vacancies.find(room.service.deps, BEN)) == []
    assert (
        found(await vacancies.find(room.service.deps, ANA))
        == found(await vacancies.find(room.service.deps, CHO))
        == [info.id]
    )


@pytest.mark.parametrize(("pace", "there"), [("slow", True), ("live", False)])
async def test_a_search_is_narrowed_by_pace_and_game(room: Room, pace: str, there: bool) -> None:
    table = await opened(room, 81)
    await room.service.change_settings(table, ANA, pace="slow")
    assert (found(await vacancies.find(room.service.deps, DEE, pace=pace)) == [table]) is there
    assert (found(await vacancies.find(room.service.deps, DEE, game="walk", pace=pace)) == [table]) is there
    assert found(await vacancies.find(room.service.deps, DEE, game="chess", pace=pace)) == []


async def test_a_seat_that_somebody_has_left_is_found_after_the_lobbies_and_the_host_gives_it(room: Room) -> None:
    table, lobby = await left(room), await opened(room, 81)
    told = await vacancies.find(room.service.deps, DEE)
    assert found(told) == [lobby, table]
    seat = told.shown[1].seat
    assert seat is not None
    assert (seat.number, seat.by) == (2, "npc")
    await overdue.ask_for_seat(room.service, table, DEE, 2)
    assert await room.texts() != []
    await overdue.accept_volunteer(room.service, table, ANA, 2, DEE.id)
    assert (await room.service.info(table)).seats[1].person == DEE
    assert found(await vacancies.find(room.service.deps, replace(DEE, id=1))) == [lobby]


async def test_the_seat_is_not_shown_to_who_plays_there_or_has_played_another(room: Room) -> None:
    table = await left(room)
    confirm = (await refused(room.service.leave(table, CHO))).said["confirm"]
    await room.service.leave(table, CHO, confirm=confirm)
    assert [found(await vacancies.find(room.service.deps, one)) for one in (ANA, DEE)] == [[], [table, table]]
    back = (await vacancies.find(room.service.deps, BEN)).shown, (await vacancies.find(room.service.deps, CHO)).shown
    assert [[one.seat.number for one in shown if one.seat] for shown in back] == [[2], [3]]


async def test_the_search_for_somebody_ends_by_itself_and_with_the_game(room: Room) -> None:
    table = await left(room)
    await room.service.change_settings(table, ANA, listed="no")
    assert found(await vacancies.find(room.service.deps, DEE)) == []
    await room.service.change_settings(table, ANA, listed="yes")
    room.clock.now += 13 * DAY
    assert found(await vacancies.find(room.service.deps, DEE)) == [table]
    room.clock.now += 2 * DAY
    assert found(await vacancies.find(room.service.deps, DEE)) == []
    room.clock.now -= 14 * DAY
    await stop(room.service, table)
    assert found(await vacancies.find(room.service.deps, DEE)) == []


async def test_nobody_is_looked_for_where_nobody_else_plays(room: Room) -> None:
    table = await begun(room, ANA, npcs=1)
    confirm = (await refused(room.service.leave(table, ANA))).said["confirm"]
    await room.service.leave(table, ANA, confirm=confirm)
    assert found(await vacancies.find(room.service.deps, DEE)) == []


async def test_nothing_is_found_in_a_channel_that_the_person_cannot_open(room: Room) -> None:
    shown, hidden = [await opened(room, n) for n in (80, 81)]
    assert found(await vacancies.find(room.service.deps, DEE, sees=lambda channel: channel == 80)) == [shown]
    assert found(await vacancies.find(room.service.deps, DEE, sees=lambda channel: channel == 81)) == [hidden]
    assert found(await vacancies.find(room.service.deps, DEE, sees=lambda _: False)) == []
