"""Games of one strong computer against stand-ins: those play by a person's rules as the Playbook's NPC would."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.acme.game import GAME, Acme
from engine.acme.state import State
from engine.acme.strong.deliberation import CIV, AcmeDeliberation
from engine.core.ask import Ask, Request
from engine.core.game import Outcome, SeatPlan
from engine.core.table import Table
from tests.conformance.players import ACME_MAPS
from tools.series import played_out

PLAYERS = 4
SEED = "fresh games of a strong computer"
UNTRIED: Final = ("rostam", "darius")
"""Maps of historical scenarios, on which the strong computer has never been tried out."""


class WithoutChoice(AcmeDeliberation):
    """The strong computer that takes a civilization as a stand-in would, and nothing else differently."""

    def is_wanted(self, s: State, request: Request, ask: Ask) -> bool:
        """Whether it thinks about that: not about its civilization."""
        return request.key != CIV and super().is_wanted(s, request, ask)


class AcmeWithoutChoice(Acme):
    """The game with that computer."""

    deliberation = WithoutChoice()


class ChoiceAlone(AcmeDeliberation):
    """A computer that takes a civilization as the strong one would, and does all else as a stand-in would."""

    def is_wanted(self, s: State, request: Request, ask: Ask) -> bool:
        """Whether it thinks about that: about its civilization alone."""
        return request.key == CIV and super().is_wanted(s, request, ask)


class AcmeByChoiceAlone(Acme):
    """The game with that one."""

    deliberation = ChoiceAlone()


@dataclass(frozen=True, slots=True)
class Match:
    """A game that has ended: which, on what map, as what civilization, and how."""

    number: int
    map: str
    civ: str
    outcome: Outcome

    @property
    def won(self) -> float:
        """1 for a victory, a part of it where it is shared."""
        return (self.civ in self.outcome.winners) / len(self.outcome.winners)

    @property
    def ahead(self) -> float:
        """VP beyond the mean of the others."""
        others = [vp for civ, vp in self.outcome.scores.items() if civ != self.civ]
        return self.outcome.scores[self.civ] - sum(others) / len(others)

    @property
    def margin(self) -> int:
        """VP beyond the best of the others."""
        return self.outcome.scores[self.civ] - max(vp for civ, vp in self.outcome.scores.items() if civ != self.civ)


def opened(
    number: int,
    *,
    strong: bool = True,
    seed: str = SEED,
    turns: int = 0,
    game: Acme = GAME,
    boards: Sequence[str] = ACME_MAPS,
    culture: bool = False,
) -> Table[State]:
    """Game `number` before its first answer: the strong computer sits in each place as often, on each map as often.

    `game`: with the computer that sits there.
    """
    options: dict[str, Any] = {"culture": culture, **({"turns": turns} if turns else {})}
    s, step = game.setup("standard", [SeatPlan() for _ in range(PLAYERS)], options, f"{seed} {number}")
    s.map = boards[number // PLAYERS % len(boards)]
    for place, c in enumerate(s.civs.values()):
        c.by, c.strong = "npc", strong and place == number % PLAYERS
    return Table.start(game, s, step)


def match(
    number: int, *, strong: bool = True, seed: str = SEED, game: Acme = GAME, boards: Sequence[str] = ACME_MAPS
) -> Match:
    """Game `number` played to its end."""
    table = opened(number, strong=strong, seed=seed, game=game, boards=boards)
    end = played_out(table)
    return Match(number, table.state.map, table.state.slots[number % PLAYERS], end)
