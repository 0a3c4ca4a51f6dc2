"""The pictures of the board of Advanced Civilization: the whole or a part with the state of the game, and the legend.

Layers on the base map, from below: light on changed areas, control bands, pieces, ships, names, signs of conflicts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from PIL import Image, ImageDraw

from engine.civ.catalog import NATIONS
from engine.civ.view import CivView
from render.board.bands import LIGHT, Patches, cached_patches, fade, lit, mark_band, middle_line, with_cover
from render.board.cutouts import lay
from render.board.legend import list_signs
from render.board.phone import WIDE, hottest, pile_windows, window
from render.board.printed_board import Camera
from render.board.shots import BoardAreas, Crop, Shot, Shots
from render.board.signs import Put, put_on
from render.civ import alt, pieces, stacks
from render.civ.base import BAND, GAP, Base, base_map
from render.civ.board import HEIGHT, WIDTH, in_play, neighbours, region_areas, region_name, region_of
from render.civ.camera import BOARD, CLOSEST
from render.civ.panel import draw_panel, panel_height
from render.civ.position import Position, read
from render.civ.signs import SIGNS
from render.civ.stacks import AreaContents, fight
from render.civ.terrain import CRATER, LAVA, OUT, PLAIN
from render.civ.words import turn_name, words
from render.paint import chips
from render.paint.canvas import Box
from render.paint.palette import ALARM, GAIN, LINE, PARCHMENT, paint_named
from render.paint.picture import Picture, finish
from render.paint.plates import plate

Show = Literal["board", "phone", "mine", "contested", "changes"]
SEEN = 0.2  # share of an area that a phone's window has to show for its pieces to stand there
PHONE = 2.0  # pixels per board unit on a phone's board: a stack is 31 pixels high where the picture is 400 wide
BAND_INK = 230  # how strongly the control band covers, of 255
ROW, SIZE = 84, 30  # pixels of a line and of its letters
SHOTS: Final = Shots(
    BOARD,
    BoardAreas(lambda: in_play("full-wx"), in_play, region_areas, neighbours),
    closest=CLOSEST,
    margin=24,
    reach=200,
    region=Crop(2_000_000, 1600),
    area=Crop(1_200_000, 1200),
    chosen=Crop(2_000_000, 1700),
)


def board(
    view: CivView,
    *,
    since: CivView | None = None,
    area: str | None = None,
    region: str | None = None,
    show: Show = "board",
    seat: str | None = None,
    names: Mapping[str, str] | None = None,
    offered: Collection[str] = (),
) -> Picture:
    """Return a picture of a public view.

    Without more, the whole map with the panel; or three regions for a "phone"; or a `region`, or an `area` with its
    neighbours, or the areas `show` names ("mine" needs the `seat`, a nation; "changes" an earlier view) or those
    `offered`. `since`, an earlier public view, gives the marks of change; `names` players' names by nation. KeyError
    for an unknown map, area or region, ValueError for one out of play.
    """
    position = read(view, since, names)
    if region:
        return close(position, SHOTS.region_shot(position.map, region), alt.region(position, region))
    if area:
        shot = SHOTS.area_shot(position.map, area)
        return close(position, shot, alt.area(position, area, neighbours(position.map, area)))
    focus = [name for name in position.areas if name in offered]
    if focus:
        return close(position, SHOTS.chosen_shot(position.map, focus), alt.crop(position, alt.offers(), focus))
    if show == "board":
        return finish(with_panel(position), alt.board(position))
    if show == "phone":
        return phone(position)
    focus = areas_shown(position, show, seat)
    return close(position, SHOTS.chosen_shot(position.map, focus), alt.selection_text(position, focus, show, seat))


def areas_shown(position: Position, show: str, seat: str | None) -> list[str]:
    """Return the areas a selection is about: mine, contested or changes. ValueError for another word."""
    if show == "contested":
        return position.conflicts
    if show == "changes":
        return position.changed
    if show == "mine":
        return [a for a, ground in position.areas.items() if seat and (seat in ground.tokens or seat == ground.city)]
    raise ValueError(f"no such selection: {show}")


def phone(position: Position) -> Picture:
    """Return the three regions where most has changed or is in conflict, or without any those with most pieces."""
    found = hottest(heat(position), region_of)
    windows = [(region_name(region), window_of(position, areas)) for region, areas in found]
    shown = [area for _, areas in found for area in areas]
    return finish(pile_windows(windows, turn_name(position)), alt.selection_text(position, shown, "phone", None))


def heat(position: Position) -> dict[str, float]:
    """Return how much has happened, by area."""
    stirred = {*position.changed, *position.conflicts}
    if stirred:
        return {area: 1.0 + 2 * (area in position.conflicts) for area in position.areas if area in stirred}
    held = {area: sum(ground.tokens.values()) + 3 * bool(ground.city) for area, ground in position.areas.items()}
    return {area: float(n) for area, n in held.items() if n}


def window_of(position: Position, much: Mapping[str, float]) -> Image.Image:
    """Return the part of the map around most of these areas."""
    boxes = {area: BOARD.box_of([area]) for area in much}
    middles = {((x0 + x1) / 2, (y0 + y1) / 2): much[area] for area, (x0, y0, x1, y1) in boxes.items()}
    cam = BOARD.camera(window(middles, PHONE, (WIDTH, HEIGHT)), WIDE)
    return draw_position(base_map(position.map, cam, veiled_areas(cam, much)), position).picture


def veiled_areas(cam: Camera, much: Collection[str]) -> frozenset[str]:
    """Return which of these areas to hide at the edges of a phone's window, because they are hardly visible."""
    return SHOTS.slivers(cam).difference(area for area in much if BOARD.share(cam, area) >= SEEN)


