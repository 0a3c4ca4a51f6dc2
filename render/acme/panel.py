"""The panel: the state of the game, whose turn it is, what every civilization has, and the victory track."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.acme import tracks
from render.acme.civcard import BELOW, BESIDE, COMPACT, Style, draw_civ
from render.acme.header import HEADER, draw_deck, draw_header, draw_order, draw_phase, draw_time, order_width
from render.acme.key import key_block
from render.acme.position import Position
from render.acme.strip import ROW, draw_rows, neutral_rows, player_rows
from render.acme.track import TRACK, draw_news, draw_track
from render.paint.palette import GOLD, NIGHT, PARCHMENT

GAP = 10
SIDE = 560  # width of the panel beside a tall map
SIDE_HEADER = 174


def columns(w: int, civs: int) -> int:
    """Return how many cards are in a row: three from 1180 px, two from 860 px; four civilizations always two by two."""
    most = 3 if w >= 1180 else 2 if w >= 860 else 1
    return max(1, min(civs, 2 if civs == 4 else 3, most))


def panel_height(w: int, position: Position) -> int:
    """Return the height of the panel below a map of that width."""
    civs = len(position.civs)
    cards = -(-civs // columns(w, civs)) * (BELOW.height + GAP)
    return HEADER + GAP + cards + strips(position, w - 2 * GAP) + TRACK


def strips(position: Position, w: int) -> int:
    """Return the height of the lines below the cards: players with several civilizations, neutral Factions, tracks."""
    return ROW * len([*player_rows(position, w), *neutral_rows(position, w)]) + tracks.height(position, w)


def draw_strips(picture: Image.Image, position: Position, x: int, y: int, w: int) -> None:
    rows = [*player_rows(position, w), *neutral_rows(position, w)]
    draw_rows(picture, rows, x, y, w)
    tracks.draw_strip(picture, position, x, y + ROW * len(rows), w)


def draw_below(picture: Image.Image, position: Position, x: int, y: int, w: int) -> None:
    """Draw the panel under the map, in the order of play, left to right and down."""
    height, n = panel_height(w, position), columns(w, len(position.civs))
    ImageDraw.Draw(picture).rectangle([x, y, x + w, y + height], fill=PARCHMENT)
    draw_header(picture, position, x, y, w)
    wide, top = (w - GAP * (n + 1)) // n, y + HEADER + GAP
    for i, slug in enumerate(position.order):
        at = (x + GAP + (i % n) * (wide + GAP), top + (i // n) * (BELOW.height + GAP))
        draw_civ(picture, position.civs[slug], *at, wide, BELOW, waits=slug in position.waiting)
    draw_strips(picture, position, x + GAP, y + height - TRACK - strips(position, w - 2 * GAP), w - 2 * GAP)
    draw_track(picture, position, x, y + height - TRACK, w)


def side_style(h: int, civs: int) -> Style:
    """Return the roomiest cards that leave the track in the picture."""
    room = h - SIDE_HEADER - 2 * GAP - TRACK
    return next((s for s in (BESIDE, COMPACT) if civs * (s.height + GAP) <= room), BELOW)


def draw_beside(picture: Image.Image, position: Position, x: int, w: int) -> None:
    """Draw the panel beside a tall map: the same parts in one column, then changes and a key where height is left."""
    strip = strips(position, w - 2 * GAP)
    h, style = picture.height, side_style(picture.height - strip, len(position.civs))
    d = ImageDraw.Draw(picture)
    d.rectangle([x, 0, x + w, h], fill=PARCHMENT)
    draw_side_header(picture, position, x, w)
    top = SIDE_HEADER + GAP
    for slug in position.order:
        civ = position.civs[slug]
        draw_civ(picture, civ, x + GAP, top, w - 2 * GAP, style, waits=slug in position.waiting)
        top += style.height + GAP
    draw_strips(picture, position, x + GAP, top, w - 2 * GAP)
    top += strip
    draw_track(picture, position, x, top, w)
    top, bottom = top + TRACK + GAP, h - GAP
    key = key_block(w - 2 * GAP, bottom - top)
    if key:
        bottom -= key.height + GAP
        picture.paste(key, (x + GAP, bottom + GAP), key)
    draw_news(picture, position, x + GAP, top, w - 2 * GAP, bottom)


def draw_side_header(picture: Image.Image, position: Position, x: int, w: int) -> None:
    d = ImageDraw.Draw(picture)
    d.rectangle([x, 0, x + w, SIDE_HEADER - 1], fill=NIGHT)
    d.rectangle([x, 0, x + 2, picture.height], fill=GOLD)
    draw_time(picture, position, x + 18, 36)
    draw_phase(picture, position, x + 10, 84, w - 20)
    right = x + 18 + order_width(position)
    draw_order(picture, position, right, 137)
    draw_deck(picture, position, right + 22, 137, x + w - 14)
