"""Charts: a page that puts a board together from its chart shows what the picture shows."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Callable
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageChops

import render
from engine.acme.facts.catalog import MAPS, playable
from engine.civ.catalog import MAPS as CIV_MAPS
from engine.civ.geography import geography
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.core.text import speaking
from engine.games import GAMES, PRESENTATIONS
from render.board import signs
from render.board.outline_paths import path, simplified
from render.chart import Chart
from render.paint.canvas import corner
from render.paint.palette import PAINTS
from render.paint.patterns import field, period
from render.paint.style import PictureStyle, drawing_in
from tests.acme.cards.tables import duel
from tests.civ.tables import crowded as crowded_civ
from tests.conformance.culture import crowded
from tests.render.chart_page import mask_of, put_together, rings_of
from tests.render.civ_views import early
from tests.render.civ_views import late as late_civ
from tests.render.late_positions import late
from tests.render.picture_views import position, strewn
from tests.render.test_culture_wars import seen, table

Position = tuple[Any, Any]  # a view, and the one before it
NEAR, FAR = 8.0, 0.025  # how much a pixel differs on average, of 255, and how many differ much: stripes run otherwise
MUCH = 60
SHAPES, MARKS, GROUND, SPRITES = 15 * 1024, 3 * 1024, 200 * 1024, 130 * 1024  # bytes at most
VAST, VASTLY = (
    ("civ 7p", "civ 8p", "civ full-main", "civ full-wx"),
    1.1,
)  # maps for seven and eight, whose shapes and marks may take more
INNER = (2, 2, 60, 60)
MOVING = Table.new(GAMES["culture_wars"], "standard", [SeatPlan("suns"), SeatPlan("moons")], {}, "tiles")


def acme(config: str) -> Position:
    """A position of ACME with a bit of everything."""
    return strewn(config, 6, fill=0.4), None


def civ(config: str) -> Position:
    """A crowded position of Advanced Civilization."""
    return late_civ(config, max(CIV_MAPS[config].players)), None


def culture_wars(number: int) -> Position:
    """A crowded position of Culture Wars."""
    return crowded(number).view(None), crowded(number + 3).view(None)


CASES: dict[str, tuple[str, Callable[[], Position]]] = {
    "acme early": ("acme", lambda: (position("abbreviated_western")[0], None)),
    "civ early": ("civ", lambda: (early("2p", 2), None)),
    "civ changed": ("civ", lambda: (late_civ("2p", 2), early("2p", 2))),
    "culture_wars early": ("culture_wars", lambda: (MOVING.view(None), None)),
    **{f"culture_wars {number}": ("culture_wars", partial(culture_wars, number)) for number in range(3)},
    **{f"acme late {number}": ("acme", partial(late, number)) for number in range(5)},
    **{f"acme {config}": ("acme", partial(acme, config)) for config in MAPS},
    **{f"civ {config}": ("civ", partial(civ, config)) for config in CIV_MAPS},
}


def drawn(game: str, view: Any, since: Any, size: tuple[int, int]) -> Image.Image:
    """The board without its panel."""
    picture = Image.open(io.BytesIO(render.draw(game, view, since=since).png)).convert("RGB")
    top = (picture.height - size[1]) // 2 if game == "culture_wars" else 0
    return picture.crop((0, top, size[0], top + size[1]))


def looks_like_its_picture(case: str) -> None:
    """What a page puts together looks like the picture."""
    game, made = CASES[case]
    view, since = made()
    page = put_together(game, view, since)
    away = np.asarray(ImageChops.difference(page, drawn(game, view, since, page.size)).convert("L"))
    assert away.mean() < NEAR
    assert (away > MUCH).mean() < FAR


def lists_what_its_picture_stamps(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The chart lists what the picture stamps."""
    game, made = CASES[case]
    view, since = made()
    stamped: list[tuple[int, ...]] = []

    def noted(_picture: Image.Image, sprite: Image.Image, x: float, y: float, anchor: str) -> None:
        stamped.append((*corner(sprite, x, y, anchor), *sprite.size))

    monkeypatch.setattr(signs, "stamp", noted)
    render.draw(game, view, since=since)
    marks = render.chart_of(game, view, since).marks
    assert sorted((mark.x, mark.y, mark.w, mark.h) for mark in marks) == sorted(stamped)


def chart_of(case: str) -> Chart:
    game, made = CASES[case]
    return render.chart_of(game, *made())


