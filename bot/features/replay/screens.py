"""A game looked through phase by phase: the board at the end of each, what happened in it, and the way to the next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.contract.records import Course
from bot.contract.tables import CheckpointInfo, LogLine, SeatInfo, TableInfo
from bot.ui.lookup import map as maps
from bot.ui.lookup.log import chapter_name
from bot.ui.lookup.points_chart import in_words
from bot.ui.parts import DESIGN, Button, Gallery, Menu, Part, Row, Screen, ScreenPicture, Text, choice, number, rows
from bot.ui.words.paragraphs import npcs_of, paragraphs
from bot.ui.words.presentations import presentation_of, summary_of
from bot.ui.words.wording import civ, fit_lines, mark_head, table_text
from engine.core.game import Event, View, turn_in
from engine.core.naming import Names
from engine.core.text import cut, cut_behind
from render.film import MOST

TURNS: Final = DESIGN.menu
TOLD: Final = 700
BOARD: Final = 2200
HAND: Final = 500
TEXT: Final = "t"


@dataclass(frozen=True, slots=True)
class ReplayPlace:
    """Which point is looked at (0: the position now), whose hand with it (0: none), and whether in words: kept in the
    address of its buttons.
    """

    point: int = 0
    seat: int = 0
    words: bool = False

    def __str__(self) -> str:
        return f"{self.point}~{self.seat}~{TEXT if self.words else ''}"


def place_of(option: str) -> ReplayPlace:
    """Return the place that an address names."""
    point, _, rest = option.partition("~")
    seat, _, mode = rest.partition("~")
    return ReplayPlace(number(point) or 0, number(seat) or 0, mode == TEXT)


@dataclass(frozen=True, slots=True)
class Frame:
    """The end of a part of the game: its point (0: now), and its chapter in the log (empty for the present one)."""

    point: int
    chapter: str


def frames(points: Iterable[CheckpointInfo]) -> tuple[Frame, ...]:
    """Return the ends of all stretches in order, and the position now."""
    last: dict[str, int] = {}
    for point in sorted(points, key=lambda one: one.no):
        last.pop(point.chapter, None)
        last[point.chapter] = point.no
    return (*(Frame(point, chapter) for chapter, point in last.items()), Frame(0, ""))


def standing_at(there: Sequence[Frame], point: int) -> int:
    """Return the place of that point among the frames: the nearest earlier one for a point that is gone; 0 is
    the last.
    """
    if not point:
        return len(there) - 1
    return max((i for i, frame in enumerate(there) if 0 < frame.point <= point), default=0)


@dataclass(frozen=True, slots=True)
class Scenery:
    """What a frame shows: its view, the view before, and the public lines between; with `seat`, that seat's own
    view.
    """

    info: TableInfo
    names: Names
    view: View
    before: View | None
    lines: tuple[LogLine, ...]
    seat: SeatInfo | None = None


def replay_screen(here: Scenery, there: Sequence[Frame], at: int, place: ReplayPlace) -> Screen:
    """Return one frame with the ways to all others."""
    summary, info = summary_of(here.info.game), here.info
    chapter = there[at].chapter
    moment = chapter_name(info.game, chapter) if chapter else summary.moment(here.view)
    title = mark_head(table_text("replay.head", id=info.id, moment=moment, n=at + 1, of=len(there)), info)
    texts = [title, *hand_line(here), happenings(here)]
    parts: list[Part] = [Text(text) for text in texts if text]
    drawn = summary.board(here.view)
    parts[1:1] = ([Text(board_text(here))] if place.words else [picture(here)]) if drawn else []
    look = Button(
        table_text(f"button.as_{'picture' if place.words else 'text'}"), "replay", str(flip(place)), lasting=True
    )
    log = Button(table_text("button.log"), "log", f"1~{there[at].chapter}~", lasting=True)
    shown, film = [look] if drawn else [], film_button(here, place, drawn=drawn)
    buttons = [
        *steps(there, at, place),
        *shown,
        log,
        *chart_button(here),
        *film,
    ]
    parts += [*rows(buttons), *turns_menu(info, there, at, place), *seats_menu(here, place)]
    return Screen(tuple(parts), info.id.lower())


def chart_button(here: Scenery) -> list[Button]:
    """Return the way to the points of all turns, where there are any to be seen."""
    summary = summary_of(here.info.game)
    seen = here.info.state == "over" or summary.open_scores(here.view)
    return [Button(table_text("button.chart"), "chart", lasting=True)] if seen else []


def film_button(here: Scenery, place: ReplayPlace, *, drawn: bool) -> list[Button]:
    """Return the button for the film, after the end and for readers who want pictures."""
    there = drawn and not place.words and here.info.state == "over"
    return [Button(table_text("button.film"), "film", lasting=True)] if there else []


def flip(place: ReplayPlace) -> ReplayPlace:
    """Return the same place, in words instead of a picture or the other way round."""
    return replace(place, words=not place.words)


def picture(here: Scenery) -> Gallery:
    """Return the board, with what has changed in this stretch."""
    marked = {"since": here.before} if here.before is not None else {}
    recipe = {"draw": "board", "game": here.info.game, "view": here.view, "options": marked}
    alt = maps.alt(maps.Look(here.info, here.view, here.names), maps.BOARD)
    return Gallery((ScreenPicture("board.png", alt, recipe),))


def board_text(here: Scenery) -> str:
    """Return the board in words, as much as fits, which is all of most boards."""
    atlas = maps.atlas_of(maps.Look(here.info, here.view, here.names))
    pages = atlas.pages(here.view) if atlas else []
    return cut_behind("\n".join(pages), BOARD) if pages else table_text("map.nothing")


def happenings(here: Scenery) -> str:
    """Return what was told publicly in this part, only the newest if it is too much."""
    public = [line for line in here.lines if not line.to and not line.undone]
    events = [Event(line.said, None, line.focus, line.action, line.key) for line in public]
    return fit_lines(paragraphs(events, here.names, summary_of(here.info.game), npcs_of(here.info)), TOLD)


def hand_line(here: Scenery) -> list[str]:
    """Return the hand that the seat held then."""
    if here.seat is None:
        return []
    cards = summary_of(here.info.game).cards(here.view, here.seat.seat) or ()
    names = ", ".join(here.names.name("card", card) for card in cards) or table_text("replay.empty")
    return [cut(table_text("replay.hand", civ=civ(here.seat, here.names), cards=names), HAND)]


def steps(there: Sequence[Frame], at: int, place: ReplayPlace) -> list[Button]:
    """Return the buttons first, back, next, last, as far as they lead elsewhere."""
    last = len(there) - 1
    ways = {"first": (0, at > 1), "back": (at - 1, at > 0), "next": (at + 1, at < last), "last": (last, at < last - 1)}
    return [
        Button(table_text(f"button.step_{name}"), "replay", str(replace(place, point=there[to].point)), lasting=True)
        for name, (to, leads) in ways.items()
        if leads
    ]


def turns_menu(info: TableInfo, there: Sequence[Frame], at: int, place: ReplayPlace) -> list[Menu]:
    """Return the first stretch of each turn; those around the one that is seen if there are many."""
    first: dict[str, Frame] = {}
    for frame in there:
        if frame.chapter:
            first.setdefault(turn_in(frame.chapter), frame)
    here, turns = turn_in(there[at].chapter), list(first.items())
    reached = len({turn_in(frame.chapter) for frame in there[: at + 1] if frame.chapter})
    begin = max(0, min(reached - TURNS // 2, len(turns) - TURNS))
    lines = tuple(
        choice(str(frame.point), chapter_name(info.game, frame.chapter), chosen=turn == here)
        for turn, frame in turns[begin : begin + TURNS]
    )
    return [Menu(table_text("log.chapters"), "replay_go", lines, str(place), lasting=True)] if lines else []


def seats_menu(here: Scenery, place: ReplayPlace) -> list[Menu]:
    """After the end: whose hand is shown with the board, in games with hands."""
    info = here.info
    if info.state != "over" or not presentation_of(info.game).hands:
        return []
    lines = [choice("0", table_text("replay.no_hand"), chosen=not place.seat)]
    lines += [choice(str(one.number), civ(one, here.names), chosen=one.number == place.seat) for one in info.seats]
    return [Menu(table_text("replay.whose"), "replay_of", tuple(lines[:TURNS]), str(place), lasting=True)]


SPEEDS: Final = {"slow": 1800, "normal": 900, "fast": 450}  # milliseconds a picture
NORMAL: Final = "normal"
DRAWING: Final = 0.35  # seconds that a picture takes
ALT: Final = 1000


def shown_in(there: Sequence[Frame]) -> list[Frame]:
    """Return the frames that a film shows: all, or of more than it can have as many at even distances, first and last
    among them.
    """
    if len(there) <= MOST:
        return list(there)
    return [there[round(i * (len(there) - 1) / (MOST - 1))] for i in range(MOST)]


def offer_screen(info: TableInfo, pictures: int) -> Screen:
    """Return the screen before a film is drawn: how long that takes, and the choice of speed."""
    text = table_text("film.offer", id=info.id, n=pictures, seconds=max(1, round(pictures * DRAWING)))
    ways = [Button(table_text(f"film.{speed}"), "film", speed, lasting=True) for speed in SPEEDS]
    return Screen((Text(text), Row(tuple(ways)), Row((back(),))), info.id.lower())


def film_screen(info: TableInfo, views: Sequence[View], course: Course | None, names: Names, speed: str) -> Screen:
    """Return the film, and the ways to a slower and a faster one."""
    recipe = {"draw": "film", "game": info.game, "views": list(views), "each": SPEEDS[speed]}
    picture = ScreenPicture(f"{info.game}-{info.id.lower()}.webp", alt(info, views, course, names), recipe)
    others = [Button(table_text(f"film.{one}"), "film", one, lasting=True) for one in SPEEDS if one != speed]
    head = Text(table_text("film.head", id=info.id, n=len(views)))
    return Screen((head, Gallery((picture,)), Row((*others, back()))), info.id.lower())


def alt(info: TableInfo, views: Sequence[View], course: Course | None, names: Names) -> str:
    """Return the span of a film, and everyone's points turn by turn if there are any."""
    moment = summary_of(info.game).moment
    span = table_text("film.alt", id=info.id, n=len(views), first=moment(views[0]), last=moment(views[-1]))
    return cut("\n".join([span, in_words(course, names)] if course else [span]), ALT)


def back() -> Button:
    """Return the way to the same phase by phase."""
    return Button(table_text("button.replay"), "replay", lasting=True)
