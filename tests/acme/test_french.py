"""French signs between parts that the code of ACME joins, such as `Alep : Assyrie 3`."""

from __future__ import annotations

import re

from engine.acme.presentation.changes import between
from engine.acme.presentation.facts import to_be_fought
from engine.core.presentation import Scene
from engine.core.text import speaking
from render.acme import alt
from render.acme.legend import legend_alt
from render.acme.position import read
from tests.acme.views import with_civ
from tests.render.picture_views import position


def test_french_has_a_space_before_the_signs_between_parts_of_acme() -> None:
    view, before = position("full_six")
    richer = with_civ(with_civ(view, "egypt", mina=9), "assyria", mina=9)
    with speaking("fr"):
        fought = to_be_fought(Scene(view.order[0], "competition.before", "competition.before", view, view))
        told = [fought, legend_alt(), alt.board(read(view, before)).partition("/map")[0], *between(view, richer)]
    assert [line for line in told if re.search(r"\w[:;]", line)] == []
    assert sum("\u00a0;" in line for line in told) == 3
