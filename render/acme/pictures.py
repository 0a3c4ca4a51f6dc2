"""The pictures of ACME: the board or a part of it with the state of the game.

Drawing a crowded position once makes everything fast that later comes up on that map.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from msgspec.structs import replace
from PIL import Image

from engine.acme.facts.catalog import CIVS, DEITIES, neighbours
from engine.acme.view import NOBODY, AcmeView
from render.acme import alt
from render.acme.base import Base, base_map
from render.acme.board import CENTRE, HEIGHT, WIDTH, all_areas, in_order, in_play, region_areas, region_name, region_of
from render.acme.camera import BOARD, CLOSEST
from render.acme.overlay import draw_position
from render.acme.panel import SIDE, draw_below, draw_beside, panel_height
from render.acme.position import BARBARIANS, TURNS, Position, ShownCiv, Site, read, read_civ
from render.board.phone import WIDE, hottest, pile_windows, window
from render.board.shots import BoardAreas, Crop, Shot, Shots
from render.paint.palette import LINED, PLAYER_COLOURS
from render.paint.picture import Picture, finish
from render.paint.wording import numeral, texts

Show = Literal["board", "phone", "mine", "contested", "changes"]
PHONE = 1.7  # pixels per board unit on a phone's board: a camp is 32 pixels wide where the picture is 400
CONTESTED, COMPETITIONS = 7, 6  # of a crowded position: every so many areas, and how many of them
SHOTS: Final = Shots(
    BOARD,
    BoardAreas(all_areas, in_play, region_areas, neighbours),
    closest=CLOSEST,
    margin=20,
    reach=190,
    region=Crop(2_400_000, 1600),
    area=Crop(1_200_000, 1200),
    chosen=Crop(1_500_000, 1600),
)


def board(
    view: AcmeView,
    *,
    since: AcmeView | None = None,
    area: str | None = None,
    region: str | None = None,
    show: Show = "board",
    seat: str | None = None,
    names: Mapping[str, str] | None = None,
) -> Picture:
    """Return a picture of a public view.

    Without more, the whole map with the panel; or three regions for a "phone"; or a `region`, or an `area` with its
    neighbours, or the areas `show` names ("mine" needs the `seat`, a civilization; "changes" an earlier view). `since`,
    an earlier public view, gives the marks of change; `names` players' names by civilization. KeyError for an unknown
    map, area or region, ValueError for one out of play.
    """
    position = read(view, since, names)
    if region:
        return close(position, SHOTS.region_shot(position.map, region), alt.region(position, region))
    if area:
        return close(position, SHOTS.area_shot(position.map, area), alt.area(position, area))
    if show == "board":
        return finish(with_panel(position), alt.board(position))
    if show == "phone":
        return phone(position)
    focus = areas_shown(position, show, seat)
    return close(position, SHOTS.chosen_shot(position.map, focus), alt.selection_text(position, focus, show, seat))


def phone(position: Position) -> Picture:
    """Return the three regions where most has changed or is contested, or without any those with most disks."""
    found = hottest(heat(position), region_of)
    windows = [(region_name(region), window_of(position, list(areas), areas)) for region, areas in found]
    moment = texts("pictures")["alt"]["phone"].format(epoch=numeral(position.epoch), turn=alt.turn(position))
    shown = [area for _, areas in found for area in areas]
    return finish(pile_windows(windows, moment), alt.selection_text(position, shown, "phone", None))


def heat(position: Position) -> dict[str, float]:
    """Return how much has happened, by area."""
    stirred = {*position.changed, *position.contested}
    if not stirred:
        return {area: float(sum(site.disks.values())) for area, site in position.areas.items() if site.disks}
    return {area: 1.0 + 2 * (area in position.contested) for area in in_order(position.map) if area in stirred}


def window_of(position: Position, areas: Sequence[str], much: Mapping[str, float]) -> Image.Image:
    """Return the part of the map around most of these areas, with numbers on the stacks."""
    box = window({CENTRE[area]: much[area] for area in areas}, PHONE, (WIDTH, HEIGHT))
    cam = BOARD.camera(box, WIDE)
    base = base_map(position.map, cam, SHOTS.slivers(cam) - set(areas))
    return draw_position(base, position, numbers=True).picture


def close(position: Position, shot: Shot, words: str) -> Picture:
    """Return a part of the map with numbers on the stacks, without a panel."""
    base = base_of(position.map, shot)
    return finish(draw_position(base, position, numbers=not shot.whole, focus=shot.focus).picture, words)


def base_of(config: str, shot: Shot) -> Base:
    wide = shot.cam.width >= shot.cam.height
    return base_map(config, shot.cam, shot.hidden, with_key=shot.whole and wide)


def with_panel(position: Position) -> Image.Image:
    """Return map and panel in one picture: the panel goes below a wide map and beside a tall one."""
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
    """Draw the base map of a map in advance, with much that may be on it. Raises KeyError for an unknown map."""
    with_panel(crowded_view(config))


def crowded_view(config: str) -> Position:
    """Return a position on it with much of everything. KeyError for an unknown map."""
    peoples, areas = dict(zip(CIVS, PLAYER_COLOURS, strict=False)), in_order(config)
    return Position(
        map=config,
        epoch=1,
        turn=1,
        phase="growth",
        order=tuple(peoples),
        waiting=frozenset(list(peoples)[:2]),
        passed=frozenset(),
        goal={},
        turns=1,
        epoch_turns=TURNS,
        deck=0,
        civs=_settled(peoples, areas),
        neutrals={},
        players=(),
        areas={area: _site(number, peoples) for number, area in enumerate(areas)},
        before={},
        fight=None,
    )


def _settled(peoples: Mapping[str, str], areas: Sequence[str]) -> dict[str, ShownCiv]:
    """Each with its colour, a home, and the temple of a Deity elsewhere."""
    homes, temples = areas[: len(peoples)], areas[len(peoples) :]
    found = zip(peoples.items(), DEITIES, homes, temples, strict=False)
    return {
        slug: read_civ(slug, replace(NOBODY, colour=colour, deity=deity, home=home, temple=temple), {})
        for (slug, colour), deity, home, temple in found
    }


def _site(number: int, peoples: Mapping[str, str]) -> Site:
    """Return sample contents for the area of that number: stacks of every size and colour, some contested.

    Areas whose band would have a line have no control: each of those is drawn when it is needed.
    """
    names = [*peoples, BARBARIANS]
    most = len(names)
    owner, other = names[number % most], names[(number + 1) % most]
    disks = {owner: 1 + number // most % 4}
    if number % CONTESTED == 0 and number < CONTESTED * COMPETITIONS:
        return Site(disks=disks | {other: 2}, contested=True)
    return Site(disks=disks, control="" if peoples.get(owner) in (None, *LINED) else owner)


def areas_shown(position: Position, show: str, seat: str | None) -> list[str]:
    """Return the areas a selection is about: mine, contested or changes. ValueError for another word."""
    if show == "contested":
        return position.contested
    if show == "changes":
        return position.changed
    if show == "mine":
        return [a for a in in_order(position.map) if seat and seat in position.site(a).disks]
    raise ValueError(f"no such selection: {show}")
