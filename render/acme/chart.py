"""Victory points over the turns of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from render.acme.position import Raw, ShownCiv, read
from render.course import ChartWords, Series, course
from render.paint import pieces
from render.paint.palette import paint_named
from render.paint.picture import Picture
from render.paint.wording import texts


def chart(view: Raw, eras: Sequence[int], points: Mapping[str, Sequence[int]], first: int = 1) -> Picture:
    """Points by turn. `eras`: how many turns each Epoch lasted, from the `first` on; `points`: by civilization, before
    the first turn and after every turn. KeyError for a civilization that is not in the view, ValueError if the numbers
    do not fit.
    """
    position = read(view)
    series = [line(position.civs[slug], values) for slug, values in points.items()]
    return course(words(position.title), series, eras, first)


def line(civ: ShownCiv, points: Sequence[int]) -> Series:
    """The line of a civilization, with its lettered camp."""
    return Series(
        civ.name, paint_named(civ.colour).line, partial(pieces.piece, civ.colour, civ.letter, 1), tuple(points)
    )


def words(title: str) -> ChartWords:
    """The words of the chart of Epochs and VP."""
    say, panel = texts("pictures")["alt"], texts("pictures")["panel"]
    told = (say["chart"], say["chart_lead"], say["chart_civ"], texts("pictures")["say"]["none"])
    return ChartWords(title, panel["vp"], panel["turn"], panel["epoch"], *told)
