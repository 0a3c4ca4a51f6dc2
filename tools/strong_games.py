"""How the strong computer fares against three stand-ins that play by a person's rules.

Run as `python -m tools.strong_games first last [seed]`: plays those games and prints each with its seed, and the sums.
With `stand-in` as the last word a stand-in sits in its place; with `drawn` it takes a civilization as a stand-in would;
with `choice` it does nothing but take a civilization; with `untried` they play on maps on which it was never tried out.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import partial
from statistics import mean
from typing import Final

from engine.acme.game import GAME, Acme
from tests.conformance.players import ACME_MAPS
from tests.conformance.strong_games import SEED, UNTRIED, AcmeByChoiceAlone, AcmeWithoutChoice, Match, match
from tools.series import play_series

STAND_IN: Final = "stand-in"
ON_UNTRIED: Final = "untried"
COMPUTERS: Final[Mapping[str, Acme]] = {"drawn": AcmeWithoutChoice(), "choice": AcmeByChoiceAlone()}


def line(seed: str, game: Match) -> str:
    """A game in a line."""
    scores = ", ".join(f"{civ} {vp}" for civ, vp in game.outcome.scores.items())
    return f"{seed} {game.number} | {game.map} | {game.civ} | {game.won:.2f} | {game.ahead:+.0f} | {scores}"


def sums(games: Sequence[Match]) -> str:
    """Victories and VP of all."""
    return f"{sum(g.won for g in games):.1f} of {len(games)}, {mean(g.ahead for g in games):+.1f} VP ahead"


def main() -> None:
    """Play and print."""
    first, last, *rest = sys.argv[1:]
    how = rest.pop() if rest and rest[-1] in {STAND_IN, ON_UNTRIED, *COMPUTERS} else ""
    seed = rest[0] if rest else SEED
    boards = UNTRIED if how == ON_UNTRIED else ACME_MAPS
    game = COMPUTERS.get(how, GAME)
    play = partial(match, strong=how != STAND_IN, seed=seed, game=game, boards=boards)
    play_series(range(int(first), int(last)), play, partial(line, seed), sums)


if __name__ == "__main__":
    main()