def places_of(case: str) -> set[str]:
    """What has to have a shape."""
    game, made = CASES[case]
    view = made()[0]
    if game == "acme":
        return {f"area:{area}" for area in playable(view.map)}
    if game == "civ":
        land = geography(view.map.id)
        return {f"area:{a}" for a in land.areas} | {f"harbour:{p}" for ports in land.harbours.values() for p in ports}
    return {f"square:{square}" for square in view.squares}


def gives_every_place_a_shape(case: str) -> None:
    """Every place has a shape, with the points of its name and its pieces inside."""
    chart = chart_of(case)
    by_id = {shape.id: shape for shape in chart.shapes}
    assert len(by_id) == len(chart.shapes)
    assert by_id.keys() >= places_of(case)
    named = {*chart.bands, *chart.changed, *chart.contested, *chart.bordered, *(mark.on for mark in chart.marks)}
    assert by_id.keys() >= named
    assert by_id.keys() >= {shape.within for shape in chart.shapes if shape.within}
    for shape in chart.shapes:
        mask = mask_of(shape, chart.size)
        assert all(mask.getpixel(point) for point in (shape.label, shape.stack)), shape.id
        assert shape.id.partition(":")[0] in {shape.kind, "area"}


def packed(rows: object) -> int:
    return len(gzip.compress(json.dumps(rows, separators=(",", ":")).encode()))


def is_light(case: str) -> None:
    """The chart and its pictures take few bytes."""
    game, made = CASES[case]
    view, since = made()
    chart = render.chart_of(game, view, since)
    more = VASTLY if case in VAST else 1.0
    assert (
        packed([(shape.id, shape.kind, shape.d, shape.stack, shape.within) for shape in chart.shapes]) < SHAPES * more
    )
    assert packed([(mark.sprite, mark.x, mark.y, mark.w, mark.h) for mark in chart.marks]) < MARKS * more
    names = render.names_picture(game, view)
    assert len(render.base_picture(game, view).data) < GROUND
    assert len(names.data if names else b"") < GROUND / 2
    assert sum(len(render.sprite(game, name).data) for name in {mark.sprite for mark in chart.marks}) < SPRITES


def has_larger_sprites(case: str) -> None:
    """Sprites are larger than their marks and have their shape."""
    game, _ = CASES[case]
    drawn = [(mark, render.sprite(game, mark.sprite)) for mark in chart_of(case).marks]
    assert [mark for mark, sprite in drawn if sprite.width <= 1.15 * mark.w] == []
    shapes = [(sprite.width / sprite.height, mark.w / mark.h, mark.h) for mark, sprite in drawn]
    assert [one for one in shapes if abs(one[0] - one[1]) >= 0.12 * one[1] + 2 / one[2]] == []


@pytest.mark.sample(2)
@pytest.mark.parametrize("case", CASES)
def test_a_chart_shows_what_its_picture_shows(case: str) -> None:
    """All at once: to play a game to its late positions takes longer than to look at them."""
    looks_like_its_picture(case)
    with pytest.MonkeyPatch.context() as patch:
        lists_what_its_picture_stamps(case, patch)
    gives_every_place_a_shape(case)
    is_light(case)
    has_larger_sprites(case)
    has_facts_in_plain_words(case)


@pytest.mark.parametrize(
    ("game", "name"),
    [
        *(("acme", name) for name in ("mural", "disks", "disks.blue.H", "disks.mauve.H.1", "disks.blue.H.5")),
        *(
            ("acme", name)
            for name in ("count.0", "count.1000", "count.x", "home.blue.1", "disks.blue.H.1.1", "home../")
        ),
        *(("culture_wars", name) for name in ("people.suns.3.9", "offer.n11111", "offer.<b>", "people.cups.1")),
        *(("civ", name) for name in ("tokens.blue", "limit.-1", "")),
    ],
)
def test_a_name_that_no_chart_can_have_is_an_error(game: str, name: str) -> None:
    with pytest.raises(KeyError):
        render.sprite(game, name)


@pytest.mark.parametrize("case", ["culture_wars early", "culture_wars 1"])
def test_the_land_of_a_view_has_a_key_of_its_own(case: str) -> None:
    chart = chart_of(case)
    with speaking("de"):
        assert chart_of(case).base == chart.base or CASES[case][0] != "culture_wars"
    with drawing_in(PictureStyle("high")):
        assert chart_of(case).base != chart.base
        assert chart_of(case).sprites != chart.sprites
    assert chart_of("culture_wars 1").base != chart_of("culture_wars early").base


