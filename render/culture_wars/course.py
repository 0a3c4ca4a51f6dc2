"""Settlements over the rounds of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from PIL import Image

from engine.culture_wars.view import CultureWarsView
from render import course
from render.culture_wars import pieces
from render.culture_wars.panel import words
from render.culture_wars.position import read
from render.paint.picture import Picture

SMALL: Final = 0.62  # of the size that pieces of other games have on a line


def small(suit: str, size: float) -> Image.Image:
    """Return the settlement of a culture for its line."""
    return pieces.settlement(suit, size * SMALL)


def chart(view: CultureWarsView, eras: Sequence[int], points: Mapping[str, Sequence[int]], first: int = 1) -> Picture:
    """Return Settlements by round, before the first and after every one. Raises KeyError for a culture that is not in
    the view, ValueError if the numbers do not fit.
    """
    position = read(view)
    won = view.result.winners if view.result else ()
    series = [
        course.Series(
            position.cultures[suit].name,
            pieces.paint_of(suit).line,
            partial(small, suit),
            tuple(values),
            won=suit in won,
        )
        for suit, values in points.items()
    ]
    return course.course(course.chart_words(words()["panel"]["title"], words()["course"]), series, eras, first)
