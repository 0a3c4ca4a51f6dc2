"""Ground and water of the base map, at twice the size of the picture."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from engine.civ.catalog import AREAS
from render.board.cutouts import SS, area_shape, union
from render.board.printed_board import Camera
from render.civ.board import all_land, all_seas, beyond, lanes, outlines, plains, rivers, strips, volcanoes
from render.civ.camera import BOARD
from render.paint.canvas import Point, edge, faint, fat, fill_rings, ramp, trace_rings
from render.paint.palette import BLACK, BRONZE, SHARP_SEA, VEIL, Rgb, ground_tone, rgb
from render.paint.style import sharp

SEA_BANDS = ((0.5, rgb("#b4d6e6")), (0.2, rgb("#9fcadf")), (0.06, rgb("#8ebfd8")))
DEEP = rgb("#82b6d1")
SEA_TONE = rgb("#9fcadf")
RIVER = rgb("#5f97c0")
COAST = rgb("#3f3a34")
BORDER = rgb("#7d5f3c")
SEA_BORDER = rgb("#d4e8f1")
SHADE = (96, 62, 26)
LANDS = (rgb("#ecd7a8"), rgb("#e2c893"), rgb("#f1e1ba"), rgb("#dcc08a"))  # neighbours differ by a tone
OUT = rgb("#ddd5c3")
PLAIN, PLAIN_INK, REED = rgb("#a9c779"), 190, rgb("#86a854")
LAVA, CRATER = rgb("#8a5a3c"), rgb("#d2401c")
EDGE_LINE = 2.2  # width of the line along the edge of play, in units


def dry_land(cam: Camera) -> Image.Image:
    """Return a mask of everything that is not sea."""
    mask = union(BOARD, cam, [name for name in all_land() if BOARD.shows(cam, name)], 0.6)
    draw = ImageDraw.Draw(mask)
    for ring in beyond("land"):
        draw.polygon(cam.ring(ring, SS), fill=255)
    return mask


def sea(cam: Camera, land: Image.Image) -> Image.Image:
    """Draw bands of depth that follow the coast."""
    if sharp():
        return Image.new("RGB", land.size, SHARP_SEA)
    small = land.resize((max(1, cam.width // 4), max(1, cam.height // 4)), Image.Resampling.BOX)
    soft = small.filter(ImageFilter.GaussianBlur(11 * cam.unit))
    picture = Image.new("RGB", soft.size, DEEP)
    for limit, colour in reversed(SEA_BANDS):
        picture.paste(colour, (0, 0), soft.point(ramp(limit, 4)))
    return picture.resize(land.size, Image.Resampling.BICUBIC)


def ground(cam: Camera, picture: Image.Image, land: list[str]) -> None:
    """Draw the land in tones of parchment, no two neighbours alike if it can be."""
    draw = ImageDraw.Draw(picture)
    for ring in beyond("land"):
        draw.polygon(cam.ring(ring, SS), fill=ground_tone(OUT))
    for name in land:
        area_shape(draw, BOARD, cam, name, ground_tone(tone(name)))


def tone(area: str) -> Rgb:
    """Return the tone of an area, the same in every picture."""
    return LANDS[tones()[area]]


@cache
def tones() -> dict[str, int]:
    """Return the tone of each area: the first that no neighbour by land has, beginning with a different one each
    time.
    """
    found: dict[str, int] = {}
    for i, area in enumerate(AREAS.values()):
        used = {found[name] for name in area.by_land if name in found}
        turned = [(i + step) % len(LANDS) for step in range(len(LANDS))]
        found[area.id] = next((t for t in turned if t not in used), turned[0])
    return found


def shade_borders(cam: Camera, picture: Image.Image, land: list[str], mask: Image.Image) -> None:
    """Draw a soft shade along the borders of the land."""
    if sharp():
        return
    rings = [cam.ring(ring) for name in land for ring in outlines(name)]
    half = trace_rings((cam.width, cam.height), rings, 5 * cam.unit)
    soft = half.filter(ImageFilter.GaussianBlur(3 * cam.unit)).resize(picture.size)
    picture.paste(SHADE, (0, 0), ImageChops.multiply(faint(soft, 60), mask))


def flood_plains(cam: Camera, picture: Image.Image, land: Image.Image) -> None:
    """Draw green ground with reeds where floods come."""
    rings = [cam.ring(ring, SS) for ring in plains()]
    mask = ImageChops.multiply(fill_rings(picture.size, rings), land)
    picture.paste(ground_tone(PLAIN), (0, 0), faint(mask, PLAIN_INK))
    reeds = Image.new("L", picture.size, 0)
    draw, u = ImageDraw.Draw(reeds), cam.unit * SS
    for row, y in enumerate(range(0, picture.height, round(15 * u))):
        for x in range(round((row % 2) * 11 * u), picture.width, round(22 * u)):
            draw.line([(x, y), (x + 4 * u, y), (x + 8 * u, y)], fill=150, width=round(1.4 * u))
    picture.paste(ground_tone(REED, BLACK), (0, 0), ImageChops.multiply(reeds, mask))


def waters(cam: Camera, picture: Image.Image) -> None:
    """Draw rivers that widen downstream."""
    draw, u = ImageDraw.Draw(picture), cam.unit * SS
    for river in rivers():
        points = cam.ring(river, SS)
        for i, (a, b) in enumerate(pairwise(points)):
            w = (1.2 + 1.6 * i / len(points)) * u
            draw.line([a, b], fill=RIVER, width=round(w))
            draw.ellipse([b[0] - w / 2, b[1] - w / 2, b[0] + w / 2, b[1] + w / 2], fill=RIVER)


def sea_borders(cam: Camera, picture: Image.Image, mask: Image.Image) -> None:
    """Draw pale lines between the strips of water and the open seas, and the one lane that no border shows."""
    ink = Image.new("L", picture.size, 0)
    draw, u = ImageDraw.Draw(ink), cam.unit * SS
    rings = [ring for name in all_land() for coast in strips(name).values() for ring in coast]
    for ring in [*rings, *(ring for name in all_seas() for ring in outlines(name))]:
        points = cam.ring(ring, SS)
        draw.line([*points, points[0], points[1]], fill=170, width=round(1.3 * u), joint="curve")
    for start, end in lanes():
        dash(draw, cam.ring([start, end], SS), u)
    picture.paste(ground_tone(SEA_BORDER, BLACK), (0, 0), ImageChops.multiply(ink, ImageChops.invert(mask)))


def dash(draw: ImageDraw.ImageDraw, line: list[Point], u: float, steps: int = 14) -> None:
    """Draw a dashed line between two points."""
    a, b = line
    for i in range(0, steps, 2):
        ends = [(a[0] + (b[0] - a[0]) * t / steps, a[1] + (b[1] - a[1]) * t / steps) for t in (i, i + 1)]
        draw.line(ends, fill=230, width=round(2 * u))


def land_borders(cam: Camera, picture: Image.Image, land: list[str], mask: Image.Image) -> None:
    """Draw lines between areas, and the coast."""
    draw, u = ImageDraw.Draw(picture), cam.unit * SS
    for ring in (ring for name in land for ring in outlines(name)):
        points = cam.ring(ring, SS)
        draw.line([*points, points[0], points[1]], fill=ground_tone(BORDER, BLACK), width=round(1.6 * u), joint="curve")
    picture.paste(COAST, (0, 0), edge(mask))


def mountains_of_fire(cam: Camera, picture: Image.Image) -> None:
    """Draw a sign for every volcano."""
    draw, u = ImageDraw.Draw(picture), 1.15 * cam.unit * SS
    for x, y in (cam.ring([at], SS)[0] for at in volcanoes().values()):
        cone = [(x - 12 * u, y + 9 * u), (x - 4 * u, y - 8 * u), (x + 4 * u, y - 8 * u), (x + 12 * u, y + 9 * u)]
        fat(draw, cone, 1.6 * u, (247, 238, 218))
        draw.polygon(cone, fill=LAVA)
        draw.polygon([(x - 4 * u, y - 8 * u), (x, y + 1 * u), (x + 4 * u, y - 8 * u)], fill=CRATER)
        draw.ellipse([x - 3 * u, y - 13 * u, x + 3 * u, y - 7 * u], fill=CRATER)


def veil(cam: Camera, picture: Image.Image, names: list[str], seas: list[str]) -> None:
    """Fade what is out of play into hatched parchment, with a bronze line along the edge of play on land."""
    land = union(BOARD, cam, names, 1.0)
    inside = land.copy()
    draw = ImageDraw.Draw(inside)
    for ring in (ring for name in names for coast in strips(name).values() for ring in coast):
        fat(draw, cam.ring(ring, SS), 1.0, 255)
    for name in seas:
        area_shape(draw, BOARD, cam, name, 255, 1.0)
    hatch = Image.new("L", picture.size, 186)
    ink, step = ImageDraw.Draw(hatch), round(11 * SS * cam.unit)
    for x in range(-picture.height, picture.width, step):
        ink.line([(x, picture.height), (x + picture.height, 0)], fill=236, width=round(1.6 * SS))
    picture.paste(VEIL, (0, 0), ImageChops.multiply(hatch, ImageChops.invert(inside)))
    grown = union(BOARD, cam, names, 1.0 + EDGE_LINE * cam.unit)
    picture.paste(BRONZE, (0, 0), ImageChops.subtract(grown, inside))
