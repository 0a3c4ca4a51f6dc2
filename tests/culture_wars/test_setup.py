"""Players, parts and the setup: CW-01 to CW-20 and CW-68."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.core.errors import IllegalAnswer
from engine.core.game import SeatPlan, SetupError
from engine.core.table import Table
from engine.core.text import catalogue, words
from engine.culture_wars.board import population
from engine.culture_wars.game import GAME
from engine.culture_wars.geography import geography
from engine.culture_wars.state import State
from engine.culture_wars.tiles import goals, movable
from engine.culture_wars.view import CoinView, CultureWarsView, Extent
from tests.culture_wars.story import Phase, Story


def table(players: int, seed: str = "setup", **options: Any) -> Table[State]:
    return Table.new(GAME, "standard", [SeatPlan() for _ in range(players)], options, seed)


def answered(t: Table[State], key: str) -> list[str]:
    """Answer with the first option until another question than the key's is asked; who answered."""
    seats = []
    while t.pending is not None and t.pending.key in {key, "tile.place"}:
        [ask] = t.pending.asks
        if t.pending.key == key:
            seats.append(ask.seat)
        t.submit(ask.seat, ask.options[0])
    return seats


def first_turn(t: Table[State]) -> Table[State]:
    """Through the setup, with the first tokens far from one another."""
    for key in ("tile.move", "coin.place"):
        answered(t, key)
    while t.pending is not None and t.pending.key == "token.start":
        [ask] = t.pending.asks
        t.submit(ask.seat, ask.options[20 * list(t.state.cultures).index(ask.seat)])
    return t


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_players_have_36_tokens_each(players: int) -> None:
    """CW-01 (CW:1-3)."""
    t = table(players)
    assert [c.supply for c in t.view(None).cultures.values()] == [36] * players


@pytest.mark.parametrize("players", [0, 1, 5])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    """CW-01 (CW:1-3)."""
    with pytest.raises(SetupError):
        table(players)


def test_pawns_and_dice_play_no_role() -> None:
    """CW-02 (CW:7)."""
    assert not {"pawns", "dice"} & {*State.__struct_fields__, *CultureWarsView.__struct_fields__}


def test_24_tiles_form_a_board_of_96_squares_with_a_hole_in_the_middle() -> None:
    """CW-03 (CW:8)."""
    view = table(2).view(None)
    assert len(view.tiles) == 24
    assert view.extent == Extent(10, 10)
    assert len(view.squares) == 96
    assert view.sea == dict.fromkeys(("e6", "f6", "e5", "f5"), "inner")


def test_tokens_are_the_population_shown_by_square_and_player() -> None:
    """CW-04 (CW:9)."""
    view = Story("movement", tokens={"c4": "suns 3 moons 1"}).table.view(None)
    assert view.squares["c4"].tokens == {"suns": 3, "moons": 1}


def test_each_player_has_the_null_coin_the_ace_and_four_numbers() -> None:
    """CW-05 (CW:9)."""
    t = table(3)
    assert sorted(t.state.order) == sorted(t.state.cultures)
    assert all(sorted(c.reserve) == [1, 2, 3, 4, 5] for c in t.state.cultures.values())


def test_each_player_has_a_suit_of_its_own() -> None:
    """CW-06 (CW:10)."""
    s, _ = GAME.setup("standard", [SeatPlan("arms"), SeatPlan(), SeatPlan("suns")], {}, "x")
    assert list(s.cultures) == ["arms", "moons", "suns"]
    for civs in (("arms", "arms"), ("arms", "swords")):
        with pytest.raises(SetupError):
            GAME.setup("standard", [SeatPlan(civ) for civ in civs], {}, "x")


def test_the_null_coins_reveal_every_player_once_in_an_order_of_the_seed() -> None:
    """CW-07 (CW:11), CW-10 (CW:17)."""
    orders = {tuple(table(3, f"seed {n}").state.order) for n in range(40)}
    assert len(orders) == 6


def test_the_ace_lies_open_by_its_number() -> None:
    """CW-08 (CW:12)."""
    view = table(2).view(None)
    assert [(c.ace, c.hidden) for c in view.cultures.values()] == [(True, 4), (True, 4)]


def test_the_other_coins_are_mixed_and_their_numbers_unknown_even_to_the_owner() -> None:
    """CW-09 (CW:13)."""
    first = Counter(table(2, f"seed {n}").state.cultures["suns"].reserve[1] for n in range(60))
    assert set(first) == {2, 3, 4, 5}
    t = table(2)
    answered(t, "tile.move")
    [ask] = t.pending.asks if t.pending else []
    t.submit(ask.seat, ask.options[0])
    assert t.view(ask.seat).squares[ask.options[0]].coin == CoinView("suit", suit=ask.seat)


