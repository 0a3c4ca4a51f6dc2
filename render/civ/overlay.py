"""The state of the game on the base map.

Order, from below: light on changed areas, control bands, pieces, ships, names, signs of conflicts.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from PIL import Image

from render.bands import LIGHT, Patches, fade, inked, kept, lit, mark_band, middle_line
from render.canvas import Box
from render.civ import stacks
from render.civ.base import BAND, GAP, Base
from render.civ.camera import BOARD
from render.civ.position import Position
from render.cutouts import lay
from render.palette import ALARM, paint_named

BAND_INK = 230  # how strongly the control band covers, of 255


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
        fade(drawn.picture, base.fills, focus)
        areas = [area for area in areas if area in focus]
    draw_contents(drawn, base, position, areas)
    drawn.ships.extend(stacks.draw_ships(drawn.picture, base, position))
    return drawn


def draw_contents(drawn: Drawn, base: Base, position: Position, areas: list[str]) -> None:
    """Pieces from north to south, then names, so that no neighbour's piece hides them, and signs."""
    marks: list[Box] = []
    for area in sorted(areas, key=lambda a: (base.places[a].pieces[1], a)):
        drawn.pieces[area], printed = stacks.draw_area(drawn.picture, base, position, area)
        marks += printed
    lay(drawn.picture, [base.labels[area] for area in areas])
    stood = [box for boxes in drawn.pieces.values() for box in boxes]
    stacks.draw_fights(drawn.picture, base, position, areas, [*stood, *marks])


def draw_ground(picture: Image.Image, base: Base, position: Position, area: str) -> None:
    """The light of a change, and the holder's colour as a band inside the border; red in a conflict."""
    fill, band, ground = base.fills[area], base.bands[area], position.areas[area]
    holder = position.holder(area)
    if position.change(area):
        lay(picture, kept(base.made, ("light", area), lambda: lit(fill)), LIGHT)
    if not holder and not ground.conflict:
        return
    colour = position.colour(holder)
    ink = kept(base.made, ("band", area), lambda: inked(band, BAND_INK))
    lay(picture, ink, ALARM if ground.conflict else paint_named(colour).fill)
    if not ground.conflict:
        mark_band(picture, band, colour, base.cam.unit, lambda: band_line(base, area))


def band_line(base: Base, area: str) -> Patches:
    """The line in the middle of the band of an area, kept with the base map."""
    band = base.bands[area]
    return kept(base.made, ("line", area), lambda: middle_line(BOARD, base.cam, band, area, (BAND + GAP) / 2))
