"""How far one kind of ACME's computers is better than another: two seats of each, each seed with the seats exchanged.

Run as `python -m tools.acme_levels usual gentle first last [seed]`. The kinds are `usual` (a stand-in, by a person's
rules), `strong`, `gentle` and `playbook` (the Playbook's NPC). Prints each pair of games, and the share of the first.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from statistics import mean
from typing import Final

from engine.acme.game import GAME
from engine.core.game import SeatPlan
from engine.core.table import Table
from tests.conformance.players import ACME_MAPS
from tools.series import play_series, played_out, victories

SEED: Final = "levels of computers"
SEATS: Final = 4
PAIRS: Final = tuple(combinations(range(SEATS), SEATS // 2))


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games of a seed, the seats exchanged: what of them the first kind won, and its VP ahead."""

    number: int
    board: str
    won: float
    ahead: float


def played(number: int, kinds: Sequence[str], seed: str, seats: Sequence[int]) -> tuple[float, float]:
    """Return what of the victory the first kind has won in those seats, and by how many VP each of it is ahead."""
    s, step = GAME.setup("standard", [SeatPlan() for _ in range(SEATS)], {}, f"{seed} {number}")
    s.map = ACME_MAPS[number % len(ACME_MAPS)]
    for place, c in enumerate(s.civs.values()):
        kind = kinds[place not in seats]
        c.by, c.npc, c.strong, c.gentle = "npc", kind == "playbook", kind == "strong", kind == "gentle"
    table = Table.start(GAME, s, step)
    end = played_out(table)
    first = {table.state.slots[place] for place in seats}
    vp = [mean(vp for civ, vp in end.scores.items() if (civ in first) is own) for own in (True, False)]
    return len(first & {*end.winners}) / len(end.winners), vp[0] - vp[1]


def pair(number: int, kinds: Sequence[str], seed: str) -> Pair:
    """Return what became of a seed."""
    seats = PAIRS[number // len(ACME_MAPS) % len(PAIRS)]
    games = [played(number, some, seed, seats) for some in (kinds, kinds[::-1])]
    won = games[0][0] + 1 - games[1][0]
    return Pair(number, ACME_MAPS[number % len(ACME_MAPS)], won, (games[0][1] - games[1][1]) / 2)


def line(found: Pair) -> str:
    """Return a pair in a line."""
    return f"{found.number} {found.board} | {found.won:.1f} of 2 | {found.ahead:+.1f} VP"


def sums(pairs: Sequence[Pair]) -> str:
    """Return the share of victories with its interval over games, and the VP ahead."""
    won = victories(sum(found.won for found in pairs), 2 * len(pairs))
    return f"{won}, {mean(found.ahead for found in pairs):+.1f} VP"


def main() -> None:
    """Play and print."""
    one, other, first, last, *rest = sys.argv[1:]
    play = partial(pair, kinds=(one, other), seed=rest[0] if rest else SEED)
    play_series(range(int(first), int(last)), play, line, sums)


if __name__ == "__main__":
    main()
