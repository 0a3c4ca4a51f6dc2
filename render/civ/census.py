"""The census as bars: tokens on the board in the order of moves, and how many the cities ask."""

from __future__ import annotations

from collections.abc import Mapping

from PIL import Image, ImageDraw

from engine.civ.view import CivView
from render.civ.position import Position, ShownNation, read
from render.civ.sheets import GAP, TITLE, row_box, sheet
from render.civ.words import count_noun, words
from render.paint.canvas import SUPER, shrink, stamp
from render.paint.palette import ALARM, INK, LINE, PARCHMENT, QUIET, paint_named
from render.paint.patterns import field
from render.paint.picture import ALT_LIMIT, Picture, finish
from render.paint.plates import text
from render.paint.wording import fit_sentences

WIDTH, ROW = 1200, 88


def census(view: CivView, *, names: Mapping[str, str] | None = None) -> Picture:
    """Return a bar for every nation, the largest first, ties in the order of the A.S.T. (CIV §7.1)."""
    position = read(view, None, names)
    seats = in_order(position)
    out = sheet(WIDTH, TITLE + GAP + len(seats) * (ROW + GAP), words("census")["title"], position)
    most = max([12, *(size(position.nations[name]) for name in seats)])
    for i, name in enumerate(seats):
        y = TITLE + GAP + i * (ROW + GAP)
        left = row_box(out, position.nations[name], y, ROW, waits=name in position.waiting)
        draw_count(out, position.nations[name], left, y, most)
    return finish(out, census_alt(position, seats))


def in_order(position: Position) -> list[str]:
    """Return the nations as last counted, or by tokens on the board before the first count."""
    rank = {name: i for i, name in enumerate(position.ranking)}
    return sorted(position.nations, key=lambda name: (-census_number(position.nations[name]), rank[name]))


def census_number(one: ShownNation) -> int:
    """Return the number by which a nation is put in order."""
    return one.seen.tokens if one.seen.census is None else one.seen.census


def size(one: ShownNation) -> int:
    return max(census_number(one), one.seen.tokens, one.seen.support.needed)


def draw_count(out: Image.Image, one: ShownNation, left: int, y: int, most: int) -> None:
    """Draw the bar in the nation's pattern with its number, and a mark at what its cities ask."""
    d, n = ImageDraw.Draw(out), one.seen.tokens
    room = WIDTH - GAP - 130 - left
    wide, needed = round(room * n / most), one.seen.support.needed
    d.rectangle([left, y + 16, left + room, y + 52], fill=PARCHMENT, outline=LINE)
    if wide > 1:
        stamp(out, pattern_bar(one.colour, wide, 36), left, y + 16, "lt")
        d.rectangle([left, y + 16, left + wide, y + 52], outline=INK, width=2)
    if needed:
        mark = left + room * needed / most
        tone = ALARM if needed > n else INK
        d.polygon([(mark, y + 48), (mark - 9, y + 64), (mark + 9, y + 64)], fill=tone)
        d.line([(mark, y + 12), (mark, y + 54)], fill=tone, width=4)
    text(d, WIDTH - GAP - 20, y + 34, str(n), "bold", 46, INK, "rm")
    said = words("census")["supported_one" if one.cities == 1 else "supported"]
    at, anchor = (left + room, "rm") if needed * 2 < most else (left, "lm")
    said = said.format(n=one.cities, needed=needed) if needed else words("census")["none"]
    text(d, at, y + 70, said, "text", 23, ALARM if needed > n else QUIET, anchor)


def pattern_bar(colour: str, w: int, h: int) -> Image.Image:
    """Return a stretch of a paint with its pattern."""
    return shrink(field(paint_named(colour), w * SUPER, h * SUPER, 1.6 * SUPER))


def census_alt(position: Position, seats: list[str]) -> str:
    said = words("census")
    sentences = [said["alt"].format(turn=position.turn)]
    for one in (position.nations[name] for name in seats):
        cities, needed = count_noun("city", "cities", one.cities), one.seen.support.needed
        sentences.append(said["alt_of"].format(name=one.name, n=one.seen.tokens, cities=cities, needed=needed))
    return fit_sentences(sentences, ALT_LIMIT)
