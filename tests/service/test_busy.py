"""When there is more to do than the bot manages, people are told so in time, and nothing is half done."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext
from functools import partial
from pathlib import Path

import pytest
from sqlmodel import select

from bot.contract.tables import Busy
from bot.features.host import faults
from bot.features.host.models import FaultRow
from bot.store.database import Database
from bot.store.driver import MOST
from bot.tables.alarm_clock import Clock
from bot.tables.people.profiles import set_dm_closed
from bot.ui.discord_reply import DiscordRouter
from bot.ui.lookup import errors
from bot.ui.parts import Screen, Text
from bot.ui.settings.notices import Notices
from bot.ui.visit import Visit
from engine.core.text import words
from tests.service.tables import ANA, BEN, CHO, Room, ask_no, begun, opened_room
from tests.service.test_metrics import Interaction, told
from tests.service.test_petitions import walked

SOON = 0.02
Holding = Callable[[Database], AbstractAsyncContextManager[None]]


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """A room in which nobody waits for long."""
    async with opened_room(tmp_path / "a.db", patience=SOON) as made:
        yield made


@asynccontextmanager
async def no_connection(database: Database) -> AsyncIterator[None]:
    """All connections are taken."""
    async with AsyncExitStack() as taken:
        while True:
            try:
                _ = await taken.enter_async_context(database.engine.connect())
            except Busy:
                break
        for _ in range(MOST):
            await database.driver._room.acquire()
        yield
        for _ in range(MOST):
            database.driver._room.release()


@asynccontextmanager
async def no_turn(database: Database) -> AsyncIterator[None]:
    """Somebody is writing, and goes on."""
    async with database.session() as session, database.writing(session):
        yield


@pytest.mark.parametrize("held", [no_connection, no_turn])
async def test_who_presses_is_told_to_try_again_and_nothing_was_done_until_then(room: Room, held: Holding) -> None:
    if held is no_turn and not room.database.lite:
        pytest.skip("there everybody writes at once")
    table, metrics = await begun(room, ANA, BEN), room.service.deps.metrics
    before = (await room.service.sheet(table, ANA), await room.texts())
    number = await ask_no(room, table)
    router = DiscordRouter(trouble=errors.trouble, metrics=metrics)
    router.fault = partial(faults.note_fault, room.service.deps)

    async def handler(_: Visit) -> Screen:
        await room.service.answer(table, ANA, number, [["walk"]])
        return Screen((Text("done"),))

    async def press() -> str:
        pressed = Interaction("go")
        await router.answer(pressed, Visit(ANA.id, verb="go", table=table), handler)  # type: ignore[arg-type]
        (view,) = pressed.answered
        return "".join(item.content for item in view.walk_children() if hasattr(item, "content"))

    router.add({"go": handler})
    async with held(room.database):
        assert [await press(), await press()] == [words("error.busy")] * 2
    assert (await room.service.sheet(table, ANA), await room.texts()) == before
    assert (told(metrics, "refused_total", code="busy"), told(metrics, "errors_total")) == (2, 0)
    assert await room.database.read(select(FaultRow)) == []
    assert await press() == "done"
    assert await ask_no(room, table) != number


async def test_what_was_done_is_shown_even_if_the_notice_on_top_of_it_has_to_wait(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    await set_dm_closed(room.game_service.deps, BEN.id, closed=True, table=1)
    router = DiscordRouter(trouble=errors.trouble)
    router.finish = Notices(room.service).prepend

    async def handler(_: Visit) -> Screen:
        return Screen((Text("done"),))

    router.add({"seat": handler})
    visit = Visit(BEN.id, verb="seat", table=table)
    pressed = Interaction("seat")
    async with no_connection(room.database):
        await router.answer(pressed, visit, handler)  # type: ignore[arg-type]
    assert [item.content for item in pressed.answered[0].walk_children() if hasattr(item, "content")] == ["done"]
    assert "dm_closed" in [notice.code for notice in await room.service.take_notices(BEN)]


async def test_what_is_due_rings_later_and_is_decided_as_it_would_have_been(room: Room) -> None:
    table = await walked(room)
    told_of = await room.service.ask_back(table, CHO, 2)
    room.clock.now += 25 * 3600
    watch, metrics = Clock(room.game_service, room.clock), room.service.deps.metrics
    lite = room.database.lite
    async with no_turn(room.database) if lite else no_connection(room.database):
        with nullcontext() if lite else pytest.raises(Busy):
            assert await watch.close_due() == 0
    assert told(metrics, "errors_total") == 0
    assert (await room.service.petition(table, told_of.no)).result == "open"
    room.clock.now += 10
    assert await watch.close_due() > 0
