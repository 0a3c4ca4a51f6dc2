"""The chart of points after each turn, as a picture and in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from bot.contract.records import Course, TurnEnd
from bot.ui.parts import Button, Gallery, Row, Screen, ScreenPicture, Text
from bot.ui.words.presentations import summary_of
from bot.ui.words.wording import civ, fit_lines, said_of, seat_of, table_text
from engine.core.naming import Names
from render.course import lead_changes

ALT = 1000


def drawn_from(course: Sequence[TurnEnd]) -> dict[str, Any]:
    """Return what the drawing of a course needs; the course has at least two turns."""
    eras = [end.era for end in course[1:]]
    points = {seat: [end.points.get(seat, 0) for end in course] for seat in course[-1].points}
    return {"eras": [len(list(turns)) for _, turns in groupby(eras)], "points": points, "first": eras[0]}


def chart_screen(course: Course, names: Names) -> Screen:
    """Return the chart of a running or finished game; in words if the game has no drawing."""
    info, drawing = course.info, summary_of(course.info.game).charted
    recipe = {
        "draw": drawing,
        "game": info.game,
        "view": course.view,
        "options": drawn_from(course.turns),
    }
    head = said_of(info.game, "chart.head", id=info.id, n=len(course.turns) - 1)
    told = in_words(course, names)
    shown = Gallery((ScreenPicture("chart.png", told, recipe, described=True),)) if drawing else Text(told)
    row = Row((Button(table_text("button.replay"), "replay", lasting=True),))
    return Screen((Text(head), shown, row), info.id.lower())


def in_words(course: Course, names: Names) -> str:
    """Return the changes of the lead, then everyone's points turn by turn, best first."""
    last = course.turns[-1].points
    won = {slug: [end.points.get(slug, 0) for end in course.turns] for slug in sorted(last, key=lambda s: -last[s])}
    changes = lead_changes(list(won.values()))
    lines = [said_of(course.info.game, "chart.lead", turns=", ".join(map(str, changes)))] if changes else []
    for slug, points in won.items():
        owner = seat_of(course.info, slug)
        name = civ(owner, names) if owner else names.name("civ", slug)
        lines.append(table_text("chart.line", civ=name, points=", ".join(map(str, points))))
    return fit_lines(lines, ALT)
