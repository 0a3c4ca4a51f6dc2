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

from bot.contract.posts import Post
from bot.contract.records import News
from bot.delivery.outbox import Outbox
from bot.store.models import OutboxRow
from bot.tables.posts import channel_posts
from engine.core.summary import Summary
from tests.bot import fake_game
from tests.service.tables import ANA, BEN, Room, begun, give, opened_room
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
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with opened_room(tmp_path / "a.db") as made:
        made.game_service.deps = replace(made.game_service.deps, post_maker=Patient())
        yield made


async def test_what_follows_within_a_minute_is_told_in_one_post(room: Room) -> None:
    wire = Recording()
    box = Outbox(room.game_service, wire, room.clock)
    table = await begun(room, ANA, BEN)
    await box.drain()
    before = len(wire.texts())
    for pick in ("walk", "walk"):
        await give(room, table, ANA, pick)
        room.clock.now += 20
        await box.drain()
    assert len(wire.texts()) == before
    await give(room, table, ANA, "done")
    await box.drain()
    (told,) = wire.texts()[before:]
    assert told.count("steps") == 2
    assert told.endswith("asked seat_2")


async def test_nobody_waits_longer_than_a_minute(room: Room) -> None:
    wire = Recording()
    box = Outbox(room.game_service, wire, room.clock)
    table = await begun(room, ANA, BEN)
    await give(room, table, ANA, "walk")
    room.clock.now += 61
    await box.drain()
    before = wire.texts()
    assert before[-1].count("steps") == 1
    await give(room, table, ANA, "done")
    await box.drain()
    assert "steps" not in wire.texts()[-1]
    assert len(wire.texts()) == len(before) + 1


async def test_what_was_taken_back_in_time_is_not_told(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    before = await room.texts()
    await give(room, table, ANA, "walk")
    await room.service.undo(table, ANA)
    assert await room.texts() == before
    await give(room, table, ANA, "walk")
    await give(room, table, ANA, "walk")
    await room.service.undo(table, ANA)
    (told,) = (await room.texts())[len(before) :]
    assert told.count("steps") == 1


async def test_a_post_on_its_way_is_neither_withdrawn_nor_told_twice(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    await give(room, table, ANA, "walk")
    async with room.database.session() as session, room.database.writing(session):
        await session.execute(update(OutboxRow).where(col(OutboxRow.held) > 0).values(attempted_at=room.clock.now))
    await give(room, table, ANA, "done")
    assert [text.count("steps") for text in (await room.texts())[-2:]] == [1, 0]


@pytest.mark.sample(1)
@pytest.mark.parametrize("sent", [True, False])
@pytest.mark.parametrize(("much", "told"), [(channel_posts.MUCH, [2]), (0, [1, 1])])
async def test_a_post_before_it_that_gives_way_says_the_same_whether_it_was_sent_in_time_or_late(
    room: Room, monkeypatch: pytest.MonkeyPatch, *, sent: bool, much: int, told: list[int]
) -> None:
    monkeypatch.setattr(channel_posts, "MUCH", much)
    act = fake_game.act

    async def another_action(s: Any, seat: str) -> str:
        picked = await act(s, seat)
        s.action += picked == "done"
        return picked

    monkeypatch.setattr(fake_game, "act", another_action)
    monkeypatch.setattr(Summary, "one_post", True)
    wire = Recording()
    box = Outbox(room.game_service, wire, room.clock)
    table = await begun(room, ANA, BEN)
    await box.drain()
    before = len(wire.texts())
    room.game_service.deps = replace(room.game_service.deps, post_maker=Plain())
    await give(room, table, ANA, "walk")
    if sent:
        await box.drain()
    room.game_service.deps = replace(room.game_service.deps, post_maker=Patient())
    await give(room, table, ANA, "walk")
    await box.drain()
    await give(room, table, ANA, "done")
    await box.drain()
    assert [text.count("steps") for text in wire.texts()[before:]] == told


async def test_what_is_told_of_the_table_meanwhile_stands_behind_it_and_loses_nothing(room: Room) -> None:
    wire = Recording()
    box = Outbox(room.game_service, wire, room.clock)
    table = await begun(room, ANA, BEN)
    await box.drain()
    before = len(wire.texts())
    await give(room, table, ANA, "walk")
    await room.service.give_host(table, ANA, BEN)
    room.clock.now += 61
    await box.drain()
    told, offered = wire.texts()[before:]
    assert told.count("steps") == 1
    assert offered.startswith("offer open")


async def test_it_survives_a_restart(tmp_path: Path) -> None:
    async with opened_room(tmp_path / "b.db") as first:
        first.game_service.deps = replace(first.game_service.deps, post_maker=Patient())
        table = await begun(first, ANA, BEN)
        await give(first, table, ANA, "walk")
    async with opened_room(tmp_path / "b.db") as second:
        second.game_service.deps = replace(second.game_service.deps, post_maker=Patient())
        await give(second, table, ANA, "done")
        told = await second.texts()
        assert [text.count("steps") for text in told][-1:] == [1]
        assert sum(text.count("steps") for text in told) == 1
