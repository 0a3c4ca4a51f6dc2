"""How the strong computer of Culture Wars fares against the usual one.

Run as `python -m docs.strong_culture_games first last [people] [variant ...]`: plays those games, the strong
computer in each seat in turn, and prints each with its seed and the sums so far.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import Any

from tests.conformance.strong_culture import SEED, CultureMatch, culture_match


def line(game: CultureMatch, spent: float) -> str:
    """A game in a row of the table."""
    scores = ", ".join(f"{culture} {n}" for culture, n in game.outcome.scores.items())
    how = f"{game.outcome.reason} | {game.won:g} | {scores} | {spent:.0f} s"
    return f"| {SEED} {game.number} | {game.culture} | {game.rounds} | {how}"


def sums(games: Sequence[CultureMatch]) -> str:
    """Victories of all."""
    return f"{sum(g.won for g in games):g} of {len(games)}"


def main() -> None:
    """Play and print."""
    first, last = int(sys.argv[1]), int(sys.argv[2])
    people, variants = int(sys.argv[3]) if len(sys.argv) > 3 else 2, sys.argv[4:]
    options: dict[str, Any] = dict.fromkeys(variants, True)
    games: list[CultureMatch] = []
    for number in range(first, last):
        begun = time.process_time()
        games.append(culture_match(number, people=people, **options))
        sys.stdout.write(f"{line(games[-1], time.process_time() - begun)} | {sums(games)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
