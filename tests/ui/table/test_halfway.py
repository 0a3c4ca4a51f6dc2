"""What fails after a part of it was done says so, and never that nothing was changed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from sqlmodel import select

from bot.cups import CupPlan
from bot.store.host_models import FaultRow
from bot.trace import traced
from bot.ui import errors
from bot.ui.cups.cup_handlers import CupHandlers
from bot.ui.parts import Screen
from bot.ui.presentations import names_of
from bot.ui.router import Router
from bot.ui.visit import Visit
from bot.values import Busy, Place, Refused
from engine.core.text import words
from tests.ui.table.room import ANA, BEN, CHO, DEE, HERE, Room, labels, opened_room, said


class BadGateway(Exception):
    """Discord answers 502."""


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with opened_room(tmp_path / "nisaba.db") as made:
        yield made


class Failing:
    """Threads of which the second cannot be opened: forbidden, or with an error."""

    def __init__(self, error: Exception | None) -> None:
        self.error, self.opened, self.closed = error, 0, list[int]()

    async def thread(self, channel: int, name: str) -> Place | None:
        self.opened += 1
        if self.opened != 2:
            return Place(HERE.guild, 1000 + self.opened)
        if self.error is not None:
            raise self.error
        return None

    async def rename(self, thread: int, name: str) -> None:
        """Nothing is to be seen of it here."""

    async def close(self, thread: int) -> None:
        self.closed.append(thread)


@pytest.mark.parametrize("error", [None, BadGateway("502")])
async def test_a_round_is_drawn_although_a_thread_cannot_be_opened_and_a_press_opens_the_rest(
    room: Room, error: Exception | None
) -> None:
    cup = await room.service.open_cup(ANA, HERE, CupPlan("Spring"), "culture_wars")
    for person in (ANA, BEN, CHO, DEE):
        await room.service.join_cup(person, cup.id)
    places: Any = Failing(error)
    handlers = CupHandlers(room.service, names_of, places)
    visit = Visit(ANA.id, HERE.channel, verb="cup_draw", option=str(cup.id), name=ANA.name)
    told = await room.ask(visit, handlers.draw)
    assert words("cup.text.drawn_only", round=1) in said(told)
    assert words("cup.button.tables") in labels(told)
    assert [bool(one.table) for one in (await room.service.cup(ANA, cup.id)).tables] == [True, False]
    assert words("cup.text.drawn", round=1) in said(await room.ask(visit, handlers.draw))
    assert [bool(one.table) for one in (await room.service.cup(ANA, cup.id)).tables] == [True, True]
    assert len(await room.database.read(select(FaultRow))) == (error is not None)


async def answered(room: Room, failure: Exception | None, *, before: bool) -> str:
    """What somebody is told whose press opens a table, if it fails before or after that."""

    async def handler(visit: Visit) -> Screen:
        if before and failure is not None:
            raise failure
        await room.service.open_table(ANA, HERE, "culture_wars")
        if failure is not None:
            raise failure
        return Screen(())

    router = Router(trouble=errors.trouble)
    router.handlers["x"] = handler
    answer, _ = await router.made(Visit(ANA.id, HERE.channel, verb="x"))
    return said(cast("Screen", answer))


@pytest.mark.parametrize("failure", [BadGateway("502"), Busy(), Refused("not_stored")])
async def test_who_meets_an_error_is_told_whether_something_was_done_before(room: Room, failure: Exception) -> None:
    halfway = words("error.halfway", reference="").split("(")[0]
    done = words("error.halfway", reference="").split(")")[1][:40]
    assert done not in await answered(room, failure, before=True)
    told = await answered(room, failure, before=False)
    assert told.startswith(halfway)
    assert done in told
    assert "Nothing was changed" not in told


async def test_a_table_that_was_opened_keeps_its_thread_whatever_fails_behind_it(room: Room) -> None:
    """One of which nothing came leaves none."""
    places: Any = Failing(None)
    handlers = CupHandlers(room.service, names_of, places)
    visit = Visit(ANA.id, HERE.channel, name=ANA.name, guild=HERE.guild)

    async def opens(place: Place) -> Any:
        await room.service.open_table(ANA, place, "culture_wars")
        raise BadGateway("502")

    async def fails(place: Place) -> Any:
        raise BadGateway("502")

    with traced(), pytest.raises(BadGateway):
        await handlers.in_thread(visit, "culture_wars", opens)
    assert places.closed == []
    places.opened = 2
    with traced(), pytest.raises(BadGateway):
        await handlers.in_thread(replace(visit, channel=99), "culture_wars", fails)
    assert places.closed == [1003]
