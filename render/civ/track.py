"""The A.S.T.: every nation's spaces with its marker, what each epoch asks, and what the next space still lacks; and
the chart of points over the turns of a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PIL import Image, ImageDraw

from engine.civ.catalog import CATALOG, NATIONS
from engine.civ.definitions import EPOCHS, Epoch, TrackDef
from engine.civ.view import CivView
from render import course
from render.civ.demands import Asked, asked_of, epoch_demand, kind_of
from render.civ.position import Position, ShownNation, read
from render.civ.sheets import GAP, TITLE, row_box, sheet
from render.civ.words import epoch_name, words
from render.paint.canvas import stamp
from render.paint.fonts import shorten, wrap
from render.paint.icons import icon
from render.paint.palette import ALARM, GAIN, INK, PAPER, QUIET, Rgb, mix, paint_named, rgb
from render.paint.picture import ALT_LIMIT, Picture, finish
from render.paint.pieces import piece
from render.paint.plates import plate, text
from render.paint.wording import fit_sentences

EPOCH_TONES: dict[Epoch, Rgb] = {
    "stone": rgb("#cfc8b8"),
    "early_bronze": rgb("#efc88a"),
    "middle_bronze": rgb("#dfa55f"),
    "late_bronze": rgb("#c47f40"),
    "early_iron": rgb("#a9bfca"),
    "late_iron": rgb("#7d9db0"),
}
WIDTH, ROW, KEY, CELL = 1640, 96, 118, 51


def track(view: CivView, *, names: Mapping[str, str] | None = None) -> Picture:
    """Draw the tracks of all nations, in A.S.T. order. Raises KeyError for a view of another game."""
    position = read(view, None, names)
    seats = [name for name in position.ranking if name in NATIONS]
    said = words("track")
    out = sheet(WIDTH, TITLE + KEY + GAP + max(1, len(seats)) * (ROW + GAP), said[kind_of(position)], position)
    draw_key(out, position)
    for i, name in enumerate(seats):
        draw_row(out, position, position.nations[name], TITLE + KEY + GAP + i * (ROW + GAP))
    if not seats:
        text(ImageDraw.Draw(out), 30, TITLE + KEY + ROW / 2, said["nobody"], "note", 28, QUIET)
    return finish(out, track_alt(position, seats))


def epochs(position: Position) -> list[Epoch]:
    """Return the epochs of the track that is played."""
    return [epoch for epoch in EPOCHS if (kind_of(position), epoch) in CATALOG.demands]


def draw_key(out: Image.Image, position: Position) -> None:
    """Draw a box for each epoch: its colour, its name, what it asks."""
    d, shown = ImageDraw.Draw(out), epochs(position)
    wide = (out.width - GAP * (len(shown) + 1)) // len(shown)
    for i, epoch in enumerate(shown):
        x, y = GAP + i * (wide + GAP), TITLE + GAP
        stamp(out, plate(wide, KEY - GAP, 10, EPOCH_TONES[epoch], mix(EPOCH_TONES[epoch], INK, 0.5), 2), x, y, "lt")
        text(d, x + 14, y + 22, epoch_name(epoch, short=True), "label", 28, INK)
        lines = wrap(epoch_demand(position, epoch) or words("track")["nothing"], "text", 21, wide - 24)[:3]
        for j, line in enumerate(lines):
            text(d, x + 14, y + 50 + 22 * j, line, "text", 21, INK)


def draw_row(out: Image.Image, position: Position, one: ShownNation, y: int) -> None:
    """Draw one nation: flag, spaces, demands of the next one."""
    left = row_box(out, one, y, ROW, waits=one.slug in position.waiting)
    own = CATALOG.tracks[kind_of(position), one.slug]
    draw_spaces(out, own, one, left, y)
    draw_asked(out, position, one, left + CELL * 17 + 14, y)


def draw_spaces(out: Image.Image, own: TrackDef, one: ShownNation, left: int, y: int) -> None:
    """Draw the spaces from the start on, in the colours of their epochs, with the points they ask, and the marker."""
    d = ImageDraw.Draw(out)
    for space in range(own.last + 1):
        x = left + space * CELL
        tone = EPOCH_TONES[own.epoch(space)] if space else PAPER
        d.rectangle([x, y + 16, x + CELL - 3, y + ROW - 16], fill=tone, outline=mix(tone, INK, 0.45), width=1)
        text(d, x + CELL / 2 - 1, y + ROW - 27, str(space), "text", 19, mix(INK, tone, 0.25), "mm")
        if str(space) in own.points:
            text(d, x + CELL / 2 - 1, y + 32, str(own.points[str(space)]), "bold", 18, INK, "mm")
    at = left + one.seen.space * CELL + CELL / 2 - 1
    stamp(out, piece(one.colour, one.letter, 1, 1.45), at, y + ROW / 2 - 13)


def draw_asked(out: Image.Image, position: Position, one: ShownNation, x: float, y: int) -> None:
    """Draw the requirements of the next space: met in green with a tick, missing in red with what there is."""
    d, asked = ImageDraw.Draw(out), asked_of(position, one)
    if not asked:
        done = words("track")["free" if one.seen.next else "end"]
        text(d, x, y + ROW / 2, done, "note", 26, GAIN if one.seen.next else QUIET)
        return
    step = min(32.0, (ROW - 12) / len(asked))
    top = y + ROW / 2 - step * (len(asked) - 1) / 2
    for i, demand in enumerate(asked):
        tone, middle = GAIN if demand.met else ALARM, top + i * step
        if demand.met:
            stamp(out, icon("checkmark", 24, GAIN), x + 14, middle)
        else:
            d.line([(x + 5, middle - 9), (x + 23, middle + 9)], fill=ALARM, width=5)
            d.line([(x + 5, middle + 9), (x + 23, middle - 9)], fill=ALARM, width=5)
        room = out.width - GAP - 12 - x - 36
        text(d, x + 36, middle, shorten(asked_words(demand), "bold", 25, room), "bold", 25, tone)


def asked_words(demand: Asked) -> str:
    """Return a text such as '4 cities', or '12 advances: has 9' where they are missing."""
    return demand.words if demand.met else str(words("track")["has"].format(asked=demand.words, n=demand.have))


def track_alt(position: Position, seats: list[str]) -> str:
    """Return every marker, and what its next space lacks."""
    said = words("track")
    sentences = [said["alt"].format(track=said[kind_of(position)], turn=position.turn)]
    for name in seats:
        one, lacking = position.nations[name], [a for a in asked_of(position, position.nations[name]) if not a.met]
        key = "end_of" if not one.seen.next else "lacks" if lacking else "ready"
        sentences.append(
            said[key].format(
                name=one.name,
                space=one.seen.space,
                epoch=epoch_name(one.seen.epoch),
                list=", ".join(map(asked_words, lacking)),
            )
        )
    return fit_sentences(sentences, ALT_LIMIT)


def points_chart(view: CivView, eras: Sequence[int], points: Mapping[str, Sequence[int]], first: int = 1) -> Picture:
    """Return the points by turn, before the first and after every one, as they would count if the game ended there.
    Raises KeyError for a nation that is not in the view, ValueError if the numbers do not fit.
    """
    shown, won = read(view).nations, view.result.winners if view.result else ()
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
    return course.course(course.chart_words(view.title, words("course")), series, eras, first)
