"""Pieces can be told apart by colour, by pattern, by letter, and by shape."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from engine.acme.facts.catalog import CARDS, DEITIES
from render.acme import marks, temples
from render.acme.key import ENTRIES
from render.paint import pieces
from render.paint.icons import icon, shapes
from render.paint.palette import INK, PAINTS, PAPER, PLAYER_COLOURS, TERRAIN
from render.paint.wording import texts
from tests.render.colour_sight import VISION, contrast, seen


@pytest.mark.parametrize("vision", VISION)
def test_fills_differ_for_every_colour_vision(vision: str) -> None:
    for one, other in combinations(PAINTS.values(), 2):
        assert np.linalg.norm(seen(one.fill, vision) - seen(other.fill, vision)) > 15, (one.name, other.name)


def test_letters_can_be_read_on_their_fill() -> None:
    for paint in PAINTS.values():
        assert contrast(paint.letter, paint.fill) >= 4.5


def test_rims_stand_out_from_every_ground() -> None:
    for ground in TERRAIN.values():
        assert contrast(INK, ground) >= 5.5
    assert contrast(INK, PAPER) >= 14


def test_players_have_each_a_pattern_of_their_own() -> None:
    assert len({PAINTS[name].pattern for name in PLAYER_COLOURS}) == len(PLAYER_COLOURS)


@pytest.mark.parametrize("disks", [1, 2, 3, 4])
def test_no_two_factions_look_alike_even_in_grey_and_without_letters(disks: int) -> None:
    grey = {name: np.asarray(pieces.piece(name, "", disks, 1.1).convert("L"), float) for name in PAINTS}
    for one, other in combinations(PAINTS, 2):
        assert np.abs(grey[one] - grey[other]).mean() > 4, (one, other)


def test_stacks_grow_with_their_grade() -> None:
    widths = [pieces.piece("blue", "G", disks, 1.1).width for disks in (1, 2, 3, 4, 9)]
    assert widths == sorted(widths)
    assert widths[3] == widths[4]
    shapes_seen = {pieces.piece("blue", "", disks, 1.1).getchannel("A").tobytes() for disks in (1, 2, 3, 4)}
    assert len(shapes_seen) == 4


def test_a_temple_without_power_is_greyer() -> None:
    awake, asleep = (temples.temple("red", "dove", 1.0, awake=state) for state in (True, False))
    assert awake.size == asleep.size
    assert awake.tobytes() != asleep.tobytes()
    assert temples.home("red", 1.0).tobytes() != awake.tobytes()


def test_every_mark_of_the_key_draws_and_has_words() -> None:
    words = texts("pictures")
    assert {*words["key"], *words["extra_key"]} == set(ENTRIES)
    assert set(words["short_key"]) <= set(ENTRIES)
    for make in ENTRIES.values():
        assert make(1.0).getbbox() is not None


def test_places_in_the_order_of_competitions_go_beyond_nine() -> None:
    assert marks.contest(9, 1.1).size == marks.contest(37, 1.1).size


def test_every_pictogram_draws() -> None:
    assert len(shapes()) > 20
    for name in shapes():
        assert icon(name, 40, INK).getbbox() is not None


def test_every_card_and_deity_has_a_pictogram() -> None:
    assert {card.picture for card in CARDS.values()} | {deity.picture for deity in DEITIES.values()} <= set(shapes())
