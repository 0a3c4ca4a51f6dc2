"""Late in a game pieces, badges and names of crowded neighbours leave one another in sight; boxes are measured."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from render.acme import overlay, stacks
from render.acme.base import LETTERING, Base, laid_out, tones
from render.acme.board import in_order, in_play
from render.acme.hearths import printed_boxes
from render.acme.overlay import hides
from render.acme.pictures import SHOTS
from render.acme.position import Position, read
from render.acme.signs import SIGNS
from render.acme.stacks import AreaPieces, place_pieces
from render.board.crowds import Clearing, meeting, overlap, shared_pixels
from render.board.cutouts import name_sprite
from render.board.signs import put_on, sprite_of
from render.paint import chips, pieces
from render.paint.canvas import SUPER, Box
from render.paint.chips import chip
from render.paint.palette import Rgb
from render.paint.pieces import piece_size
from tests.acme.views import with_area, with_civ
from tests.conformance.players import ACME_MAPS
from tests.render.late_positions import NUMBER, late, stored
from tests.render.picture_views import position

DRAWN = pieces.piece
HIDDEN = 0.2  # most of a piece that may lie under something else
FINE = 2  # cells of a measure for each pixel


@pytest.fixture(autouse=True)
def blank(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the size of stacks counts here: what is on them takes time to draw."""
    monkeypatch.setattr(pieces, "piece", blank_piece)


