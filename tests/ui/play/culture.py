"""The position of the examples of Culture Wars: Crowns move first, then Moons, then Suns; and a new game of three."""

from __future__ import annotations

from bot.ui.words.presentations import presentation_of
from engine.core import notation
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.culture_wars.game import GAME
from tests.ui.play.fake_service import FakeService, Presser

POSITION = """
game = "culture_wars"
turn = 3
phase = "movement"
order = ["suns", "moons", "crowns"]
seed = "borders"

[cultures.suns]
player = "Ana"
[cultures.moons]
player = "Ben"
[cultures.crowns]
player = "Cho"

[coins]
c5 = "moons 4"
f9 = "suns 3"
h2 = "crowns 2 settlement"
d9 = "moons 5 settlement"

[tokens]
c4 = "moons 5"
d2 = "crowns 4 moons 1"
e2 = "suns 2"
c9 = "moons 6"
h1 = "crowns 6"
i2 = "crowns 3 suns 1"
"""

PRESENTATION = presentation_of("culture_wars")


def moving() -> FakeService:
    """The table at that position."""
    return FakeService(notation.load(GAME, POSITION))


def fresh(seed: str = "tiles") -> FakeService:
    """A new game of three."""
    plans = [SeatPlan(player=name) for name in ("Ana", "Ben", "Cho")]
    return FakeService(Table.new(GAME, "standard", plans, {}, seed))


def asked(fake: FakeService) -> Presser:
    """Whoever is asked now."""
    return Presser.of(fake, PRESENTATION, fake.person(fake.table.waiting()[0]))


def until(fake: FakeService, key: str) -> None:
    """Answer with the first options until that is asked."""
    while fake.table.pending is not None and fake.table.pending.key != key:
        seat = fake.table.waiting()[0]
        ask = fake.table.ask_of(seat)
        assert ask is not None
        fake.table.submit(seat, *ask.options[: max(1, ask.least)])
