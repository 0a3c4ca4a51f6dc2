"""Tables of every game, scenario and number of seats, made by the registry alone, and those of the random series."""

from __future__ import annotations

from functools import partial

from engine.games import GAMES
from nisaba.conformance.cases import Case, begun, playable
from tests.conformance.culture import crowded, culture_wars
from tests.conformance.players import acme, answer

__all__ = ["SCENARIOS", "SERIES", "TO_THE_END", "Case", "begun"]

TO_THE_END = 10**6
SCENARIOS = tuple(case for game in GAMES.values() for case in playable(game, answer))
SERIES = tuple(
    Case(f"{name}-{n}", partial(series, n), TO_THE_END, answer)
    for name, series, numbers in (
        ("acme", acme, (3, 17, 41, 5, 28, 63, 2, 14, 36)),
        ("culture_wars", culture_wars, (3, 5, 14, 17, 22, 28)),
        ("crowded", crowded, (2, 3, 5, 17, 28, 36)),
    )
    for n in numbers
)
