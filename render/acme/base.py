"""The base map: terrain, coasts, rivers, borders, names, veil. Drawn once for a window on a map, then cached."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from PIL import Image

from engine.core.text import current_language
from render.acme.board import all_areas, in_play, is_sea, terrain
from render.acme.camera import BOARD
from render.acme.key import stamp_key
from render.acme.placement import LEADING, NamePlace, places
from render.acme.scenery import scatter
from render.acme.terrain import (
    borders,
    dry_land,
    ground,
    sea,
    shade_borders,
    texture,
    veil,
    waters,
)
from render.board.bands import Patches
from render.board.base_store import STORE
from render.board.crowds import Clearing
from render.board.cutouts import SS, Cutout, Lettering, Tones, area_masks, name_sprite
from render.board.printed_board import Camera
from render.paint.canvas import Box, shrink, stamp
from render.paint.fonts import font
from render.paint.icons import icon
from render.paint.palette import INK, SHARP_SEA, TERRAIN, WHITE, ground_tone, mix, rgb
from render.paint.shelf import Shelf
from render.paint.style import PictureStyle, current_style, drawing_in

BAND = 5.6  # width of the control band, in units
GAP = 1.7  # between border and band, in units
SEA_INK = rgb("#173a5e")
LETTERING = Lettering(LEADING, 0.1)
REACH = 60  # units around an area in which its pieces look for a place
ROOM = 6  # base maps kept, of about 12 MB each, those for phones of 3 MB; others are read from disk again


@dataclass(frozen=True, slots=True)
class Base:
    """What the overlay needs: the picture, and for every area in play its place, name, boxes of lines, masks and
    pixels.
    """

    cam: Camera
    picture: Image.Image
    places: dict[str, NamePlace]
    labels: dict[str, Cutout] = field(default_factory=dict)
    written: dict[str, list[Box]] = field(default_factory=dict)
    fills: dict[str, Cutout] = field(default_factory=dict)
    bands: dict[str, Cutout] = field(default_factory=dict)
    pixels: dict[str, int] = field(default_factory=dict)
    stripes: dict[str, Patches] = field(default_factory=dict)
    """Filled as areas are contested."""
    frontiers: dict[str, Patches] = field(default_factory=dict)
    """Filled as areas with a marked border come up."""
    inks: dict[str, Patches] = field(default_factory=dict)
    """How much the control band covers; filled as areas are controlled."""
    lights: dict[str, Patches] = field(default_factory=dict)
    """Filled as areas change."""
    grounds: dict[str, Clearing] = field(default_factory=dict)
    """Filled as pieces look for a place."""

    def ground(self, area: str) -> Clearing:
        """Return the cells around an area among which its pieces find their place."""
        if area not in self.grounds:
            fill, band = self.fills[area], self.bands[area]
            reach, (left, top, right, bottom) = REACH * self.cam.unit, fill.box
            corner = (min(self.cam.width, right + reach), min(self.cam.height, bottom + reach))
            window = (max(0, left - reach), max(0, top - reach), *corner)
            lines = [box for boxes in self.written.values() for box in boxes]
            self.grounds[area] = Clearing.of(fill.image, band.image, (fill.x, fill.y), window, lines)
        return self.grounds[area]


BASES: Shelf[tuple[str, Camera, frozenset[str], bool, str, PictureStyle], Base] = Shelf(ROOM)


def base_map(config: str, cam: Camera, hidden: frozenset[str] = frozenset(), *, with_key: bool = False) -> Base:
    """Return the base map of a window. `hidden` areas are veiled as if out of play: slivers at the edge of a region."""
    style = current_style().ground
    key = (config, cam, hidden, with_key, current_language(), style)
    what = (config, cam, sorted(hidden), with_key, current_language(), style)

    def kept() -> Base:
        return STORE.take(Base, what, lambda: draw_base(config, cam, hidden, with_key=with_key))

    with drawing_in(style):  # the signs of the key are as in the channel
        return BASES.take(key, kept)


def draw_base(config: str, cam: Camera, hidden: frozenset[str], *, with_key: bool) -> Base:
    seen = [name for name in all_areas() if BOARD.shows(cam, name)]
    inside = [name for name in seen if name in in_play(config) and name not in hidden]
    laid = laid_out(cam, inside)
    base = replace(laid, picture=shrink(landscape(cam, seen, inside, laid.places), SS))
    printed_homes(cam, base.picture, base.places)
    for name in inside:
        spot = base.places[name]
        base.labels[name] = name_sprite(spot.lines, spot.size, spot.label, tones(name), LETTERING)
    if with_key:
        stamp_key(base.picture, cam, inside)
    return base


def laid_out(cam: Camera, inside: list[str]) -> Base:
    """Return all of a base map but the picture and the sprites of its names: what pieces need to find their places."""
    spots = places(cam, inside)
    base = Base(cam, Image.new("RGB", (1, 1)), spots)
    for name, spot in spots.items():
        base.written[name] = line_boxes(name, spot)
        base.fills[name], base.bands[name] = area_masks(BOARD, cam, name, GAP, BAND)
        base.pixels[name] = sum(base.fills[name].image.histogram()[128:])
    return base


def landscape(cam: Camera, seen: list[str], inside: list[str], spots: dict[str, NamePlace]) -> Image.Image:
    """Return everything except names and pieces, at SS times the size."""
    land = [name for name in seen if not is_sea(name)]
    mask = dry_land(cam, land)
    picture = sea(cam, mask)
    ground(cam, picture, land)
    shade_borders(cam, picture, land, mask)
    texture(picture, mask)
    waters(cam, picture)
    scatter(cam, picture, inside, [spot.box for spot in spots.values()])
    borders(cam, picture, seen, mask)
    veil(cam, picture, inside)
    return picture


def printed_homes(cam: Camera, picture: Image.Image, spots: dict[str, NamePlace]) -> None:
    """Draw a faint sign on every possible Home Area."""
    sign = icon("ziggurat", 19 * cam.unit, rgb("#6b4f2e"))
    for spot in spots.values():
        if spot.home:
            stamp(picture, sign, spot.home[0] + 2 * cam.unit, spot.home[1])


def tones(area: str) -> Tones:
    """Return ink, halo and typeface of a name."""
    if is_sea(area):
        return Tones(ground_tone(SEA_INK, INK), ground_tone(mix(TERRAIN["sea"], WHITE, 0.35), SHARP_SEA), "sea")
    return Tones(INK, ground_tone(mix(TERRAIN[terrain(area)], WHITE, 0.45)), "label")


def line_boxes(area: str, spot: NamePlace) -> list[Box]:
    """Return the box of the letters of every line of a name."""
    letters, (x, y), rows = font(tones(area).face, spot.size), spot.label, len(spot.lines)
    found = []
    for i, line in enumerate(spot.lines):
        left, top, right, bottom = letters.getbbox(line, anchor="mm")
        middle = y + (i - (rows - 1) / 2) * spot.size * LEADING
        found.append((x + left, middle + top, x + right, middle + bottom))
    return found
