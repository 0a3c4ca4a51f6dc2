"""Culture Wars against a strong computer at a table: chosen in the lobby, played to its end, explained then."""

from __future__ import annotations

import random
import re

import pytest

from bot.contract.table_settings import Settings
from bot.features.files import verification
from tests.ui.table.played import step
from tests.ui.table.room import ANA, HERE, Room, said, words
from tests.ui.table.test_strong import whys


@pytest.mark.soak
async def test_a_game_against_it_ends_and_tells_its_reasons_after_the_end_alone(room: Room) -> None:
    info = await room.service.open_table(
        ANA, HERE, "culture_wars", options={"npc": "strong", "rounds": 4}, npcs=1, settings=Settings(pace="live")
    )
    assert "strong computers" in words((await room.posts())[0])
    await room.service.start(info.id, ANA)
    dice, told = random.Random(4), ""
    while (await room.service.info(info.id)).state == "running":
        told = told or await whys(room, 2)
        await step(room, info.id, (ANA,), dice)
        await room.service.ring(info.id, "npcs")
    assert told == ""
    page = await whys(room, 30)
    line = re.search(r"`(\d+)` \*\*Moons\*\*[^`]* \*why\*", page)
    assert line is not None
    assert "compared complete sets of moves" in said(await room.press(ANA, "why", line[1]))
    assert "compared complete sets of moves" not in "\n".join(words(post) for post in await room.posts())
    assert (await verification.verify_game(room.service, info.id)).fits
