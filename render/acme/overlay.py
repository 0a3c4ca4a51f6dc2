"""The state of the game on the base map.

Order, from below: light on changed areas, control bands, homes, pieces with their cubes and chips, names, badges.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from PIL import Image

from render.acme.badges import draw_badges
from render.acme.base import Base
from render.acme.frontier import frontier
from render.acme.hearths import draw_printed
from render.acme.position import Position
from render.acme.stacks import draw_stacks
from render.acme.stripes import stripes
from render.canvas import Box, faint
from render.palette import PAINTS, Rgb

BAND_INK = 224  # how strongly the control band covers, of 255
LIGHT_INK = 120  # the light on a changed area
FADE_INK = 150  # the veil over areas that are not asked for
LIGHT: Rgb = (255, 253, 240)
FADE: Rgb = (240, 233, 216)


def draw_position(
    base: Base, position: Position, *, numbers: bool = False, focus: Collection[str] | None = None
) -> Image.Image:
    """A new picture. `numbers` writes the disks on every stack of two and more; all but the areas in `focus` fades."""
    picture = base.picture.copy()
    for area in base.places:
        draw_ground(picture, base, position, area)
    if focus is None:
        draw_contents(picture, base, position, list(base.places), numbers=numbers)
        return picture
    draw_contents(picture, base, position, [a for a in base.places if a not in focus], numbers=numbers)
    fade(picture, base, focus)
    draw_contents(picture, base, position, [a for a in base.places if a in focus], numbers=numbers)
    return picture


def draw_contents(picture: Image.Image, base: Base, position: Position, areas: list[str], *, numbers: bool) -> None:
    """Homes, pieces from north to south, then names, so that no neighbour's piece hides them, and badges."""
    for area in areas:
        draw_printed(picture, base, position, area)
    stood: list[Box] = []
    for area in sorted(areas, key=lambda a: (base.places[a].pieces[1], a)):
        stood += draw_stacks(picture, base, position, area, numbers=numbers)
    for area in areas:
        name = base.labels[area]
        picture.paste(name.image, (name.x, name.y), name.image)
    draw_badges(picture, base, position, areas, stood)


def draw_ground(picture: Image.Image, base: Base, position: Position, area: str) -> None:
    """The light of a change, and inside the border a band in the owner's colour, or stripes where it is contested."""
    fill, band, site = base.fills[area], base.bands[area], position.site(area)
    if position.change(area):
        picture.paste(LIGHT, (fill.x, fill.y), kept(base.lights, area, lambda: faint(fill.image, LIGHT_INK)))
    if site.contested:
        picture.paste(stripes(base, area), (band.x, band.y), band.image)
    elif site.control:
        owner = PAINTS[position.colour(site.control)].fill
        picture.paste(owner, (band.x, band.y), kept(base.inks, area, lambda: faint(band.image, BAND_INK)))
    if site.border:
        line = frontier(base, area)
        picture.paste(line, (fill.x, fill.y), line)


def kept(masks: dict[str, Image.Image], area: str, make: Callable[[], Image.Image]) -> Image.Image:
    """The mask of an area, made when first asked for and kept with the base map."""
    if area not in masks:
        masks[area] = make()
    return masks[area]


def fade(picture: Image.Image, base: Base, focus: Collection[str]) -> None:
    """Veil all but the areas that are asked for, pieces of the others and all."""
    mask = Image.new("L", picture.size, FADE_INK)
    for area in focus:
        if area in base.fills:
            fill = base.fills[area]
            mask.paste(0, (fill.x, fill.y), fill.image)
    picture.paste(FADE, (0, 0), mask)