@cache
def blank_piece(_colour: str, _letter: str, disks: int, unit: float = 1.0) -> Image.Image:
    wide, high = (round(side) // SUPER for side in piece_size(disks, unit * SUPER))
    return Image.new("RGBA", (wide, high))


def test_a_blank_stack_has_the_size_of_a_drawn_one() -> None:
    for disks in range(1, 5):
        assert blank_piece("red", "A", disks, 1.1).size == DRAWN("red", "A", disks, 1.1).size


@cache
def ground_of(config: str) -> Base:
    return laid_out(SHOTS.whole_board(config).cam, in_order(config))


@cache
def settled_late(number: int) -> tuple[Base, Position, dict[str, AreaPieces]]:
    seen = read(*late(number))
    base = ground_of(seen.map)
    return base, seen, place_pieces(base, seen)


def of_map(config: str) -> list[int]:
    return [number for number in range(NUMBER) if stored()[number]["map"] == config]


def covered(box: Box, others: Iterable[Box]) -> float:
    """The share of a box that lies under the others together."""
    near = meeting(box, others)
    if not near:
        return 0.0
    x, y, right, bottom = (round(edge * FINE) for edge in box)
    cells = np.zeros((bottom - y, right - x), bool)
    for other in near:
        left, top, end, foot = (round(edge * FINE) for edge in other)
        cells[max(0, top - y) : max(0, foot - y), max(0, left - x) : max(0, end - x)] = True
    return float(cells.mean())


def names(base: Base) -> list[Box]:
    return [box for lines in base.written.values() for box in lines]


def badges(found: dict[str, AreaPieces]) -> list[Box]:
    return [there.badge for there in found.values() if there.badge]


def in_sequence(found: dict[str, AreaPieces]) -> list[Box]:
    """The boxes of all pieces as they are drawn one above the other."""
    there = sorted(found.items(), key=lambda one: (max(piece.foot for piece in one[1].standing), one[0]))
    return [piece.box for _, one in there for piece in one.standing]


def test_the_positions_are_late_crowded_and_of_every_map() -> None:
    assert [len(of_map(config)) for config in ACME_MAPS] == [8] * 5
    assert {raw["epoch"] for raw in stored()} == {4}
    assert all(len(raw["civs"]) == 6 for raw in stored())
    contested = [len(read(*late(number)).contested) for number in range(NUMBER)]
    assert sum(contested) > 300


@pytest.mark.soak
@pytest.mark.parametrize("config", ACME_MAPS)
def test_no_name_touches_another(config: str) -> None:
    base = ground_of(config)
    assert set(base.written) == in_play(config)
    for (one, lines), (other, more) in combinations(base.written.items(), 2):
        if any(meeting(line, more) for line in lines):
            assert not (letters(base, one) & letters(base, other)).any(), (one, other)


def letters(base: Base, area: str) -> npt.NDArray[np.bool_]:
    """The pixels of the picture in which the letters of a name are."""
    spot, out = base.places[area], np.zeros((base.cam.height, base.cam.width), bool)
    sprite = name_sprite(spot.lines, spot.size, spot.label, tones(area), LETTERING)
    dark = np.asarray(sprite.image.convert("RGBA")).astype(int)
    inked = (dark[..., 3] > 128) & (dark[..., :3].sum(2) < 330)
    out[sprite.y : sprite.y + sprite.image.height, sprite.x : sprite.x + sprite.image.width] = inked
    return out


@pytest.mark.soak
@pytest.mark.parametrize("config", ACME_MAPS)
def test_no_piece_is_hidden_by_more_than_a_fifth(config: str) -> None:
    hidden: list[float] = []
    for number in of_map(config):
        base, seen, found = settled_late(number)
        pieces, above = in_sequence(found), [*names(base), *badges(found)]
        hidden += [covered(box, [*pieces[i + 1 :], *above]) for i, box in enumerate(pieces)]
        hidden += [covered(home, [*pieces, *badges(found)]) for home in printed_boxes(base, seen)]
    assert max(hidden) <= HIDDEN


@pytest.mark.soak
@pytest.mark.parametrize("config", ACME_MAPS)
def test_badges_hide_neither_names_nor_one_another(config: str) -> None:
    twice: list[float] = []
    hidden: list[float] = []
    for number in of_map(config):
        base, _, found = settled_late(number)
        signs = badges(found)
        twice += [overlap(one, other) for one, other in combinations(signs, 2)]
        hidden += [covered(box, signs) for box in names(base)]
    assert max(twice) <= 0.1
    assert max(hidden) <= 0.12


@pytest.mark.soak
@pytest.mark.parametrize("config", ACME_MAPS)
def test_the_dashes_of_a_contested_area_stay_in_sight(config: str) -> None:
    """Or a frame stands around its pieces, where an island is smaller than they are."""
    shares: list[float] = []
    for number in of_map(config):
        base, seen, found = settled_late(number)
        above = [*in_sequence(found), *names(base), *badges(found)]
        dashed = [area for area in seen.contested if not hides(found[area], base, area)]
        shares += [in_sight(base, area, above) for area in dashed]
    assert min(shares) > 0.15


def in_sight(base: Base, area: str, above: list[Box]) -> float:
    """The share of the band of an area that nothing lies upon."""
    band = base.bands[area]
    ink = np.asarray(band.image) > 100
    free = ink.copy()
    for box in meeting(base.fills[area].box, above):
        left, top, right, bottom = (round(edge) for edge in box)
        free[max(0, top - band.y) : max(0, bottom - band.y), max(0, left - band.x) : max(0, right - band.x)] = False
    return float(free.sum() / ink.sum())


@pytest.mark.sample(1)
@pytest.mark.parametrize("config", ACME_MAPS)
def test_pieces_stand_in_the_picture_in_or_by_their_own_area(config: str) -> None:
    astray: list[tuple[int, str]] = []
    for number in of_map(config):
        base, _, found = settled_late(number)
        inside = (0.0, -1.0, base.cam.width + 1.0, base.cam.height + 8.0)
        for area, there in found.items():
            whole = all(shared_pixels(box, inside) == shared_pixels(box, box) for box in there.boxes)
            near = all(shared_pixels(piece.box, base.fills[area].box) for piece in there.standing)
            astray += [] if whole and near else [(number, area)]
    assert astray == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("config", ACME_MAPS)
def test_most_pieces_keep_their_size(config: str) -> None:
    whole = small = 0
    for number in of_map(config):
        base, _, found = settled_late(number)
        whole += len(found)
        small += sum(there.unit < base.cam.unit for there in found.values())
    assert small < 0.06 * whole


def test_a_city_of_four_has_its_number_on_the_whole_board(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, said = read(position("full_six")[0]), list[str]()
    base = ground_of("full")

    def noted(text: str, ground: Rgb, unit: float, units: float = 15) -> Image.Image:
        said.append(text)
        return chip(text, ground, unit, units)

    monkeypatch.setattr(chips, "chip", noted)
    found = place_pieces(base, seen)
    ground = Image.new("RGB", (base.cam.width, base.cam.height))
    put_on(ground, SIGNS, stacks.put_stacks(seen, found.items(), numbers=False))
    stacked = [str(n) for site in seen.areas.values() for n in site.disks.values()]
    assert said == ["4"] * stacked.count("4")


@pytest.mark.soak
def test_a_frame_stands_around_the_pieces_that_hide_an_island() -> None:
    view, _ = position("abbreviated_western")
    crowded = {"disks": {"egypt": 4, "hittites": 4}, "control": None, "contested": True}
    seen = read(with_area(view, "rhodes", **crowded))
    base = ground_of(seen.map)
    found = place_pieces(base, seen)
    assert hides(found["rhodes"], base, "rhodes")
    framed = overlay.framed("rhodes", found["rhodes"], base.cam.unit)
    boxes = [one.box for one in found["rhodes"].standing]
    assert framed.sign.kind == "stripes"
    assert sprite_of(SIGNS, framed.sign, framed.size).width > max(box[2] for box in boxes) - min(b[0] for b in boxes)


def test_a_box_finds_the_free_half_of_its_area() -> None:
    fill, band = Image.new("L", (120, 60), 255), Image.new("L", (120, 60), 0)
    ground = Clearing.of(fill, band, (30, 30), (0, 0, 180, 120), [(30, 30, 90, 90)])
    worth, (left, top) = ground.search([], (60, 60)).best(30, 30)
    assert worth > 0.8
    assert (left, top) == (90, 45)
    assert ground.search([(90, 30, 150, 90)], (60, 60)).best(30, 30)[0] < 0
    assert ground.search([], (60, 60)).best(900, 30)[0] < -1


def dark(seen: Position, area: str) -> int:
    """How many pixels of the band of an area are much darker than orange or red."""
    base = ground_of(seen.map)
    picture = Image.new("RGB", (base.cam.width, base.cam.height), (255, 255, 255))
    overlay.draw_ground(picture, base, seen, area)
    return int((np.asarray(picture)[..., 0] < 110).sum())


def test_orange_bands_have_a_line_and_red_ones_none() -> None:
    """What differs by hue alone looks alike to some."""
    view, _ = position("full_six")
    inked = {}
    for colour in ("orange", "red"):
        inked[colour] = dark(read(with_civ(view, "egypt", colour=colour)), "memphis")
    assert inked["orange"] > inked["red"] + 80
