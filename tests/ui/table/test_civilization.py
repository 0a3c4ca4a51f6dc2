"""Posts and screens of Advanced Civilization: they fit, names stand in them, and hands stay secret."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from bot.posts import Post
from bot.ui.posts.post_factory import PostFactory
from bot.ui.presentations import names_of
from bot.values import News, Person, PublicAsk, SeatInfo
from engine.civ.catalog import CARDS
from engine.civ.game import GAME
from engine.civ.state import State
from engine.core import notation
from engine.core.record import Record
from engine.core.table import Table
from tests.civ.story import position
from tests.civ.tables import crowded, step
from tests.facts import fact
from tests.ui.table.places import table as info_of
from tests.ui.table.room import fits, words

POSTS = PostFactory(names_of)


def tell(table: Table[State], before: Any, cause: Any = "answer") -> list[Post]:
    """The posts of what has happened since the last call."""
    names = GAME.seats(table.state)
    seats = tuple(SeatInfo(i, s, s, Person(100 + i, f"Person {i}"), "human") for i, s in enumerate(names, 1))
    info = info_of(seats=seats, most=8, game="civ", scenario="basic", options={})
    events = tuple(event for event in table.events if event.to is None)
    table.events.clear()
    request, outcome, view = table.pending, table.outcome(), table.view(None)
    asked = None
    if request is not None:
        there = tuple(seat for seat in seats if seat.seat in request.asked)
        asked = PublicAsk(request.key, fact(request.prompt), there, request.sealed, request.harm, request.about)
    return list(POSTS.posts(News(cause, info, before, view, events, asked, outcome=outcome, seed="ab" * 32)))


def fresh(table: Table[State]) -> bool:
    """Whether nobody has answered the present question yet, or the game is over."""
    return table.pending is None or len(table.waiting()) == len(table.pending.asks)


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", range(6))
def test_every_post_of_a_random_game_fits_and_has_no_bare_names(number: int) -> None:
    table, rng = crowded(number), random.Random(number)
    posts = tell(table, None, "start")
    while table.pending is not None:
        before = table.view(None)
        step(rng, table)
        if fresh(table):
            posts += tell(table, before)
    assert [post.kind for post in posts].count("end") == 1
    assert [post.kind for post in posts].count("phase") > 8
    for post in posts:
        fits(post)
        assert "{" not in words(post), words(post)
        assert "None" not in words(post), words(post)


def another(raw: bytes, owner: str, rng: random.Random) -> bytes:
    """The same position with cards of other values in that hand: each changed for one of its own pile."""
    state = msgspec.json.decode(raw)
    hand = state["nations"][owner]["hand"]
    for i, card in enumerate(hand):
        pile = state["piles"][CARDS[card].pile - 1]
        if pile:
            at = rng.randrange(len(pile))
            hand[i], pile[at] = pile[at], card
    locked = state["nations"][owner]["locked"]
    state["nations"][owner]["locked"] = [card for card in hand if card not in locked][: len(locked)]
    return msgspec.json.encode(state)


def buying(*hand: str) -> Table[State]:
    """Italy before phase 12 with that hand and no treasury; Africa has nothing at all."""
    nations = {"italy": {"hand": list(hand)}, "africa": {}}
    areas = {"rome": "italy 3", "tunisia": "africa 3"}
    return notation.load(GAME, position("advances", options={"map": "2p"}, nations=nations, areas=areas))


def test_who_is_asked_to_buy_tells_nothing_of_what_cards_are_worth() -> None:
    """CIV-RUL-011: a Moon Ore may be worth 60 or 40; the cheapest civilization card costs 45."""
    rich, poor = buying("moon_ore_60a"), buying("moon_ore_40a")
    assert [table.waiting() for table in (rich, poor)] == [rich.waiting()] * 2
    assert [table.pending.asked for table in (rich, poor) if table.pending] == [("italy",)] * 2
    assert rich.view(None) == poor.view(None)
    asked = poor.ask_of("italy")
    assert asked is not None
    assert asked.options == ("done",)


@pytest.mark.sample(2)
@pytest.mark.parametrize("number", range(8))
def test_two_games_that_differ_in_the_values_of_one_hand_look_the_same_to_all_others(number: int) -> None:
    """CIV-RUL-011: type and number of money cards are public, values are not."""
    table, rng = crowded(number), random.Random(number)
    owner, seen, differed = next(iter(GAME.seats(table.state))), 0, 0
    while table.pending is not None and seen < 40:
        record = table.record
        if record.step is not None and not record.entries:
            seen += 1
            raws = [bytes(record.state), another(bytes(record.state), owner, rng)]
            differed += raws[0] != raws[1]
            twins = [Table(GAME, Record(record.game, record.version, record.step, msgspec.Raw(raw))) for raw in raws]
            for seat in (None, *(seat for seat in GAME.seats(table.state) if seat != owner)):
                views = [twin.view(seat) for twin in twins]
                assert views[0] == views[1], (record.step, seat)
            one, two = ([words(post) for post in tell(twin, None)] for twin in twins)
            assert one == two, record.step
        step(rng, table)
    assert seen > 10
    assert differed > 5