def close(position: Position, shot: Shot, words: str) -> Picture:
    """Return a part of the map, without a panel."""
    return finish(draw_position(base_of(position.map, shot), position, shot.focus).picture, words)


def base_of(config: str, shot: Shot) -> Base:
    return base_map(config, shot.cam, shot.hidden)


def with_panel(position: Position) -> Image.Image:
    """Return the map and the panel below it."""
    shot = SHOTS.whole_board(position.map)
    cam = shot.cam
    out = Image.new("RGB", (cam.width, cam.height + panel_height(cam.width, position)), PARCHMENT)
    out.paste(draw_position(base_of(position.map, shot), position).picture, (0, 0))
    draw_panel(out, position, cam.height)
    return out


def warm(config: str) -> None:
    """Draw the base map of a map ahead of time. KeyError for an unknown map."""
    base_of(config, SHOTS.whole_board(config))


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture of a position, and the places of its pieces, by area, and its ships."""

    picture: Image.Image
    pieces: dict[str, list[Box]] = field(default_factory=dict)
    ships: list[Box] = field(default_factory=list)


def draw_position(base: Base, position: Position, focus: Collection[str] | None = None) -> Drawn:
    """Return a new picture; all but the areas in `focus` fades."""
    drawn = Drawn(base.picture.copy())
    areas = list(base.labels)
    for area in areas:
        draw_ground(drawn.picture, base, position, area)
    if focus is not None:
        draw_contents(drawn, base, position, [area for area in areas if area not in focus])
        fade(drawn.picture, base.fills, focus)
        areas = [area for area in areas if area in focus]
    draw_contents(drawn, base, position, areas)
    put_on(drawn.picture, SIGNS, stacks.put_ships(base, position))
    drawn.ships.extend(stacks.ship_boxes(base, position))
    return drawn


def draw_contents(drawn: Drawn, base: Base, position: Position, areas: list[str]) -> None:
    """Draw pieces from north to south, then names, so that no neighbour's piece hides them, and signs."""
    marks: list[Box] = []
    for area, there in settled(base, position, areas):
        put_on(drawn.picture, SIGNS, there.puts)
        drawn.pieces[area] = there.pieces
        marks += there.marks
    lay(drawn.picture, [base.labels[area] for area in areas])
    stood = [box for boxes in drawn.pieces.values() for box in boxes]
    put_on(drawn.picture, SIGNS, stacks.put_fights(base, position, areas, [*stood, *marks]))


