"""The board draws on every map, for every number of civilizations, within Discord's limits."""

from __future__ import annotations

import io
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

import render
from engine.acme.facts.catalog import AREAS, MAPS
from engine.acme.view import NOBODY
from render import acme
from render.acme import alt
from render.acme.pictures import SHOTS, base_of
from render.acme.position import read
from render.board.bands import fade
from render.board.cutouts import Cutout
from render.paint.picture import Picture
from tests.acme.views import with_civ
from tests.render.picture_views import position, site, strewn

MOST_BYTES = 400 * 1024


def opened(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.png))


def assert_sendable(picture: Picture) -> None:
    """Size, palette and words."""
    image = opened(picture)
    assert image.size == (picture.width, picture.height)
    assert image.mode == "P"
    assert len(picture.png) <= MOST_BYTES
    assert 0 < len(picture.alt) <= 1024


@pytest.mark.soak
@pytest.mark.sample(1)
@pytest.mark.parametrize("board", MAPS)
def test_every_map_draws_for_two_to_six_civilizations(board: str) -> None:
    for civs in range(2, 7):
        view = strewn(board, civs, seed=civs)
        picture = acme.board(view)
        assert_sendable(picture)
        assert max(picture.width, picture.height) <= 1700


@pytest.mark.soak
def test_a_view_always_gives_the_same_bytes_whatever_the_order_of_its_keys() -> None:
    view, before = position("abbreviated_western")
    areas = {key: view.areas[key] for key in reversed([*view.areas])}
    turned = replace(view, areas=areas, civs={key: view.civs[key] for key in reversed([*view.civs])})
    assert acme.board(view, since=before) == acme.board(view, since=before)
    assert acme.board(view, since=before) == acme.board(turned, since=before)


@pytest.mark.soak
def test_hands_in_a_view_do_not_change_the_picture() -> None:
    view, _ = position("abbreviated_western")
    seen = with_civ(with_civ(view, "egypt", hand=(1, 2, 3)), "hittites", hand=(4, 5, 6))
    assert acme.board(view) == acme.board(seen)


@pytest.mark.soak
def test_what_changed_is_marked_and_told() -> None:
    view, before = position("abbreviated_western")
    marked = acme.board(view, since=before)
    assert marked.png != acme.board(view).png
    assert "Changed: Kaska Barbarians 0→4, Hittites 2→0" in marked.alt
    assert "Changed" not in acme.board(view, since=view).alt


def test_the_first_250_characters_tell_phase_cities_and_contested_areas() -> None:
    view, before = position("full_six")
    essence = alt.board(read(view, before))[:250]
    assert essence.startswith("Full map, Epoch III, turn 2, Competition.")
    assert "Assyria 5, Egypt 3" in essence
    assert "Contested: Parthia, Susa, Upper Gulf, Akkad, Aleppo, Alashiya." in essence


@pytest.mark.soak
def test_the_panel_beside_a_tall_map_tells_how_many_cards_the_deck_has() -> None:
    """ACME §11: an empty deck ends the Epoch, so that it stands on every board and not below wide ones alone."""
    view, _ = position("abbreviated_western")
    assert acme.board(replace(view, deck_count=41)).png != acme.board(replace(view, deck_count=5)).png


@pytest.mark.soak
def test_players_names_replace_those_of_the_view() -> None:
    view, _ = position("abbreviated_western")
    assert acme.board(view, names={"egypt": "Tamar"}).png != acme.board(view).png


@pytest.mark.soak
def test_a_region_is_drawn_with_its_areas() -> None:
    view, before = position("abbreviated_western")
    picture = acme.board(view, since=before, region="egypt")
    assert_sendable(picture)
    assert picture.alt.startswith("Egypt, Epoch I, turn 2, Cards. Contested: Memphis.")
    assert "Memphis: Egypt 3, Barbarians 2, Contested" in picture.alt
    assert "Hattusha" not in picture.alt


@pytest.mark.soak
def test_an_area_is_drawn_with_its_neighbours() -> None:
    view, _ = position("abbreviated_western")
    picture = acme.board(view, area="aleppo")
    assert_sendable(picture)
    assert picture.width <= 1200
    assert picture.alt.startswith("Aleppo and the areas adjacent to it")
    assert "Ugarit: Hittites 1, Egypt 1" in picture.alt


@pytest.mark.soak
@pytest.mark.parametrize(
    ("show", "words"),
    [("mine", "Areas of Egypt"), ("contested", "Contested areas"), ("changes", "Changed areas")],
)
def test_chosen_areas_are_drawn(show: Any, words: str) -> None:
    view, before = position("abbreviated_western")
    picture = acme.board(view, since=before, show=show, seat="egypt")
    assert_sendable(picture)
    assert picture.alt.startswith(words)


def test_a_selection_without_areas_is_a_picture_too() -> None:
    view, _ = position("abbreviated_western")
    assert_sendable(acme.board(view, since=view, show="changes"))


def test_what_is_out_of_play_or_unknown_is_refused() -> None:
    view, _ = position("abbreviated_western")
    with pytest.raises(ValueError, match="out of play"):
        acme.board(view, region="indus")
    with pytest.raises(ValueError, match="out of play"):
        acme.board(view, area="bactria")
    with pytest.raises(KeyError):
        acme.board(view, region="atlantis")
    with pytest.raises(ValueError, match="no such selection"):
        acme.board(view, show="nothing")  # type: ignore[arg-type]


def test_a_table_at_setup_has_no_homes_and_nameless_seats() -> None:
    view, _ = position("abbreviated_western")
    seats = {f"seat_{i}": replace(NOBODY, colour=colour) for i, colour in enumerate(("red", "blue"), start=1)}
    empty = {slug: site("") for slug in view.areas}
    assert_sendable(acme.board(replace(view, phase="setup", order=(), civs=seats, areas=empty)))


def test_games_are_drawn_by_their_name() -> None:
    view, _ = position("abbreviated_western")
    assert render.draw("acme", view) == acme.board(view)
    with pytest.raises(KeyError):
        render.draw("chess", view)


@pytest.mark.soak
def test_every_area_of_the_catalog_has_a_shape() -> None:
    assert set(base_of("full", SHOTS.whole_board("full")).places) == set(AREAS)


def test_what_is_not_asked_for_fades_alike_in_whichever_order_the_areas_are_named() -> None:
    """Masks of neighbours overlap and are rounded: in the order of a set they gave other bytes each time."""
    faint = Image.new("L", (6, 6), 1)
    base: Any = SimpleNamespace(fills={"ur": Cutout(faint, 0, 0), "elam": Cutout(Image.new("L", (6, 6), 78), 1, 1)})
    drawn = []
    for focus in (["ur", "elam"], ["elam", "ur"]):
        picture = Image.new("RGB", (8, 8))
        fade(picture, base.fills, focus)
        drawn.append(picture.tobytes())
    assert drawn[0] == drawn[1]
