"""The base map: ground, coasts, rivers, borders, veil. Drawn once for a window on a map, then kept."""

from __future__ import annotations

from dataclasses import dataclass, field

from PIL import Image, ImageChops, ImageDraw

from engine.core.text import spoken
from render.base_store import STORE
from render.canvas import filled, shrink, traced
from render.civ import terrain
from render.civ.board import all_land, in_play, is_sea, outlines, seas_in_play
from render.civ.camera import Camera
from render.civ.placement import LEADING, NamePlace, places
from render.civ.terrain import SS
from render.fonts import font
from render.palette import INK, SHARP_SEA, WHITE, Rgb, ground_tone, mix, rgb
from render.shelf import Shelf
from render.style import PictureStyle, chosen, drawing_in

BAND = 6.0  # width of the control band, in units
GAP = 1.5  # between border and band, in units
SEA_INK = rgb("#173a5e")
NAME_SCALE = 3
ROOM = 10  # base maps kept, of about 20 MB each, those for phones of 3 MB


@dataclass(frozen=True, slots=True)
class Cutout:
    """A sprite or a mask and where its left upper corner lies, in pixels."""

    image: Image.Image
    x: int
    y: int


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
    made: dict[tuple[str, str], Image.Image] = field(default_factory=dict)


BASES: Shelf[tuple[str, Camera, frozenset[str], str, PictureStyle], Base] = Shelf(ROOM)


def base_map(config: str, cam: Camera, hidden: frozenset[str] = frozenset()) -> Base:
    """The base map of a window. `hidden` areas are veiled as if out of play: slivers at the edge of a region."""
    style = chosen().ground
    what = (config, cam, sorted(hidden), spoken(), style)
    with drawing_in(style):
        return BASES.take(
            (config, cam, hidden, spoken(), style),
            lambda: STORE.take(Base, what, lambda: drawn(config, cam, hidden)),
        )


def drawn(config: str, cam: Camera, hidden: frozenset[str]) -> Base:
    inside = [name for name in in_play(config) if cam.shows(name) and name not in hidden]
    seas = [name for name in seas_in_play(config) if cam.shows(name)]
    spots = places(cam, [*inside, *(name for name in seas if cam.share(name) > 0.3)])
    base = Base(cam, shrink(landscape(cam, inside, seas), SS), spots)
    for name, spot in spots.items():
        cutout = label(name, spot)
        if is_sea(name):
            base.picture.paste(cutout.image, (cutout.x, cutout.y), cutout.image)
        else:
            base.labels[name] = cutout
            base.fills[name], base.bands[name] = area_masks(cam, name)
    return base


def landscape(cam: Camera, inside: list[str], seas: list[str]) -> Image.Image:
    """Everything but names and pieces, at SS times the size."""
    land = [name for name in all_land() if cam.shows(name)]
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


def tones(area: str) -> tuple[Rgb, Rgb, str]:
    """Ink, halo and typeface of a name."""
    if is_sea(area):
        return ground_tone(SEA_INK, INK), ground_tone(mix(terrain.SEA_TONE, WHITE, 0.3), SHARP_SEA), "sea"
    return INK, ground_tone(mix(terrain.tone(area), WHITE, 0.5)), "label"


def label(area: str, spot: NamePlace) -> Cutout:
    """A name with a halo in the tone of its ground, drawn large and reduced for even spacing."""
    k, (ink, halo, face) = NAME_SCALE, tones(area)
    letters, rows = font(face, spot.size * k), len(spot.lines)
    w = round(max(letters.getlength(line) for line in spot.lines) / k) + 10
    h = round(spot.size * (0.9 + LEADING * (rows - 1))) + 12
    out = Image.new("RGBA", (w * k, h * k), (*halo, 0))
    d = ImageDraw.Draw(out)
    for pen, colour in ((round(spot.size * k * 0.12), halo), (0, ink)):
        for i, line in enumerate(spot.lines):
            at = (w * k / 2, h * k / 2 + (i - (rows - 1) / 2) * spot.size * LEADING * k)
            d.text(at, line, font=letters, fill=colour, anchor="mm", stroke_width=pen, stroke_fill=colour)
    return Cutout(shrink(out, k), round(spot.label[0] - w / 2), round(spot.label[1] - h / 2))


def area_masks(cam: Camera, area: str) -> tuple[Cutout, Cutout]:
    """The area as a mask, and a band along the inside of its border."""
    rings = [cam.ring(ring) for ring in outlines(area)]
    xs, ys = [x for ring in rings for x, _ in ring], [y for ring in rings for _, y in ring]
    x0, y0 = max(0, int(min(xs))), max(0, int(min(ys)))
    x1, y1 = min(cam.width, int(max(xs)) + 2), min(cam.height, int(max(ys)) + 2)
    size = (max(1, x1 - x0) * SS, max(1, y1 - y0) * SS)
    local = [[((x - x0) * SS, (y - y0) * SS) for x, y in ring] for ring in rings]
    full, unit = filled(size, local), cam.unit * SS
    rim = ImageChops.subtract(traced(size, local, 2 * BAND * unit), traced(size, local, 2 * GAP * unit))
    band = ImageChops.multiply(rim, full)
    return Cutout(shrink(full, SS), x0, y0), Cutout(shrink(band, SS), x0, y0)