def settled(base: Base, position: Position, areas: Collection[str]) -> Iterator[tuple[str, AreaContents]]:
    """Yield what is in these areas, from north to south."""
    for area in sorted(areas, key=lambda a: (base.places[a].pieces[1], a)):
        yield area, stacks.contents(base, position, area)


def put_all(base: Base, position: Position) -> list[Put]:
    """Return everything on the board."""
    areas = list(base.labels)
    there = [found for _, found in settled(base, position, areas)]
    stood = [box for found in there for box in (*found.pieces, *found.marks)]
    puts = [put for found in there for put in found.puts]
    return [*puts, *stacks.put_fights(base, position, areas, stood), *stacks.put_ships(base, position)]


def draw_ground(picture: Image.Image, base: Base, position: Position, area: str) -> None:
    """Draw the light of a change, and the holder's colour as a band inside the border; red in a conflict."""
    fill, band, ground = base.fills[area], base.bands[area], position.areas[area]
    holder = position.holder(area)
    if position.change(area):
        lay(picture, cached_patches(base.made, ("light", area), lambda: lit(fill)), LIGHT)
    if not holder and not ground.conflict:
        return
    colour = position.colour(holder)
    ink = cached_patches(base.made, ("band", area), lambda: with_cover(band, BAND_INK))
    lay(picture, ink, ALARM if ground.conflict else paint_named(colour).fill)
    if not ground.conflict:
        mark_band(picture, band, colour, base.cam.unit, lambda: band_line(base, area))


def band_line(base: Base, area: str) -> Patches:
    """Return the line in the middle of the band of an area, kept with the base map."""
    band = base.bands[area]
    return cached_patches(base.made, ("line", area), lambda: middle_line(BOARD, base.cam, band, area, (BAND + GAP) / 2))


def legend() -> Picture:
    """Return the pieces and marks with their meaning."""
    said = words("legend")
    return list_signs(said["title"], sprites(), said, ROW, SIZE)


def sprites() -> dict[str, Image.Image]:
    """Return a sprite for each line."""
    babylon, egypt, africa = (NATIONS[name] for name in ("babylon", "egypt", "africa"))
    return {
        "tokens": pieces.tokens(babylon.paint, babylon.letter, 3, 2.0),
        "over": pieces.tokens(babylon.paint, babylon.letter, 5, 2.0, over=True),
        "city": pieces.city(egypt.paint, egypt.letter, 1.9),
        "neutral": pieces.tokens("black", "", 4, 2.0),
        "ship": pieces.ship(africa.paint, africa.letter, 1.9),
        "limit": pieces.limit(3, 2.4),
        "black": pieces.site("black", 2.4),
        "white": pieces.site("white", 2.4),
        "plain": plate(84, 52, 8, PLAIN, LINE, 2),
        "volcano": volcano(),
        "conflict": fight(1.9),
        "change": chips.chip("+2", GAIN, 2.2),
        "out": plate(84, 52, 8, OUT, LINE, 2),
    }


def volcano() -> Image.Image:
    """Return the sign of a volcano."""
    out = Image.new("RGBA", (80, 70), (0, 0, 0, 0))
    d = ImageDraw.Draw(out)
    d.polygon([(8, 66), (30, 22), (50, 22), (72, 66)], fill=(*LAVA, 255))
    d.polygon([(30, 22), (40, 44), (50, 22)], fill=(*CRATER, 255))
    d.ellipse([32, 4, 48, 22], fill=(*CRATER, 255))
    return out
