"""The pictures of Culture Wars."""

from engine.culture_wars.view import CultureWarsView
from render.culture_wars.course import chart
from render.culture_wars.emojis import emojis
from render.culture_wars.map_chart import CHARTS
from render.culture_wars.pictures import board, legend, warm

__all__ = ["CHARTS", "board", "chart", "legend", "warm"]

VIEW = CultureWarsView
EMOJIS = emojis
OWN = {"chart": chart}
BOARDS: tuple[str, ...] = ()  # nothing is costly enough to be kept
BASE_FROM: tuple[str, ...] = ()
