"""A direct message that it is somebody's turn does not stay when it is not any more."""

from __future__ import annotations

import pytest

from bot.clock import Clock
from bot.outbox import Outbox
from bot.preferences import Preferences
from bot.values import Settings
from tests.service.tables import ANA, BEN, CHO, DEE, Room, begun, give, stop
from tests.service.wires import Recording

DM = Preferences(turn_notices="dm")


async def told_ben(room: Room, settings: Settings | None = None) -> tuple[str, Outbox, Recording]:
    """A game of three in which Ben has got the message that it is his turn."""
    for person in (ANA, BEN, CHO):
        await room.service.set_preferences(person, DM)
    wire = Recording()
    box = Outbox(room.game_service, wire, room.clock)
    table = await begun(room, ANA, BEN, CHO, settings=settings)
    await give(room, table, ANA, "done")
    await box.drain()
    assert wire.texts(BEN.id).count("turn of seat_2") == 1
    return table, box, wire


def turns(wire: Recording) -> list[str]:
    """What stands where Ben was told of his turn."""
    return [text for text in wire.texts(BEN.id) if text.startswith("turn")]


async def undone(room: Room, table: str) -> None:
    await room.service.undo(table, ANA)


async def gone_back(room: Room, table: str) -> None:
    first = (await room.service.checkpoints(table))[-1]
    asked = await room.service.go_back(table, ANA, first.no)
    if asked.result == "open":
        await room.service.vote_back(table, BEN, asked.no, agrees=True)


async def handed_on(room: Room, table: str) -> None:
    offer = await room.service.give_seat(table, BEN, 2, DEE)
    await room.service.answer_offer(table, DEE, offer.no, accepts=True)


async def left_to_the_npc(room: Room, table: str) -> None:
    await room.service.control(table, BEN, 2, "npc")


async def ended(room: Room, table: str) -> None:
    await stop(room.service, table)


async def late(room: Room, table: str) -> None:
    for _ in range(40):
        room.clock.now += 3600
        await Clock(room.game_service, room.clock).close_due()


@pytest.mark.parametrize("happens", [undone, gone_back, handed_on, left_to_the_npc, ended, late])
async def test_the_message_of_a_turn_that_is_over_is_edited(room: Room, happens: object) -> None:
    table, box, wire = await told_ben(room, Settings(late="npc"))
    room.clock.now += 7200
    await happens(room, table)  # type: ignore[operator]
    await box.drain()
    assert turns(wire) == [f"turn_over {table}"]
    assert wire.edits


async def test_who_has_answered_keeps_the_message(room: Room) -> None:
    table, box, wire = await told_ben(room)
    await give(room, table, BEN, "done")
    await box.drain()
    assert turns(wire) == ["turn of seat_2"]


async def test_what_was_not_sent_yet_is_neither_sent_nor_edited(room: Room) -> None:
    table, box, wire = await told_ben(room)
    await undone(room, table)
    await box.drain()
    before = len(wire.edits)
    await give(room, table, ANA, "done")
    await undone(room, table)
    await box.drain()
    assert turns(wire) == [f"turn_over {table}"]
    assert len(wire.edits) <= before + 1


async def test_a_later_turn_is_a_message_of_its_own(room: Room) -> None:
    table, box, wire = await told_ben(room)
    await undone(room, table)
    await box.drain()
    await give(room, table, ANA, "done")
    await box.drain()
    assert turns(wire) == ["turn of seat_2"]
    assert wire.deleted
