"""A call that fails one way goes the other way at once, and nothing that waited is lost in silence."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlmodel import select

from bot.contract.posts import Post, Words
from bot.contract.preferences import Preferences
from bot.contract.tables import Person, Place
from bot.delivery.outbox import Outbox
from bot.delivery.requests import refusal
from bot.delivery.wire import Closed, Failed, MayNot, ReadyPost, Sent, Target, TargetGone
from bot.features.start_times import schedule
from bot.store.models import OutboxRow
from bot.store.person_models import NoticeRow
from bot.tables.alarm_clock import Clock
from bot.tables.people.profiles import set_dm_closed
from bot.tables.posts import delivery_failures
from bot.tables.work.transaction import do
from bot.tables.work.unit_of_work import UnitOfWork
from tests.service.tables import ANA, BEN, CHO, Room, begun, give, opened_room, seated
from tests.service.wires import Recording

DM = Preferences(turn_notices="dm")
EACH_WAY = [Closed("50007"), TargetGone("10013"), refusal(403, {"code": 50278, "message": "no mutual"}, dm=True)]


class Shut(Recording):
    """A wire on which nothing reaches some people, or the channel."""

    def __init__(self) -> None:
        super().__init__()
        self.shut: dict[int | None, Failed] = {}

    async def send(self, target: Target, posts: Sequence[ReadyPost]) -> Sent:
        if target.user in self.shut:
            raise self.shut[target.user]
        return await super().send(target, posts)

    def mentioned(self, person: Person) -> int:
        """How many messages in the channel ring that person."""
        here = [one.post for target, one in self.messages.values() if target.user is None]
        return sum(person.id in post.mentions for post in here)


@pytest.fixture
def wire() -> Shut:
    return Shut()


async def asked_by_dm(room: Room, wire: Shut) -> tuple[str, Outbox]:
    """A game of two in which Ben wants his turns by DM; all that is told of its start has arrived."""
    await room.service.set_preferences(BEN, DM)
    box = Outbox(room.game_service, wire, room.clock)
    table = await begun(room, ANA, BEN)
    await box.drain()
    return table, box


async def notices(room: Room, person: Person) -> list[tuple[str, str]]:
    """What the next private screen of that person tells: code and text."""
    async with room.database.session() as session:
        rows = (await session.execute(select(NoticeRow).where(NoticeRow.person == person.id))).scalars()
        return [(row.code, json.loads(row.said).get("text", "")) for row in rows]


@pytest.mark.parametrize("failure", EACH_WAY, ids=["closed", "deleted", "no mutual server"])
async def test_a_call_that_no_dm_brings_is_a_mention_at_once(room: Room, wire: Shut, failure: Failed) -> None:
    table, box = await asked_by_dm(room, wire)
    wire.shut[BEN.id] = failure
    before = wire.mentioned(BEN)
    await give(room, table, ANA, "done")
    await box.drain()
    assert wire.mentioned(BEN) == before + 1
    assert wire.texts()[-1] == f"<@{BEN.id}>"


async def test_a_mention_comes_once_the_person_is_awake_and_only_while_it_is_true(room: Room, wire: Shut) -> None:
    table, box = await asked_by_dm(room, wire)
    wire.shut[BEN.id] = Closed("50007")
    await give(room, table, ANA, "done")
    await room.service.undo(table, ANA)
    before = wire.mentioned(BEN)
    await box.drain()
    assert wire.mentioned(BEN) == before


async def test_what_else_waited_is_a_notice_and_nothing_private_goes_into_the_channel(room: Room, wire: Shut) -> None:
    table, box = await asked_by_dm(room, wire)
    wire.shut[BEN.id] = Closed("50007")

    async def tell(work: UnitOfWork) -> None:
        secret = Post("private", (Words("a secret of Ben's"),), user=BEN.id)
        work.post([secret, replace(secret, kind="hand"), replace(secret, kind="offer")])

    await do(room.service.deps, table, tell)
    await give(room, table, ANA, "done")
    await box.drain()
    assert "secret" not in "\n".join(str(one.post) for target, one in wire.messages.values() if target.user is None)
    told = await notices(room, BEN)
    assert told[0][0] == "dm_closed"
    assert [text for _, text in told[1:]] == [f"{kind} at {table}" for kind in ("private", "hand", "offer")]
    assert await room.posts(BEN.id) == []


async def test_known_to_be_closed_what_is_told_to_one_person_alone_is_a_notice_once(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    await set_dm_closed(room.service.deps, BEN.id, closed=True)

    async def tell(work: UnitOfWork) -> None:
        work.post([Post("private", (Words("a secret of Ben's"),), user=BEN.id)])

    for _ in range(2):
        await do(room.service.deps, table, tell)
    assert await notices(room, BEN) == [("undelivered", f"private at {table}")]


async def test_a_call_of_another_table_in_the_same_lane_is_a_mention_there(room: Room, wire: Shut) -> None:
    await room.service.set_preferences(BEN, DM)
    wire.shut[BEN.id] = Closed("50007")
    box = Outbox(room.game_service, wire, room.clock)
    first = await begun(room, ANA, BEN)
    second = (await room.service.open_table(CHO, Place(5, 78), "walk")).id
    await room.service.join(second, BEN)
    await room.service.start(second, CHO)
    for table, person in ((first, ANA), (second, CHO)):
        await give(room, table, person, "done")
    await box.drain()
    rung = {target.channel for target, one in wire.messages.values() if BEN.id in one.post.mentions}
    assert rung == {77, 78}


async def test_that_a_lobby_begins_soon_is_a_mention_where_no_dm_arrives(room: Room, wire: Shut) -> None:
    box = Outbox(room.game_service, wire, room.clock)
    info = await seated(room, ANA, BEN)
    await box.drain()
    wire.shut[BEN.id] = Closed("50007")
    await schedule.set_start(room.service, info.id, ANA, room.clock.now + 7200)
    room.clock.now += 3600
    await Clock(room.game_service, room.clock).close_due()
    await box.drain()
    assert wire.texts()[-1] == f"starts_soon {info.id}"


@pytest.mark.parametrize("failure", [TargetGone("10003"), MayNot("50013", ["send_messages"])], ids=["gone", "may not"])
async def test_where_nothing_can_be_posted_whoever_is_asked_gets_a_dm(room: Room, wire: Shut, failure: Failed) -> None:
    table = await begun(room, ANA, BEN)
    box = Outbox(room.game_service, wire, room.clock)
    await box.drain()
    wire.shut[None] = failure
    await give(room, table, ANA, "done")
    await box.drain()
    assert wire.texts(BEN.id).count("turn of seat_2") == 1
    await give(room, table, BEN, "done")
    for person in (ANA, BEN):
        await room.service.answer(table, person, None, [["0"]])
    await box.drain()
    assert [person for person in (ANA, BEN) if wire.texts(person.id)[-1].startswith("turn of")], "and the next as well"


async def test_a_process_that_dies_on_the_way_loses_no_call(tmp_path: Path, wire: Shut) -> None:
    async with opened_room(tmp_path / "a.db") as before:
        table, box = await asked_by_dm(before, wire)
        wire.shut[BEN.id] = Closed("50007")
        await give(before, table, ANA, "done")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(delivery_failures, "turn_to_channel", dying)
            with contextlib.suppress(asyncio.CancelledError):
                await box.drain()
    async with opened_room(tmp_path / "a.db", before.clock) as after:
        after.clock.now += 60
        await Outbox(after.game_service, wire, after.clock).drain()
        assert wire.texts()[-1] == f"<@{BEN.id}>"


async def dying(*_: object, **__: object) -> None:
    raise asyncio.CancelledError


async def test_a_post_that_cannot_be_read_keeps_no_call_from_becoming_a_mention(room: Room, wire: Shut) -> None:
    table, box = await asked_by_dm(room, wire)
    wire.shut[BEN.id] = Closed("50007")
    await give(room, table, ANA, "done")
    async with room.database.session() as session, room.database.writing(session):
        session.add(OutboxRow(table_id=1, lane=f"u{BEN.id}", user=BEN.id, post=b"{", made_at=room.clock.now))
    await box.drain()
    assert f"<@{BEN.id}>" in wire.texts()
