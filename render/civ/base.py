"""The base map: ground, coasts, rivers, borders, veil. Drawn once for a window on a map, then cached."""

from __future__ import annotations

from dataclasses import dataclass, field

from PIL import Image

from engine.core.text import current_language
from render.board.bands import Patches
from render.board.base_store import STORE
from render.board.cutouts import SS, Cutout, Lettering, Tones, area_masks, lay, name_sprite
from render.board.printed_board import Camera
from render.civ import terrain
from render.civ.board import all_land, in_play, is_sea, seas_in_play
from render.civ.camera import BOARD
from render.civ.placement import LEADING, NamePlace, places
from render.paint.canvas import shrink
from render.paint.palette import INK, SHARP_SEA, WHITE, ground_tone, mix, rgb
from render.paint.shelf import Shelf
from render.paint.style import PictureStyle, current_style, drawing_in

BAND = 6.0  # width of the control band, in units
GAP = 1.5  # between border and band, in units
SEA_INK = rgb("#173a5e")
LETTERING = Lettering(LEADING, 0.12)
ROOM = 4  # base maps kept, of about 20 MB each, those for phones of 3 MB; others are read from disk again


@dataclass(frozen=True, slots=True)
class Base:
    """What the overlay needs: the picture, and for every area in play its place, its name and its masks.

    `made` fills with what single positions need: lights, inks of bands, stripes.
    """

    cam: Camera
    picture: Image.Image
    places: dict[str, NamePlace]
    labels: dict[str, Cutout] = field(default_factory=dict)
    fills: dict[str, Cutout] = field(default_factory=dict)
    bands: dict[str, Cutout] = field(default_factory=dict)
    made: dict[tuple[str, str], Patches] = field(default_factory=dict)


BASES: Shelf[tuple[str, Camera, frozenset[str], str, PictureStyle], Base] = Shelf(ROOM)


def base_map(config: str, cam: Camera, hidden: frozenset[str] = frozenset()) -> Base:
    """Return the base map of a window. `hidden` areas are veiled as if out of play: slivers at the edge of a region."""
    style = current_style().ground
    what = (config, cam, sorted(hidden), current_language(), style)
    with drawing_in(style):
        return BASES.take(
            (config, cam, hidden, current_language(), style),
            lambda: STORE.take(Base, what, lambda: draw_base(config, cam, hidden)),
        )


def draw_base(config: str, cam: Camera, hidden: frozenset[str]) -> Base:
    inside = [name for name in in_play(config) if BOARD.shows(cam, name) and name not in hidden]
    seas = [name for name in seas_in_play(config) if BOARD.shows(cam, name)]
    spots = places(cam, [*inside, *(name for name in seas if BOARD.share(cam, name) > 0.3)])
    base = Base(cam, shrink(landscape(cam, inside, seas), SS), spots)
    for name, spot in spots.items():
        cutout = name_sprite(spot.lines, spot.size, spot.label, tones(name), LETTERING)
        if is_sea(name):
            lay(base.picture, [cutout])
        else:
            base.labels[name] = cutout
            base.fills[name], base.bands[name] = area_masks(BOARD, cam, name, GAP, BAND)
    return base


def landscape(cam: Camera, inside: list[str], seas: list[str]) -> Image.Image:
    """Return everything except names and pieces, at SS times the size."""
    land = [name for name in all_land() if BOARD.shows(cam, name)]
    mask = terrain.dry_land(cam)
    picture = terrain.sea(cam, mask)
    terrain.ground(cam, picture, land)
    terrain.flood_plains(cam, picture, mask)
    terrain.shade_borders(cam, picture, land, mask)
    terrain.waters(cam, picture)
    terrain.sea_borders(cam, picture, mask)
    terrain.land_borders(cam, picture, land, mask)
    terrain.veil(cam, picture, inside, seas)
    terrain.mountains_of_fire(cam, picture)
    return picture


def tones(area: str) -> Tones:
    """Return ink, halo and typeface of a name."""
    if is_sea(area):
        return Tones(ground_tone(SEA_INK, INK), ground_tone(mix(terrain.SEA_TONE, WHITE, 0.3), SHARP_SEA), "sea")
    return Tones(INK, ground_tone(mix(terrain.tone(area), WHITE, 0.5)), "label")
