"""Computers in the lobby: how one is added, and what is said of those without a civilization."""

from __future__ import annotations

import pytest

from bot.contract.posts import Post, PostRow
from bot.ui.parts import Form, Line
from tests.ui.table.room import ANA, HERE, Room, words


@pytest.mark.parametrize("game", ["culture_wars", "acme"])
async def test_with_too_few_seats_a_computer_is_added_in_place_of_a_start(room: Room, game: str) -> None:
    """`Start with 1` was green, and did nothing but refuse."""
    info = await room.service.open_table(ANA, HERE, game)
    assert post_labels((await room.posts())[-1])[:2] == ["Join", "Add a computer"]
    await room.press(ANA, "add_npc", table=info.id)
    assert post_labels((await room.posts())[-1])[:2] == ["Join", "Start with 2"]


def post_labels(post: Post) -> list[str]:
    return [button.label for part in post.parts if isinstance(part, PostRow) for button in part.buttons]


async def test_computers_of_advanced_civilization_choose_their_nations(room: Room) -> None:
    """The form said that they are drawn."""
    info = await room.service.open_table(ANA, HERE, "civ", npcs=2)
    form = await room.press(ANA, "opt_npcs", table=info.id)
    assert isinstance(form, Form)
    assert [one.hint for one in form.fields if isinstance(one, Line)] == [
        "names, separated by commas (others choose when the game starts)"
    ]
    await room.service.set_options(info.id, ANA, npc_civs=["italy"])
    assert "2 computers: Italy, 1 without a nation yet" in words((await room.posts())[-1])
