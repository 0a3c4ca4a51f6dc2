"""The pictures of Ancient Civilizations of the Middle East."""

from engine.acme.facts.catalog import MAPS
from engine.acme.view import AcmeView
from render.acme.battle import competition
from render.acme.cards import card, hand
from render.acme.emojis import emojis
from render.acme.legend import legend
from render.acme.map_chart import CHARTS
from render.acme.pictures import board, warm
from render.acme.track import chart
from render.acme.tracks import culture

__all__ = ["CHARTS", "board", "card", "chart", "competition", "culture", "hand", "legend", "warm"]

VIEW = AcmeView
EMOJIS = emojis
OWN = {"competition": competition, "chart": chart, "culture": culture}
BOARDS: tuple[str, ...] = tuple(MAPS)
BASE_FROM = ("engine/acme/facts",)
