"""The post of a cup in its channel: there once, edited as the cup changes, and posted again where it is gone."""

from __future__ import annotations

from bot.cup_board import CupBoard
from bot.delivery.wire import Later, MayNot, Target
from bot.posts import PostButton, PostRow, Words
from tests.service.tables import ANA, BEN, CHO, HERE, Room
from tests.service.test_cups import HOST, drawn, opened
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
    await room.service.join_cup(BEN, cup.id)
    await room.service.join_cup(CHO, cup.id)
    await desk.post_due()
    await desk.post_due()
    assert (list(wire.messages), wire.edits) == ([first], [first])
    assert "Ben" in text(wire, first)
    await drawn(room, cup)
    await desk.post_due()
    assert [b.verb for b in buttons(wire, first)] == ["cup"], "nobody signs up for what has begun"
    await room.service.end_cup(HOST, cup.id, confirm=f"{cup.id}-1")
    await desk.post_due()
    assert list(wire.messages) == [first]


async def test_what_could_not_be_posted_is_posted_later_and_a_post_that_is_gone_anew(room: Room) -> None:
    desk, wire = board(room)
    cup = await opened(room, ANA)
    wire.fail = [Later("502")]
    assert not await desk.post_due()
    assert await desk.post_due()
    (first,) = wire.messages
    wire.messages.clear()
    await room.service.join_cup(BEN, cup.id)
    await CupBoard(room.game_service, wire, room.clock).post_due()
    (again,) = wire.messages
    assert again != first
    wire.messages.clear()
    await room.service.leave_cup(BEN, cup.id)
    wire.fail = [MayNot("no right")]
    assert await desk.post_due(), "it waits for the next change"
    assert wire.messages == {}
    await room.service.forget_person(ANA)
    await desk.post_due()
    (last,) = wire.messages
    assert "Ana" not in text(wire, last)