def test_tiles_move_in_the_order_revealed_and_coins_and_tokens_come_in_reverse() -> None:
    """CW-10 (CW:17), CW-14 (CW:20), CW-18 (CW:22)."""
    t = table(3)
    order = t.state.order
    assert answered(t, "tile.move") == order
    coins = answered(t, "coin.place")
    assert coins == [*order[::-1] * 4][: len(coins)]
    assert answered(t, "token.start") == [c for c in order[::-1] for _ in range(2)]


def test_only_a_tile_that_touches_the_hole_is_moved() -> None:
    """CW-11 (CW:18)."""
    story = Story("setup.tile", order=["suns", "moons"])
    assert story.options() == ("8", "12", "13", "17")
    with pytest.raises(IllegalAnswer):
        story.answer("1")
    assert GAME.why_not(story.s, "suns", "1") == words("why_not.culture.tile", tile="1")
    assert GAME.why_not(story.s, "suns", "8") == ""
    assert GAME.why_not(story.s, "suns", "99") == ""


def test_a_tile_goes_beside_others_with_squares_in_line() -> None:
    """CW-11 (CW:18), AMB-119: whole squares, an edge shared, nothing covered."""
    s = Phase("setup.tile", order=["suns", "moons"]).s
    places = goals(s, "8")
    assert [sum(name[0] == side for name in places) for side in "nesw"] == [11, 11, 11, 11]
    assert places["n1"] == (-1, 10)
    assert places["w1"] == (-2, 9)
    assert sorted(places[name] for name in places if name[0] == "h") == [(4, 4), (4, 5)]
    land = {p for p, tile in geography(s).tile_at.items() if tile != "8"}
    for x, y in places.values():
        squares = {(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)}
        assert not squares & land
        assert any((a + i, b + j) in land for a, b in squares for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0)))


def test_columns_and_rows_are_counted_from_the_outermost_land() -> None:
    """CW-11 (CW:18): a tile beyond the west coast makes a new column a."""
    phase = Phase("setup.tile", order=["suns", "moons"]).run("8", "w1")
    assert phase.s.tiles["8"] == (0, 9)
    assert phase.s.tiles["24"] == (10, 0)
    assert phase.s.frame == (2, 0)


def test_the_hole_grows_as_tiles_leave_it() -> None:
    """CW-11 (CW:18), N-40: behind tile 8 now 3, 7 and 9 touch the hole."""
    phase = Phase("setup.tile", order=["suns", "moons"]).run("8", "s1")
    assert movable(phase.s) == ["3", "7", "9", "12", "13", "17"]


def test_a_tile_off_the_board_is_moved_where_it_touches_the_hole_at_the_edge() -> None:
    """CW-11 (CW:18), N-40: tile 14 has left j5 and j6 uncovered and lies east of them; beside other tiles it stays."""
    off = {"14": "k6"}
    assert "14" in Story("setup.tile", order=["suns", "moons"], tiles={**off, "13": "h5"}).options()
    assert "14" not in Story("setup.tile", order=["suns", "moons"], tiles={**off, "13": "i5"}).options()


@pytest.mark.parametrize(("players", "moves"), [(2, 4), (3, 3), (4, 4)])
def test_two_players_move_two_tiles_each_and_others_one(players: int, moves: int) -> None:
    """CW-12 (CW:19)."""
    t = table(players)
    order = list(t.state.order)
    assert answered(t, "tile.move") == (order * 2)[:moves]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whoever_moves_a_tile_hears_how_many_are_still_to_move(players: int) -> None:
    """CW-18: this one included."""
    t, told = table(players), []
    while t.pending is not None and t.pending.key in {"tile.move", "tile.place"}:
        [ask] = t.pending.asks
        if t.pending.key == "tile.move":
            told.append((ask.seat, t.pending.left))
        t.submit(ask.seat, ask.options[0])
    seats = [seat for seat, _ in told]
    assert told == [(seat, seats[n:].count(seat)) for n, seat in enumerate(seats)]


def test_moves_may_join_the_seas() -> None:
    """CW-13 (CW:19)."""
    phase = Phase("setup.tile", order=["suns", "moons"]).run("8", "s11").run("3", "s1")
    assert set(geography(phase.s).sea_at.values()) == {"outer"}
    assert "one" in phase.log()


def test_moves_may_make_an_island() -> None:
    """CW-13 (CW:19), AMB-120: the corner tile 1 stays behind alone."""
    phase = Phase("setup.tile", order=["suns", "moons"], tiles={"8": "e11", "7": "g11", "6": "i11"})
    phase.run("2", "s1")
    assert geography(phase.s).islands == 2
    assert "new island" in phase.log()


