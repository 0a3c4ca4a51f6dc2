"""A game that is over as a film: how long it takes to draw, and the film."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.contract.records import Course
from bot.contract.tables import TableInfo
from bot.features.replay.screens import Frame
from bot.ui.lookup.points_chart import in_words
from bot.ui.parts import Button, Gallery, Row, Screen, ScreenPicture, Text
from bot.ui.words.presentations import summary_of
from bot.ui.words.wording import said
from engine.core.game import View
from engine.core.naming import Names
from engine.core.text import cut
from render.film import MOST

SPEEDS: Final = {"slow": 1800, "normal": 900, "fast": 450}  # milliseconds a picture
NORMAL: Final = "normal"
DRAWING: Final = 0.35  # seconds that a picture takes
ALT: Final = 1000


def shown_in(there: Sequence[Frame]) -> list[Frame]:
    """The frames that a film shows: all, or of more than it can have as many at even distances, first and last among
    them.
    """
    if len(there) <= MOST:
        return list(there)
    return [there[round(i * (len(there) - 1) / (MOST - 1))] for i in range(MOST)]


def offer_screen(info: TableInfo, pictures: int) -> Screen:
    """Before a film is drawn: how long that takes, and how fast it shall be."""
    text = said("film.offer", id=info.id, n=pictures, seconds=max(1, round(pictures * DRAWING)))
    ways = [Button(said(f"film.{speed}"), "film", speed, lasting=True) for speed in SPEEDS]
    return Screen((Text(text), Row(tuple(ways)), Row((back(),))), info.id.lower())


def film_screen(info: TableInfo, views: Sequence[View], course: Course | None, names: Names, speed: str) -> Screen:
    """The film, and the ways to a slower and a faster one."""
    recipe = {"draw": "film", "game": info.game, "views": list(views), "each": SPEEDS[speed]}
    picture = ScreenPicture(f"{info.game}-{info.id.lower()}.webp", alt(info, views, course, names), recipe)
    others = [Button(said(f"film.{one}"), "film", one, lasting=True) for one in SPEEDS if one != speed]
    head = Text(said("film.head", id=info.id, n=len(views)))
    return Screen((head, Gallery((picture,)), Row((*others, back()))), info.id.lower())


def alt(info: TableInfo, views: Sequence[View], course: Course | None, names: Names) -> str:
    """From when to when, and everybody's points turn by turn where there are such."""
    moment = summary_of(info.game).moment
    span = said("film.alt", id=info.id, n=len(views), first=moment(views[0]), last=moment(views[-1]))
    return cut("\n".join([span, in_words(course, names)] if course else [span]), ALT)


def back() -> Button:
    """The way to the same phase by phase."""
    return Button(said("button.replay"), "replay", lasting=True)
