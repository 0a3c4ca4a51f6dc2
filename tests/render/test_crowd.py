"""What a process draws to get ready holds what comes up in pictures of that map."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageFilter

from engine.acme.facts.catalog import MAPS
from render.acme.board import in_play
from render.acme.crowd import crowded
from render.acme.position import read
from render.canvas import grown
from render.pieces import grade


@pytest.mark.parametrize("name", MAPS)
def test_a_crowd_stands_in_every_area_with_stacks_of_each_size_and_six_competitions(name: str) -> None:
    position = read(crowded(name))
    assert set(position.areas) == in_play(name)
    assert all(site.disks for site in position.areas.values())
    assert len(position.contested) == 6
    stacks = {(civ, grade(disks)) for site in position.areas.values() for civ, disks in site.disks.items()}
    assert stacks >= {(civ, size) for civ in position.civs for size in (1, 2, 3)}


def test_a_mask_grows_as_by_the_filter_that_takes_longer() -> None:
    dice = np.random.default_rng(1)
    mask = Image.fromarray((dice.random((23, 31)) ** 8 * 255).astype(np.uint8))
    for reach in range(14):
        assert grown(mask, reach).tobytes() == mask.filter(ImageFilter.MaxFilter(2 * reach + 1)).tobytes()
