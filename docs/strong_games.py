"""How the strong computer fares against three stand-ins that play by a person's rules.

Run as `python -m docs.strong_games first last [seed]`: plays those games and prints each with its seed, and the sums.
With `stand-in` as the last word a stand-in sits in its place; with `drawn` it takes a civilization as a stand-in would.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from statistics import mean

from tests.conformance.strong_games import SEED, Match, match


def line(game: Match, seed: str, spent: float) -> str:
    """A game in a line."""
    scores = ", ".join(f"{civ} {vp}" for civ, vp in game.outcome.scores.items())
    how = f"{game.won:.2f} | {game.ahead:+.0f} | {scores} | {spent:.0f} s"
    return f"{seed} {game.number} | {game.map} | {game.civ} | {how}"


def sums(games: Sequence[Match]) -> str:
    """Victories and VP of all."""
    return f"{sum(g.won for g in games):.1f} of {len(games)}, {mean(g.ahead for g in games):+.1f} VP ahead"


def main() -> None:
    """Play and print."""
    first, last = int(sys.argv[1]), int(sys.argv[2])
    seed = sys.argv[3] if len(sys.argv) > 3 else SEED
    games: list[Match] = []
    for number in range(first, last):
        begun = time.process_time()
        how = sys.argv[-1]
        games.append(match(number, strong=how != "stand-in", seed=seed, favourites=how != "drawn"))
        sys.stdout.write(f"{line(games[-1], seed, time.process_time() - begun)} | {sums(games)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
