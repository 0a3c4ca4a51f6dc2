"""What a process draws to get ready holds what comes up in pictures of that map."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageChops, ImageFilter

from engine.acme.facts.catalog import MAPS
from render.acme.board import in_play
from render.acme.pictures import crowded_view
from render.acme.position import BARBARIANS
from render.paint.canvas import dilate, edge
from render.paint.palette import LINED, PLAYER_COLOURS
from render.paint.pieces import grade


@pytest.mark.parametrize("name", MAPS)
def test_a_crowd_stands_in_every_area_with_stacks_of_each_size_and_six_competitions(name: str) -> None:
    position = crowded_view(name)
    assert set(position.areas) == in_play(name)
    assert all(site.disks for site in position.areas.values())
    assert len(position.contested) == 6
    stacks = {(civ, grade(disks)) for site in position.areas.values() for civ, disks in site.disks.items()}
    assert stacks >= {(civ, size) for civ in (*position.civs, BARBARIANS) for size in (1, 2, 3)}


@pytest.mark.parametrize("name", MAPS)
def test_everybody_in_a_crowd_has_a_home_and_a_temple_and_nobody_a_band_with_a_line(name: str) -> None:
    position = crowded_view(name)
    assert {civ.colour for civ in position.civs.values()} == {*PLAYER_COLOURS}
    places = [place for civ in position.civs.values() for place in (civ.home, civ.temple)]
    assert len({*places} & in_play(name)) == len(places)
    assert len({civ.deity for civ in position.civs.values()}) == len(position.civs)
    held = {site.control for site in position.areas.values() if site.control}
    assert {position.colour(civ) for civ in held} == {*PLAYER_COLOURS} - {*LINED}


def test_a_mask_grows_as_by_the_filter_that_takes_longer() -> None:
    dice = np.random.default_rng(1)
    mask = Image.fromarray((dice.random((23, 31)) ** 8 * 255).astype(np.uint8))
    for reach in range(14):
        assert dilate(mask, reach).tobytes() == mask.filter(ImageFilter.MaxFilter(2 * reach + 1)).tobytes()


def test_the_edge_of_a_mask_is_as_between_two_filters_that_take_longer() -> None:
    dice = np.random.default_rng(2)
    mask = Image.fromarray((dice.random((23, 31)) ** 8 * 255).astype(np.uint8))
    lightest, darkest = mask.filter(ImageFilter.MaxFilter(3)), mask.filter(ImageFilter.MinFilter(3))
    assert edge(mask).tobytes() == ImageChops.subtract(lightest, darkest).tobytes()
