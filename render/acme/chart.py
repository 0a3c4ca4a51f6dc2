"""Victory points over the turns of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from render import pieces
from render.acme.position import Raw, ShownCiv, read
from render.acme.track import spaced
from render.canvas import Point, shrink, stamp
from render.fonts import shorten, width
from render.palette import BRONZE, GOLD, INK, LINE, PAINTS, PAPER, PARCHMENT, QUIET, mix
from render.picture import ALT_LIMIT, Picture, finished
from render.plates import plate, text
from render.wording import fitted, numeral, texts

W, H = 1600, 960
LEFT, RIGHT, TOP, BOTTOM = 90, 1250, 120, 880
STEP = 74  # pixels between the names at the right
SCALE = 3  # lines are drawn so much larger
At = Callable[[float, float], Point]


@dataclass(frozen=True, slots=True)
class Series:
    """A civilization and its points after every turn, the first before the game."""

    civ: ShownCiv
    points: tuple[int, ...]


def chart(view: Raw, epochs: Sequence[int], points: Mapping[str, Sequence[int]]) -> Picture:
    """Points by turn. `epochs`: how many turns each Epoch lasted; `points`: by civilization, before the first turn and
    after every turn. KeyError for a civilization that is not in the view, ValueError if the numbers do not fit."""
    position = read(view)
    turns = sum(epochs)
    if any(len(values) != turns + 1 for values in points.values()):
        raise ValueError(f"every civilization needs {turns + 1} values")
    series = sorted((Series(position.civs[slug], tuple(v)) for slug, v in points.items()), key=lambda s: -s.points[-1])
    top = max((max(s.points) for s in series), default=0) // 10 * 10 + 10

    def at(turn: float, vp: float) -> Point:
        return LEFT + (RIGHT - LEFT) * turn / max(1, turns), BOTTOM - (BOTTOM - TOP) * vp / top

    out = grid(position.title, epochs, top, at)
    draw_lines(out, series[::-1], at)
    draw_ends(out, series, at, turns)
    return finished(out, chart_alt(series, turns))


def grid(title: str, epochs: Sequence[int], top: int, at: At) -> Image.Image:
    """Epochs as bands, turns below, points at the left."""
    out = Image.new("RGB", (W, H), PARCHMENT)
    d, begin = ImageDraw.Draw(out), 0
    text(d, 40, 48, title, "label", 40, BRONZE)
    for i, length in enumerate(epochs):
        draw_epoch(d, i, begin, length, at)
        begin += length
    for v in range(0, top + 1, 10):
        y = at(0, v)[1]
        d.line([(LEFT, y), (RIGHT, y)], fill=LINE if v else BRONZE, width=2 if v else 4)
        text(d, LEFT - 14, y, str(v), "bold", 26, QUIET, "rm")
    say = texts("pictures")["panel"]
    text(d, LEFT - 14, BOTTOM + 28, say["turn"].lower(), "note", 24, QUIET, "rm")
    text(d, LEFT - 14, TOP - 34, say["vp"], "title", 24, BRONZE, "rm")
    return out


def draw_epoch(d: ImageDraw.ImageDraw, i: int, begin: int, length: int, at: At) -> None:
    x0, x1 = at(begin, 0)[0], at(begin + length, 0)[0]
    d.rectangle([x0, TOP, x1, BOTTOM], fill=PAPER if i % 2 else mix(PARCHMENT, PAPER, 0.45))
    word = texts("pictures")["panel"]["epoch"]
    name = f"{word} {numeral(i + 1)}" if x1 - x0 > 130 else numeral(i + 1)
    text(d, (x0 + x1) / 2, TOP - 20, name, "title", 26, BRONZE, "mm")
    for turn in range(begin + 1, begin + length + 1):
        x = at(turn, 0)[0]
        d.line([(x, BOTTOM), (x, BOTTOM + 8)], fill=BRONZE, width=3)
        text(d, x, BOTTOM + 26, str(turn - begin), "bold", 24, QUIET, "mm")


def draw_lines(out: Image.Image, series: Sequence[Series], at: At) -> None:
    """Each line in its colour on a paper rim, with lettered camps every third turn, so that none needs its colour."""
    big = Image.new("RGBA", (W * SCALE, H * SCALE), (0, 0, 0, 0))
    d = ImageDraw.Draw(big)
    for s in series:
        path = [(x * SCALE, y * SCALE) for x, y in (at(turn, v) for turn, v in enumerate(s.points))]
        for colour, pen in ((INK, 11), (PAPER, 9), (PAINTS[s.civ.colour].fill, 6)):
            d.line(path, fill=(*colour, 255), width=pen * SCALE, joint="curve")
    small = shrink(big, SCALE)
    out.paste(small, (0, 0), small)
    for i, s in enumerate(series):
        for turn in range(2 + i % 3, len(s.points) - 1, 3):
            stamp(out, pieces.piece(s.civ.colour, s.civ.letter, 1, 1.05), *at(turn, s.points[turn]))


def draw_ends(out: Image.Image, ranking: Sequence[Series], at: At, turns: int) -> None:
    """Names and points at the ends of the lines; the winner on gold."""
    d = ImageDraw.Draw(out)
    heights = spaced([at(turns, s.points[-1])[1] for s in ranking], STEP, TOP + 20, BOTTOM - 10)
    for i, (s, y) in enumerate(zip(ranking, heights, strict=True)):
        d.line([at(turns, s.points[-1]), (RIGHT + 34, y)], fill=PAINTS[s.civ.colour].fill, width=4)
        if not i:
            stamp(out, plate(W - RIGHT - 46, 68, 34, GOLD, BRONZE, 2), RIGHT + 24, y, "lm")
        stamp(out, pieces.piece(s.civ.colour, s.civ.letter, 1, 1.9), RIGHT + 58, y)
        vp = str(s.points[-1])
        room = W - RIGHT - 46 - 96 - 14 - width(vp, "bold", 42)
        size = next((n for n in range(34, 20, -1) if width(s.civ.name, "label", n) <= room), 20)
        text(d, RIGHT + 96, y, shorten(s.civ.name, "label", size, room), "label", size)
        text(d, W - 46, y, vp, "bold", 42, INK, "rm")


def chart_alt(series: Sequence[Series], turns: int) -> str:
    """Standing, then every line, then the turns in which the lead changed."""
    say = texts("pictures")["alt"]
    final = ", ".join(f"{s.civ.name} {s.points[-1]}" for s in series)
    lines = [say["chart_civ"].format(civ=s.civ.name, points=", ".join(map(str, s.points))) for s in series]
    changed = ", ".join(map(str, lead_changes(series, turns))) or texts("pictures")["say"]["none"]
    return fitted(
        [say["chart"].format(n=turns, list=final), say["chart_lead"].format(turns=changed), *lines], ALT_LIMIT
    )


def lead_changes(series: Sequence[Series], turns: int) -> list[int]:
    """The turns after which another civilization led alone than before."""
    leaders = [
        [s.civ.slug for s in series if s.points[t] == max(o.points[t] for o in series)] for t in range(turns + 1)
    ]
    found, leader = [], ""
    for turn, ahead in enumerate(leaders):
        if len(ahead) == 1 and ahead[0] != leader:
            if leader:
                found.append(turn)
            leader = ahead[0]
    return found
