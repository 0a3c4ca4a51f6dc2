"""How often a nation of Advanced Civilization can meet nobody who moves before it: `python -m tools.out_of_order`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final

from engine.civ.game import GAME
from engine.civ.reach import apart
from engine.civ.state import State
from engine.core.decoding import decoder
from engine.core.game import SeatPlan
from engine.core.table import Table

FILE: Final = Path(__file__).parents[1] / "docs" / "out-of-order.md"
GAMES: Final = ((2, 5), (4, 10), (6, 3), (8, 2))
SPANS: Final = ((1, 4), (5, 8), (9, 12), (13, 60))
HEAD: Final = """# Who may move out of order

Advanced Civilization, CIV §8.1: a nation that can come nowhere where anybody who moves before it can come might as well
move at once (`engine/civ/reach.py`). Counted in {games} games of computers alone, No trading, {limit} turns at most: of
all moves that are not the first of their turn, the share that nobody before can meet. Written by
`python -m tools.out_of_order`.

| seats | {spans} |
|---|{rule}|
"""
LIMIT: Final = 16


def counted(seats: int, number: int) -> Counter[tuple[int, bool]]:
    """Of one game: for each turn how many moves nobody before could have met, and how many others."""
    plans = [SeatPlan(by="npc")] * seats
    table = Table[State].new(GAME, "no_trading", plans, {"turn_limit": LIMIT}, f"out of order {seats} {number}")
    found = Counter[tuple[int, bool]]()
    while table.pending is not None:
        table.go_on()
    for point in table.boundaries():
        state = decoder(State).json(bytes(point.state))
        if point.step == "movement" and state.active == 0:
            free = apart(state)
            for name in state.order[1:]:
                found[state.turn, name in free] += 1
    return found


def page() -> str:
    """The page as it is written."""
    rows = []
    for seats, games in GAMES:
        found = sum((counted(seats, number) for number in range(games)), Counter[tuple[int, bool]]())
        rows.append(f"| {seats} | {' | '.join(_share(found, *span) for span in SPANS)} |")
    spans = " | ".join(f"turns {first}–{last}" for first, last in SPANS[:-1]) + f" | from turn {SPANS[-1][0]}"
    head = HEAD.format(games=sum(n for _, n in GAMES), limit=LIMIT, spans=spans, rule="|".join(["---"] * len(SPANS)))
    return head + "\n".join(rows) + "\n"


def _share(found: Counter[tuple[int, bool]], first: int, last: int) -> str:
    free = sum(n for (turn, is_free), n in found.items() if is_free and first <= turn <= last)
    every = sum(n for (turn, _), n in found.items() if first <= turn <= last)
    return f"{100 * free // every} % of {every}" if every else "–"


if __name__ == "__main__":
    FILE.write_text(page())
