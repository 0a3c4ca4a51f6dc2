"""What only some scenarios show: an old border, cards face down, long Epochs, fallen civilizations, totals."""

from __future__ import annotations

import io
from functools import cache

import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image

from engine.acme.game import GAME
from engine.acme.view import AcmeView, PlayerView
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.core.text import speaking
from render import acme
from render.acme import alt, civcard, panel, strip
from render.acme.header import in_turn
from render.acme.hearths import hearths, unprinted
from render.acme.overlay import draw_ground
from render.acme.pictures import SHOTS, base_of
from render.acme.position import Position, read
from render.acme.stacks import place_pieces
from render.acme.stripes import dashes_of
from render.paint.palette import PAINTS
from tests.acme.views import with_civ
from tests.render.picture_views import position, strewn

PERSIA = ("hittites", "sea_peoples", "egypt", "medes_persians")


@cache
def opening(scenario: str, *seats: tuple[str, str]) -> AcmeView:
    """A scenario as it is laid out, with these civilizations and players."""
    plans = [SeatPlan(civ, player=player) for civ, player in seats]
    seen: AcmeView = Table.new(GAME, scenario, plans, {}, "picture").view(None)
    return seen


def alexander() -> AcmeView:
    return opening("alexander", ("greeks", "Ana"), *((civ, "Ben") for civ in PERSIA))


def border_land() -> AcmeView:
    return opening("rome_vs_parthia", ("assyria", "Ana"), ("medes_persians", "Ben"))


def agamemnon() -> AcmeView:
    return opening("agamemnon", ("greeks", "Ana"))


def yellow(image: Image.Image) -> int:
    """How many pixels are about as yellow as yellow disks."""
    wanted = PAINTS["yellow"].fill
    off = np.abs(np.asarray(image.convert("RGB")).astype(int) - np.array(wanted))
    return int((off.max(axis=2) < 24).sum())


@pytest.mark.soak
def test_a_border_is_marked_in_its_areas_and_named_in_the_panel() -> None:
    view = border_land()
    assert {a for a, site in read(view).areas.items() if site.border} == set(view.border)
    bare = replace(view, border=())
    marked, plain = acme.board(view, area="judah"), acme.board(bare, area="judah")
    assert yellow(Image.open(io.BytesIO(marked.png))) > yellow(Image.open(io.BytesIO(plain.png))) + 2000
    assert "Judah: Rome 1, Old border" in marked.alt
    assert [one.name for row in strip.neutral_rows(read(view), 1300) for one in row][-1] == "Old border"
    assert "Old border" not in [one.name for row in strip.neutral_rows(read(bare), 1300) for one in row]


