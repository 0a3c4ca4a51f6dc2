"""What is seen: the view, the options as they are shown, the reasons, and the public log."""

from __future__ import annotations

import json
from typing import Any

from msgspec.structs import replace

from engine.core.protocol import Session
from engine.culture_wars.game import GAME
from engine.culture_wars.view import CoinView, Corner, CultureView, Extent, SettlementView
from engine.games import GAMES
from tests.culture_wars.story import THREE, Phase, Story


def test_a_coin_shows_its_suit_or_its_number() -> None:
    coins = {"a1": "suns 4", "d4": "moons 3 settlement", "h4": "suns 1 settlement"}
    view = Story("movement", coins=coins, tokens={"j10": "suns 1 moons 1"}).table.view(None)
    assert view.squares["a1"].coin == CoinView("number", number=4)
    assert view.squares["d4"].coin == CoinView("suit", suit="moons")
    assert view.squares["d4"].settlement == SettlementView("moons", support=0, needed=5)
    assert replace(view.cultures["suns"], by="") == CultureView(
        name="Suns",
        player="",
        by="",
        colour="red",
        letter="S",
        supply=35,
        tokens=1,
        squares=("j10",),
        settlements=("h4",),
        ace=False,
        hidden=3,
        place=1,
        handicap=False,
        alive=True,
    )


def test_limits_and_conflicts_are_shown() -> None:
    tokens = {"c4": "suns 1 moons 2", "d4": "suns 1", "h4": "suns 2 moons 1"}
    coins = {"d4": "moons 3 settlement", "h4": "moons 4"}
    view = Story("movement", coins=coins, tokens=tokens).table.view("suns")
    assert view.conflicts == ("c4", "d4")
    assert [view.squares[q].limit for q in ("c4", "d4", "h4")] == [2, 0, 4]
    assert [q for q, square in view.squares.items() if square.conflict] == ["c4", "d4"]
    assert view.active == view.waiting_for[0] == "moons"


def test_numbers_are_hidden_while_coins_are_placed() -> None:
    view = Story("setup.coin", order=["suns", "moons"], active=1, coins={"c3": "moons 3"}).table.view(None)
    assert view.squares["c3"].coin == CoinView("suit", suit="moons")
    assert view.squares["c3"].limit is None
    assert view.squares["c3"].settlement is None
    assert view.conflicts == ()


def test_places_of_a_tile_are_shown_while_it_is_moved() -> None:
    story = Story("setup.tile", order=["suns", "moons"])
    assert story.table.view(None).movable == ("8", "12", "13", "17")
    assert story.table.view(None).moving is None
    moving = story.answer("8").table.view(None).moving
    assert moving.tile == "8"
    assert moving.places["n1"] == Corner(-1, 10)
    assert set(moving.places) == set(story.options())


def test_seas_coasts_and_islands_are_shown() -> None:
    view = Story("movement", tokens={"a1": "suns 1 moons 1"}).table.view(None)
    assert view.seas == ("outer", "inner")
    assert view.squares["a1"].coasts == ("outer",)
    assert view.squares["d5"].coasts == ("inner",)
    assert view.squares["d7"].coasts == ()
    assert view.islands == 1


def test_water_is_told_row_by_row_from_the_north_west_whichever_sea_it_belongs_to() -> None:
    """Two tiles have gone north and east: in some rows the inner sea lies west of the outer one, and is told first."""
    tiles = {"8": "c11", "13": "k6"}
    view = Story("movement", tokens={"a1": "suns 1 moons 1"}, tiles=tiles).table.view(None)
    assert view.extent == Extent(12, 12)
    rows = {12: "abefghijkl", 11: "abefghijkl", 10: "kl", 9: "kl", 8: "efkl", 7: "ef", 6: "efgh", 5: "efghkl"}
    rows |= dict.fromkeys((4, 3, 2, 1), "kl")
    assert list(view.sea) == [f"{letter}{row}" for row, letters in rows.items() for letter in letters]
    inner = [square for square, sea in view.sea.items() if sea == "inner"]
    assert inner == ["e8", "f8", "e7", "f7", "e6", "f6", "g6", "h6", "e5", "f5", "g5", "h5"]


def test_tokens_that_have_moved_are_shown() -> None:
    story = Story("movement", order=["moons", "suns"], tokens={"c4": "suns 3", "c5": "suns 1", "j1": "moons 1"})
    story.answer("c4>c5:2")
    assert story.table.view(None).squares["c5"].moved == {"suns": 2}


