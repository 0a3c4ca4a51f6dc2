"""A direct message that it is somebody's turn does not stay when it is not any more."""

from __future__ import annotations

import pytest

from bot.contract.preferences import Preferences
from bot.contract.table_settings import Settings
from bot.delivery.outbox import Outbox
from bot.tables.alarm_clock import Clock
from tests.service.tables import ANA, BEN, CHO, DEE, Room, begun, give, seated, stop
from tests.service.wires import Recording

DM = Preferences(turn_notices="dm")


async def told_ben(
    room: Room, settings: Settings | None = None, *, both: bool = False
) -> tuple[str, Outbox, Recording]:
    """A game of three seats, `both` of the last two Ben's, in which he has got the message that it is his turn."""
    wire = Recording()
    box = Outbox(room.game_service, wire, room.clock)
    table = await (with_two_seats(room, settings) if both else begun(room, ANA, BEN, CHO, settings=settings))
    for person in (ANA, BEN, CHO):
        await room.service.set_preferences(person, DM)
    await box.drain()
    room.clock.now += 60
    await give(room, table, ANA, "done")
    await box.drain()
    assert wire.texts(BEN.id).count("turn of seat_2") == 1
    return table, box, wire


async def with_two_seats(room: Room, settings: Settings | None) -> str:
    """Ben plays seats 2 and 3."""
    table = await seated(room, ANA, BEN, settings=settings)
    await room.service.join(table.id, BEN, again=True)
    await room.service.start(table.id, ANA)
    return table.id


def turns(wire: Recording) -> list[str]:
    """What stands where Ben was told of his turn."""
    return [text for text in wire.texts(BEN.id) if text.startswith("turn")]


def waits(wire: Recording) -> list[str]:
    """What stands where Ben was told of his turn, or reminded of it."""
    return [text for text in wire.texts(BEN.id) if text.startswith("turn") or " wait for " in text]


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


@pytest.mark.parametrize("happens", [undone, gone_back, handed_on, left_to_the_npc, ended])
async def test_the_message_about_one_of_several_seats_is_edited(room: Room, happens: object) -> None:
    table, box, wire = await told_ben(room, both=True)
    await happens(room, table)  # type: ignore[operator]
    await box.drain()
    assert f"turn_over {table}" in turns(wire)
    assert "turn of seat_2" not in turns(wire)


async def test_of_two_seats_the_message_about_the_other_stays(room: Room) -> None:
    """Ana goes back to before the turn of the one; the other had none yet."""
    table, box, wire = await told_ben(room, both=True)
    await give(room, table, BEN, "done")
    await box.drain()
    assert turns(wire) == ["turn of seat_2", "turn of seat_3"]
    await room.service.undo(table, BEN, seat=2)
    await box.drain()
    assert sorted(turns(wire)) == ["turn of seat_2", f"turn_over {table}"]


@pytest.mark.parametrize("both", [False, True])
@pytest.mark.parametrize("hours", [9, 20])
@pytest.mark.parametrize("happens", [undone, gone_back, handed_on, left_to_the_npc, ended])
async def test_a_reminder_takes_the_place_of_the_message_and_is_edited_like_it(
    room: Room, happens: object, hours: int, both: bool
) -> None:
    table, box, wire = await told_ben(room, both=both)
    for _ in range(hours):
        room.clock.now += 3600
        await Clock(room.game_service, room.clock).close_due()
        await box.drain()
    assert waits(wire) == [f"{table} wait for seat_2: walk.act"]
    await happens(room, table)  # type: ignore[operator]
    await box.drain()
    assert f"turn_over {table}" in waits(wire)
    assert [text for text in waits(wire) if "seat_2" in text] == []


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
