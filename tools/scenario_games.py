"""How hard each seat of a scenario is: writes `data/acme/balance.toml` and a part of `docs/npc-games.md`.

Run as `python -m tools.scenario_games [games] [scenario ...]`: so many games for each way in which a cast may be
filled, every seat of a person played by the strong computer. With scenarios named, the lines of others stay.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from engine.acme.facts.catalog import CIVS
from engine.acme.game import GAME
from engine.acme.history.balance import BALANCE, Balance
from engine.acme.history.facts import HISTORICAL
from engine.core.table import Table
from tests.acme.history.casts import CASTS, casts_of, plans_of
from tools.npc_games import PAGE, SCENARIOS, table

DATA = Path(__file__).resolve().parent.parent / "data" / "acme" / "balance.toml"
GAMES, FIRST = 40, 1
AFTER = "## Advanced Civilization"
HEAD = """\
# How often each seat of a historical scenario wins in games among computers, strong ones in the seats of persons:
# written by tools.scenario_games.
# persons: how many there are; civs: those that one of them plays; games: how many were played; wins: how many of them
# that person won; turns: the turns of half of the games or fewer; at_once: how many ended in their first turn.
"""
ABOUT = """\
Made by `python -m tools.scenario_games`: 40 games for each way in which persons and NPCs may share the
civilizations of a scenario. Strong computers play the seats of persons. A person with one civilization would win by
chance one game in as many as there are civilizations. The lobby calls a seat hard if it wins at most one game in ten.

"""

Way = Mapping[str, str]
Key = tuple[str, int, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Ended:
    """A game that has ended: who won, and after how many turns."""

    scenario: str
    way: Way
    winners: frozenset[str]
    turns: int

    @property
    def holdings(self) -> dict[str, tuple[str, ...]]:
        """The civs of each person, as the scenario lists them."""
        people = dict.fromkeys(player for player in self.way.values() if player)
        return {one: tuple(civ for civ, player in self.way.items() if player == one) for one in people}


@dataclass(frozen=True, slots=True)
class Row:
    """What became of one holding."""

    scenario: str
    persons: int
    civs: tuple[str, ...]
    games: int
    wins: int
    turns: float
    at_once: int


def ways() -> list[tuple[str, Way]]:
    """Every way to fill a cast with at least two sides, each once."""
    found: dict[tuple[str, tuple[tuple[str, str], ...]], tuple[str, Way]] = {}
    for name, number in CASTS:
        scenario = HISTORICAL[name]
        for way in casts_of(scenario, scenario.cast[number]):
            if len({*way.values()}) > 1:
                found[name, tuple(way.items())] = (name, way)
    return list(found.values())


def played(name: str, way: Way, seed: str) -> Ended:
    """A game in which computers have all seats, strong ones those of persons."""
    s, step = GAME.setup(name, plans_of(HISTORICAL[name], way), {}, seed)
    for c in s.civs.values():
        c.strong, c.by = c.by == "human", "npc"
    game = Table.start(GAME, s, step)
    given = dict(zip(GAME.seats(game.state), way, strict=True))
    while game.is_unfinished:
        game.go_on()
        game.begin()
    end = game.outcome()
    if end is None:
        raise AssertionError(f"{name} {way} has no end")
    winners = frozenset(given.get(seat, seat) for seat in end.winners)
    return Ended(name, way, winners, game.state.turns)


def rows(games: Iterable[Ended]) -> list[Row]:
    """A row for each holding of a person."""
    by: defaultdict[Key, list[tuple[Ended, bool]]] = defaultdict(list)
    for game in games:
        for civs in game.holdings.values():
            by[game.scenario, len(game.holdings), civs].append((game, bool(game.winners & {*civs})))
    return [row_of(key, some) for key, some in sorted(by.items(), key=lambda entry: order(entry[0]))]


def order(key: Key) -> tuple[int, int, tuple[int, ...]]:
    """Scenarios as they are listed, few persons first, civs as the scenario lists them."""
    sides = list(HISTORICAL[key[0]].sides)
    return list(HISTORICAL).index(key[0]), key[1], tuple(sides.index(civ) for civ in key[2])


def row_of(key: Key, some: Sequence[tuple[Ended, bool]]) -> Row:
    """What those games say."""
    turns = [game.turns for game, _ in some]
    at_once = sum(n <= FIRST for n in turns)
    return Row(*key, len(some), sum(won for _, won in some), median(turns), at_once)


def entries(found: Iterable[Row]) -> Iterator[str]:
    """The rows as the data file has them."""
    for row in found:
        civs = ", ".join(f'"{civ}"' for civ in row.civs)
        yield (
            f'\n[[balance]]\nscenario = "{row.scenario}"\npersons = {row.persons}\ncivs = [{civs}]\n'
            f"games = {row.games}\nwins = {row.wins}\nturns = {int(row.turns)}\nat_once = {row.at_once}\n"
        )


def section(found: Sequence[Row]) -> str:
    """The part of the page."""
    lines = [
        [
            HISTORICAL[row.scenario].title,
            row.persons,
            " + ".join(HISTORICAL[row.scenario].sides[civ].name or CIVS[civ].name for civ in row.civs),
            row.games,
            f"{100 * row.wins // row.games} %",
            int(row.turns),
            row.at_once or "",
        ]
        for row in found
    ]
    head = ("scenario", "persons", "a person's civilizations", "games", "won", "turns", "over in turn 1")
    return f"{SCENARIOS}\n\n{ABOUT}{table(head, lines)}"


def written(page: str, part: str) -> str:
    """The page with that part before what the other game's series wrote."""
    before, _, rest = page.partition(AFTER)
    return f"{before.partition(SCENARIOS)[0].rstrip()}\n\n{part}\n{AFTER}{rest}"


def kept(others: Iterable[Balance]) -> list[Row]:
    """The lines of the file as they are."""
    return [Row(b.scenario, b.persons, b.civs, b.games, b.wins, b.turns, b.at_once) for b in others]


def main(games: int, scenarios: Sequence[str]) -> None:
    """Play, and write the file and the page."""
    played_anew = [(name, way) for name, way in ways() if not scenarios or name in scenarios]
    tasks = [(name, way, f"balance {name} {n} {[*way.values()]}") for name, way in played_anew for n in range(games)]
    anew = {name for name, _ in played_anew}
    found = [*rows(played(*task) for task in tasks), *kept(b for b in BALANCE.values() if b.scenario not in anew)]
    found.sort(key=lambda row: order((row.scenario, row.persons, row.civs)))
    DATA.write_text(HEAD + "".join(entries(found)), encoding="utf-8")
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), section(found)), encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else GAMES, sys.argv[2:])
