"""Points over the turns of a game as a chart: for every game, whose own module says whose lines and words they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import Final

from PIL import Image, ImageDraw

from render.paint.canvas import Point, shrink, stamp
from render.paint.fonts import shorten, width
from render.paint.palette import BRONZE, GOLD, INK, LINE, PAPER, PARCHMENT, QUIET, Rgb, mix
from render.paint.picture import ALT_LIMIT, Picture, finish
from render.paint.plates import plate, text
from render.paint.style import sharp
from render.paint.wording import fit_sentences, numeral

W, H = 1600, 960
LEFT, RIGHT, TOP, BOTTOM = 120, 1110, 130, 860
STEP = 92  # pixels between the names at the right, where there is room
SCALE = 3  # lines are drawn so much larger
ROOM = 54  # pixels that the number of a turn needs
NUMBER, NAME = 40, 54  # sizes of type that a telephone still shows legibly
LEAST_NUMBER, LEAST_NAME = 24, 32
STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)  # of points between two lines
LINES = 12
STROKES: Final = (
    (),
    (26, 10),
    (8, 8),
    (26, 8, 6, 8),
)  # pixels drawn and left out by turns, where lines have no colours
FLAT: Final = (PARCHMENT, PAPER, INK, GOLD)  # colours that a chart keeps beside those of its lines
APART = 8
At = Callable[[float, float], Point]


@dataclass(frozen=True, slots=True)
class Series:
    """A seat's name, colour, piece, points before the first turn and after each turn, and whether it has won.

    The winner need not have the most points.
    """

    name: str
    colour: Rgb
    piece: Callable[[float], Image.Image]
    points: tuple[int, ...]
    won: bool = False


@dataclass(frozen=True, slots=True)
class ChartWords:
    """The words of the chart: title, names of points, turns and eras (empty without eras).

    And those of its alternative text: the sentence of the whole, of the turns with a new leader, of one seat, and
    `none`.
    """

    title: str
    points: str
    turn: str
    era: str
    whole: str
    lead: str
    each: str
    none: str


def course(words: ChartWords, series: Sequence[Series], eras: Sequence[int], first: int = 1) -> Picture:
    """Return the points by turn. `eras`: how many turns each era lasted, from the `first` on. ValueError if the numbers
    of a seat do not fit.
    """
    turns = sum(eras)
    if any(len(one.points) != turns + 1 for one in series):
        raise ValueError(f"every seat needs {turns + 1} values")
    ranking = sorted(series, key=lambda one: -one.points[-1])
    most = max((max(one.points) for one in series), default=0)
    step = next((step for step in STEPS if most <= step * LINES), STEPS[-1])
    top = most // step * step + step

    def at(turn: float, points: float) -> Point:
        return LEFT + (RIGHT - LEFT) * turn / max(1, turns), BOTTOM - (BOTTOM - TOP) * points / top

    out = grid(words, eras, first, range(0, top + 1, step), at)
    draw_lines(out, ranking[::-1], at, APART if step == 1 else 0)
    draw_ends(out, ranking, at, turns)
    return finish(out, alt(words, ranking, turns), kept=[*FLAT, *(one.colour for one in ranking)])


def grid(words: ChartWords, eras: Sequence[int], first: int, marks: Sequence[int], at: At) -> Image.Image:
    """Draw eras as bands, turns below, points at the left."""
    out = Image.new("RGB", (W, H), PARCHMENT)
    d, begin = ImageDraw.Draw(out), 0
    text(d, 24, 36, words.title, "label", 40, BRONZE)
    every = next(n for n in (1, 2, 5, 10, 50, 1000) if at(n, 0)[0] - LEFT >= ROOM)
    for i, length in enumerate(eras):
        name = (words.era, numeral(first + i)) if words.era else ("", "")
        draw_era(d, name, begin, length, at, shade=(first + i) % 2 == 0, every=every)
        begin += length
    room = LEFT - 24
    size = next((n for n in range(NUMBER, LEAST_NUMBER, -1) if width(str(marks[-1]), "bold", n) <= room), LEAST_NUMBER)
    for mark in marks:
        y = at(0, mark)[1]
        d.line([(LEFT, y), (RIGHT, y)], fill=LINE if mark else BRONZE, width=2 if mark else 4)
        text(d, LEFT - 14, y, str(mark), "bold", size, QUIET, "rm")
    text(d, LEFT - 14, BOTTOM + 44, words.turn, "note", turn_size(words.turn), QUIET, "rm")
    text(d, 24, TOP - 46, words.points, "title", 34, BRONZE, "lm")
    return out


def turn_size(word: str) -> int:
    """Return the size at which the word for a turn fits beside the chart, with a margin."""
    return next((size for size in range(34, 20, -1) if width(word, "note", size) <= LEFT - 34), 20)


def draw_era(
    d: ImageDraw.ImageDraw, name: tuple[str, str], begin: int, length: int, at: At, *, shade: bool, every: int
) -> None:
    """Draw one band with its name, and the numbers of its turns as far as there is room."""
    x0, x1 = at(begin, 0)[0], at(begin + length, 0)[0]
    d.rectangle([x0, TOP, x1, BOTTOM], fill=PAPER if shade else mix(PARCHMENT, PAPER, 0.45))
    whole = " ".join(name)
    shown = whole if x1 - x0 > width(whole, "title", NUMBER) + 20 else name[1]
    text(d, (x0 + x1) / 2, TOP - 28, shown, "title", NUMBER, BRONZE, "mm")
    for turn in range(1, length + 1):
        x = at(begin + turn, 0)[0]
        d.line([(x, BOTTOM), (x, BOTTOM + 8)], fill=BRONZE, width=3)
        if turn % every == 0:
            text(d, x, BOTTOM + 40, str(turn), "bold", NUMBER, QUIET, "mm")


def draw_lines(out: Image.Image, series: Sequence[Series], at: At, apart: float) -> None:
    """Draw each line in its colour on a paper rim, with pieces every third turn, so that colour isn't needed; strokes
    differ if all is black.

    `apart`: by how many pixels each is above the one before, if many have the same few points.
    """
    big = Image.new("RGBA", (W * SCALE, H * SCALE), (0, 0, 0, 0))
    d = ImageDraw.Draw(big)
    shift = {one.name: apart * (i - (len(series) - 1) / 2) for i, one in enumerate(series)}
    for i, one in enumerate(series):
        spots = (at(turn, v) for turn, v in enumerate(one.points))
        path = [(x * SCALE, (y - shift[one.name]) * SCALE) for x, y in spots]
        for colour, pen in ((INK, 11), (PAPER, 9)):
            d.line(path, fill=(*colour, 255), width=pen * SCALE, joint="curve")
        for stroke in strokes(path, STROKES[i % len(STROKES)] if sharp() else ()):
            d.line(stroke, fill=(*one.colour, 255), width=6 * SCALE, joint="curve")
    small = shrink(big, SCALE)
    out.paste(small, (0, 0), small)
    for i, one in enumerate(series):
        for turn in range(2 + i % 3, len(one.points) - 1, 3):
            x, y = at(turn, one.points[turn])
            stamp(out, one.piece(1.05), x, y - shift[one.name])


def strokes(path: Sequence[Point], lengths: Sequence[int]) -> list[list[Point]]:
    """Return the parts of a path drawn by a pen that is down and up in turns of that many pixels; the whole path
    without one.
    """
    if not lengths:
        return [list(path)]
    found, turn, left = [[path[0]]], 0, float(lengths[0] * SCALE)
    for (x0, y0), (x1, y1) in pairwise(path):
        whole, gone = hypot(x1 - x0, y1 - y0), 0.0
        while whole - gone > left:
            gone, turn = gone + left, turn + 1
            left = float(lengths[turn % len(lengths)] * SCALE)
            here = (x0 + (x1 - x0) * gone / whole, y0 + (y1 - y0) * gone / whole)
            if turn % 2:
                found[-1].append(here)
            else:
                found.append([here])
        left -= whole - gone
        if turn % 2 == 0:
            found[-1].append((x1, y1))
    return [stroke for stroke in found if len(stroke) > 1]


def draw_ends(out: Image.Image, ranking: Sequence[Series], at: At, turns: int) -> None:
    """Draw names and points at the ends of the lines; on gold the winner, or the leader of a running game."""
    d = ImageDraw.Draw(out)
    step = min(STEP, (BOTTOM - TOP - 30) / max(1, len(ranking) - 1))
    heights = space_out([at(turns, one.points[-1])[1] for one in ranking], step, TOP + 20, BOTTOM - 10)
    golden = [one for one in ranking if one.won] or ranking[:1]
    for one, y in zip(ranking, heights, strict=True):
        d.line([at(turns, one.points[-1]), (RIGHT + 34, y)], fill=one.colour, width=4)
        if one in golden:
            stamp(out, plate(W - RIGHT - 36, 84, 42, GOLD, BRONZE, 2), RIGHT + 20, y, "lm")
        stamp(out, one.piece(2.2), RIGHT + 60, y)
        points = str(one.points[-1])
        room = W - RIGHT - 36 - 102 - 20 - width(points, "bold", NAME)
        size = next((n for n in range(NAME, LEAST_NAME, -1) if width(one.name, "label", n) <= room), LEAST_NAME)
        text(d, RIGHT + 102, y, shorten(one.name, "label", size, room), "label", size)
        text(d, W - 40, y, points, "bold", NAME, INK, "rm")


def space_out(values: list[float], step: float, low: float, high: float) -> list[float]:
    """Return the places in the same order, at least `step` apart and within limits, each group around its own
    middle.
    """
    groups: list[list[float]] = []
    for value in values:
        groups.append([value])
        while len(groups) > 1 and start(groups[-1], step, low, high) < ends(groups[-2], step, low, high) + step:
            groups[-2:] = [groups[-2] + groups[-1]]
    return [start(group, step, low, high) + i * step for group in groups for i in range(len(group))]


def start(group: list[float], step: float, low: float, high: float) -> float:
    span = (len(group) - 1) * step
    return min(max(sum(group) / len(group) - span / 2, low), high - span)


def ends(group: list[float], step: float, low: float, high: float) -> float:
    return start(group, step, low, high) + (len(group) - 1) * step


def alt(words: ChartWords, ranking: Sequence[Series], turns: int) -> str:
    """Return the standings, then the turns in which the lead changed, then every line."""
    final = ", ".join(f"{one.name} {one.points[-1]}" for one in ranking)
    lines = [words.each.format(civ=one.name, points=", ".join(map(str, one.points))) for one in ranking]
    changed = ", ".join(map(str, lead_changes([one.points for one in ranking]))) or words.none
    return fit_sentences([words.whole.format(n=turns, list=final), words.lead.format(turns=changed), *lines], ALT_LIMIT)


def lead_changes(series: Sequence[Sequence[int]]) -> list[int]:
    """Return the turns after which another seat led alone than before, by the points of every seat."""
    found: list[int] = []
    leader: int | None = None
    for turn, points in enumerate(zip(*series, strict=True)):
        ahead = [seat for seat, there in enumerate(points) if there == max(points)]
        if len(ahead) == 1 and ahead[0] != leader:
            found += [] if leader is None else [turn]
            leader = ahead[0]
    return found


def chart_words(title: str, table: Mapping[str, str]) -> ChartWords:
    """Return the words of a chart without eras from a table of texts that has a line for each."""
    told = [table[key] for key in ("whole", "lead", "each", "none")]
    return ChartWords(title, table["points"], table["turn"], "", *told)
