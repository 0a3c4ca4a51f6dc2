"""Posts and screens of Advanced Civilization: they fit, names stand in them, and hands stay secret."""

from __future__ import annotations

import random
from typing import Any, TypeVar

import msgspec
import pytest

from bot.delivery.painter import drawn
from bot.posts import Post
from bot.ui.limits import faults
from bot.ui.lookup.maps import Look, map_screen, text_screen
from bot.ui.parts import Gallery, Menu, Row, Screen
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
from tests.conformance.test_closed_windows import begun
from tests.facts import fact
from tests.ui.table.places import table as info_of
from tests.ui.table.room import fits, said, words

P = TypeVar("P")
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


# -- pictures beside the board ----------------------------------------------------------------------------------------


def looked(table: Table[State], own: int | None = 0) -> Look:
    """The public view of a table, looked at by one of its people or by somebody else."""
    seats = tuple(
        SeatInfo(i, s, s, Person(100 + i, f"Person {i}"), "human") for i, s in enumerate(GAME.seats(table.state))
    )
    info = info_of(seats=seats, most=8, game="civ", scenario="basic", options={})
    return Look(info, table.view(None), names_of("civ"), () if own is None else (seats[own],))


def parts_of(screen: Screen, kind: type[P]) -> list[P]:
    return [part for part in screen.parts if isinstance(part, kind)]


@pytest.mark.parametrize("show", ["track", "hands", "advances"])
def test_the_track_money_cards_and_advances_are_a_press_away_from_the_map(show: str) -> None:
    look = looked(crowded(3))
    assert show in [button.option for row in parts_of(map_screen(look), Row) for button in row.buttons]
    screen = map_screen(look, show)
    assert faults(screen) == []
    (picture,) = parts_of(screen, Gallery)[0].pictures
    assert drawn(picture.recipe).png.startswith(b"\x89PNG")
    assert len(picture.alt) > 20
    assert faults(text_screen(look, show)) == []


def test_everybody_may_look_at_the_advances_of_everybody() -> None:
    table = crowded(3)
    first, second = list(GAME.seats(table.state))[:2]
    menu = parts_of(map_screen(looked(table), "advances"), Menu)[0]
    assert [one.value for one in menu.choices][:3] == ["board", f"advances:{first}", f"advances:{second}"]
    assert names_of("civ").name("civ", second) in said(map_screen(looked(table), f"advances:{second}"))
    assert faults(map_screen(looked(table, None), "advances")) == []


def test_the_words_of_a_side_picture_say_what_lacks_and_what_is_paid() -> None:
    table = crowded(3)
    seat = next(iter(GAME.seats(table.state)))
    own = table.view(None)["nations"][seat]
    assert f"space {own['space']}" in said(text_screen(looked(table), "track"))
    told = said(text_screen(looked(table), "advances"))
    card = own["on_offer"][0]
    assert f"{names_of('civ').name('advance', card)} {own['prices'][card]}" in told


@pytest.mark.parametrize("show", ["track", "hands", "advances"])
def test_before_nations_are_chosen_there_is_something_to_see_too(show: str) -> None:
    table = begun(GAME, "basic")
    look = looked(table)
    assert faults(map_screen(look, show)) == []
    assert drawn(parts_of(map_screen(look, show), Gallery)[0].pictures[0].recipe).png
    assert said(text_screen(look, show))
