"""A position of Advanced Civilization, Italy moving on the board for three; the same with cities to build."""

from __future__ import annotations

from re import sub

from bot.ui.words.presentations import presentation_of
from engine.civ.game import GAME
from engine.core import notation
from engine.core.game import SeatPlan
from engine.core.table import Table
from tests.ui.play.fake_service import FakeService, Presser

POSITION = """
game = "civ"
scenario = "basic"
phase = "movement"
turn = 6
seed = "seven hills"
order = ["italy", "africa", "thrace"]

[options]
deck = "mega"
track = "basic"
map = "3p"

[nations.italy]
player = "Ana"
treasury = 9
space = 3
hand = ["ore_3a", "water_5a"]
[nations.africa]
player = "Ben"
treasury = 4
space = 3
[nations.thrace]
player = "Cho"
space = 2

[areas]
rome = "italy 3"
etruria = "italy 4"
campania = "italy 5"
sabrata = "africa 4"
tunisia = "africa 6"
scythia = "thrace 3"
moesia = "thrace 2"

[ships]
italy = ["campania"]
"""

PRESENTATION = presentation_of("civ")


def trimmed(text: str) -> str:
    """The position with a token in each area, as after the surplus has been removed."""
    return sub(r'"(italy|africa|thrace) \d+"', r'"\1 1"', text)


def loaded(text: str) -> FakeService:
    """The table at a position."""
    return FakeService(notation.load(GAME, text))


def moving() -> FakeService:
    """The table at that position."""
    return loaded(POSITION)


def building() -> FakeService:
    """Italy has enough tokens for a city and treasury for a card."""
    text = POSITION.replace('"movement"', '"cities"').replace('order = ["italy", "africa", "thrace"]', "")
    return FakeService(
        notation.load(GAME, text.replace('"italy 3"', '"italy 6"').replace("treasury = 9", "treasury = 20"))
    )


def fresh(scenario: str = "basic", seats: int = 2, **options: object) -> FakeService:
    """A new game."""
    plans = [SeatPlan(player=name) for name in ("Ana", "Ben", "Cho", "Dan")[:seats]]
    return FakeService(Table.new(GAME, scenario, plans, options, "fresh"))


def asked(fake: FakeService) -> Presser:
    """Whoever is asked now."""
    return Presser.of(fake, PRESENTATION, fake.person(fake.table.waiting()[0]))
