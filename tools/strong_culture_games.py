"""How the strong computer of Culture Wars fares against the usual one.

Run as `python -m tools.strong_culture_games first last [people] [variant ...]`: plays those games, the strong
computer in each seat in turn, and prints each with its seed and the sums so far.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from typing import Any

from tests.conformance.strong_culture import SEED, CultureMatch, culture_match
from tools.series import play_series, victories


def line(game: CultureMatch) -> str:
    """A game in a row of the table."""
    scores = ", ".join(f"{culture} {n}" for culture, n in game.outcome.scores.items())
    how = f"{game.outcome.reason} | {game.won:g} | {scores}"
    return f"| {SEED} {game.number} | {game.culture} | {game.rounds} | {how}"


def sums(games: Sequence[CultureMatch]) -> str:
    """Victories of all, with their interval."""
    return victories(sum(g.won for g in games), len(games))


def main() -> None:
    """Play and print."""
    first, last, *rest = sys.argv[1:]
    options: dict[str, Any] = {"people": int(rest[0]) if rest else 2, **dict.fromkeys(rest[1:], True)}
    play = partial(culture_match, **options)
    play_series(range(int(first), int(last)), play, line, sums)


if __name__ == "__main__":
    main()
