"""How the strong computer fares against three stand-ins that play by a person's rules.

Run as `python -m tools.strong_games first last [seed]`: plays those games and prints each with its seed, and the sums:
victories with their interval, VP ahead with its standard error, seconds of one core for each answer it thinks about.
With `stand-in` as the last word a stand-in sits in its place; with `drawn` it takes a civilization as a stand-in would;
with `choice` it does nothing but take a civilization; with `untried` they play on maps on which it was never tried out.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from copy import copy
from functools import partial
from statistics import median
from typing import Final

from engine.acme.game import GAME, Acme
from engine.core.ask import Picks
from engine.core.deliberation import Deliberation, Vantage
from tests.conformance.players import ACME_MAPS
from tests.conformance.strong_games import SEED, UNTRIED, AcmeByChoiceAlone, AcmeWithoutChoice, Match, match
from tools.series import mean_and_error, play_series, victories

STAND_IN: Final = "stand-in"
ON_UNTRIED: Final = "untried"
COMPUTERS: Final[Mapping[str, Acme]] = {"drawn": AcmeWithoutChoice(), "choice": AcmeByChoiceAlone()}
SECONDS: Final[list[float]] = []
"""How long each answer took."""


def line(seed: str, game: Match) -> str:
    """A game in a line."""
    scores = ", ".join(f"{civ} {vp}" for civ, vp in game.outcome.scores.items())
    return f"{seed} {game.number} | {game.map} | {game.civ} | {game.won:.2f} | {game.ahead:+.0f} | {scores}"


def sums(games: Sequence[Match]) -> str:
    """Victories, VP and seconds of all."""
    won, ahead = victories(sum(g.won for g in games), len(games)), mean_and_error([g.ahead for g in games])
    took = f", {1000 * median(SECONDS):.1f} ms, {1000 * max(SECONDS):.0f} at most" if SECONDS else ""
    return f"{won}, {ahead} VP ahead{took}"


class Timed:
    """A computer whose seconds are noted."""

    def __init__(self, mind: Deliberation) -> None:
        """Note those of this computer."""
        self.mind, self.is_wanted = mind, mind.is_wanted

    def answer(self, vantage: Vantage) -> Picks:
        """Return its answer."""
        begun = time.process_time()
        found = self.mind.answer(vantage)
        SECONDS.append(time.process_time() - begun)
        return found


def timed(game: Acme) -> Acme:
    """Return the game with a computer whose seconds are noted."""
    noted = copy(game)
    noted.deliberation = Timed(game.deliberation)
    return noted


def main() -> None:
    """Play and print."""
    first, last, *rest = sys.argv[1:]
    how = rest.pop() if rest and rest[-1] in {STAND_IN, ON_UNTRIED, *COMPUTERS} else ""
    seed = rest[0] if rest else SEED
    boards = UNTRIED if how == ON_UNTRIED else ACME_MAPS
    game = timed(COMPUTERS.get(how, GAME))
    play = partial(match, strong=how != STAND_IN, seed=seed, game=game, boards=boards)
    play_series(range(int(first), int(last)), play, partial(line, seed), sums)


if __name__ == "__main__":
    main()