def test_moves_that_leave_sea_and_land_as_they_are_tell_of_neither() -> None:
    """CW-13 (CW:19)."""
    log = Phase("setup.tile", order=["suns", "moons"]).run("8", "s11").log()
    assert "island" not in log
    assert "sea" not in log


def test_coins_keep_two_empty_squares_between_them() -> None:
    """CW-15 (CW:20), AMB-121: also diagonally, also between coins of one player; coasts are allowed."""
    story = Story("setup.coin", order=["suns", "moons"], active=1, coins={"c3": "moons 3"})
    assert story.seat() == "suns"
    assert not {"e5", "e3", "c5", "a1", "d4"} & set(story.options())
    assert {"f3", "c6", "f1", "a10", "j1"} <= set(story.options())
    assert GAME.why_not(story.s, "suns", "e4").startswith("e4 is too close to the coin on c3")


def test_coins_are_placed_until_all_are_or_nobody_has_room_and_the_rest_stays_in_reserve() -> None:
    """CW-14 (CW:20), CW-16 (CW:21)."""
    t = table(4)
    answered(t, "tile.move")
    while t.pending is not None and t.pending.key == "coin.place":
        [ask] = t.pending.asks
        middle = sorted(ask.options, key=lambda q: abs(ord(q[0]) - 101) + abs(int(q[1:]) - 5))
        t.submit(ask.seat, middle[0])
    left = [c.hidden for c in t.view(None).cultures.values()]
    assert sum(left) == 16 - len(t.state.coins) > 0
    assert "In reserve" in "".join(e.text for e in t.events)


def test_placed_coins_are_turned_and_show_their_numbers() -> None:
    """CW-17 (CW:21)."""
    t = table(2)
    answered(t, "tile.move")
    answered(t, "coin.place")
    shown = [q.coin for q in t.view(None).squares.values() if q.coin]
    assert len(shown) == 8
    assert sorted(c.number for c in shown) == [2, 2, 3, 3, 4, 4, 5, 5]
    assert not any(c.suit for c in shown)


def test_each_player_starts_with_two_tokens_anywhere_on_land() -> None:
    """CW-18 (CW:22), AMB-122: together or apart, also with others."""
    t = table(2)
    answered(t, "tile.move")
    answered(t, "coin.place")
    for _ in range(4):
        [ask] = t.pending.asks if t.pending else []
        where = ask.options[0]
        t.submit(ask.seat, where)
    assert f"placed the first tokens: {{area:{where}}} 2." in "".join(e.text for e in t.events)
    assert [population(t.state, c) + 2 for c in t.state.cultures] == [5, 5]


def test_a_handicap_is_one_token_more() -> None:
    """CW-19 (CW:22)."""
    t = table(3, handicap=["moons"])
    answered(t, "tile.move")
    answered(t, "coin.place")
    assert Counter(answered(t, "token.start")) == {"suns": 2, "moons": 3, "crowns": 2}


def test_the_null_coins_are_hidden_and_mixed_after_setup_and_after_every_turn() -> None:
    """CW-20 (CW:23, CW:91), CW-66 (CW:36): the next order is another for at least one of 20 seeds."""
    turned = words("event.phase.reset")
    changed = 0
    for n in range(20):
        t = first_turn(table(3, f"seed {n}", rounds=2))
        orders = [list(t.state.order)]
        while t.pending is not None:
            [ask] = t.pending.asks
            t.submit(ask.seat, ask.options[-1])
            orders += [list(t.state.order)] if t.state.order != orders[-1] else []
        changed += len(orders) > 1
        assert sum(e.text == turned for e in t.events) == 2
    assert changed


def test_nothing_is_shown_of_an_order_that_is_hidden() -> None:
    """CW-20 (CW:91)."""
    view = GAME.view(Phase("order").s, None, ())
    assert view.order == ()
    assert [c.place for c in view.cultures.values()] == [None, None]


def test_the_credits_are_told_by_the_rules_and_have_no_effect() -> None:
    """CW-68 (CW:97-99): who played it first can be looked up; nothing of it is in the game."""
    assert "Howard Hendrickson" in catalogue()["culture_wars.rules.section.culture_about.text"]
    assert not any("playtest" in e.text.casefold() for e in first_turn(table(2)).events)


def test_the_spacing_of_any_two_placed_coins_is_at_least_three() -> None:
    """CW-15 (CW:20)."""
    t = table(4, "spacing")
    answered(t, "tile.move")
    answered(t, "coin.place")
    land = geography(t.state)
    assert all(land.distance(a, b) >= 3 for a in t.state.coins for b in t.state.coins if a != b)
