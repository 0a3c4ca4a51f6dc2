"""The pieces of one area: stacks in a row or two, then bonus cubes and Gold, and what hangs on the stacks."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from render import chips, pieces
from render.acme import marks
from render.acme.base import Base
from render.acme.hearths import unprinted
from render.acme.position import Position, Site
from render.canvas import Box, stamp
from render.palette import GAIN, INK, LOSS
from render.pieces import PAD

CROWDED = 0.78  # size of the pieces where four or more factions meet
CROWD = 4
TIGHT = 0.70  # stacks may overlap down to this share of their width
HOME_MARGIN, HOME_FOOT = 11, 7  # units at the sides of a home, and below its foot
EXPLORED = "white"  # the disk that marks an area explored in vain


@dataclass(frozen=True, slots=True)
class StandingStack:
    """A stack on the picture: whose, where its foot is, and its sprite."""

    faction: str
    x: float
    foot: float
    sprite: Image.Image


def draw_stacks(picture: Image.Image, base: Base, position: Position, area: str, *, numbers: bool) -> list[Box]:
    """All pieces of an area; numbers and changes last, above every stack. Returns the boxes of the pieces."""
    site, change = position.site(area), position.change(area)
    shown = position.ranked(area) + [f for f in change if f not in site.disks]
    unit = base.cam.unit * (CROWDED if len(shown) >= CROWD else 1)
    stacks = [stack_sprite(position, area, faction, change, unit) for faction in shown]
    homes, extras = unprinted(base, position, area, unit), extra_sprites(site, unit)
    before, after = len(homes), len(homes) + len(stacks)
    hung: list[StandingStack] = []
    boxes: list[Box] = []
    row = [*homes, *stacks, *extras]
    margins = [HOME_MARGIN] * before + [2 * PAD - 4] * len(stacks) + [5] * len(extras)
    for i, x, foot in layout(base, area, row, [margin * unit for margin in margins], unit):
        boxes.append((x - 14 * unit, foot - 30 * unit, x + 14 * unit, foot + 6 * unit))
        if before <= i < after:
            stamp(picture, row[i], x, foot + PAD * unit, "mb")
            hung.append(StandingStack(shown[i - before], x, foot, row[i]))
        else:
            stamp(picture, row[i], x, foot + (HOME_FOOT if i < before else 4) * unit, "mb")
    for standing in hung:
        trim(picture, position, area, standing, unit, numbers=numbers)
    return boxes


def stack_sprite(position: Position, area: str, faction: str, change: dict[str, int], unit: float) -> Image.Image:
    """The stack, or its ghost where it has gone."""
    disks = position.site(area).disks.get(faction, 0)
    if disks:
        return pieces.piece(position.colour(faction), position.letter(faction), disks, unit)
    return pieces.ghost(position.colour(faction), -change[faction], unit)


def extra_sprites(site: Site, unit: float) -> list[Image.Image]:
    """What stands in an area without belonging to a stack."""
    extras = [marks.stronghold(unit)] if site.stronghold and site.stronghold not in site.disks else []
    extras += [marks.bonus(site.bonus, unit)] if site.bonus else []
    extras += [pieces.piece(EXPLORED, "", 1, unit)] if site.explored else []
    return [*extras, marks.gold(unit)] if site.gold else extras


def layout(
    base: Base, area: str, sprites: list[Image.Image], margins: list[float], unit: float
) -> list[tuple[int, float, float]]:
    """For every sprite its number, middle and foot; `margins`: how much of its width is empty."""
    spot = base.places[area]
    widths = [s.width - margin for s, margin in zip(sprites, margins, strict=True)]
    lines, found = rows(widths, spot.room), []
    for r, row in enumerate(lines):
        room = spot.room * (1.25 if len(lines) > 1 else 1.1)
        foot = spot.pieces[1] - (0 if len(lines) == 1 else (14 - 33 * r) * unit)
        for i, dx in zip(row, spread([widths[i] for i in row], room), strict=True):
            half = sprites[i].width / 2 - 4
            found.append((i, min(max(spot.pieces[0] + dx, half), base.cam.width - half), foot))
    return found


def rows(widths: list[float], room: float) -> list[list[int]]:
    """One row if the pieces fit with some overlap, else two."""
    if len(widths) < 3 or sum(widths) * TIGHT <= room * 1.35:
        return [list(range(len(widths)))]
    half = (len(widths) + 1) // 2
    return [list(range(half)), list(range(half, len(widths)))]


def spread(widths: list[float], room: float) -> list[float]:
    """Middles of the pieces of one row around 0, overlapping no more than allowed."""
    whole = sum(widths)
    squeeze = 1.0 if whole <= room else max(TIGHT, room / whole)
    left, middles = -whole * squeeze / 2, []
    for w in widths:
        middles.append(left + w * squeeze / 2)
        left += w * squeeze
    return middles


def trim(picture: Image.Image, position: Position, area: str, at: StandingStack, unit: float, *, numbers: bool) -> None:
    """What hangs on a stack: its Stronghold cube, its number, its change."""
    site, delta = position.site(area), position.change(area).get(at.faction, 0)
    half = at.sprite.width / 2 - PAD * unit
    count = site.disks.get(at.faction, 0)
    if site.stronghold == at.faction and count:
        stamp(picture, marks.stronghold(unit), at.x - half - 3 * unit, at.foot - unit)
    if count > 4 or (numbers and count > 1):
        stamp(picture, chips.chip(str(count), INK, unit, 14), at.x + half - unit, at.foot + unit)
    if delta:
        top = at.foot - (at.sprite.height - 2 * PAD * unit)
        stamp(picture, change_chip(delta, unit), at.x + half - 2 * unit, top + unit)


def change_chip(delta: int, unit: float) -> Image.Image:
    """'+2' in green, '−1' in red."""
    return chips.chip(f"+{delta}", GAIN, unit) if delta > 0 else chips.chip(f"−{-delta}", LOSS, unit)
