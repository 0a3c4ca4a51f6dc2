"""The chart of points over the turns, of every game."""

from __future__ import annotations

import io
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from engine.core.text import speaking
from engine.culture_wars.state import State
from engine.culture_wars.view import ResultView
from engine.culture_wars.view import view as view_of
from render import civ, culture_wars
from render.civ.position import read
from render.course import BOTTOM, LEFT, RIGHT, TOP, ChartWords, Series, course, strokes, turn_size
from render.paint.fonts import width
from render.paint.palette import GOLD, PAINTS, paint_named
from render.paint.picture import HEAVY, LIGHT, Picture
from render.paint.pieces import piece
from render.paint.style import HIGH, STANDARD, PictureStyle, drawing_in
from tests.conformance.culture import culture_wars as rounds
from tests.render.civ_views import late

WORDS = ChartWords("A game", "points", "turn", "", "Points over {n} turns: {list}.", "{turns}", "{civ}: {points}.", "–")


def lines(*points: tuple[int, ...]) -> list[Series]:
    return [Series(f"Seat {i}", PAINTS["red"].fill, lambda k: piece("red", "A", 1, k), p) for i, p in enumerate(points)]


def assert_fits(picture: Picture) -> None:
    assert (picture.width, picture.height) == (1600, 960)
    assert len(picture.png) < HEAVY
    assert 0 < len(picture.alt) <= 1024


@pytest.mark.soak
@pytest.mark.parametrize(("most", "turns"), [(0, 2), (61, 12), (2_400, 60), (30_000, 300)])
def test_any_number_of_points_and_turns_has_room(most: int, turns: int) -> None:
    rising = tuple(most * turn // turns for turn in range(turns + 1))
    made = course(WORDS, lines(rising, tuple(reversed(rising))), [turns])
    assert_fits(made)
    assert len(made.png) <= 80 * 1024


@pytest.mark.soak
def test_the_settlements_of_a_game_round_by_round() -> None:
    state: State = rounds(3).state
    view = view_of(state, ())
    one, two = list(state.cultures)[:2]
    points = {one: [0, 0, 1, 2], two: [0, 1, 1, 1]}
    picture = culture_wars.chart(view, [3], points, 0)
    assert_fits(picture)
    names = [view.cultures[suit].name for suit in (one, two)]
    assert picture.alt.startswith(f"Settlements over 3 rounds: {names[0]} 2, {names[1]} 1. ")
    assert "The lead changed in rounds: 3." in picture.alt
    with speaking("de"):
        assert culture_wars.chart(view, [3], points, 0).alt.startswith("Siedlungen in 3 Runden: ")
    with pytest.raises(ValueError, match="4 values"):
        culture_wars.chart(view, [3], {one: [0, 1]}, 0)


def test_a_pen_that_is_down_and_up_by_turns_goes_round_corners() -> None:
    path = [(0.0, 0.0), (0.0, 30.0), (60.0, 30.0)]
    assert strokes(path, ()) == [path]
    assert strokes(path, (15, 5)) == [[(0.0, 0.0), (0.0, 30.0), (15.0, 30.0)], [(30.0, 30.0), (60.0, 30.0)]]


@pytest.mark.soak
def test_in_black_and_white_each_line_has_strokes_of_its_own() -> None:
    """Lines that cross could not be told apart where all are black."""
    rising = [(0, 10, 20, 30), (30, 20, 10, 0)]
    drawn = []
    for style in (PictureStyle(HIGH), PictureStyle(STANDARD)):
        with drawing_in(style), Image.open(io.BytesIO(course(WORDS, lines(*rising), [3]).png)) as picture:
            drawn.append(picture.convert("L"))
    high, usual = drawn
    for there, apart in ((high, True), (usual, False)):
        across = [inked(there, x, up=up) for up in (True, False) for x in range(LEFT + 40, LEFT + 240)]
        assert (across[:200].count(True) != across[200:].count(True)) == apart


def inked(picture: Image.Image, x: int, *, up: bool) -> bool:
    """Whether the middle of the line that rises, or of the one that falls, is dark at that place."""
    points = (x - LEFT) / (RIGHT - LEFT) * 30
    y = BOTTOM - (BOTTOM - TOP) * (points if up else 30 - points) / 35
    return picture.crop((x, round(y), x + 1, round(y) + 1)).tobytes() < b"\x8c"


def close(one: Any, other: Any) -> bool:
    return all(abs(a - b) <= 2 for a, b in zip(one, other, strict=True))


def gilded(picture: Picture) -> list[int]:
    """The heights at which a name lies on gold, in hundredths of the picture."""
    with Image.open(io.BytesIO(picture.png)) as drawn:
        shown = drawn.convert("RGB")
    edge = [shown.getpixel((1400, y)) for y in range(shown.height)]
    return sorted({y * 100 // len(edge) for y, colour in enumerate(edge) if close(colour, GOLD)})


@pytest.mark.soak
def test_whoever_has_won_lies_on_gold_even_with_fewer_settlements() -> None:
    state: State = rounds(3).state
    view = replace(view_of(state, ()), result=None)
    most, other = list(state.cultures)[:2]
    points = {most: [0, 1, 2, 6], other: [0, 1, 1, 1]}
    above, middle = gilded(culture_wars.chart(view, [3], points, 0)), 50
    assert above
    assert max(above) < middle, "of a game that goes on the first"
    won = replace(view, result=ResultView((other,), "held"))
    below = gilded(culture_wars.chart(won, [3], points, 0))
    assert below
    assert min(below) > middle


@pytest.mark.soak
def test_the_points_of_nations_turn_by_turn() -> None:
    view = late("full-wx", 8)
    points = {slug: [0, 3 * i, 5 * i + 20] for i, slug in enumerate(view.nations)}
    picture = civ.points_chart(view, [2], points, 0)
    assert_fits(picture)
    assert picture.alt.startswith("Points over 2 turns: ")
    assert all(one.name in picture.alt for one in view.nations.values())


@pytest.mark.parametrize("word", ["turn", "Runde", "manche", "round"])
def test_the_word_for_a_turn_keeps_its_margin(word: str) -> None:
    assert width(word, "note", turn_size(word)) <= LEFT - 34


@pytest.mark.soak
@pytest.mark.parametrize("palette", [STANDARD, HIGH])
def test_the_chart_of_eight_nations_is_light_and_keeps_the_colour_of_each(palette: str) -> None:
    view = late("full-wx", 8)
    nations = list(view.nations)
    points = {slug: [turn * (40 + 9 * i) + 37 * (turn * i % 5) for turn in range(23)] for i, slug in enumerate(nations)}
    with drawing_in(PictureStyle(palette)):
        picture = civ.points_chart(view, [22], points, 0)
    assert_fits(picture)
    assert len(picture.png) <= LIGHT
    shown = {colour for _, colour in Image.open(io.BytesIO(picture.png)).convert("RGB").getcolors(1 << 16) or []}
    lines = {paint_named(nation.colour).line for nation in read(view).nations.values()}
    assert len(lines) == 8
    assert (lines <= shown) == (palette == STANDARD)
