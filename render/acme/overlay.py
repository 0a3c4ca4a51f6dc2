"""The state of the game on the base map.

Order, from below: light on changed areas, control bands, the yellow dashes of an old border, homes, pieces with their
cubes and chips, names, badges.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from PIL import Image

from render.acme.badges import badge
from render.acme.base import BAND, GAP, Base
from render.acme.camera import BOARD
from render.acme.hearths import on, printed
from render.acme.position import Position
from render.acme.signs import SIGNS, stripes
from render.acme.stacks import AreaPieces, place_pieces, put_stacks
from render.acme.stripes import dashes_of, stripes_of
from render.board.bands import LIGHT, Patches, cached_patches, fade, lit, mark_band, middle_line, with_cover
from render.board.crowds import shared_pixels
from render.board.cutouts import lay
from render.board.signs import Put, put_on
from render.paint.palette import paint_named

BAND_INK = 224  # how strongly the control band covers, of 255


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture of a position, and the places of its pieces and fight badges, by area."""

    picture: Image.Image
    stood: dict[str, AreaPieces]


def draw_position(
    base: Base, position: Position, *, numbers: bool = False, focus: Collection[str] | None = None
) -> Drawn:
    """Return a new picture. `numbers` writes the disks on every stack of two and more; all but the areas in `focus`
    fades.
    """
    drawn, areas = Drawn(base.picture.copy(), place_pieces(base, position)), list(base.places)
    for area in areas:
        draw_ground(drawn.picture, base, position, area)
    if focus is not None:
        draw_contents(drawn, base, position, [a for a in areas if a not in focus], numbers=numbers)
        fade(drawn.picture, base.fills, focus)
        areas = [a for a in areas if a in focus]
    draw_contents(drawn, base, position, areas, numbers=numbers)
    return drawn


def draw_contents(drawn: Drawn, base: Base, position: Position, areas: list[str], *, numbers: bool) -> None:
    """Draw homes, pieces from north to south, then names, so that no piece hides them, and badges."""
    put_on(drawn.picture, SIGNS, below_names(drawn.stood, base, position, areas, numbers=numbers))
    lay(drawn.picture, [base.labels[area] for area in areas])
    put_on(drawn.picture, SIGNS, badges(drawn.stood, position, areas))


def below_names(
    stood: Mapping[str, AreaPieces], base: Base, position: Position, areas: Collection[str], *, numbers: bool
) -> Iterator[Put]:
    """Yield what lies in these areas below the names."""
    for area in areas:
        yield from printed(base, position, area)
    there = [(area, stood[area]) for area in areas if area in stood]
    for area, found in there:
        if found.badge and hides(found, base, area):
            yield framed(area, found, base.cam.unit)
    yield from put_stacks(position, there, numbers=numbers)


def badges(stood: Mapping[str, AreaPieces], position: Position, areas: Collection[str]) -> Iterator[Put]:
    """Yield the badges of these areas, which lie above the names."""
    for rank, area in enumerate(position.contested, 1):
        box = stood[area].badge if area in areas and area in stood else None
        if box:
            yield badge(area, rank, box)


def hides(found: AreaPieces, base: Base, area: str) -> bool:
    """Do its pieces take more room than the area has?"""
    return sum(shared_pixels(box, box) for box in found.boxes[:-1]) > base.pixels[area]


def framed(area: str, found: AreaPieces, unit: float) -> Put:
    """Return the stripes of a contested area around its pieces."""
    boxes = [one.box for one in found.standing]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    sign = stripes(round(right - left + 4 * unit), round(bottom - top + 4 * unit), unit)
    return Put(sign, unit, (left + right) / 2, (top + bottom) / 2, on(area))


def draw_ground(picture: Image.Image, base: Base, position: Position, area: str) -> None:
    """Draw the light of a change, and inside the border a band in the owner's colour, or stripes where it is
    contested.
    """
    fill, band, site = base.fills[area], base.bands[area], position.site(area)
    if position.change(area):
        lay(picture, cached_patches(base.lights, area, lambda: lit(fill)), LIGHT)
    if site.contested:
        lay(picture, cached_patches(base.stripes, area, lambda: stripes_of(base, area)))
    elif site.control:
        colour = position.colour(site.control)
        lay(picture, cached_patches(base.inks, area, lambda: with_cover(band, BAND_INK)), paint_named(colour).fill)
        mark_band(picture, band, colour, base.cam.unit, lambda: band_line(base, area))
    if site.border:
        lay(picture, cached_patches(base.frontiers, area, lambda: dashes_of(base, area)))


def band_line(base: Base, area: str) -> Patches:
    """Return the line in the middle of the band of an area, kept with the base map."""
    band = base.bands[area]
    return cached_patches(base.inks, f"{area} line", lambda: middle_line(BOARD, base.cam, band, area, (BAND + GAP) / 2))
