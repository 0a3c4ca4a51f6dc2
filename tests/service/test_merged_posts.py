"""A post gives way to the next one, which tells what it told, until a window or too much to read ends the run: the
channel keeps one of them.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec.structs import replace as with_
from sqlmodel import select

from bot.contract.posts import Post
from bot.contract.records import News
from bot.delivery.outbox import Outbox
from bot.delivery.wire import Later
from bot.store.models import SlotRow
from bot.tables.posts import channel_posts
from bot.tables.posts.channel_posts import RUN
from engine.core.ask import PASS
from engine.core.summary import Summary
from tests.service.tables import ANA, BEN, Room, begun, give, opened_room, without_deadlines
from tests.service.told import Plain
from tests.service.wires import Recording


@pytest.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    """A service of a game whose actions are told in one post each."""
    monkeypatch.setattr(Summary, "one_post", True)
    async with opened_room(tmp_path / "a.db") as made:
        yield made


async def slots(made: Room) -> list[str]:
    """The slots of runs that are remembered."""
    async with made.database.session() as session:
        names = (await session.execute(select(SlotRow.name))).scalars().all()
    return [name for name in names if name.startswith(RUN)]


async def told_of_the_start(made: Room) -> tuple[Recording, Outbox, str, int]:
    """A game that begins in a channel: what is sent, by whom, of which table, and how many posts tell of the start."""
    wire = Recording()
    box = Outbox(made.game_service, wire, made.clock)
    table = await begun(made, ANA, BEN)
    await box.drain()
    return wire, box, table, len(wire.texts())


async def sent_after(made: Room, box: Outbox, table: str, *picks: str) -> None:
    """ANA's picks one by one, each told before the next."""
    for pick in picks:
        await give(made, table, ANA, pick)
        await box.drain()


async def test_the_newest_post_of_an_action_takes_the_place_of_the_one_before(room: Room) -> None:
    wire, box, table, before = await told_of_the_start(room)
    await sent_after(room, box, table, "walk", "walk", "done")
    assert len(wire.texts()) == before + 1
    assert "walks from 0 to 2" in wire.texts()[-1]
    assert wire.messages[max(wire.messages)][1].post.mentions == (BEN.id,)
    assert (len(wire.deleted), wire.edits) == (2, [])
    assert len(await slots(room)) == 1


async def test_a_new_action_is_told_with_the_old_one_and_rings_who_is_asked(room: Room) -> None:
    wire, box, table, before = await told_of_the_start(room)
    await sent_after(room, box, table, "done")
    assert wire.messages[max(wire.messages)][1].post.mentions == (BEN.id,)
    await give(room, table, BEN, "done")
    await box.drain()
    (told,) = wire.texts()[before:]
    assert told.index("seat_1} walks") < told.index("seat_2} walks")
    assert wire.messages[max(wire.messages)][1].post.mentions == (ANA.id, BEN.id)
    assert len(wire.deleted) == 1
    assert len(await slots(room)) == 1


async def test_a_new_action_stands_beside_the_old_one_where_both_are_too_much(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channel_posts, "MUCH", 60)
    wire, box, table, before = await told_of_the_start(room)
    await sent_after(room, box, table, "done")
    await give(room, table, BEN, "done")
    await box.drain()
    told = wire.texts()[before:]
    assert len(told) == 2
    assert "seat_1} walks" in told[0]
    assert "seat_2} walks" in told[1]
    assert wire.deleted == []
    assert len(await slots(room)) == 1


class WithWindows(Plain):
    """Tells of a window in a post of its kind."""

    def posts(self, news: News) -> Sequence[Post]:
        opens = news.request is not None and news.request.sealed
        return [with_(post, kind="window" if opens else post.kind) for post in super().posts(news)]


@pytest.mark.soak
@pytest.mark.parametrize("at_once", [True, False])
async def test_a_window_tells_what_was_told_before_it_and_stays_when_it_closes(room: Room, *, at_once: bool) -> None:
    room.game_service.deps = replace(room.game_service.deps, post_maker=WithWindows())
    wire, box, table, before = await told_of_the_start(room)
    await give(room, table, ANA, "done")
    if at_once:
        await box.drain()
    sheet = await room.service.sheet(table, BEN)
    assert sheet.ask is not None
    card = next(option for option in sheet.ask.options if option.isdigit())
    await give(room, table, BEN, card)
    await box.drain()
    (window,) = wire.texts()[before:]
    assert window.index("seat_1} walks") < window.index("seat_2} plays")
    await give(room, table, ANA, PASS)
    await without_deadlines(room, 30 * 3600)
    await box.drain()
    kept, closed = wire.texts()[before:]
    assert kept == window
    assert "plays" not in closed
    assert len(wire.deleted) == int(at_once)


async def test_nothing_else_may_stand_between(room: Room) -> None:
    wire = Recording()
    box = Outbox(room.game_service, wire, room.clock)
    table = await begun(room, ANA, BEN)
    await sent_after(room, box, table, "walk")
    before = len(wire.texts())
    await room.service.give_host(table, ANA, BEN)
    await sent_after(room, box, table, "done")
    assert len(wire.texts()) == before + 2
    assert wire.deleted == []


async def test_what_was_taken_back_is_told_in_a_post_of_its_own(room: Room) -> None:
    wire = Recording()
    box = Outbox(room.game_service, wire, room.clock)
    table = await begun(room, ANA, BEN)
    await sent_after(room, box, table, "walk")
    await room.service.undo(table, ANA)
    await box.drain()
    assert wire.deleted == []
    assert "undo" in wire.texts()[-1]
    await sent_after(room, box, table, "done")
    assert wire.deleted == []
    assert "walks from 0 to 0" in wire.texts()[-1]


async def test_posts_that_wait_together_are_sent_as_one(room: Room) -> None:
    wire = Recording()
    table = await begun(room, ANA, BEN)
    for pick in ("walk", "walk", "done"):
        await give(room, table, ANA, pick)
    await Outbox(room.game_service, wire, room.clock).drain()
    assert len([text for text in wire.texts() if text.startswith("answer")]) == 1
    assert "walks from 0 to 2" in wire.texts()[-1]


async def test_after_a_crash_before_the_old_one_was_deleted_the_same_is_told_twice_and_no_more(room: Room) -> None:
    wire = Recording()
    box = Outbox(room.game_service, wire, room.clock)
    table = await begun(room, ANA, BEN)
    await sent_after(room, box, table, "walk")
    kept = len(wire.texts())
    wire.lost = [Later("the answer did not come")]
    await sent_after(room, box, table, "walk")
    room.clock.now += 10
    await Outbox(room.game_service, wire, room.clock).drain()
    assert len(wire.texts()) == kept
