"""The pictures of ACME: the board or a part of it with the state of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from PIL import Image

from render.acme import alt
from render.acme.base import Base, base_map
from render.acme.board import CENTRE, HEIGHT, WIDTH, in_order, region_name, region_of
from render.acme.camera import BOARD
from render.acme.crowd import crowded
from render.acme.overlay import draw_position
from render.acme.panel import SIDE, draw_below, draw_beside, panel_height
from render.acme.position import Position, Raw, read
from render.acme.views import SHOTS, areas_shown
from render.board.phone import WIDE, hottest, piled, window
from render.board.shots import Shot
from render.paint.picture import Picture, finished
from render.paint.wording import numeral, texts

Show = Literal["board", "phone", "mine", "contested", "changes"]
PHONE = 1.7  # pixels per board unit on a phone's board: a camp is 32 pixels wide where the picture is 400


def board(
    view: Raw,
    *,
    since: Raw | None = None,
    area: str | None = None,
    region: str | None = None,
    show: Show = "board",
    seat: str | None = None,
    names: Mapping[str, str] | None = None,
) -> Picture:
    """A picture of a public view.

    Without more, the whole map with the panel; or three regions for a "phone"; or a `region`, or an `area` with its
    neighbours, or the areas `show` names ("mine" needs the `seat`, a civilization; "changes" an earlier view).
    `since`, an earlier public view, gives the marks of change; `names` players' names by civilization. KeyError for an
    unknown map, area or region, ValueError for one out of play.
    """
    position = read(view, since, names)
    if region:
        return close(position, SHOTS.region_shot(position.map, region), alt.region(position, region))
    if area:
        return close(position, SHOTS.area_shot(position.map, area), alt.area(position, area))
    if show == "board":
        return finished(with_panel(position), alt.board(position))
    if show == "phone":
        return phone(position)
    focus = areas_shown(position, show, seat)
    return close(position, SHOTS.chosen_shot(position.map, focus), alt.chosen(position, focus, show, seat))


def phone(position: Position) -> Picture:
    """The three regions where most has changed or is contested, or without any those with most disks."""
    found = hottest(heat(position), region_of)
    windows = [(region_name(region), window_of(position, list(areas), areas)) for region, areas in found]
    moment = texts("pictures")["alt"]["phone"].format(epoch=numeral(position.epoch), turn=alt.turn(position))
    shown = [area for _, areas in found for area in areas]
    return finished(piled(windows, moment), alt.chosen(position, shown, "phone", None))


def heat(position: Position) -> dict[str, float]:
    """How much has happened, by area."""
    stirred = {*position.changed, *position.contested}
    if not stirred:
        return {area: float(sum(site.disks.values())) for area, site in position.areas.items() if site.disks}
    return {area: 1.0 + 2 * (area in position.contested) for area in in_order(position.map) if area in stirred}


def window_of(position: Position, areas: Sequence[str], much: Mapping[str, float]) -> Image.Image:
    """The part of the map around most of these areas, with numbers on the stacks."""
    box = window({CENTRE[area]: much[area] for area in areas}, PHONE, (WIDTH, HEIGHT))
    cam = BOARD.camera(box, WIDE)
    base = base_map(position.map, cam, SHOTS.slivers(cam) - set(areas))
    return draw_position(base, position, numbers=True).picture


def close(position: Position, shot: Shot, words: str) -> Picture:
    """A part of the map with numbers on the stacks, without a panel."""
    base = base_of(position.map, shot)
    return finished(draw_position(base, position, numbers=not shot.whole, focus=shot.focus).picture, words)


def base_of(config: str, shot: Shot) -> Base:
    wide = shot.cam.width >= shot.cam.height
    return base_map(config, shot.cam, shot.hidden, with_key=shot.whole and wide)


def with_panel(position: Position) -> Image.Image:
    """Map and panel: the panel goes below a wide map and beside a tall one."""
    shot = SHOTS.whole_board(position.map)
    cam = shot.cam
    chart = draw_position(base_of(position.map, shot), position).picture
    if cam.width >= cam.height:
        out = Image.new("RGB", (cam.width, cam.height + panel_height(cam.width, position)))
        draw_below(out, position, 0, cam.height, cam.width)
    else:
        out = Image.new("RGB", (cam.width + SIDE, cam.height))
        draw_beside(out, position, cam.width, SIDE)
    out.paste(chart, (0, 0))
    return out


def warm(config: str) -> None:
    """Draw the base map of a map ahead of time, with much that may come to lie on it. KeyError for an unknown map."""
    board(crowded(config))
