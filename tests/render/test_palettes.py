"""Every palette keeps any two Factions apart for the sight it is made for, and patterns do it where colours cannot."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageChops, ImageFilter

from bot.delivery.drawing import draw_recipe
from bot.delivery.painter import Painter
from engine.core.decoding import CatalogError
from engine.core.game import SeatPlan, View
from engine.core.table import Table
from engine.core.text import catalogue
from engine.games import GAMES
from render.acme import temples
from render.acme.base import base_map as acme_base
from render.acme.pictures import SHOTS as ACME_SHOTS
from render.board.printed_board import Camera
from render.board.shots import Shots
from render.civ.base import base_map as civ_base
from render.civ.pictures import SHOTS as CIV_SHOTS
from render.civ.pieces import tokens
from render.civ.position import read
from render.culture_wars.pieces import settlement
from render.paint import pieces
from render.paint.palette import PAINTS, PALETTES, PLAYER_COLOURS, paint_named, read_palettes
from render.paint.picture import Picture
from render.paint.style import PictureStyle, drawing_in
from tests.conformance.every_game import SCENARIOS
from tests.render.civ_views import late as civ_late
from tests.render.colour_sight import VISION, Array, apart, contrast, linear, seen
from tests.render.late_positions import late

MADE_FOR = {"standard": ["deutan"], "deutan": ["protan", "deutan"], "tritan": ["tritan"]}
COLOURED = tuple(MADE_FOR)
DISK = 30  # pixels


def test_the_difference_of_colours_is_that_of_the_published_pairs() -> None:
    """Pairs 1, 7, 17 and 25 of Sharma, Wu and Dalal 2005."""
    published = [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ]
    reckoned = [apart(np.array(one, float), np.array(other, float)) for one, other, _ in published]
    assert reckoned == pytest.approx([told for *_, told in published], abs=1e-3)


def alike(name: str, sight: str, least: float) -> list[tuple[str, str]]:
    """The Factions of a palette that differ by less for that sight."""
    pairs = combinations(PALETTES[name].values(), 2)
    return [(a.name, b.name) for a, b in pairs if apart(seen(a.fill, sight), seen(b.fill, sight)) < least]


@pytest.mark.parametrize("name", COLOURED)
def test_any_two_factions_differ_for_normal_sight(name: str) -> None:
    assert alike(name, "normal", 20) == []


@pytest.mark.parametrize(("name", "sight"), [(name, sight) for name in COLOURED for sight in MADE_FOR[name]])
def test_any_two_factions_differ_for_the_sight_a_palette_is_made_for(name: str, sight: str) -> None:
    assert alike(name, sight, 10) == []


@pytest.mark.parametrize("name", PALETTES)
def test_letters_can_be_read_on_every_fill(name: str) -> None:
    assert [paint.name for paint in PALETTES[name].values() if contrast(paint.letter, paint.fill) < 4.5] == []


def test_players_have_each_a_pattern_of_their_own_in_every_palette() -> None:
    known = [len({paints[name].pattern for name in (*PLAYER_COLOURS, "lime")}) for paints in PALETTES.values()]
    assert known == [len(PLAYER_COLOURS) + 1] * len(PALETTES)


def disk(colour: str, letter: str = "") -> Array:
    """A drawn disk of 30 pixels, as light from 0 to 1 by kind."""
    size = pieces.SIZES[1][0] + 2 * pieces.PAD
    sprite = pieces.piece(colour, letter, 1, DISK / pieces.SIZES[1][0])
    assert sprite.width == round(size * DISK / pieces.SIZES[1][0])
    edge = (sprite.width - DISK) // 2
    return linear(np.asarray(sprite.convert("RGB").crop((edge, edge, edge + DISK, edge + DISK))))  # type: ignore[arg-type]


def grey(light: Array, sight: str) -> Array:
    """The picture in steps of grey, from 0 to 255, as that sight sees it."""
    shown = np.clip(light @ VISION[sight].T, 0, 1) @ np.array([0.2126, 0.7152, 0.0722])
    return np.asarray(255 * shown ** (1 / 2.2))


@pytest.mark.parametrize("name", PALETTES)
@pytest.mark.parametrize("sight", VISION)
def test_disks_of_thirty_pixels_differ_in_grey_by_their_patterns(name: str, sight: str) -> None:
    with drawing_in(PictureStyle(palette=name)):
        seats = [paint for paint in PAINTS if paint not in {"black", "white"}]
        bare = {paint: grey(disk(paint), sight) for paint in seats}
    level = {paint: light - light.mean() for paint, light in bare.items()}
    assert [pair for pair in combinations(seats, 2) if np.abs(level[pair[0]] - level[pair[1]]).mean() <= 9] == []


@pytest.mark.parametrize("name", PALETTES)
def test_letters_tell_disks_of_one_paint_apart(name: str) -> None:
    with drawing_in(PictureStyle(palette=name)):
        for colour in PLAYER_COLOURS:
            pair = [grey(disk(colour, letter), "normal") for letter in "EH"]
            assert np.abs(pair[0] - pair[1]).mean() > 5, colour


def test_sprites_of_one_palette_are_not_shown_in_another() -> None:
    makers: list[Any] = [
        lambda: pieces.piece("rose", "H", 1, 1.0),
        lambda: pieces.ghost("rose", 2, 1.0),
        lambda: pieces.flag("rose", "H", 40, 40, 4),
        lambda: temples.home("rose", 1.0),
        lambda: temples.temple("rose", "dove", 1.0, awake=True),
        lambda: tokens("rose", "H", 3, 1.0),
        lambda: settlement("moons", 1.0),
    ]
    standard = [make().tobytes() for make in makers]
    with drawing_in(PictureStyle(palette="tritan")):
        other = [make().tobytes() for make in makers]
    assert all(one != two for one, two in zip(standard, other, strict=True))
    assert [make().tobytes() for make in makers] == standard


def view_of(game: str) -> View:
    """A crowded position of each."""
    if game == "culture_wars":
        return Table.new(GAMES[game], "standard", [SeatPlan(by="npc")] * 4, {"rounds": 1}, "palettes").view(None)
    return late(15)[0] if game == "acme" else civ_late("full-wx", 8)


def seats_of(game: str, view: View) -> list[tuple[str, str]]:
    """The paint of every seat, and its letter, or the sign of a culture."""
    if game == "civ":
        return [(one.colour, one.letter) for one in read(view).nations.values()]
    if game == "culture_wars":
        return [(one.colour, one.letter) for one in view.cultures.values()]
    return [(one.colour, one.letter or slug) for slug, one in view.civs.items()]


def crop(game: str, view: View) -> dict[str, Any]:
    """What to show of a board: a place where pieces lie."""
    if game == "culture_wars":
        return {"show": "phone"}
    if game == "civ":
        return {"area": next(name for name, area in view.areas.items() if area.tokens)}
    return {"area": next(name for name, area in view.areas.items() if area.disks)}


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
async def test_a_recipe_says_the_palette_and_pictures_of_two_are_kept_apart(game: str) -> None:
    view = view_of(game)
    recipe = {"draw": "board", "game": game, "view": view, "options": crop(game, view)}
    painter = Painter()
    try:
        usual = await painter.draw(recipe)
        styled = await painter.draw({**recipe, "style": {"palette": "tritan"}})
        assert styled.data != usual.data
        assert styled.alt == usual.alt
        assert await painter.draw(recipe) is usual
    finally:
        painter.close()
    assert draw_recipe({**recipe, "style": {"palette": "standard"}}).data == usual.data


def test_every_seat_of_a_table_has_a_paint_and_a_letter_of_its_own() -> None:
    tables = [case.table() for case in SCENARIOS if not case.name.startswith("civ-")]
    views = [(table.game.name, table.view(None)) for table in tables]
    for game, view in [*views, ("civ", civ_late("full-wx", 8))]:
        colours, letters = zip(*seats_of(game, view), strict=True)
        assert len({*colours}) == len({*letters}) == len(colours)
        assert {*colours} <= {*PAINTS}


def test_a_paint_is_of_the_palette_being_drawn_in() -> None:
    with drawing_in(PictureStyle(palette="deutan")):
        assert paint_named("green") == PALETTES["deutan"]["green"]
    assert paint_named("green") == PAINTS["green"]


@pytest.mark.parametrize(
    ("fault", "change"),
    [
        ("must have the paints", {"patterns": {"orange": "bars", "green": "pales"}}),
        ("fill", {"palettes": {"standard": {"orange": {"fill": "red", "second": "#000000", "letter": "ink"}}}}),
        ("shade", {"shade": 1}),
    ],
)
def test_a_broken_palette_is_refused(fault: str, change: dict[str, Any]) -> None:
    paint = {"fill": "#ffffff", "second": "#000000", "letter": "ink"}
    whole = {"patterns": {"orange": "bars"}, "palettes": {"standard": {"orange": paint}}}
    assert read_palettes(whole)["standard"]["orange"].pattern == "bars"
    with pytest.raises(CatalogError, match=fault):
        read_palettes(whole | change)


def pixels(made: Picture) -> Array:
    """The steps of the three lights of a picture, row by row."""
    return np.asarray(Image.open(BytesIO(made.png)).convert("RGB"), float)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_high_contrast_is_black_on_white_without_colours(game: str) -> None:
    view = view_of(game)
    usual = {"draw": "board", "game": game, "view": view, "options": crop(game, view)}
    shown = pixels(draw_recipe({**usual, "style": {"palette": "high"}}))
    assert np.ptp(shown, axis=2).max() == 0
    assert (shown > 220).mean() > 0.6
    assert (shown < 5).mean() > 0.01
    assert np.ptp(pixels(draw_recipe(usual)), axis=2).max() > 100


def test_patterns_without_colours_are_as_many_as_players() -> None:
    high = [paint for name, paint in PALETTES["high"].items() if name not in {"black", "white"}]
    assert len({paint.pattern for paint in high}) == len(high)
    assert {paint.fill for paint in high} == {(255, 255, 255)}


def test_a_temple_that_gives_something_is_paler_in_high_contrast_too() -> None:
    with drawing_in(PictureStyle(palette="high")):
        awake, asleep = (np.asarray(temples.temple("red", "dove", 1.0, awake=a).convert("L")) for a in (True, False))
    assert awake.mean() > asleep.mean() + 5


@pytest.mark.parametrize(("shots", "config", "area"), [(ACME_SHOTS, "full", "ur"), (CIV_SHOTS, "full-wx", "ionia")])
def test_parts_of_a_board_are_twice_as_large_for_whoever_wants_them_large(shots: Shots, config: str, area: str) -> None:
    usual = shots.area_shot(config, area).cam
    with drawing_in(PictureStyle(large=True)):
        close = shots.area_shot(config, area).cam
    assert close.scale == pytest.approx(2 * usual.scale, rel=0.2)
    assert close.unit > 1.5 * usual.unit
    assert abs(close.width - usual.width) < 100
    assert shots.board.shows(close, area)


@pytest.mark.parametrize("shots", [ACME_SHOTS, CIV_SHOTS])
def test_a_whole_board_is_as_large_as_ever_which_the_setting_says(shots: Shots) -> None:
    config = "full" if shots is ACME_SHOTS else "full-wx"
    usual = shots.whole_board(config).cam
    with drawing_in(PictureStyle(large=True)):
        assert shots.whole_board(config).cam == usual
    for language, whole in (("en", "the whole board"), ("de", "ein ganzes Brett"), ("fr", "un plateau entier")):
        assert whole in catalogue(language)["prefs.setting.size"]


@pytest.mark.soak
def test_cards_are_below_one_another_for_whoever_wants_them_large() -> None:
    recipe = {"draw": "hand", "game": "acme", "view": {}, "options": {"cards": [1, 30], "title": ""}}
    usual, large = draw_recipe(recipe), draw_recipe({**recipe, "style": {"large": True}})
    assert large.width < 0.6 * usual.width
    assert large.height > 1.9 * usual.height


@pytest.mark.soak
def test_a_large_hand_is_no_strip_of_which_each_card_would_be_shown_smaller() -> None:
    recipe = {"draw": "hand", "game": "acme", "view": {}, "options": {"cards": [1, 5, 30, 42, 57, 87], "title": ""}}
    large = draw_recipe({**recipe, "style": {"large": True}})
    assert large.height < 2.5 * large.width


@pytest.mark.soak
@pytest.mark.parametrize(
    ("shots", "config", "base"), [(ACME_SHOTS, "full", acme_base), (CIV_SHOTS, "full-wx", civ_base)]
)
def test_no_hatched_border_touches_a_letter_of_a_name_in_high_contrast(
    shots: Shots, config: str, base: Callable[[str, Camera], Any]
) -> None:
    """Lydia and the Icarian Sea could hardly be read: their ground keeps a rim of pixels around every letter free."""
    cam = shots.whole_board(config).cam
    with drawing_in(PictureStyle(palette="high")):
        names = base(config, cam).labels
    assert len(names) > 80
    for name, label in names.items():
        solid = label.image.getchannel("A").point([255 if a > 180 else 0 for a in range(256)])
        whole = solid.filter(ImageFilter.MaxFilter(5)).filter(ImageFilter.MinFilter(5))
        dark = label.image.convert("L").point([255 if tone < 90 else 0 for tone in range(256)])
        rim = ImageChops.multiply(dark, solid).filter(ImageFilter.MaxFilter(5))
        assert ImageChops.subtract(rim, whole).getbbox() is None, name
