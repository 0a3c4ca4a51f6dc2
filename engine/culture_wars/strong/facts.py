"""How much the strong computer tries, and its valuations: `data/culture_wars/strong.toml`."""

from __future__ import annotations

from typing import Final

import msgspec

from data import path
from engine.core.decoding import convert, read_tables


class Valuation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of the file, explained there. Values are whole numbers, so no sum depends on its order."""

    tries: int
    answers: int
    musters: int
    rounds: int
    glances: int
    settled: tuple[int, ...]
    enough: int
    won: int
    token: int
    square: int
    supply: int
    slack: int
    slack_most: int
    risk: int
    risk_most: int
    near: int
    near_most: int
    on_coin: int
    crowd: int
    prospects: tuple[int, ...]
    step: int
    step_most: int

    def tries_with(self, players: int) -> int:
        """Return how many positions are judged at most for each plan in a game of so many."""
        return self.tries // players

    def glances_with(self, players: int) -> int:
        """Return how many positions are judged at most for each plan in a round that is imagined."""
        return self.glances // players

    def settlements_worth(self, n: int) -> int:
        """Return what that many settlements are worth."""
        return self.settled[min(n, len(self.settled) - 1)]


FILE: Final = "strong.toml"
VALUES: Final = convert(FILE, "strong", read_tables(path("culture_wars", FILE)), Valuation)
