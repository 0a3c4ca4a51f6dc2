"""How often computers win a historical scenario from each seat, as counted by `tools.scenario_games`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from statistics import median_low
from typing import Final, Literal, TypeAlias

from data import path
from engine.acme.facts.definitions import CivId, Facts
from engine.acme.history.facts import HISTORICAL
from engine.core.decoding import CatalogError, entries, read_tables

FILE: Final = "balance.toml"
HARD, EASY, SHORT = 0.1, 0.6, 0.25
Hardness: TypeAlias = Literal["hard", "even", "easy"]


class Balance(Facts, frozen=True, kw_only=True):
    """The results of a person's civs in a scenario with that many persons, all played by computers.

    Strong computers play the seats of persons. `turns`: the median length; `at_once`: games that end in turn 1.
    """

    scenario: str
    persons: int
    civs: tuple[CivId, ...]
    games: int
    wins: int
    turns: int
    at_once: int

    @property
    def share(self) -> float:
        """Return the games won, from 0 to 1."""
        return self.wins / self.games

    @property
    def hardness(self) -> Hardness:
        """Return how hard the seat is: hard if it wins at most one game in ten, easy if at least six in ten."""
        if self.share <= HARD:
            return "hard"
        return "easy" if self.share >= EASY else "even"

    @property
    def short(self) -> bool:
        """Return whether a quarter of the games are over in their first turn."""
        return self.at_once >= SHORT * self.games


def load() -> Mapping[tuple[str, int, tuple[str, ...]], Balance]:
    """Return every line by scenario, persons and civs. Raises CatalogError."""
    found = entries(
        FILE, read_tables(path("acme", FILE)), "balance", Balance, lambda b: (b.scenario, b.persons, b.civs)
    )
    for problem in problems(found.values()):
        raise CatalogError(f"{FILE}: {problem}")
    return found


def problems(lines: Iterable[Balance]) -> Iterator[str]:
    """Yield lines that don't fit the scenarios."""
    for line in lines:
        h = HISTORICAL.get(line.scenario)
        if h is None or any(civ not in h.sides for civ in line.civs):
            yield f"there is no {line.civs} in {line.scenario}"
        elif not 0 <= max(line.wins, line.at_once) <= line.games or not line.games:
            yield f"{line.scenario} {line.persons} {line.civs}: more than all games"


BALANCE: Final = load()


def of(scenario: str, persons: int) -> list[Balance]:
    """Return the lines of a scenario with that many persons; empty if it isn't a historical scenario."""
    return [line for line in BALANCE.values() if (line.scenario, line.persons) == (scenario, persons)]


def overall(scenario: str, persons: int) -> Hardness | Literal["mixed", ""]:
    """Return how hard all seats of that many persons are; mixed if they differ, empty if not counted."""
    found = {line.hardness for line in of(scenario, persons)}
    if "hard" in found:
        return "hard" if len(found) == 1 else "mixed"
    return "easy" if found == {"easy"} else "even" if found else ""


def usual_turns(scenario: str) -> int:
    """Return the usual number of turns of a scenario; 0 if not counted."""
    turns = [line.turns for line in BALANCE.values() if line.scenario == scenario]
    return median_low(turns) if turns else 0
