"""A table with strong computers: they think beside it, hide their hands, and tell their reasons after the end."""

from __future__ import annotations

import random

import pytest

from bot.contract.table_settings import Settings
from bot.features.files import verification
from tests.ui.table.played import step
from tests.ui.table.room import ANA, BEN, HERE, Room, said, words


async def whys(room: Room, pages: int) -> str:
    """The last page of the log that marks reasons, or nothing."""
    for n in range(1, pages):
        page = said(await room.press(BEN, "log", f"{n}~~"))
        if "*why*" in page:
            return page
    return ""


@pytest.mark.soak
async def test_a_game_against_a_strong_computer_tells_its_reasons_after_the_end_alone(room: Room) -> None:
    info = await room.service.open_table(
        ANA,
        HERE,
        "acme",
        options={"map": "western", "turns": 1, "npc": "strong"},
        npcs=1,
        settings=Settings(pace="live"),
    )
    await room.service.start(info.id, ANA)
    dice, told = random.Random(4), ""
    while (await room.service.info(info.id)).state == "running":
        told = told or await whys(room, 2)
        await step(room, info.id, (ANA,), dice)
        await room.service.ring(info.id, "npcs")
    assert told == ""
    assert "*why*" in await whys(room, 30)
    public = "\n".join(words(post) for post in await room.posts())
    assert "worked out what each choice" not in public
    assert (await verification.verify_game(room.service, info.id)).fits
