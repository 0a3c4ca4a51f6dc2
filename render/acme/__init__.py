"""The pictures of Ancient Civilizations of the Middle East, and its board in words."""

from render.acme.battle import competition
from render.acme.cards import card, hand
from render.acme.chart import chart
from render.acme.legend import legend
from render.acme.pictures import board, warm
from render.acme.words import area_text, board_text, region_text

__all__ = ["area_text", "board", "board_text", "card", "chart", "competition", "hand", "legend", "region_text", "warm"]
