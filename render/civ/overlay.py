"""The state of the game on the base map.

Order, from below: light on changed areas, control bands, pieces, ships, names, signs of conflicts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from PIL import Image

from render import patterns
from render.canvas import Box, faint, inner_line, shrink
from render.civ import stacks
from render.civ.base import BAND, GAP, Base
from render.civ.board import outlines
from render.civ.position import Position
from render.cutouts import SS
from render.palette import ALARM, INK, LINE_INK, LINED, Rgb, mix, paint_named
from render.style import sharp

BAND_INK = 230  # how strongly the control band covers, of 255
LIGHT_INK = 120  # the light on a changed area
LINE = 1.5  # width of the line in the middle of some bands, in units
FADE_INK = 150  # the veil over areas that are not asked for
LIGHT: Rgb = (255, 253, 240)
FADE: Rgb = (240, 233, 216)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture of a position, and where its pieces stand, by area, and its ships."""

    picture: Image.Image
    pieces: dict[str, list[Box]] = field(default_factory=dict)
    ships: list[Box] = field(default_factory=list)


def draw_position(base: Base, position: Position, focus: Collection[str] | None = None) -> Drawn:
    """A new picture; all but the areas in `focus` fades."""
    drawn = Drawn(base.picture.copy())
    areas = list(base.labels)
    for area in areas:
        draw_ground(drawn.picture, base, position, area)
    if focus is not None:
        draw_contents(drawn, base, position, [area for area in areas if area not in focus])
        fade(drawn.picture, base, focus)
        areas = [area for area in areas if area in focus]
    draw_contents(drawn, base, position, areas)
    drawn.ships.extend(stacks.draw_ships(drawn.picture, base, position))
    return drawn


def draw_contents(drawn: Drawn, base: Base, position: Position, areas: list[str]) -> None:
    """Pieces from north to south, then names, so that no neighbour's piece hides them, and signs."""
    for area in sorted(areas, key=lambda a: (base.places[a].pieces[1], a)):
        drawn.pieces[area] = stacks.draw_area(drawn.picture, base, position, area)
    for area in areas:
        name = base.labels[area]
        drawn.picture.paste(name.image, (name.x, name.y), name.image)
    stood = [box for boxes in drawn.pieces.values() for box in boxes]
    stacks.draw_fights(drawn.picture, base, position, areas, stood)


def draw_ground(picture: Image.Image, base: Base, position: Position, area: str) -> None:
    """The light of a change, and the holder's colour as a band inside the border; red in a conflict."""
    fill, band, ground = base.fills[area], base.bands[area], position.areas[area]
    holder = position.holder(area)
    if position.change(area):
        light = kept(base, "light", area, lambda: faint(fill.image, LIGHT_INK))
        picture.paste(LIGHT, (fill.x, fill.y), light)
    if not holder and not ground.conflict:
        return
    tone = ALARM if ground.conflict else paint_named(position.colour(holder)).fill
    picture.paste(tone, (band.x, band.y), kept(base, "band", area, lambda: faint(band.image, BAND_INK)))
    if not ground.conflict and sharp():
        paint = paint_named(position.colour(holder))
        picture.paste(patterns.field(paint, *band.image.size, base.cam.unit), (band.x, band.y), band.image)
    elif not ground.conflict and position.colour(holder) in LINED:
        line = kept(base, "line", area, lambda: middle_line(base, area))
        picture.paste(mix(tone, INK, LINE_INK), (band.x, band.y), line)


def middle_line(base: Base, area: str) -> Image.Image:
    """A line along the middle of the band of an area."""
    band, unit = base.bands[area], base.cam.unit * SS
    rings = [[(x - band.x * SS, y - band.y * SS) for x, y in base.cam.ring(ring, SS)] for ring in outlines(area)]
    size = (band.image.width * SS, band.image.height * SS)
    return shrink(inner_line(size, rings, (BAND + GAP) / 2 * unit, LINE * unit), SS)


def kept(base: Base, kind: str, area: str, make: Callable[[], Image.Image]) -> Image.Image:
    """A mask of an area, made when first asked for and kept with the base map."""
    if (kind, area) not in base.made:
        base.made[kind, area] = make()
    return base.made[kind, area]


def fade(picture: Image.Image, base: Base, focus: Collection[str]) -> None:
    """Veil all but the areas that are asked for, pieces of the others and all."""
    mask = Image.new("L", picture.size, FADE_INK)
    for area in sorted(focus):
        if area in base.fills:
            fill = base.fills[area]
            mask.paste(0, (fill.x, fill.y), fill.image)
    picture.paste(FADE, (0, 0), mask)
