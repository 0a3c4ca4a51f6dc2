"""A post that cannot be made holds up nothing for good: it goes without what is missing, and the bot's owner hears."""

from __future__ import annotations

import json
from itertools import takewhile
from typing import Any

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from bot.contract.posts import Words
from bot.delivery.outbox import TRIES, Outbox
from bot.delivery.wire import ReadyPost, Sent, Target, Unmade
from bot.features.files import export_import
from bot.features.host import faults
from bot.store.models import OutboxRow
from tests.service.tables import ANA, BEN, HERE, Room, begun, give, stop
from tests.service.wires import Recording, outbox


class Broken(Exception):
    """Something in the code is wrong."""


async def fail(*_: Any, **__: Any) -> Any:
    raise Broken("it cannot be made")


async def minutes(room: Room, box: Outbox, n: int = 3) -> None:
    """Let time pass in which all is tried again and again."""
    for _ in range(n * 6):
        await box.drain()
        room.clock.now += 10


async def noted(room: Room) -> list[tuple[str, str, str]]:
    """What the owner will be told: what failed, where, at which table."""
    bodies = [json.loads(row.body) for row in await faults.newest(room.database)]
    return [(body["what"], body["where"], body.get("table", "")) for body in bodies]


async def test_the_last_post_goes_without_a_file_that_cannot_be_made_and_the_owner_hears(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    box, wire = outbox(room)
    table = await begun(room, ANA, BEN)
    await box.drain()
    monkeypatch.setattr(export_import, "saved_of", fail)
    await stop(room.service, table)
    await box.drain()
    assert "end" not in [one.post.kind for _, one in wire.messages.values()], "it may still be made"
    assert await noted(room) == []
    await minutes(room, box)
    end = next(one for _, one in wire.messages.values() if one.post.kind == "end")
    assert (end.files, end.plain) == ((), True)
    assert await room.posts() == []
    assert await noted(room) == [("Broken", "outbox", table)]
    after = (await room.service.open_table(ANA, HERE, "walk")).id
    await box.drain()
    assert wire.texts()[-1].startswith(f"lobby {after}")


async def test_a_file_that_can_be_made_at_the_third_try_goes_with_its_post(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    box, wire = outbox(room)
    table = await begun(room, ANA, BEN)
    with monkeypatch.context() as patched:
        patched.setattr(export_import, "saved_of", fail)
        await stop(room.service, table)
        for _ in range(2):
            await box.drain()
            room.clock.now += 5
    await minutes(room, box, 1)
    end = next(one for _, one in wire.messages.values() if one.post.kind == "end")
    assert [file.name for file in end.files] == ["game.json"]
    assert await noted(room) == []


async def test_what_stands_before_it_in_the_lane_goes_out_at_once(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    wire = Recording(room=5)
    box = Outbox(room.game_service, wire, room.clock)
    table = await begun(room, ANA, BEN)
    await box.drain()
    before = wire.texts()
    await give(room, table, ANA, "walk")
    monkeypatch.setattr(export_import, "saved_of", fail)
    await stop(room.service, table)
    waiting = await room.texts()
    await box.drain()
    assert wire.texts() == [*before, *takewhile(lambda text: not text.startswith("end"), waiting)]


async def test_a_post_that_cannot_be_read_is_given_up_with_a_word_to_the_host_and_the_owner(room: Room) -> None:
    box, wire = outbox(room)
    table = await begun(room, ANA, BEN)
    await box.drain()
    await give(room, table, ANA, "walk")
    async with room.database.session() as session, room.database.writing(session):
        await session.execute(update(OutboxRow).where(col(OutboxRow.user).is_(None)).values(post=b"{"))
    await give(room, table, ANA, "done")
    await minutes(room, box)
    assert await room.database.read(select(OutboxRow)) == []
    assert await noted(room) == [("Unmade", "outbox", table)]
    assert any("post_refused" in text for text in wire.texts(ANA.id))


class Composing(Recording):
    """A wire that cannot compose posts of a kind, or their pictures."""

    def __init__(self, kind: str, *, wholly: bool) -> None:
        super().__init__()
        self.kind, self.wholly, self.tries = kind, wholly, 0

    async def send(self, target: Target, posts: Any) -> Sent:
        one: ReadyPost = posts[0]
        if one.post.kind == self.kind and self.wholly:
            self.tries += 1
            raise Unmade("a layout without end")
        sent = await super().send(target, posts)
        return Sent(sent.channel, sent.message, lacks=Broken("no such card")) if one.post.kind == self.kind else sent


async def test_a_post_that_no_layout_holds_is_given_up_after_some_tries(room: Room) -> None:
    wire = Composing("end", wholly=True)
    box = Outbox(room.game_service, wire, room.clock)
    table = await begun(room, ANA, BEN)
    await stop(room.service, table)
    await minutes(room, box)
    assert TRIES < wire.tries <= 2 * (TRIES + 1)
    assert await room.posts() == []
    assert await noted(room) == [("Unmade", "outbox", table)]


async def test_a_picture_that_is_missing_is_told_to_the_owner(room: Room) -> None:
    wire = Composing("end", wholly=False)
    box = Outbox(room.game_service, wire, room.clock)
    table = await begun(room, ANA, BEN)
    await stop(room.service, table)
    await box.drain()
    assert "end" in [one.post.kind for _, one in wire.messages.values()]
    assert await noted(room) == [("Broken", "outbox", table)]
    assert any(isinstance(part, Words) for _, one in wire.messages.values() for part in one.post.parts)
