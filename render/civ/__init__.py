"""The pictures of Advanced Civilization."""

from render.civ.legend import legend
from render.civ.pictures import board, warm

__all__ = ["board", "legend", "warm"]
