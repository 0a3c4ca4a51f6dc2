"""White disks of an Exploration Phase on the board, and in the words under it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.acme.view import AcmeView, ExplorationView
from render import acme
from render.acme import alt
from render.acme.position import read
from tests.acme.npc.expedition import AFTER, expedition


@pytest.fixture(scope="module")
def view() -> AcmeView:
    """Egypt has explored Sinai Sea in vain."""
    return expedition({"sinai_sea": "egypt", **AFTER}, "white").view()


def test_a_white_disk_lies_where_nobody_was_found(view: AcmeView) -> None:
    """ACME-EXPL-05, EXPL-38: the picture with the marker is another one than without it."""
    bare = replace(view, exploration=ExplorationView(unknown=("white",), frontier=(), explored=()))
    assert acme.board(view).png != acme.board(bare).png


def test_the_words_for_an_area_tell_that_it_is_explored(view: AcmeView) -> None:
    """ACME-EXPL-38."""
    assert "Sinai Sea (explored)" in alt.area(read(view), "sinai_sea")
    assert "explored" not in alt.area(read(view), "gandhara")
