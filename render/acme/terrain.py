"""Ground and water of the base map, at twice the size of the picture."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.acme.board import LAKES, OUT_OF_PLAY, RIVERS, is_sea, outlines, terrain
from render.acme.camera import BOARD
from render.board.cutouts import SS, area_shape, union
from render.board.printed_board import Camera
from render.paint.canvas import Point, edge, faint, fill_rings, ramp, trace_rings
from render.paint.palette import BLACK, BRONZE, SHARP_SEA, TERRAIN, VEIL, Rgb, ground_tone, rgb
from render.paint.style import sharp

SEA_BANDS = ((0.5, rgb("#b9d7e4")), (0.2, rgb("#adcee0")), (0.06, rgb("#a3c6da")))
DEEP = rgb("#9ac0d6")
SHALLOW = SEA_BANDS[1][1]
RIVER = rgb("#6d9fc4")
COAST = rgb("#4a4238")
BORDER = rgb("#7d5f3c")
SEA_BORDER = rgb("#7ba3bf")
SHADE = (96, 62, 26)
TONES = (-4, -1, 2, 5)  # neighbours of one terrain differ by a hair
GRAIN, GRAIN_STRENGTH = 110, 2.2  # pixels and levels of the paper's texture
EDGE_LINE = 2.0  # width of the line along the edge of play, in units
SHORE = 6 * SS  # pixels around a lake
STRIP = 160  # rows of texture worked at a time, so that memory stays small


def dry_land(cam: Camera, land: list[str]) -> Image.Image:
    """Return a mask of everything that is not sea."""
    mask = union(BOARD, cam, land, 0.6)
    draw = ImageDraw.Draw(mask)
    for ring in OUT_OF_PLAY:
        draw.polygon(cam.ring(ring, SS), fill=255)
    return mask


def sea(cam: Camera, land: Image.Image) -> Image.Image:
    """Draw three bands of depth that follow the coast."""
    if sharp():
        return Image.new("RGB", land.size, SHARP_SEA)
    small = land.resize((max(1, cam.width // 2), max(1, cam.height // 2)))
    soft = small.filter(ImageFilter.GaussianBlur(26 * cam.unit))
    picture = Image.new("RGB", soft.size, DEEP)
    for limit, colour in reversed(SEA_BANDS):
        picture.paste(colour, (0, 0), soft.point(ramp(limit, 4)))
    return picture.resize(land.size, Image.Resampling.BICUBIC)


def ground(cam: Camera, picture: Image.Image, land: list[str]) -> None:
    """Draw terrain colours."""
    draw, rng = ImageDraw.Draw(picture), np.random.default_rng(5)
    for ring in OUT_OF_PLAY:
        draw.polygon(cam.ring(ring, SS), fill=ground_tone(TERRAIN["out"]))
    for name in land:
        tone = lighter(TERRAIN[terrain(name)], TONES[int(rng.integers(len(TONES)))])
        area_shape(draw, BOARD, cam, name, ground_tone(tone))


def lighter(colour: Rgb, tone: int) -> Rgb:
    red, green, blue = (min(255, c + tone) for c in colour)
    return red, green, blue


def shade_borders(cam: Camera, picture: Image.Image, land: list[str], mask: Image.Image) -> None:
    """Draw a soft shade along the borders of the land."""
    if sharp():
        return
    rings = [cam.ring(ring) for name in land for ring in outlines(name)]
    half = trace_rings((cam.width, cam.height), rings, 7 * cam.unit)
    soft = half.filter(ImageFilter.GaussianBlur(5 * cam.unit)).resize(picture.size)
    picture.paste(SHADE, (0, 0), ImageChops.multiply(faint(soft, 74), mask))


def texture(picture: Image.Image, land: Image.Image) -> None:
    """Draw coarse clouds on the land, a strip at a time."""
    if sharp():
        return
    w, h = picture.size
    noise = np.random.default_rng(3).standard_normal((h // GRAIN + 3, w // GRAIN + 3)).astype(np.float32)
    cloud = Image.fromarray(noise).resize((w, h), Image.Resampling.BICUBIC)
    for top in range(0, h, STRIP):
        box = (0, top, w, min(h, top + STRIP))
        part = np.asarray(picture.crop(box), np.float32)
        grain = np.asarray(cloud.crop(box)) * np.asarray(land.crop(box), np.float32) * (GRAIN_STRENGTH / 255)
        flat = np.clip(part + grain[..., None], 0, 255).astype(np.uint8)
        picture.paste(Image.fromarray(flat), (0, top))


def waters(cam: Camera, picture: Image.Image) -> None:
    """Draw lakes, and rivers that widen downstream."""
    draw, u = ImageDraw.Draw(picture), cam.unit * SS
    for lake in LAKES:
        for ring in lake:
            points = cam.ring(ring, SS)
            draw.polygon(points, fill=ground_tone(SHALLOW, SHARP_SEA))
            draw.line([*points, points[0]], fill=COAST, width=round(1.2 * u))
    for line in RIVERS:
        river(draw, cam.ring(line, SS), u)


def river(draw: ImageDraw.ImageDraw, points: list[Point], u: float) -> None:
    for i, (a, b) in enumerate(pairwise(points)):
        w = (1.1 + 1.6 * i / len(points)) * u
        draw.line([a, b], fill=RIVER, width=round(w))
        draw.ellipse([b[0] - w / 2, b[1] - w / 2, b[0] + w / 2, b[1] + w / 2], fill=RIVER)


def borders(cam: Camera, picture: Image.Image, names: list[str], land: Image.Image) -> None:
    """Draw lines between areas, those of the sea below those of the land, and the coast."""
    draw, u = ImageDraw.Draw(picture), cam.unit * SS
    for wet, usual, w in ((True, SEA_BORDER, 1.5), (False, BORDER, 1.6)):
        colour = ground_tone(usual, BLACK)
        for ring in (ring for name in names if is_sea(name) == wet for ring in outlines(name)):
            points = cam.ring(ring, SS)
            draw.line([*points, points[0], points[1]], fill=colour, width=round(w * u), joint="curve")
    picture.paste(COAST, (0, 0), edge(land))


def veil(cam: Camera, picture: Image.Image, names: list[str]) -> None:
    """Fade everything out of play into hatched parchment, with a bronze line along the edge of play."""
    inside = union(BOARD, cam, names, 1.0)
    add_lakes(cam, inside)
    hatch = Image.new("L", picture.size, 176)
    draw, step = ImageDraw.Draw(hatch), round(11 * SS * cam.unit)
    for x in range(-picture.height, picture.width, step):
        draw.line([(x, picture.height), (x + picture.height, 0)], fill=206, width=round(1.4 * SS))
    picture.paste(VEIL, (0, 0), ImageChops.multiply(hatch, ImageChops.invert(inside)))
    grown = union(BOARD, cam, names, 1.0 + EDGE_LINE * cam.unit)
    picture.paste(BRONZE, (0, 0), ImageChops.subtract(grown, inside))


def add_lakes(cam: Camera, inside: Image.Image) -> None:
    """Add lakes to the land if most of their shore is in play."""
    w, h = inside.size
    for lake in LAKES:
        rings = [cam.ring(ring, SS) for ring in lake]
        xs, ys = [x for ring in rings for x, _ in ring], [y for ring in rings for _, y in ring]
        left, top = max(0, int(min(xs)) - SHORE), max(0, int(min(ys)) - SHORE)
        box = (left, top, min(w, int(max(xs)) + SHORE), min(h, int(max(ys)) + SHORE))
        if box[0] < box[2] and box[1] < box[3]:
            add_lake(inside, box, [[(x - left, y - top) for x, y in ring] for ring in rings])


def add_lake(inside: Image.Image, box: tuple[int, int, int, int], rings: list[list[Point]]) -> None:
    """Add the lake with these rings in the box, if most of its shore is in the mask."""
    part = inside.crop(box)
    wet, grown = fill_rings(part.size, rings), fill_rings(part.size, rings, SHORE / 2)
    shore = ImageChops.subtract(grown, wet)
    dry = shore.histogram()[255]
    if dry and ImageChops.multiply(shore, part).histogram()[255] > dry / 2:
        inside.paste(255, box, wet)
