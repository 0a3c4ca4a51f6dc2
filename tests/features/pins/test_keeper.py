"""Which message of a table is pinned: its lobby, where the server wants it, until the game ends."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.dialects import sqlite
from sqlmodel import select

from bot.contract.tables import Place
from bot.delivery.requests import refusal
from bot.features.host import server_setup
from bot.features.pins import service
from bot.features.pins.keeper import FULL, PinKeeper, PinnedMessages
from bot.features.pins.service import PinRow
from bot.store.models import OutboxRow, SlotRow
from tests.service.tables import refused
from tests.ui.table.room import ANA, BEN, HERE, Room, opened_room

pytestmark = pytest.mark.filterwarnings("error")


class Pins(PinnedMessages):
    """Pins of one channel. `fail` is what the next ones meet."""

    def __init__(self) -> None:
        self.there: list[tuple[int, int]] = []
        self.own = False
        self.fail: list[Exception] = []

    async def is_own_thread(self, place: Place) -> bool:
        return self.own

    async def pin(self, channel: int, message: int) -> None:
        if self.fail:
            raise self.fail.pop(0)
        self.there = [*(one for one in self.there if one != (channel, message)), (channel, message)]

    async def unpin(self, channel: int, message: int) -> None:
        self.there.remove((channel, message))


class Sitting:
    """A room of ACME in a server, and its keeper."""

    def __init__(self, room: Room) -> None:
        self.room, self.pins = room, Pins()
        self.keeper = self.started()

    def started(self) -> PinKeeper:
        """A keeper that knows nothing of before, as after a restart."""
        return PinKeeper(self.room.service, self.pins, lambda: self.room.now)

    async def opened(self, *, pins: str = "yes") -> str:
        await server_setup.set_defaults(self.room.service.deps, manager(), {"pins": pins})
        info = await self.room.service.open_table(ANA, HERE, "acme")
        await self.room.service.join(info.id, BEN)
        await self.sent(info.id, 501)
        return info.id

    async def sent(self, table: str, message: int) -> None:
        """The lobby is the message of its slot from now on."""
        number = (await self.room.database.read(select(OutboxRow.table_id)))[0]
        async with self.room.database.session() as session, self.room.database.writing(session):
            await session.merge(SlotRow(name=f"lobby:{table}", table_id=number, channel=77, message=message))
        self.room.service.deps.posted(number, 77, message)

    async def end(self, table: str) -> None:
        error = await refused(self.room.service.end(table, ANA))
        await self.room.service.end(table, ANA, confirm=str(error.said["confirm"]))

    async def rows(self) -> list[tuple[int, int]]:
        return [(row.message, row.done) for row in await self.room.database.read(select(PinRow))]


def manager() -> Any:
    return type(ANA)(ANA.id, ANA.name, ANA.guild, moderator=True)


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Sitting]:
    async with opened_room(tmp_path / "nisaba.db") as made:
        yield Sitting(made)


async def test_a_lobby_is_pinned_once_until_its_game_ends(here: Sitting) -> None:
    table = await here.opened()
    assert await here.keeper.settle()
    assert here.pins.there == [(77, 501)]
    here.pins.fail = [AssertionError("it is pinned already")]
    assert await here.keeper.settle()
    assert await here.started().settle()
    await here.end(table)
    await here.keeper.settle()
    assert here.pins.there == []
    assert await here.rows() == []


async def test_a_server_that_has_not_asked_for_pins_has_none(here: Sitting) -> None:
    await here.opened(pins="")
    assert await here.keeper.settle()
    assert here.pins.there == []


async def test_a_server_that_asks_for_pins_has_its_open_tables_pinned(here: Sitting) -> None:
    await here.opened(pins="")
    await here.keeper.settle()
    await server_setup.set_defaults(here.room.service.deps, manager(), {"pins": "yes"})
    assert await here.keeper.settle()
    assert here.pins.there == [(77, 501)]


async def test_a_lobby_that_was_sent_anew_is_pinned_before_the_old_one_is_unpinned(here: Sitting) -> None:
    table = await here.opened()
    await here.keeper.settle()
    await here.sent(table, 502)
    here.pins.fail = [refusal(500, {}, dm=False)]
    assert not await here.keeper.settle()
    assert here.pins.there == [(77, 501)], "as long as the new one isn't pinned"
    await here.keeper.settle()
    assert here.pins.there == [(77, 502)]


async def test_a_thread_of_the_bots_own_begins_with_the_lobby_and_needs_no_pin(here: Sitting) -> None:
    here.pins.own = True
    await here.opened()
    assert await here.keeper.settle()
    assert here.pins.there == []
    assert await here.rows() == [(501, 0)]


async def test_without_the_permission_nothing_is_pinned_until_a_restart_finds_it(here: Sitting) -> None:
    here.pins.fail = [refusal(403, {"code": 50013}, dm=False)]
    await here.opened()
    assert await here.keeper.settle()
    assert await here.keeper.settle(), "and Discord isn't asked again and again"
    assert here.pins.there == []
    await here.started().settle()
    assert here.pins.there == [(77, 501)]


async def test_the_host_is_told_once_that_a_channel_has_250_pins(here: Sitting) -> None:
    here.pins.fail = [refusal(400, {"code": FULL}, dm=False)]
    await here.opened()
    assert await here.keeper.settle()
    assert await here.started().settle()
    said = [str(row.post) for row in await here.room.database.read(select(OutboxRow)) if row.user == ANA.id]
    assert sum("250 pinned messages" in one for one in said) == 1
    assert await here.rows() == [(501, 0)]


async def test_what_is_asked_after_each_change_reads_open_tables_alone(here: Sitting) -> None:
    asked = service.open_due().compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True})
    async with here.room.database.session() as session:
        plan = str((await session.execute(text(f"EXPLAIN QUERY PLAN {asked}"))).all())
    assert "SCAN game_table" not in plan.replace("SCAN game_table USING", "")
    assert "SCAN slot" not in plan