def labels(story: Story) -> dict[str, tuple[str, str, str]]:
    """Token -> label, hint, group of the present question."""
    request = story.table.pending
    assert request is not None
    return {o.token: (o.label, o.hint, o.group) for o in GAME.describe(story.s, request, request.asks[0])}


def test_options_are_described() -> None:
    tile = Story("setup.tile", order=["suns", "moons"])
    assert labels(tile)["8"] == ("Tile 8", "north of the hole", "")
    assert [labels(tile)[t][1] for t in ("12", "13", "17")] == [
        f"{side} of the hole" for side in ("west", "east", "south")
    ]
    assert labels(tile.answer("8"))["n1"] == ("N1", "North coast: next to tile 1", "North coast")
    assert labels(tile)["n3"][1] == "North coast: next to tiles 1 and 2"
    coin = Story("setup.coin", order=["suns", "moons"], coins={"c3": "moons 3"})
    assert labels(coin)["a10"] == ("a10", "coast", "Row 10")
    tokens = {"c4": "suns 2", "c5": "moons 2", "j10": "moons 1"}
    coins = {"c5": "suns 3", "b4": "moons 2 settlement"}
    move = Story("movement", order=["moons", "suns"], coins=coins, tokens=tokens)
    assert labels(move)["c4>c5:2"] == ("c4 to c5, north, all 2", "coin 3 · Moons 2 · conflict", "c4")
    assert labels(move)["c4>c5:1"] == ("c4 to c5, north, 1", "coin 3 · Moons 2", "c4")
    assert labels(move)["c4>b4:2"] == ("c4 to b4, west, all 2", "settlement of Moons · conflict", "c4")
    assert labels(move)["done"] == ("The others stay where they are", "", "other")
    settle = Story("settlement", coins={"c4": "moons 4"}, tokens={"c4": "suns 6"})
    assert labels(settle)["c4"][:2] == ("Settle on c4 (6 tokens)", "your tokens: 6 · coin 4 · support 0 of 5")
    assert labels(settle)["pass"][0] == "Not now"
    assert [o[0] for o in labels(settle.answer("c4")).values()] == [
        *("First hidden coin", "Second hidden coin", "Third hidden coin", "Fourth hidden coin", "Ace")
    ]


def test_far_moves_and_boats_are_described() -> None:
    coins = {"a5": "suns 3 settlement", "j5": "moons 4 settlement"}
    options = {"two_spaces": True}
    story = Story("movement", order=["moons", "suns"], coins=coins, tokens={"b5": "suns 1"}, options=options)
    assert labels(story)["b5>d5:1"][0] == "b5 to d5, over land, all 1"
    assert labels(story)["b5~j6:1"][0] == "b5 to j6, by boat, all 1"


def test_reasons_are_given_for_what_cannot_be_done() -> None:
    s = Phase("movement", order=["moons", "suns"], tokens={"c4": "suns 2"}).s
    assert GAME.why_not(s, "suns", "c4>c5:3") == "only 2 of your tokens on c4 can still move"
    assert GAME.why_not(s, "suns", "a1>a2:1") == "you have no tokens on a1 that can still move"
    assert GAME.why_not(s, "suns", "c4~c9:1") == "you can't reach c9 from c4 this round"
    assert GAME.why_not(s, "suns", "c4>c5:2") == ""
    assert GAME.why_not(s, "suns", "gibberish") == ""
    assert GAME.why_not(s, "arms", "c4>c9:2") == ""


def test_the_game_is_played_over_the_protocol() -> None:
    session = Session(GAMES)
    listed = {g["name"]: g for g in session.reply('{"cmd": "games"}')["games"]}
    assert listed["culture_wars"]["scenarios"][0]["players"] == [2, 3, 4]
    seats = [{"by": "npc"}, {"by": "npc"}, {"by": "npc"}]
    new = {"cmd": "new", "game": "culture_wars", "seats": seats, "options": {"rounds": 4}, "seed": 5}
    reply: dict[str, Any] = session.reply(json.dumps(new))
    assert reply["outcome"]["reason"] in {"rounds", "alone", "nobody", "held"}
    assert session.reply('{"cmd": "problems"}')["problems"] == []


def test_events_name_players_and_squares_by_tokens() -> None:
    story = Story("movement", cultures=THREE, order=["suns", "moons", "crowns"], tokens={"c4": "crowns 2"})
    story.answer("c4>c5:2")
    assert "{civ:crowns} moved 2: {area:c4} to {area:c5}." in story.told()
