"""Posts on which people vote, once they are over."""

from __future__ import annotations

import msgspec

from bot.posts import Post, Words
from bot.service import table_ids
from bot.store.models import OutboxRow
from tests.service.tables import ANA, BEN, Room, begun
from tests.service.test_outbox import outbox


async def test_a_vote_that_is_over_is_edited_in_place_however_old_it_is(room: Room) -> None:
    box, wire = outbox(room)
    number = table_ids.read(await begun(room, ANA, BEN)) or 0
    await box.drain()
    for text in ("who is late?", "it is decided"):
        post = msgspec.json.encode(Post("late", (Words(text),), slot="vote:1"))
        row = OutboxRow(table_id=number, lane=f"t{number}", slot="vote:1", post=post, made_at=room.clock.now)
        async with room.database.session() as session, room.database.writing(session):
            session.add(row)
        await box.drain()
        room.clock.now += 7200
    assert wire.texts()[-1] == "it is decided"
    assert "who is late?" not in wire.texts()
    assert (len(wire.edits), wire.deleted) == (1, [])
