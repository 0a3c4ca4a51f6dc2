"""Pictures of Culture Wars: what they show, their words and their size."""

from __future__ import annotations

import io
from copy import deepcopy
from typing import Any

import msgspec
import pytest
from PIL import Image

import render
from engine.core.text import languages, speaking
from engine.culture_wars import verbs
from engine.culture_wars.geography import first_tiles
from engine.culture_wars.state import Coin, Culture, State
from engine.culture_wars.tiles import goals
from engine.culture_wars.view import CultureWarsView, view
from render.culture_wars import legend
from render.culture_wars.ground import INNER, OUTER, whole
from render.culture_wars.panel import beside, claim, reserve, words
from render.culture_wars.position import moved_tiles, read
from render.culture_wars.squares import heights, places
from render.paint.fonts import width
from render.paint.picture import ALT_LIMIT, HEAVY

SUITS = ("suns", "moons", "crowns", "arms")


def table(phase: str = "movement", players: int = 4) -> State:
    """A small position of the 5 x 5 square as it is at first."""
    s = State(seed="pictures", turn=7, phase=phase)
    s.tiles = first_tiles()
    s.cultures = {suit: Culture(player=suit.upper(), reserve=[1, 3]) for suit in SUITS[:players]}
    s.order = list(s.cultures)
    s.coins = {"c3": Coin("moons", 4), "g8": Coin("suns", 5, settled=True)}
    s.tokens = {"g8": {"moons": 2}, "g9": {"suns": 4}, "c3": {"suns": 3, "moons": 2}, "a1": {"moons": 1}}
    return s


def seen(s: State) -> CultureWarsView:
    return view(s, ["moons"])


