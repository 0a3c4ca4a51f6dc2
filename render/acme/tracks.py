"""The Culture Tracks with every civilization's disk: a strip of the panel, and a large picture of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from engine.acme.facts.catalog import CULTURE, TRACKS
from engine.acme.presentation.culture import demands, short_brings, track_pages
from engine.acme.view import AcmeView
from engine.core.text import count_noun, words
from render.acme.position import Position, read
from render.paint import pieces
from render.paint.canvas import stamp
from render.paint.fonts import shorten
from render.paint.palette import BRONZE, GOLD, INK, LINE, PAPER, PARCHMENT, QUIET, Rgb, mix
from render.paint.picture import ALT_LIMIT, Picture, finish
from render.paint.plates import plate, text

WIDE = 1000  # pixels from which the tracks of the strip stand side by side
GAP = 10
LEAST = 0.75  # how much smaller crowded camps become before they overlap
CAMP = 29  # pixels of a camp of unit 1
BACK = mix(PAPER, PARCHMENT, 0.5)


@dataclass(frozen=True, slots=True)
class TrackStyle:
    """Measures of a track, in pixels: height with its name, height of a stage; sizes of name and numbers; the unit of
    camps."""

    height: int
    box: int
    name: int
    number: int
    unit: float


STRIP = TrackStyle(84, 42, 24, 20, 1.0)
LARGE = TrackStyle(190, 118, 34, 26, 2.1)
LARGE_WIDTH, HEAD = 860, 128


def height(position: Position, w: int) -> int:
    """Return the height of the strip; 0 in a game without the tracks."""
    if not position.culture:
        return 0
    return STRIP.height if w >= WIDE else STRIP.height * len(TRACKS)


def draw_strip(picture: Image.Image, position: Position, x: int, y: int, w: int) -> None:
    """Draw the three tracks, side by side or one below the other, with their left upper corner at (x, y)."""
    if not position.culture:
        return
    across = len(TRACKS) if w >= WIDE else 1
    wide = (w - GAP * (across - 1)) // across
    for i, track in enumerate(TRACKS):
        at = (x + (i % across) * (wide + GAP), y + (i // across) * STRIP.height)
        draw_track(picture, position, track, *at, wide, STRIP)


def draw_track(picture: Image.Image, position: Position, track: str, x: int, y: int, w: int, style: TrackStyle) -> None:
    """Draw a track: its name, and its stages with the camps there, on gold where that scores VP."""
    name = shorten(TRACKS[track].name, "label", style.name, w - 8)
    text(ImageDraw.Draw(picture), x + 4, y + style.name * 0.62, name, "label", style.name)
    top, each = y + round(style.name * 1.3), (w - 3 * (CULTURE.stages - 1)) / CULTURE.stages
    gold = paying_stage(position, track)
    for stage in range(1, CULTURE.stages + 1):
        left = round(x + (stage - 1) * (each + 3))
        draw_stage(picture, position, track, stage, (left, top, round(each)), style, pays=stage == gold)


def paying_stage(position: Position, track: str) -> int:
    """Return the stage that scores VP in the Tally: the last one, or where a civ leads alone; 0 if none (AMB-97)."""
    stages = [civ.tracks.get(track, 0) for civ in position.civs.values()]
    best = max(stages, default=0)
    return best if best == CULTURE.stages or stages.count(best) == 1 else 0


def draw_stage(
    picture: Image.Image,
    position: Position,
    track: str,
    stage: int,
    box: tuple[int, int, int],
    style: TrackStyle,
    *,
    pays: bool,
) -> None:
    """Draw a stage: its number, in the large picture its benefits, and the camps."""
    x, y, w = box
    d, fill = ImageDraw.Draw(picture), mix(PAPER, GOLD, 0.28) if pays else BACK
    stamp(picture, plate(w, style.box, 7, fill, BRONZE if pays else LINE, 2), x, y, "lt")
    there = [slug for slug in position.order if position.civs[slug].tracks.get(track, 0) == stage]
    if style is LARGE:
        told = shorten(short_brings(TRACKS[track], stage), "text", 22, w - 12)
        text(d, x + w / 2, y + style.box - 17, told, "text", 22, QUIET, "mm")
        draw_camps(picture, position, there, (x + 6, y + 46, w - 12), style.unit)
    else:
        text(d, x + 12, y + style.box / 2, str(stage), "bold", style.number, _ink(there), "mm")
        draw_camps(picture, position, there, (x + 24, y + style.box // 2, w - 30), style.unit)


def _ink(there: list[str]) -> Rgb:
    return INK if there else QUIET


def draw_camps(
    picture: Image.Image, position: Position, there: list[str], room: tuple[int, int, int], unit: float
) -> None:
    """Draw the camps in a row around the middle of the room, smaller and then nearer to each other if they are many."""
    x, middle, w = room
    unit *= max(LEAST, min(1.0, w / (CAMP * unit * max(1, len(there)))))
    size = CAMP * unit
    step = min(size, (w - size) / (len(there) - 1)) if len(there) > 1 else 0.0
    start = x + w / 2 - step * (len(there) - 1) / 2
    for i in reversed(range(len(there))):
        camp = pieces.piece(position.colour(there[i]), position.letter(there[i]), 1, unit)
        stamp(picture, camp, start + i * step, middle)


def culture(view: AcmeView) -> Picture:
    """Draw the three tracks, large: the requirements and benefits of each stage, and who is there.

    Raises KeyError for a view without them.
    """
    position, asked = read(view), demands(view)
    out = Image.new("RGB", (LARGE_WIDTH, HEAD + len(TRACKS) * LARGE.height + 8), PARCHMENT)
    draw_head(out, asked.cities, asked.costs)
    for i, track in enumerate(TRACKS):
        draw_track(out, position, track, 16, HEAD + i * LARGE.height, LARGE_WIDTH - 32, LARGE)
    return finish(out, " ".join(track_pages(view)).replace("**", "")[:ALT_LIMIT])


def draw_head(picture: Image.Image, cities: Sequence[int], costs: Sequence[int]) -> None:
    """Draw the requirements of the stages above their columns."""
    d, each = ImageDraw.Draw(picture), (LARGE_WIDTH - 32) / CULTURE.stages
    text(d, 16, 30, words("acme.face.culture.title"), "title", 34, BRONZE)
    for i, (needed, cost) in enumerate(zip(cities, costs, strict=True)):
        middle = 16 + each * (i + 0.5)
        text(d, middle, 72, words("acme.face.culture.stage", n=i + 1), "bold", 26, INK, "mm")
        text(
            d,
            middle,
            104,
            words("acme.face.culture.asks", cities=count_noun(needed, "city"), cost=cost),
            "text",
            22,
            QUIET,
            "mm",
        )
