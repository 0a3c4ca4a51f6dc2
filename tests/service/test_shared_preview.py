"""What somebody considers, shown to the table: public choices alone, by who is asked alone, and it decides nothing."""

from __future__ import annotations

from unittest.mock import patch

from bot.features.sharing import service as sharing
from engine.core.naming import Plain
from engine.core.presentation import Presentation, QuestionTraits
from engine.games import PRESENTATIONS
from tests.service.tables import ANA, BEN, Room, ask_no, begun, refused

OPEN = Presentation(Plain(), questions=QuestionTraits(shareable=frozenset({"walk.act"})))


async def test_who_is_asked_shows_a_public_choice_and_nothing_is_decided(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    number, before = await ask_no(room, table), len(await room.posts())
    assert (await refused(sharing.show_draft(room.service, table, ANA, number, [["walk"]]))).code == "not_an_option"
    with patch.dict(PRESENTATIONS, {"walk": OPEN}):
        await sharing.show_draft(room.service, table, ANA, number, [["walk"]])
        assert [post.kind for post in (await room.posts())[before:]] == ["preview"]
        assert await ask_no(room, table) == number
        assert (await refused(sharing.show_draft(room.service, table, ANA, number, [["walk"]]))).code == "preview_soon"
        assert (await refused(sharing.show_draft(room.service, table, BEN, None, [["walk"]]))).code == "not_asked"
        assert (await refused(sharing.show_draft(room.service, table, ANA, number + 1, [["walk"]]))).code == "stale"
        room.now += 61
        assert (await refused(sharing.show_draft(room.service, table, ANA, number, [["fly"]]))).code == "not_an_option"
