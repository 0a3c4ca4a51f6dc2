"""The board for a phone: the three regions where most has happened, large enough at 400 pixels."""

from __future__ import annotations

from io import BytesIO

import pytest
from msgspec.structs import replace
from PIL import Image

import render
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.games import GAMES
from render.acme import pictures as acme
from render.acme.board import CENTRE, HEIGHT, WIDTH, in_order, region_of
from render.acme.camera import BOARD
from render.acme.placement import SMALLEST, places
from render.acme.position import read
from render.acme.stacks import CHIP
from render.board import phone
from render.board.phone import WIDE, hottest, pile_windows, window
from render.civ import pictures as civ
from render.civ.board import HEIGHT as CIV_HEIGHT
from render.civ.board import WIDTH as CIV_WIDTH
from render.civ.camera import BOARD as CIV_BOARD
from render.civ.pieces import HIGH
from render.culture_wars import ground, panel
from render.culture_wars import pictures as culture
from render.culture_wars import position as culture_position
from render.paint import pieces
from tests.render.civ_views import late as late_civ
from tests.render.late_positions import late

ON_A_PHONE = 400 / WIDE


def test_a_disk_is_thirty_pixels_wide_where_the_picture_is_400() -> None:
    cam = BOARD.camera(window({CENTRE["akkad"]: 1.0}, acme.PHONE, (WIDTH, HEIGHT)), WIDE)
    assert pieces.SIZES[1][0] * cam.unit * ON_A_PHONE >= 30
    assert (cam.width, cam.height) == (phone.WIDE, phone.HIGH)
    wider = CIV_BOARD.camera(window({(900.0, 600.0): 1.0}, civ.PHONE, (CIV_WIDTH, CIV_HEIGHT)), WIDE)
    assert HIGH * wider.unit * ON_A_PHONE >= 30


def test_names_can_be_read_at_390_pixels() -> None:
    cam = BOARD.camera(window({CENTRE["akkad"]: 1.0}, acme.PHONE, (WIDTH, HEIGHT)), WIDE)
    found = places(cam, [area for area in in_order("full") if BOARD.share(cam, area) > 0.6])
    assert len(found) > 3
    assert min(place.size for place in found.values()) * 390 / WIDE >= SMALLEST


def test_a_name_keeps_clear_of_the_numbers_below_a_neighbours_stack() -> None:
    """The name of Lydia lay over the number of the stack in Ilium."""
    cam = BOARD.camera(window({CENTRE["lydia"]: 1.0}, acme.PHONE, (WIDTH, HEIGHT)), WIDE)
    found = places(cam, [area for area in in_order("full") if BOARD.share(cam, area) > 0.6])
    (left, top, right, _), ilium = found["lydia"].box, found["ilium"].box
    assert top >= ilium[3] + CHIP * cam.unit or left >= ilium[2] or right <= ilium[0]


def test_the_three_hottest_regions_come_first() -> None:
    seen = read(*late(15))
    found = hottest(acme.heat(seen), region_of)
    assert len(found) == 3
    assert all(region_of(area) == region for region, areas in found for area in areas)
    warmth = [sum(areas.values()) for _, areas in found]
    assert warmth == sorted(warmth, reverse=True)
    assert {area for _, areas in found for area in areas} <= {*seen.contested, *seen.changed}


def test_where_nothing_has_happened_the_regions_with_most_disks_are_shown() -> None:
    view, _ = late(15)
    quiet = {a: replace(area, contested=False) for a, area in view.areas.items()}
    assert len(hottest(acme.heat(read(replace(view, areas=quiet))), region_of)) == 3
    bare = read(replace(view, areas={}))
    assert hottest(acme.heat(bare), region_of) == []


def test_a_window_holds_most_of_what_happened_and_stays_on_the_board() -> None:
    heat = {(100.0, 100.0): 1.0, (150.0, 120.0): 1.0, (1900.0, 900.0): 1.5}
    left, top, right, bottom = window(heat, 1.7, (2560, 1600))
    assert left <= 100 <= 150 <= right
    assert top <= 100 <= 120 <= bottom
    assert (left, top) >= (0, 0)
    edge = window({(2559.0, 1599.0): 1.0}, 1.7, (2560, 1600))
    assert edge[2:] == pytest.approx((2560, 1600))


@pytest.mark.soak
def test_the_picture_piles_three_windows_and_tells_of_their_areas() -> None:
    view, before = late(15)
    picture = render.draw("acme", view, since=before, show="phone")
    assert (picture.width, picture.height) == (WIDE, 3 * (phone.HIGH + phone.TITLE))
    assert picture.alt.startswith("The areas where the most has happened, Epoch IV, turn 4")
    assert "Babylon: " in picture.alt
    assert len(picture.png) < 400 * 1024


@pytest.mark.soak
def test_nations_have_one_too() -> None:
    picture = render.draw("civ", late_civ("full-wx", 8), show="phone")
    assert (picture.width, picture.height) == (WIDE, 3 * (phone.HIGH + phone.TITLE))
    assert "the areas where the most happened" in picture.alt


def test_a_board_on_which_nothing_lies_is_a_picture_too() -> None:
    assert pile_windows([], "Turn 1").height > 0
    view, _ = late(15)
    assert render.draw("acme", replace(view, areas={}), show="phone").png


@pytest.mark.soak
def test_culture_wars_on_a_phone_is_the_land_alone() -> None:
    table = Table.new(
        GAMES["culture_wars"], "standard", [SeatPlan(by="npc"), SeatPlan(by="npc")], {"rounds": 1}, "phone"
    )
    whole, close = (culture.board(table.view(None), show=show) for show in ("board", "phone"))
    seen = culture_position.read(table.view(None))
    camera = ground.whole(seen, culture.SIZE)
    assert Image.open(BytesIO(close.png)).size == (camera.width, camera.height)
    assert Image.open(BytesIO(whole.png)).width == camera.width + panel.SIDE
    assert camera.side * 400 / camera.width >= 24
    assert close.alt == whole.alt