@pytest.mark.soak
def test_a_base_map_has_a_key_for_each_map_language_and_ground_and_no_other() -> None:
    first, other = render.chart_of("acme", late(0)[0]), render.chart_of("acme", late(5)[0])
    assert (first.base, first.shapes, first.sprites) == (other.base, other.shapes, other.sprites)
    assert first.marks != other.marks
    with speaking("de"):
        assert render.chart_of("acme", late(0)[0]).base != first.base
    with drawing_in(PictureStyle("deutan")):
        assert render.chart_of("acme", late(0)[0]).base == first.base
        assert render.chart_of("acme", late(0)[0]).sprites != first.sprites


def test_while_tiles_move_they_and_the_places_offered_are_shapes() -> None:
    state = table("setup.tile")
    state.coins, state.tokens, state.lifted = {}, {}, "8"
    chart = render.chart_of("culture_wars", seen(state))
    assert {shape.kind for shape in chart.shapes} == {"square", "tile", "place"}
    places = [mask_of(shape, chart.size) for shape in chart.shapes if shape.kind == "place"]
    for one, other in combinations(places, 2):
        assert not ImageChops.multiply(one.crop(one.getbbox()), other.crop(one.getbbox())).crop(INNER).getbbox()
    assert {shape.kind for shape in chart_of("culture_wars 1").shapes} == {"square"}


def test_an_outline_keeps_its_corners_and_loses_what_changes_nothing() -> None:
    square = [(0.0, 0.0), (5.2, 0.3), (10.0, 0.0), (10.0, 10.0), (4.0, 10.4), (0.0, 10.0)]
    assert simplified(square) == [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    assert path([square]) == "M0 0l10 0 0 10-10 0z"
    assert rings_of(path([square, [(2.0, 2.0), (4.0, 2.0), (4.0, 4.0)]])) == [
        [(0, 0), (10, 0), (10, 10), (0, 10)],
        [(2, 2), (4, 2), (4, 4)],
    ]
    assert path([[(0.0, 0.0), (0.2, 0.2), (0.0, 0.3)]]) == ""


def has_facts_in_plain_words(case: str) -> None:
    """Every shape has a name and most have facts, in English and German."""
    game, made = CASES[case]
    view, atlas = made()[0], PRESENTATIONS[game].atlas
    assert atlas is not None
    for language in ("en", "de"):
        with speaking(language):
            told = {shape.id: (shape.kind, *atlas.shape(view, shape.id)) for shape in render.shapes(game, view)}
        assert all(name and "*" not in name + text and "{" not in text for _, name, text in told.values())
        assert all(text.endswith(".") for kind, _, text in told.values() if kind in {"area", "harbour", "square"})


@pytest.mark.soak
@pytest.mark.parametrize("game", ["acme", "civ", "culture_wars"])
def test_a_chart_holds_no_more_of_a_seats_view_than_of_the_publics(game: str) -> None:
    tables: dict[str, Table[Any]] = {"acme": duel().table, "civ": crowded_civ(2), "culture_wars": crowded(1)}
    played = tables[game]
    public = played.view(None)
    seats = next(getattr(public, name) for name in ("civs", "nations", "cultures") if hasattr(public, name))
    chart = render.chart_of(game, public)
    assert all(render.chart_of(game, played.view(seat)) == chart for seat in seats)


@pytest.mark.parametrize("paint", PAINTS)
def test_a_pattern_goes_on_where_it_begins_anew(paint: str) -> None:
    k, found = 6, PAINTS[paint]
    one = period(found, k)
    whole = field(found, 3 * one.width, 3 * one.height, k)
    middle = whole.crop((one.width, one.height, 2 * one.width, 2 * one.height))
    away = np.asarray(ImageChops.difference(one.convert("L"), middle.convert("L")))
    assert (away > MUCH).mean() < 0.06  # lines have blunt ends


@pytest.mark.soak
def test_bands_have_patterns_where_everything_is_black_and_white() -> None:
    view, since = late(1)
    with drawing_in(PictureStyle("high")):
        chart, page = render.chart_of("acme", view, since), put_together("acme", view, since)
        picture = drawn("acme", view, since, page.size)
    assert chart.patterns.keys() == chart.bands.keys()
    assert render.chart_of("acme", view, since).patterns == {}
    away = np.asarray(ImageChops.difference(page, picture).convert("L"))
    assert (away > MUCH).mean() < 3 * FAR  # patterns begin elsewhere
    tones = np.asarray(page)
    assert np.ptp(tones, axis=2).max() < 40


@pytest.mark.soak
def test_land_lies_above_the_water_around_it() -> None:
    kinds = [shape.kind for shape in chart_of("civ early").shapes]
    assert [kinds.index(kind) for kind in ("sea", "harbour", "area")] == sorted(
        kinds.index(kind) for kind in ("sea", "harbour", "area")
    )