@pytest.mark.soak
def test_the_dashes_of_a_border_lie_inside_the_area_and_are_drawn_once() -> None:
    base = base_of("western", SHOTS.whole_board("western"))
    seen, area = read(border_land()), border_land().border[0]
    line = dashes_of(base, area)
    assert line.box == base.fills[area].box
    assert line.image.getpixel((line.image.width // 2, line.image.height // 2)) == (0, 0, 0, 0)
    draw_ground(base.picture.copy(), base, seen, area)
    parts = base.frontiers[area]
    draw_ground(base.picture.copy(), base, seen, area)
    assert base.frontiers[area] is parts


def test_cards_that_lie_face_down_are_those_of_their_owner() -> None:
    assert read(with_civ(alexander(), "medes_persians", aside=(14,))).civs["medes_persians"].aside == (14,)


@pytest.mark.soak
def test_cards_that_lie_face_down_are_shown() -> None:
    view = with_civ(alexander(), "medes_persians", aside=(14,))
    assert acme.board(view).png != acme.board(alexander()).png


def test_a_long_epoch_shows_the_turn_and_how_many_there_are() -> None:
    view = alexander()
    assert read(view).epoch_turns == 10
    assert alt.board(read(view)).startswith("Full map, Epoch IV, turn 1 of 10,")
    assert read(border_land()).epoch_turns == 5
    assert read(position("full_six")[0]).epoch_turns == 4


@pytest.mark.soak
def test_how_long_an_epoch_is_changes_the_picture() -> None:
    view = alexander()
    assert acme.board(replace(view, turn=7)).png != acme.board(replace(view, turn=7, epoch_turns=9)).png


def test_a_fallen_civilization_keeps_its_disks_but_has_no_space_in_the_order() -> None:
    order = ("greeks", *(c for c in PERSIA if c != "egypt"))
    view = replace(with_civ(alexander(), "egypt", out=True), order=order)
    seen = read(view)
    assert in_turn(seen) == [*view.order]
    assert seen.order[-1] == "egypt"
    assert seen.site("abydos").disks == {"egypt": 1}
    assert civcard.why_gone(seen.civs["egypt"]) == "has fallen"
    assert "Egyptian Satrapy 0 (out)" in alt.board(read(view))
    assert panel.panel_height(1600, seen) == panel.panel_height(1600, read(alexander()))


def test_a_civilization_that_left_without_a_disk_is_out_of_the_game() -> None:
    view = with_civ(alexander(), "egypt", out=True, disks=0)
    assert civcard.why_gone(read(view).civs["egypt"]) == "out of the game"


def test_troy_has_the_last_space_in_the_order_while_it_stands() -> None:
    view = agamemnon()
    assert "troy" not in view.order
    assert in_turn(read(view)) == [*view.order, "troy"]
    fallen = replace(view, neutrals={})
    assert in_turn(read(fallen)) == [*view.order]
    assert "Troy: Ilium." in alt.board(read(view))


def test_other_neutral_factions_have_no_space_in_the_order() -> None:
    assert in_turn(read(border_land())) == [*border_land().order]


def test_an_empire_and_a_player_with_several_civilizations_have_a_total() -> None:
    seen = read(alexander())
    found = [(one.name, one.note, len(one.signs)) for row in strip.player_rows(seen, 1580) for one in row]
    assert found == [("Ana", "0 VP", 1), ("Persian Empire", "0 VP", 4)]
    assert "Totals: Ana 0, Persian Empire 0." in alt.board(seen)
    with speaking("de"):
        assert [one.name for one in read(alexander()).players] == ["Ana", "Perserreich"]


def test_a_player_goes_by_the_name_people_know_and_an_npc_by_that_of_its_civilization() -> None:
    view = opening("mithridates", ("assyria", "Ana"), ("egypt", "Ana"))
    players = (PlayerView("Ana", ("assyria", "egypt"), "0"), PlayerView("", ("greeks",), "0"))
    seen = read(replace(view, players=players), None, {"assyria": "Tamar", "egypt": "Tamar"})
    assert [player.name for player in seen.players] == ["Tamar", "Pontus"]


def divided() -> AcmeView:
    """One vs. Two, with 30 VP of two civilizations divided by four."""
    view, _ = position("abbreviated_western")
    double, single = list(view.civs)[:2]
    seats = [SeatPlan(player="Ann"), SeatPlan(player="Ann"), SeatPlan(player="Bob")]
    played = Table.new(GAME, "standard", seats, {"one_vs_two": True, "divisor": 4}, "totals").view(None)
    assert [(len(one.civs), one.divisor) for one in played.players] == [(2, 4), (1, 1)]
    fifteen = with_civ(with_civ(view, double, vp=15), single, vp=15)
    return replace(fifteen, players=(PlayerView("Ann", (double, single), "7.5", divisor=4),))


def test_the_vp_of_two_civilizations_are_shown_divided() -> None:
    seen = read(divided())
    assert [one.note for row in strip.player_rows(seen, 540) for one in row] == ["30 ÷ 4 = 7.5 VP"]


@pytest.mark.soak
def test_the_vp_of_two_civilizations_change_the_picture() -> None:
    assert acme.board(divided()).png != acme.board(position("abbreviated_western")[0]).png


def test_a_game_of_single_civilizations_has_no_totals() -> None:
    seen = read(strewn("full", 6))
    assert (strip.player_rows(seen, 1580), panel.strips(seen, 1580)) == ([], 0)


@pytest.mark.parametrize("width", [300, 540, 1300])
def test_the_lines_below_the_cards_stay_within_the_panel(width: int) -> None:
    for seen in (read(alexander()), read(border_land()), read(divided())):
        rows = [*strip.player_rows(seen, width), *strip.neutral_rows(seen, width)]
        assert panel.strips(seen, width) == 46 * len(rows)
        assert all(len(row) == 1 or sum(one.breadth for one in row) <= width for row in rows)


def home_of(seen: Position, civ: str) -> str:
    return seen.civs[civ].home


@pytest.mark.soak
def test_a_home_without_a_printed_place_stands_among_the_pieces_of_its_own_area() -> None:
    seen = read(border_land())
    base = base_of("western", SHOTS.whole_board("western"))
    area = home_of(seen, "assyria")
    assert base.places[area].home is None
    assert len(unprinted(base, seen, area)) == 1
    boxes = [piece.box for piece in place_pieces(base, seen)[area].standing]
    fill = base.fills[area]
    assert len(boxes) == 2
    assert all(fill.x <= (x0 + x1) / 2 <= fill.x + fill.image.width for x0, _, x1, _ in boxes)


@pytest.mark.soak
def test_a_home_with_a_printed_place_stands_there() -> None:
    seen = read(agamemnon())
    base = base_of("western", SHOTS.whole_board("western"))
    area = home_of(seen, "greeks")
    assert len(hearths(seen, area)) == 1
    assert unprinted(base, seen, area) == []
