"""The pictures of Advanced Civilization."""

from engine.civ.catalog import MAPS
from engine.civ.view import CivView
from render.civ.census import census
from render.civ.chart import chart
from render.civ.emojis import emojis
from render.civ.map_chart import CHARTS
from render.civ.money import hand, hands
from render.civ.pictures import board, legend, warm
from render.civ.tableau import advances
from render.civ.track import points_chart, track

__all__ = ["CHARTS", "advances", "board", "census", "chart", "hand", "hands", "legend", "points_chart", "track", "warm"]

VIEW = CivView
EMOJIS = emojis
OWN = {"track": track, "hands": hands, "advances": advances, "chart": chart, "census": census, "course": points_chart}
BOARDS: tuple[str, ...] = tuple(MAPS)
BASE_FROM = tuple(f"engine/civ/{name}.py" for name in ("catalog", "definitions", "geography", "loading", "numbers"))
