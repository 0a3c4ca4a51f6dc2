"""The parts of the board of ACME that pictures show."""

from __future__ import annotations

from typing import Final

from engine.acme.facts.catalog import neighbours
from render.acme.board import all_areas, in_order, in_play, region_areas
from render.acme.camera import BOARD, CLOSEST
from render.acme.position import Position
from render.board.shots import BoardAreas, Crop, Shots

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


def areas_shown(position: Position, show: str, seat: str | None) -> list[str]:
    """The areas a selection is about: mine, contested or changes. ValueError for another word."""
    if show == "contested":
        return position.contested
    if show == "changes":
        return position.changed
    if show == "mine":
        return [a for a in in_order(position.map) if seat and seat in position.site(a).disks]
    raise ValueError(f"no such selection: {show}")
