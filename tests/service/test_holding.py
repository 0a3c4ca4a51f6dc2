"""A post waits a minute while whoever acts goes on: one post then tells all of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace as with_
from sqlalchemy import update
from sqlmodel import col

from bot.contract import News, Post
from bot.outbox import Outbox
from bot.store.models import OutboxRow
from tests.bot import fake_game
from tests.service.tables import ANA, BEN, Room, begun, give, room
from tests.service.told import Plain
from tests.service.wires import Recording


class Patient(Plain):
    """Holds a post whenever whoever has acted is asked next."""

    def posts(self, news: News) -> Sequence[Post]:
        asked = [s.number for s in news.request.asked] if news.request else []
        own = news.cause == "answer" and news.actor is not None and asked == [news.actor.number]
        return [with_(post, hold=own) for post in super().posts(news)]


@pytest.fixture(autouse=True)
def each_step_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    act = fake_game.act

    async def told(s: Any, seat: str) -> str:
        picked = await act(s, seat)
        if picked == "walk":
            fake_game.tell(s, f"{seat} steps")
        return picked

    monkeypatch.setattr(fake_game, "act", told)


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Room]:
    async with room(tmp_path / "a.db") as made:
        made.desk.deps = replace(made.desk.deps, narrator=Patient())
        yield made


async def test_what_follows_within_a_minute_is_told_in_one_post(desk: Room) -> None:
    wire = Recording()
    box = Outbox(desk.desk, wire, desk.clock)
    table = await begun(desk, ANA, BEN)
    await box.drain()
    before = len(wire.texts())
    for pick in ("walk", "walk"):
        await give(desk, table, ANA, pick)
        desk.clock.now += 20
        await box.drain()
    assert len(wire.texts()) == before
    await give(desk, table, ANA, "done")
    await box.drain()
    (told,) = wire.texts()[before:]
    assert told.count("steps") == 2
    assert told.endswith("asked seat_2")


async def test_nobody_waits_longer_than_a_minute(desk: Room) -> None:
    wire = Recording()
    box = Outbox(desk.desk, wire, desk.clock)
    table = await begun(desk, ANA, BEN)
    await give(desk, table, ANA, "walk")
    desk.clock.now += 61
    await box.drain()
    before = wire.texts()
    assert before[-1].count("steps") == 1
    await give(desk, table, ANA, "done")
    await box.drain()
    assert "steps" not in wire.texts()[-1]
    assert len(wire.texts()) == len(before) + 1


async def test_what_was_taken_back_in_time_is_not_told(desk: Room) -> None:
    table = await begun(desk, ANA, BEN)
    before = await desk.texts()
    await give(desk, table, ANA, "walk")
    await desk.service.undo(table, ANA)
    assert await desk.texts() == before
    await give(desk, table, ANA, "walk")
    await give(desk, table, ANA, "walk")
    await desk.service.undo(table, ANA)
    (told,) = (await desk.texts())[len(before) :]
    assert told.count("steps") == 1


async def test_a_post_on_its_way_is_neither_withdrawn_nor_told_twice(desk: Room) -> None:
    table = await begun(desk, ANA, BEN)
    await give(desk, table, ANA, "walk")
    async with desk.database.session() as session, desk.database.writing(session):
        await session.execute(update(OutboxRow).where(col(OutboxRow.held) > 0).values(attempted_at=desk.clock.now))
    await give(desk, table, ANA, "done")
    assert [text.count("steps") for text in (await desk.texts())[-2:]] == [1, 0]


async def test_it_survives_a_restart(tmp_path: Path) -> None:
    async with room(tmp_path / "b.db") as first:
        first.desk.deps = replace(first.desk.deps, narrator=Patient())
        table = await begun(first, ANA, BEN)
        await give(first, table, ANA, "walk")
    async with room(tmp_path / "b.db") as second:
        second.desk.deps = replace(second.desk.deps, narrator=Patient())
        await give(second, table, ANA, "done")
        told = await second.texts()
        assert [text.count("steps") for text in told][-1:] == [1]
        assert sum(text.count("steps") for text in told) == 1
