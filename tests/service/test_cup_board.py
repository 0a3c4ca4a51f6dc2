"""The post of a cup in its channel: there once, edited as the cup changes, and posted again where it is gone."""

from __future__ import annotations

import pytest
from sqlmodel import select

from bot.contract.posts import PostButton, PostRow, Words
from bot.contract.tables import Place
from bot.delivery.wire import Later, MayNot, Target
from bot.features.cups import sign_up
from bot.features.cups.board import CupBoard
from bot.features.cups.models import CupRow
from bot.features.host import server_data
from bot.store.server_models import GuildSettingRow
from bot.tables.purge_job import purge
from tests.service.tables import ANA, BEN, CHO, HERE, MODERATOR, Room
from tests.service.test_cups import DAY, HOST, drawn, opened, play
from tests.service.wires import Recording


def board(room: Room) -> tuple[CupBoard, Recording]:
    """A board over a recording wire."""
    wire = Recording()
    return CupBoard(room.game_service, wire, room.clock), wire


def text(wire: Recording, message: int) -> str:
    """What that message says."""
    return "\n".join(part.text for part in wire.messages[message][1].post.parts if isinstance(part, Words))


def buttons(wire: Recording, message: int) -> list[PostButton]:
    """What can be pressed under it."""
    rows = [part for part in wire.messages[message][1].post.parts if isinstance(part, PostRow)]
    return [button for row in rows for button in row.buttons]


async def test_people_sign_up_under_a_post_that_says_who_is_in_it(room: Room) -> None:
    desk, wire = board(room)
    assert await desk.post_due()
    assert wire.messages == {}
    cup = await opened(room, ANA)
    assert await desk.post_due()
    (first,) = wire.messages
    assert wire.messages[first][0] == Target(HERE.channel)
    assert cup.plan.name in text(wire, first)
    assert "Ana" in text(wire, first)
    assert [(b.verb, b.option) for b in buttons(wire, first)] == [
        ("cup_join", str(cup.id)), ("cup_leave", str(cup.id)), ("cup", str(cup.id)),
    ]  # fmt: skip
    await sign_up.join(room.service.deps, BEN, cup.id)
    await sign_up.join(room.service.deps, CHO, cup.id)
    await desk.post_due()
    await desk.post_due()
    assert (list(wire.messages), wire.edits) == ([first], [first])
    assert "Ben" in text(wire, first)
    await drawn(room, cup)
    await desk.post_due()
    assert [b.verb for b in buttons(wire, first)] == ["cup"], "nobody signs up for what has started"
    await sign_up.end(room.service.deps, HOST, cup.id, confirm=f"{cup.id}-1")
    await desk.post_due()
    assert list(wire.messages) == [first]
    assert buttons(wire, first) == [], "what is over has nothing to be pressed"
    assert all(name in text(wire, first) for name in ("Ended after round 1", "Ana", "Ben", "Cho"))


@pytest.mark.soak
async def test_only_what_changes_a_cup_wakes_the_board(room: Room) -> None:
    """A new cup, who signs up or is forgotten, and the end of one of its tables; no other table."""
    board(room)
    rung = list[str]()
    room.service.deps.cups.listeners.append(lambda: rung.append("cup"))
    plain = await room.service.open_table(ANA, Place(HERE.guild, 3), "walk")
    await room.service.join(plain.id, BEN)
    assert rung == []
    cup = await opened(room, ANA)
    opening = len(rung)
    assert opening > 0
    await sign_up.join(room.service.deps, BEN, cup.id)
    assert len(rung) == opening + 1
    _, tables = await drawn(room, cup)
    before = len(rung)
    await play(room, tables[0], ANA)
    assert len(rung) > before
    await room.service.forget_person(BEN)
    assert len(rung) > before + 1


async def test_what_could_not_be_posted_is_posted_later_and_a_post_that_is_gone_anew(room: Room) -> None:
    desk, wire = board(room)
    cup = await opened(room, ANA)
    wire.fail = [Later("502")]
    assert not await desk.post_due()
    assert await desk.post_due()
    (first,) = wire.messages
    wire.messages.clear()
    await sign_up.join(room.service.deps, BEN, cup.id)
    await CupBoard(room.game_service, wire, room.clock).post_due()
    (again,) = wire.messages
    assert again != first
    wire.messages.clear()
    await sign_up.leave(room.service.deps, BEN, cup.id)
    wire.fail = [MayNot("no right")]
    assert await desk.post_due(), "it waits for the next change"
    assert wire.messages == {}
    await room.service.forget_person(ANA)
    await desk.post_due()
    (last,) = wire.messages
    assert "Ana" not in text(wire, last)


async def test_a_cup_is_let_go_of_once_its_post_says_that_it_is_over(room: Room) -> None:
    """One that nobody looks after, and one of a server that is removed; one that was never posted goes at once."""
    desk, wire = board(room)
    await opened(room, ANA)
    await desk.post_due()
    (first,) = wire.messages
    await opened(room)
    room.clock.now += 31 * DAY
    await purge(room.service.deps)
    (idle,) = await room.database.read(select(CupRow))
    assert (idle.state, idle.post_message) == ("over", first)
    await purge(room.service.deps)
    assert await room.database.read(select(CupRow)), "its post still has buttons"
    await desk.post_due()
    assert buttons(wire, first) == []
    assert "Ended before its first round" in text(wire, first)
    await purge(room.service.deps)
    assert await room.database.read(select(CupRow)) == []
    await opened(room, BEN)
    await desk.post_due()
    (_, second) = wire.messages
    await server_data.announce(room.service.deps, HERE.guild or 0, MODERATOR)
    room.clock.now += 8 * DAY
    await server_data.remove_due(room.service.deps)
    await desk.post_due()
    assert buttons(wire, second) == []
    await server_data.remove_due(room.service.deps)
    assert await room.database.read(select(CupRow)) == []
    assert await room.database.read(select(GuildSettingRow)) == []
