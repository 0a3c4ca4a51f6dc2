"""How much the channel is told in a turn of four people (§ budgets): posts, pictures, mentions, edits."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.contract.posts import Post, PostRow, Words
from bot.contract.table_settings import Settings
from bot.delivery.outbox import Outbox
from tests.service.byhand import Evening, Turn
from tests.service.wires import Recording

POSTS, SPARE, QUIET, PICTURES, TYPICAL = 36, 3, 8, 5, 2
MANY = 5
TURNS = 6


@pytest.fixture(params=(4, 7))
async def evening(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Evening]:
    """Four people by hand; in the second game an Epoch Event strikes all of them."""
    made = Evening(tmp_path / "a.db", request.param)
    yield made
    await made.database.close()


async def turns(evening: Evening) -> list[Turn]:
    """The first turns of the game. Each mention is checked while they are played."""
    await evening.begin()
    await evening.set_up()
    return [await evening.turn() for _ in range(TURNS)]


def given_way(turn: Turn) -> list[tuple[Post, Post]]:
    """The posts that gave way, each with the one that took its place."""
    after = [
        (old, [new for new in turn.posts[i:] if new.moves and new.slot == old.slot])
        for i, old in enumerate(turn.posts, 1)
    ]
    return [(old, new[0]) for old, new in after if old.slot and new]


def told_in(post: Post) -> set[str]:
    """The names in what a post tells, without its question."""
    told = [part.text for part in post.parts if isinstance(part, Words)]
    return set(re.findall(r"[A-Z][a-z]+", " ".join(told[1:])))


def whole_story(post: Post) -> tuple[int, int]:
    """The lines of the log behind its button Whole story; none if it tells all there is."""
    stories = [b.option for part in post.parts if isinstance(part, PostRow) for b in part.buttons if b.verb == "story"]
    first, _, last = stories[0].partition("-") if stories else ("0", "", "0")
    return int(first), int(last)


def tells(new: Post, old: Post) -> bool:
    """Whether a post tells all that the one it replaces told, itself or behind its button."""
    (first, last), (old_first, old_last) = whole_story(new), whole_story(old)
    return first <= old_first and old_last <= last if last and old_last else bool(last) or told_in(old) <= told_in(new)


async def edited(evening: Evening) -> set[str]:
    """The kinds of channel posts that are changed after they were sent."""
    wire = Recording()
    evening.clock.now += 100
    await Outbox(evening.game_service, wire, evening.clock).drain()
    edited = [wire.messages[number] for number in wire.edits]
    return {one.post.kind for target, one in edited if target.user is None}


@pytest.mark.soak
async def test_a_turn_by_hand_stays_within_its_budget(evening: Evening) -> None:
    played = await turns(evening)
    assert max(turn.fights for turn in played) >= MANY
    assert max(len(turn.stay) for turn in played) <= POSTS - SPARE
    assert all(tells(new, old) for turn in played for old, new in given_way(turn))
    assert any(given_way(turn) for turn in played)
    assert all(turn.pictures <= PICTURES for turn in played)
    assert all(len(set(post.mentions)) == len(post.mentions) for turn in played for post in turn.posts)
    assert await edited(evening) <= {"lobby"}


@pytest.mark.soak
async def test_a_quiet_channel_hears_of_phases_and_of_what_changes_the_game(tmp_path: Path) -> None:
    quiet = Evening(tmp_path / "b.db", 4, Settings(channel="brief"))
    played = await turns(quiet)
    typical = [turn for turn in played if turn.fights <= TYPICAL]
    assert max(len(turn.posts) for turn in typical) <= QUIET
    assert all(turn.pictures <= PICTURES for turn in played)
    await quiet.database.close()
