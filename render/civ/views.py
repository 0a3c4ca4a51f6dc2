"""The parts of the board of Advanced Civilization that pictures show."""

from __future__ import annotations

from typing import Final

from render.civ.board import in_play, neighbours, region_areas
from render.civ.camera import BOARD, CLOSEST
from render.shots import BoardAreas, Crop, Shots

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
