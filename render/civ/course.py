"""Points over the turns of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from render import course
from render.civ.position import Raw, read
from render.civ.words import words
from render.palette import paint_named
from render.picture import Picture
from render.pieces import piece


def points_chart(view: Raw, eras: Sequence[int], points: Mapping[str, Sequence[int]], first: int = 1) -> Picture:
    """Points by turn, before the first and after every one, as they would count if the game ended there. KeyError for
    a nation that is not in the view, ValueError if the numbers do not fit.
    """
    shown, won = read(view).nations, (view.get("result") or {}).get("winners", ())
    series = [
        course.Series(
            shown[slug].name,
            paint_named(shown[slug].colour).line,
            partial(piece, shown[slug].colour, shown[slug].letter, 1),
            tuple(values),
            won=slug in won,
        )
        for slug, values in points.items()
    ]
    return course.course(course.said(str(view["title"]), words("course")), series, eras, first)
