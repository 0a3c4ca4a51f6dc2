"""The position of the examples of Culture Wars: Crowns move first, then Moons, then Suns; and a new game of three."""

from __future__ import annotations

from bot.ui.vocabulary import face_of
from engine.core import notation
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.culture_wars.game import GAME

from .desk import Desk, Presser

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

FACE = face_of("culture_wars")


def moving() -> Desk:
    """The table at that position."""
    return Desk(notation.load(GAME, POSITION))


def fresh(seed: str = "tiles") -> Desk:
    """A new game of three."""
    plans = [SeatPlan(player=name) for name in ("Ana", "Ben", "Cho")]
    return Desk(Table.new(GAME, "standard", plans, {}, seed))


def asked(desk: Desk) -> Presser:
    """Whoever is asked now."""
    return Presser.of(desk, FACE, desk.person(desk.table.waiting()[0]))


def until(desk: Desk, key: str) -> None:
    """Answer with the first options until that is asked."""
    while desk.table.pending is not None and desk.table.pending.key != key:
        seat = desk.table.waiting()[0]
        ask = desk.table.ask_of(seat)
        assert ask is not None
        desk.table.submit(seat, *ask.options[: max(1, ask.least)])
