"""How much the channel is told in a turn of four people (§ budgets): posts, pictures, mentions, edits."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.contract import Settings
from bot.outbox import Outbox
from tests.service.byhand import Evening, Turn
from tests.service.wires import Recording

POSTS, QUIET, PICTURES, TYPICAL = 36, 8, 5, 2
MANY = 5
TURNS = 6


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """Four people by hand."""
    made = Evening(tmp_path / "a.db", 4)
    yield made
    await made.database.close()


async def turns(evening: Evening) -> list[Turn]:
    """The first turns of the game. Each mention is checked while they are played."""
    await evening.begin()
    await evening.set_up()
    return [await evening.turn() for _ in range(TURNS)]


async def edited(evening: Evening) -> set[str]:
    """The kinds of channel posts that are changed after they were sent."""
    wire = Recording()
    evening.clock.now += 100
    await Outbox(evening.desk, wire, evening.clock).drain()
    letters = [wire.messages[number] for number in wire.edits]
    return {letter.post.kind for target, letter in letters if target.user is None}


async def test_a_turn_by_hand_stays_within_its_budget(evening: Evening) -> None:
    played = await turns(evening)
    assert max(turn.fights for turn in played) >= MANY
    assert max(len(turn.posts) for turn in played) <= POSTS
    assert all(turn.pictures <= PICTURES for turn in played)
    assert all(len(set(post.mentions)) == len(post.mentions) for turn in played for post in turn.posts)
    assert await edited(evening) <= {"lobby"}


async def test_a_quiet_channel_hears_of_phases_and_of_what_changes_the_game(tmp_path: Path) -> None:
    quiet = Evening(tmp_path / "b.db", 4, Settings(channel="brief"))
    played = await turns(quiet)
    typical = [turn for turn in played if turn.fights <= TYPICAL]
    assert max(len(turn.posts) for turn in typical) <= QUIET
    assert all(turn.pictures <= PICTURES for turn in played)
    await quiet.database.close()
