"""Rooms on private screens: the list, the ways to open one, what is typed, and buttons of letters."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.contract.tables import Person, Refused
from bot.features.rooms.screens import LETTERS
from bot.ui.parts import Menu, Screen
from bot.ui.visit import Visit
from tests.features.rooms.sitting import GROUND, Sitting
from tests.features.rooms.test_service import lobby_of_teams, rows
from tests.ui.table.room import ANA, BEN, CHO, HERE, labels, opened_room, said


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Sitting]:
    async with opened_room(tmp_path / "nisaba.db") as made:
        yield Sitting(made)


def visit(person: Person, table: str, **more: object) -> Visit:
    return replace(Visit(person.id, HERE.channel, table, name=person.name, guild=HERE.guild), **more)  # type: ignore[arg-type]


async def pressed(here: Sitting, person: Person, table: str, verb: str, *values: str) -> Screen:
    there = visit(person, table, verb=verb, values=values)
    answer = await here.room.ask(there, here.handlers.handlers()[verb])
    assert isinstance(answer, Screen)
    return answer


async def test_a_room_is_opened_from_the_menu_and_linked_once_it_is_there(here: Sitting) -> None:
    table = await here.begun()
    first = await pressed(here, ANA, table, "room")
    assert "moderators of this server can" in said(first)
    (menu,) = [part for part in first.parts if isinstance(part, Menu)]
    assert [one.label for one in menu.choices] == ["Hittites", "Babylon"]
    opened = await pressed(here, ANA, table, "room_with", "2", "3")
    assert "is being opened" in said(opened)
    assert "Room for my team" not in labels(opened)
    await here.keeper.settle()
    (thread,) = here.threads.names
    assert f"<#{thread}> with the Hittites and Babylon" in said(await pressed(here, ANA, table, "room"))
    assert f"You already have that room: <#{thread}>" in said(await pressed(here, CHO, table, "room_with", "1", "2"))
    assert len(await rows(here)) == 1


async def test_a_room_whose_thread_is_gone_is_opened_again(here: Sitting) -> None:
    table = await here.begun()
    await pressed(here, ANA, table, "room_with", "2")
    await here.keeper.settle()
    here.threads.people.clear()
    assert "is being opened" in said(await pressed(here, BEN, table, "room_with", "1"))
    await here.keeper.settle()
    assert [len(people) for people in here.threads.people.values()] == [2]


async def test_where_no_room_can_be_a_plain_answer_says_so_and_nothing_is_kept(here: Sitting) -> None:
    table = await here.begun()
    for ground, told in (
        (None, "Rooms are private threads, and Discord only has them in text channels."),
        (replace(GROUND, lacks=("create_private_threads",)), f"in <#{HERE.channel}>: Create Private Threads."),
    ):
        here.threads.here = ground
        assert told in said(await pressed(here, ANA, table, "room_with", "2"))
    assert await rows(here) == []


async def test_seats_are_typed_with_commas_and_completed_one_after_the_other(here: Sitting) -> None:
    table = await here.begun()
    assert await here.handlers.offered(visit(ANA, table), "") == [
        ("Hittites — Ben", "Hittites"), ("Babylon — Cho", "Babylon"),
    ]  # fmt: skip
    assert await here.handlers.offered(visit(ANA, table), "Hittites, b") == [
        ("Hittites, Babylon — Cho", "Hittites, Babylon")
    ]
    await here.handlers.typed(visit(ANA, table), "hittites , babylon")
    assert [one.seats for one in await rows(here)] == ["[1,2,3]"]
    for wrong in ("Rome", "Hittites, Rome", "Egypt", "Ben"):
        with pytest.raises(Refused, match="room_with"):
            await here.handlers.typed(visit(ANA, table), wrong)


async def test_a_team_is_offered_first_and_has_a_button_in_the_lobby_too(here: Sitting) -> None:
    table = await lobby_of_teams(here)
    assert (await here.handlers.offered(visit(ANA, table), ""))[0] == ("Team", "Team")
    assert "Room" in labels(await here.room.press(ANA, "teams"))
    shown = await pressed(here, ANA, table, "room")
    assert labels(shown) == ["Room for my team"]
    await pressed(here, ANA, table, "room_team")
    await here.handlers.typed(visit(BEN, table), "team")
    await here.keeper.settle()
    assert sorted(here.threads.names.values()) == [f"{table} · Team 1", f"{table} · Team 2"]


@pytest.mark.parametrize("verb", LETTERS)
async def test_buttons_of_letters_say_what_has_become_of_them(here: Sitting, verb: str) -> None:
    told = said(await pressed(here, ANA, await here.begun(), verb, "1"))
    assert "Letters no longer exist" in told
    assert "`/room`" in told
