"""The victory track, what changed since the picture before, and the chart of points over the turns of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PIL import Image, ImageDraw

from engine.acme.view import AcmeView
from render.acme.board import area_name
from render.acme.position import Position, ShownCiv, read
from render.acme.signs import SIGNS, change
from render.board.signs import sprite_of
from render.course import ChartWords, Series, course, space_out
from render.paint import pieces
from render.paint.canvas import stamp
from render.paint.fonts import shorten, width
from render.paint.icons import icon
from render.paint.palette import BRONZE, LINE, PAPER, QUIET, paint_named
from render.paint.picture import Picture
from render.paint.plates import plate, text
from render.paint.wording import numeral, texts

TRACK = 78
LEAST = 25  # points on the shortest track
CAMP = 26  # pixels between camps on one value


def track_end(position: Position) -> int:
    """Return the goal in VP, or the next five above the leader."""
    most = max((civ.vp for civ in position.civs.values()), default=0)
    goal = position.goal.get("vp", 0)
    return most + -most % 5 if most > goal else max(goal, most + -most % 5, LEAST if not goal else 0)


def goal_words(position: Position) -> str:
    """Return a text such as 'to 50 VP', 'to Epoch III', '10 turns'; nothing where no goal is known."""
    words = texts("pictures")["panel"]
    if "turns" in position.goal and position.turns:
        return str(words["goal_turn"].format(i=position.turns, n=position.goal["turns"]))
    for kind, n in position.goal.items():
        if kind == "epochs":
            return str(words["goal_epochs"].format(n=numeral(n)))
        return str(words.get(f"goal_{kind}_one" if n == 1 else f"goal_{kind}", words[f"goal_{kind}"]).format(n=n))
    return ""


def draw_track(picture: Image.Image, position: Position, x: int, y: int, w: int) -> None:
    """Draw victory points on a line; camps that would hide each other are side by side and point to their value."""
    d, top = ImageDraw.Draw(picture), track_end(position)
    goal = goal_words(position)
    x0, x1, line = x + 14 + max(64, width(goal, "note", 17) + 16), x + w - 44, y + TRACK - 27
    low = text(d, x + 14, line - 10, texts("pictures")["panel"]["vp"], "title", 26, BRONZE) + CAMP * 0.85
    text(d, x + 14, line + 17, goal, "note", 17, QUIET)
    draw_scale(d, x0, x1, line, top)
    if position.goal.get("vp", 0) == top:
        stamp(picture, icon("laurel", 34, BRONZE), x1, line - 24)
    standing = sorted(position.civs.values(), key=lambda civ: (civ.vp, -position.order.index(civ.slug)))
    values = [x0 + (x1 - x0) * max(0, civ.vp) / top for civ in standing]
    for civ, value, middle in zip(standing, values, space_out(values, CAMP, low, x + w - 16), strict=True):
        d.line([(middle, line - 22), (value, line - 4)], fill=paint_named(civ.colour).line, width=3)
        stamp(picture, pieces.piece(civ.colour, civ.letter, 1, 1.3), middle, line - 24)


def draw_scale(d: ImageDraw.ImageDraw, x0: float, x1: float, line: float, top: int) -> None:
    d.rectangle([x0, line - 2, x1, line + 2], fill=BRONZE)
    every = 5 if top <= 80 or x1 - x0 > 1000 else 10
    for v in range(top + 1):
        x, tall = x0 + (x1 - x0) * v / top, 9 if v % 5 == 0 else 4
        d.rectangle([x - 1, line - tall, x, line + tall], fill=BRONZE)
        if v % every == 0:
            text(d, x, line + 18, str(v), "bold", 17, QUIET, "mm")


def draw_news(picture: Image.Image, position: Position, x: int, y: int, w: int, bottom: int) -> None:
    """Draw what changed, a line per area, as far as there is room; the rest is counted."""
    changed = position.changed
    room = (bottom - y - 48) // 46
    if room < 2 or not changed:
        return
    shown = changed if len(changed) <= room else changed[: room - 1]
    rows = len(shown) + (len(shown) < len(changed))
    words, d = texts("pictures")["panel"], ImageDraw.Draw(picture)
    stamp(picture, plate(w, 48 + 46 * rows, 12, PAPER, LINE, 2), x, y, "lt")
    text(d, x + 16, y + 25, words["news"], "note", 22, QUIET)
    for i, area in enumerate(shown):
        draw_change(picture, position, area, x, y + 66 + 46 * i, w)
    if rest := len(changed) - len(shown):
        more = words["more_one"] if rest == 1 else words["more"].format(n=rest)
        text(d, x + 16, y + 66 + 46 * len(shown), more, "note", 22, QUIET)


def draw_change(picture: Image.Image, position: Position, area: str, x: int, y: int, w: int) -> None:
    """Draw one line: the area, and for every faction its camp with what it gained or lost."""
    name = shorten(area_name(area), "label", 26, w * 0.42)
    text(ImageDraw.Draw(picture), x + 16, y, name, "label", 26)
    at = x + w * 0.46
    for faction, delta in position.change(area).items():
        if at + 84 > x + w:
            return
        stamp(picture, pieces.piece(position.colour(faction), position.letter(faction), 1, 1.2), at + 16, y)
        stamp(picture, sprite_of(SIGNS, change(delta), 1.5), at + 60, y)
        at += 96


def chart(view: AcmeView, eras: Sequence[int], points: Mapping[str, Sequence[int]], first: int = 1) -> Picture:
    """Return the points by turn. `eras`: how many turns each Epoch lasted, from the `first` on; `points`: by
    civilization, before the first turn and after every turn. Raises KeyError for a civilization that is not in the
    view, ValueError if the numbers do not fit.
    """
    position = read(view)
    series = [points_line(position.civs[slug], values) for slug, values in points.items()]
    return course(chart_words(), series, eras, first)


def points_line(civ: ShownCiv, points: Sequence[int]) -> Series:
    """Return the line of a civilization, with its lettered camp."""
    return Series(
        civ.name, paint_named(civ.colour).line, partial(pieces.piece, civ.colour, civ.letter, 1), tuple(points)
    )


def chart_words() -> ChartWords:
    """Return the words of the chart of Epochs and VP."""
    say, panel = texts("pictures")["alt"], texts("pictures")["panel"]
    told = (say["chart"], say["chart_lead"], say["chart_civ"], texts("pictures")["say"]["none"])
    return ChartWords("", panel["vp"], panel["turn"], panel["epoch"], *told)
