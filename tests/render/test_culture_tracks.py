"""The Culture Tracks in the pictures of ACME, in words and as a look of their own (CUL-53)."""

from __future__ import annotations

import io

import pytest
from PIL import Image

import render.acme
from engine.acme.presentation.atlas import AcmeAtlas
from engine.acme.presentation.culture import track_pages
from engine.core.game import View
from engine.core.text import speaking
from render.acme import tracks
from render.acme.panel import SIDE
from render.acme.position import read
from tests.acme.culture.tables import told, towns

STAGES = {"military": 2, "religious": 1}
AREAS = {**towns("egypt", 4), "hattusha": "hittites 1"}


def view(*, culture: bool = True) -> View:
    civs = {"egypt": {"tracks": STAGES, "hand": [16]}, "hittites": {"tracks": {"religious": 1}}} if culture else {}
    return told(AREAS, options={"culture": culture}, **civs).view()


def size(png: bytes) -> tuple[int, int]:
    return Image.open(io.BytesIO(png)).size


@pytest.mark.soak
def test_the_panel_grows_by_the_tracks() -> None:
    """Side by side below a wide map, one below the other beside a tall one; nothing without them."""
    there, without = read(view()), read(view(culture=False))
    assert tracks.height(there, 1180) == tracks.STRIP.height
    assert tracks.height(there, SIDE - 20) == 3 * tracks.STRIP.height
    assert tracks.height(without, 1180) == 0
    taller = size(render.acme.board(view()).png)[1] - size(render.acme.board(view(culture=False)).png)[1]
    assert taller == tracks.STRIP.height


def test_the_large_picture_has_its_words() -> None:
    picture = render.acme.culture(view())
    assert (picture.width, picture.height) == (tracks.LARGE_WIDTH, tracks.HEAD + 3 * tracks.LARGE.height + 8)
    assert "Military-Political stage 2: Egypt." in picture.alt
    assert "Religious-Intellectual stage 1: Egypt, Hittites." in picture.alt
    assert "Economic-Social no one yet." in picture.alt
    assert "The stages need 2, 4, 6, 8 Cities and cost 1, 2, 3, 4 resources." in picture.alt


def test_the_alt_text_of_the_board_names_the_tracks() -> None:
    assert "Military-Political: Egypt 2" in render.acme.board(view()).alt
    assert "Military-Political" not in render.acme.board(view(culture=False)).alt


def test_the_board_in_words_begins_with_the_tracks() -> None:
    atlas = AcmeAtlas()
    assert atlas.pages(view())[0].startswith("**Military-Political** stage 2: Egypt.")
    assert "Military-Political" not in "".join(atlas.pages(view(culture=False)))
    assert "stage 1: Egypt, Hittites" in atlas.brief(view())


def test_the_look_is_there_with_the_tracks_alone() -> None:
    atlas = AcmeAtlas()
    assert atlas.side_picture(view(), "culture", "").lines == track_pages(view())
    assert atlas.side_picture(view(), "culture", "").drawn
    assert not atlas.side_picture(view(culture=False), "culture", "").lines
    with pytest.raises(KeyError):
        atlas.side_picture(view(), "money", "")


def test_it_speaks_german() -> None:
    with speaking("de"):
        assert "Militärisch-Politisch Stufe 2: Ägypten." in render.acme.culture(view()).alt


@pytest.mark.parametrize(("egypt", "hittites", "gold"), [(3, 2, 3), (2, 2, 0), (4, 4, 4), (0, 0, 0)])
def test_gold_lies_where_a_stage_brings_vp(egypt: int, hittites: int, gold: int) -> None:
    """CUL-33, CUL-34: for the leader alone, and for all in the last stage."""
    civs = {"egypt": {"tracks": {"military": egypt}, "hand": [16]}, "hittites": {"tracks": {"military": hittites}}}
    assert tracks.paying_stage(read(told(AREAS, **civs).view()), "military") == gold