def pixels(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_board_is_wide_enough_to_be_read_and_small_enough_to_be_sent(players: int) -> None:
    picture = render.draw("culture_wars", seen(table(players=players)))
    assert 1400 <= picture.width <= 1700
    assert 900 <= picture.height <= 1100
    assert len(picture.png) <= HEAVY


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("settled", [True, False])
def test_a_claim_and_the_coins_in_reserve_lie_side_by_side(language: str, *, settled: bool) -> None:
    """In German the claim lay over the coins; with too few settlements it said that it only had to hold."""
    s = table()
    s.cultures["suns"].reserve, s.holding = [2] * 10, ["suns"]
    s.coins |= {at: Coin("suns", 2, settled=settled) for at in ("a1", "a9", "e5")}
    with speaking(language):
        position = read(seen(s))
        suns, room = position.cultures["suns"], 350
        wins, coins = claim(suns, position.target), reserve(suns, beside(claim(suns, position.target), room))
        assert (str(position.target) in wins) == (not settled)
        assert width(wins, "bold", 19) + width(coins, "note", 19) <= room
        assert language != "de" or len(reserve(suns, room)) > len(coins)


@pytest.mark.parametrize("supply", [0, 36])
def test_a_culture_is_drawn_with_all_its_tokens_on_the_map_and_with_none(supply: int) -> None:
    s = table()
    s.cultures["suns"].supply, s.tokens = supply, {"a1": {"suns": 36}} if supply == 0 else {}
    assert f"{36 - supply} tokens" in render.draw("culture_wars", seen(s)).alt


def test_the_words_tell_strength_conflicts_and_weak_settlements() -> None:
    alt = render.draw("culture_wars", seen(table())).alt
    assert alt.startswith("Culture Wars, round 7, Moves. Order: Suns, Moons, Crowns and Arms.")
    assert "Suns: 1 settlement, 7 tokens" in alt
    assert "Conflicts: c3: Suns 3, Moons 2, limit 4; g8: settlement of Suns, Moons 2." in alt
    assert "Settlements short of support: g8 (Suns, 4 of 5)." in alt
    assert len(alt) <= ALT_LIMIT


def test_the_inner_sea_has_a_tone_of_its_own() -> None:
    position = read(seen(table()))
    camera, chart = whole(position, 1080), pixels(render.draw("culture_wars", seen(table())).png)
    x, y = camera.corner((4, 4))
    assert distance(chart.getpixel((x + camera.side // 2, y + camera.side // 4)), INNER) < 12
    assert distance(chart.getpixel((6, 6)), OUTER) < 12


def distance(found: Any, wanted: tuple[int, ...]) -> int:
    return int(max(abs(a - b) for a, b in zip(found, wanted, strict=True)))


def test_changes_since_an_earlier_view_are_drawn_and_told() -> None:
    before, after = table(), table()
    after.tokens["a1"]["moons"] = 3
    picture = render.draw("culture_wars", seen(after), since=seen(before))
    assert "Changed: a1 Moons +2." in picture.alt
    assert picture.png != render.draw("culture_wars", seen(after)).png


def test_a_tile_that_has_been_moved_is_bright() -> None:
    """The preview of a move didn't tell the moved tile from others."""
    before, after = table("setup.tile"), table("setup.tile")
    for s in (before, after):
        s.coins, s.tokens = {}, {}
    after.lifted = "8"
    verbs.lay_tile(after, goals(after, "8")["w1"])
    moved = render.draw("culture_wars", seen(after), since=seen(before))
    assert moved.png != render.draw("culture_wars", seen(after)).png
    assert moved_tiles(seen(before), seen(after)) == {"8"}


def test_a_close_up_shows_a_square_and_two_around_it() -> None:
    picture = render.draw("culture_wars", seen(table()), area="g8")
    assert picture.width == picture.height
    assert "g8: settlement of Suns, Moons 2" in picture.alt
    assert "a1" not in picture.alt
    with pytest.raises(KeyError):
        render.draw("culture_wars", seen(table()), area="e5")


def test_while_tiles_are_moved_they_have_numbers_and_places_are_named() -> None:
    s = table("setup.tile")
    s.coins, s.tokens = {}, {}
    assert "Tiles that can be moved: 8, 12, 13 and 17." in render.draw("culture_wars", seen(s)).alt
    s.lifted = "8"
    alt = render.draw("culture_wars", seen(s)).alt
    assert "Places for the tile: N1 to N11" in alt
    assert "Tiles that can be moved" not in alt


def test_before_the_first_turn_the_game_is_being_set_up() -> None:
    assert render.draw("culture_wars", seen(table("setup.coin"))).alt.startswith("Culture Wars, setup, Coins.")


def test_a_wide_map_makes_a_larger_picture_and_not_smaller_pieces() -> None:
    s = table()
    s.coins, s.tokens = {}, {}
    s.tiles |= {"8": (10, 0), "3": (12, 0), "9": (14, 0), "13": (16, 0)}
    assert whole(read(seen(s)), 1080).side >= 70
    assert len(render.draw("culture_wars", seen(s)).png) <= HEAVY


def test_a_coin_without_people_is_told_by_its_number() -> None:
    s = table()
    s.coins["i1"] = Coin("moons", 3)
    assert "i1: coin 3." in render.draw("culture_wars", seen(s), area="j1").alt


def test_pills_stand_two_in_a_row_where_there_are_many() -> None:
    rows = heights(2, under=True)
    spots = places(3, rows, paired=True)
    assert [spots[0][1], spots[1][1], spots[2]] == [rows[0][0], rows[0][0], (0.5, rows[1][0])]
    assert places(2, rows, paired=False) == [(0.5, rows[0][0]), (0.5, rows[1][0])]


def test_four_cultures_on_a_coin_are_all_drawn() -> None:
    crowded = table()
    crowded.tokens["c3"] = dict.fromkeys(SUITS, 2)
    fewer = deepcopy(crowded)
    del fewer.tokens["c3"]["arms"]
    assert render.draw("culture_wars", seen(crowded)).png != render.draw("culture_wars", seen(fewer)).png


def test_the_legend_names_every_sign() -> None:
    assert "A conflict" in legend().alt


@pytest.mark.parametrize("language", languages())
def test_a_line_of_the_legend_fits_beside_its_sign_in_every_language(language: str) -> None:
    with speaking(language):
        lines = [said for key, said in words()["legend"].items() if key != "title"]
    assert [line for line in lines if width(line, "text", 28) > 1000 - 220 - 20] == []


@pytest.mark.soak
@pytest.mark.parametrize("phase", ["setup.tile", "movement", "abandonment"])
def test_a_picture_speaks_the_language_of_where_it_is_drawn(phase: str) -> None:
    with speaking("de"):
        german = render.draw("culture_wars", seen(table(phase)))
    assert "Siedlungen mit zu wenig Rückhalt: g8 (Sonnen, 4 von 5)." in german.alt
    english = render.draw("culture_wars", seen(table(phase)))
    assert "Settlements short of support: g8 (Suns, 4 of 5)." in english.alt
    assert german.png != english.png


@pytest.mark.parametrize("phase", ["movement", "setup.coin"])
def test_a_view_that_comes_back_from_the_outbox_is_drawn_as_it_would_have_been(phase: str) -> None:
    """Posts hold their views as JSON, and so do the ones that the next picture is compared with."""
    now, then = table(phase), table(phase)
    then.tokens["a1"]["suns"] = 3
    there, since = (msgspec.json.decode(msgspec.json.encode(seen(s))) for s in (now, then))
    drawn = render.draw("culture_wars", there, since=since)
    assert drawn == render.draw("culture_wars", seen(now), since=seen(then))
    assert "Suns −3" in drawn.alt
    chart = render.draw_own("culture_wars", "chart", there, eras=[2], points={"suns": [0, 1, 1]})
    assert chart == render.draw_own("culture_wars", "chart", seen(now), eras=[2], points={"suns": [0, 1, 1]})
