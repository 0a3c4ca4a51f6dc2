"""White disks of an Exploration Phase on the board, and in the words under it."""

from __future__ import annotations

import pytest

from render import acme
from render.acme import alt
from render.acme.position import read
from tests.acme.npc.expedition import AFTER, expedition
from tests.render.picture_views import View


@pytest.fixture(scope="module")
def view() -> View:
    """Egypt has explored Sinai Sea in vain."""
    seen: View = expedition({"sinai_sea": "egypt", **AFTER}, "white").view()
    return seen


def test_a_white_disk_lies_where_nobody_was_found(view: View) -> None:
    """ACME-EXPL-05, EXPL-38: the picture with the marker is another one than without it."""
    bare = {**view, "exploration": {**view["exploration"], "explored": []}}
    assert acme.board(view).png != acme.board(bare).png


def test_the_words_for_an_area_tell_that_it_is_explored(view: View) -> None:
    """ACME-EXPL-38."""
    assert "Sinai Sea (explored)" in alt.area(read(view), "sinai_sea")
    assert "explored" not in alt.area(read(view), "gandhara")
