"""Games of Culture Wars in which one seat is the strong computer's, and the others the usual one's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.ask import Picks
from engine.core.deliberation import Thought, mark
from engine.core.game import Outcome, SeatPlan
from engine.core.table import Table
from engine.culture_wars.game import GAME
from engine.culture_wars.state import State
from tools.series import ended

SEED = "fresh games of a strong computer"
ROUNDS = 99


@dataclass(frozen=True, slots=True)
class CultureMatch:
    """A game that has ended: which, as what culture, after how many rounds, and how."""

    number: int
    culture: str
    rounds: int
    outcome: Outcome

    @property
    def won(self) -> float:
        """1 for a victory, a part of it where it is shared."""
        winners = self.outcome.winners
        return (self.culture in winners) / len(winners) if winners else 0.0


def opened_culture(number: int, *, people: int = 2, seed: str = SEED, **options: Any) -> Table[State]:
    """Game `number` before its first answer: each seat is the strong computer's as often."""
    chosen: Mapping[str, Any] = {"npc": "strong", "rounds": ROUNDS, **options}
    return Table.new(GAME, "standard", [SeatPlan(by="npc") for _ in range(people)], chosen, f"{seed} {number}")


def usual_thought(table: Table[State], seat: str) -> Thought:
    """What the usual computer answers in the place of one that has to think."""
    asked, ask = table.pending, table.ask_of(seat)
    if asked is None or ask is None:
        raise AssertionError(f"{seat} is asked nothing")
    picks: Picks = GAME.npc(table.state, asked, ask)
    return Thought(mark(table.record), seat, picks)


def culture_match(number: int, *, people: int = 2, seed: str = SEED, **options: Any) -> CultureMatch:
    """Game `number` played to its end."""
    table = opened_culture(number, people=people, seed=seed, **options)
    culture = list(table.state.cultures)[number % people]
    while table.is_unfinished:
        seat = table.thinker
        thought = table.think() if seat == culture else usual_thought(table, seat) if seat else None
        table.go_on([thought] if thought else None)
        table.begin()
    return CultureMatch(number, culture, table.state.turn, ended(table))
