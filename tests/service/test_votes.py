"""Posts on which people vote, once they are over."""

from __future__ import annotations

import msgspec

from bot.contract import table_ids
from bot.contract.posts import Post, Words
from bot.contract.tables import Person
from bot.store.models import OutboxRow
from tests.service.tables import ANA, BEN, CHO, Room, begun, come_about, give
from tests.service.wires import outbox


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


async def bids(room: Room, *people: Person) -> list[str]:
    """Let these people bid nothing; the kinds of what was posted about votes so far."""
    for person in people:
        await give(room, (await room.service.list_tables(ANA))[0].info.id, person, "0")
    return [post.kind for post in await room.posts() if post.kind.startswith("late")]


async def test_who_has_answered_a_common_question_cannot_be_read_off_the_votes(room: Room) -> None:
    """Who has bid is secret until all have: the posts about all who were late are settled together."""
    table = await begun(room, ANA, BEN, CHO, options={"goal": 20})
    for person in (ANA, BEN, CHO):
        await give(room, table, person, "walk", "done")
    room.clock.now += 86401
    await come_about(room)
    assert await bids(room) == ["late"] * 3
    assert dict((await room.service.info(table)).deadlines) == {}
    assert await bids(room, BEN) == ["late"] * 3
    assert dict((await room.service.info(table)).deadlines) == {}
    assert await bids(room, CHO) == ["late"] * 3
    assert await bids(room, ANA) == ["late"] * 3 + ["late_settled"] * 3
