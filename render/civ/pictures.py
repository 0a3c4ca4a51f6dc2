"""The pictures of the board of Advanced Civilization: the whole or a part of it with the state of the game."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

from PIL import Image

from render.civ import alt
from render.civ.base import Base, base_map
from render.civ.board import HEIGHT, WIDTH, neighbours, region_name, region_of
from render.civ.camera import BOARD
from render.civ.overlay import draw_position
from render.civ.panel import draw_panel, panel_height
from render.civ.position import Position, Raw, read
from render.civ.views import SHOTS
from render.civ.words import turn_name
from render.palette import PARCHMENT
from render.phone import WIDE, hottest, piled, window
from render.picture import Picture, finished
from render.printed_board import Camera
from render.shots import Shot

Show = Literal["board", "phone", "mine", "contested", "changes"]
SEEN = 0.2  # share of an area that a phone's window has to show for its pieces to stand there
PHONE = 2.0  # pixels per board unit on a phone's board: a stack is 31 pixels high where the picture is 400 wide


def board(
    view: Raw,
    *,
    since: Raw | None = None,
    area: str | None = None,
    region: str | None = None,
    show: Show = "board",
    seat: str | None = None,
    names: Mapping[str, str] | None = None,
    offered: Collection[str] = (),
) -> Picture:
    """A picture of a public view.

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
        return finished(with_panel(position), alt.board(position))
    if show == "phone":
        return phone(position)
    focus = areas_shown(position, show, seat)
    return close(position, SHOTS.chosen_shot(position.map, focus), alt.chosen(position, focus, show, seat))


def areas_shown(position: Position, show: str, seat: str | None) -> list[str]:
    """The areas a selection is about: mine, contested or changes. ValueError for another word."""
    if show == "contested":
        return position.conflicts
    if show == "changes":
        return position.changed
    if show == "mine":
        return [a for a, ground in position.areas.items() if seat and (seat in ground.tokens or seat == ground.city)]
    raise ValueError(f"no such selection: {show}")


def phone(position: Position) -> Picture:
    """The three regions where most has changed or is in conflict, or without any those with most pieces."""
    found = hottest(heat(position), region_of)
    windows = [(region_name(region), window_of(position, areas)) for region, areas in found]
    shown = [area for _, areas in found for area in areas]
    return finished(piled(windows, turn_name(position)), alt.chosen(position, shown, "phone", None))


def heat(position: Position) -> dict[str, float]:
    """How much has happened, by area."""
    stirred = {*position.changed, *position.conflicts}
    if stirred:
        return {area: 1.0 + 2 * (area in position.conflicts) for area in position.areas if area in stirred}
    held = {area: sum(ground.tokens.values()) + 3 * bool(ground.city) for area, ground in position.areas.items()}
    return {area: float(n) for area, n in held.items() if n}


def window_of(position: Position, much: Mapping[str, float]) -> Image.Image:
    """The part of the map around most of these areas."""
    boxes = {area: BOARD.box_of([area]) for area in much}
    middles = {((x0 + x1) / 2, (y0 + y1) / 2): much[area] for area, (x0, y0, x1, y1) in boxes.items()}
    cam = BOARD.camera(window(middles, PHONE, (WIDTH, HEIGHT)), WIDE)
    return draw_position(base_map(position.map, cam, veiled(cam, much)), position).picture


def veiled(cam: Camera, much: Collection[str]) -> frozenset[str]:
    """The areas at the edges of a phone's window that are hidden: of those in question such as can hardly be seen."""
    return SHOTS.slivers(cam).difference(area for area in much if BOARD.share(cam, area) >= SEEN)


def close(position: Position, shot: Shot, words: str) -> Picture:
    """A part of the map, without a panel."""
    return finished(draw_position(base_of(position.map, shot), position, shot.focus).picture, words)


def base_of(config: str, shot: Shot) -> Base:
    return base_map(config, shot.cam, shot.hidden)


def with_panel(position: Position) -> Image.Image:
    """The map and the panel below it."""
    shot = SHOTS.whole_board(position.map)
    cam = shot.cam
    out = Image.new("RGB", (cam.width, cam.height + panel_height(cam.width, position)), PARCHMENT)
    out.paste(draw_position(base_of(position.map, shot), position).picture, (0, 0))
    draw_panel(out, position, cam.height)
    return out


def warm(config: str) -> None:
    """Draw the base map of a map ahead of time. KeyError for an unknown map."""
    base_of(config, SHOTS.whole_board(config))
