"""What every DM says besides: which game and civilization it is about, and where that is played."""

from __future__ import annotations

import msgspec

from bot.contract import table_ids
from bot.contract.posts import Post, PostButton, PostRow, Words
from bot.delivery.outbox import Outbox
from bot.store.models import OutboxRow
from tests.service.wires import Recording
from tests.ui.table.room import ANA, BEN, HERE, Room, words


async def test_a_message_to_one_person_names_game_and_civilization_and_links_to_the_channel(room: Room) -> None:
    await room.begun(ANA, BEN)
    title, link = "Ancient Civilizations of the Middle East", f"<#{HERE.channel}>"
    sent = [post for post in await room.posts() if post.user is not None]
    assert [post.kind for post in sent] == ["seated"]
    assert all(title in words(post) and link in words(post) for post in sent)
    hand = Post("hand", (Words("3 cards"), PostRow((PostButton("My turn", "seat"),))), user=ANA.id)
    told = room.service.deps.post_maker.addressed(hand, "acme", "standard", ["egypt"], HERE.channel)
    assert words(told) == f"3 cards\n-# {title} · Egypt · {link}"
    assert told.parts[-1] == hand.parts[-1]


async def test_a_message_to_one_person_links_to_what_the_channel_was_told_last(room: Room) -> None:
    wire = Recording()
    box = Outbox(room.service, wire, lambda: room.now)
    await room.begun(ANA, BEN)
    await box.drain()
    channel = max(number for number, (target, _) in wire.messages.items() if target.channel == HERE.channel)
    mailed = room.service.deps.post_maker.addressed(Post("hand", (Words("3 cards"),)), "acme", "standard", [], 77)
    number = int(table_ids.read((await room.service.list_tables(ANA))[0].info.id) or 0)
    async with room.database.session() as session, room.database.writing(session):
        dm = msgspec.structs.replace(mailed, user=ANA.id)
        session.add(OutboxRow(table_id=number, lane=f"u{ANA.id}", user=ANA.id, post=msgspec.json.encode(dm)))
    await box.drain()
    (told,) = [words(one.post) for target, one in wire.messages.values() if "3 cards" in words(one.post)]
    assert told.endswith(f"https://discord.com/channels/{HERE.guild}/{HERE.channel}/{channel}")
    assert "<#" not in told
