"""How far Culture Wars' usual computer is better than the gentle one: each seed twice, with the seats exchanged.

Run as `python -m tools.culture_levels first last [seed]`. Prints each pair of games, and what the usual one won.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from engine.core.ask import Ask, Picks, Request
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.culture_wars.game import GAME
from engine.culture_wars.npc import answer
from engine.culture_wars.npc.gentle import gentle_answer
from engine.culture_wars.view import CultureWarsView, view
from tools.series import ended, play_series, victories

SEED: Final = "levels of computers"
ROUNDS: Final = 40
Level = Callable[[CultureWarsView, Request, Ask], Picks]


@dataclass(frozen=True, slots=True)
class LevelPair:
    """Two games of a seed, the seats exchanged: how many the usual computer won, and how many settlements it had."""

    number: int
    won: float
    settlements: int
    others: int


def played(seed: str, levels: Sequence[Level]) -> Mapping[str, float]:
    """Return how much of the victory and how many settlements each player got: `won`, `own`, `others` of the first."""
    table = Table.new(GAME, "standard", [SeatPlan() for _ in levels], {"rounds": ROUNDS}, seed)
    by = dict(zip(table.state.cultures, levels, strict=True))
    while table.waiting():
        seat = table.waiting()[0]
        ask, asked = table.ask_of(seat), table.question_to(seat)
        if ask is None or asked is None:
            raise AssertionError(f"{seat} is asked nothing")
        table.submit(seat, *by[seat](view(table.state, (seat,)), asked, ask))
        table.begin()
    end = ended(table)
    usual = {seat for seat, level in by.items() if level is answer}
    won = sum(seat in usual for seat in end.winners) / len(end.winners) if end.winners else 0.5
    own, others = (max(n for seat, n in end.scores.items() if (seat in usual) is mine) for mine in (True, False))
    return {"won": won, "own": own, "others": others}


def pair(number: int, seed: str) -> LevelPair:
    """Return what became of a seed."""
    games = [played(f"{seed} {number}", levels) for levels in ((answer, gentle_answer), (gentle_answer, answer))]
    won, own, others = (sum(game[key] for game in games) for key in ("won", "own", "others"))
    return LevelPair(number, won, int(own), int(others))


def line(found: LevelPair) -> str:
    """Return a pair in a line."""
    return f"{found.number} | {found.won:g} of 2 | {found.settlements} to {found.others} settlements"


def sums(pairs: Sequence[LevelPair]) -> str:
    """Return the share of victories with its interval over games."""
    return victories(sum(found.won for found in pairs), 2 * len(pairs))


def main() -> None:
    """Play and print."""
    first, last, *rest = sys.argv[1:]
    play_series(range(int(first), int(last)), partial(pair, seed=rest[0] if rest else SEED), line, sums)


if __name__ == "__main__":
    main()
