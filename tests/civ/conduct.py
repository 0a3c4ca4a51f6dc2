"""How computers behave among themselves: attacks, steps forth and back, Pirate cities, markers that stay for a colour.

Run as `python -m tests.civ.conduct [games]` for all of it at a glance.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Final

from engine.civ.board import deck
from engine.civ.catalog import NEUTRAL
from engine.civ.game import Civilization
from engine.civ.npc.advancing import held_groups
from engine.civ.payment import means
from engine.civ.purchases import offered_prices
from engine.civ.state import State
from engine.civ.track import missing_demands, next_demand
from engine.core.ask import Flow
from engine.core.game import Event, SeatPlan
from engine.core.table import Table
from tests.civ.opponents import finish

SCENARIOS: Final = ("no_trading", "basic", "expert")
MOVES: Final = ("walked", "sailed", "empty")


@dataclass
class Conduct:
    """What computers did in a game: attacks of theirs, how many failed, with the tokens that this cost; turns of a
    nation with moves, and how many had one both forth and back; cities at the end, and how many were Pirates';
    markers that stayed only for want of a colour, and how often that could have been paid.
    """

    attacks: int = 0
    failed: int = 0
    lost: int = 0
    turns: int = 0
    to_and_fro: int = 0
    cities: int = 0
    pirates: int = 0
    stays: int = 0
    payable: int = 0
    seconds: float = 0.0
    payers: set[str] = field(default_factory=set)


class Watched(Civilization):
    """The game, looked at where advances are bought and where markers move."""

    def __init__(self, seen: Conduct) -> None:
        steps = Civilization.steps

        def buying(s: State) -> Flow[str | None]:
            seen.payers = {name for name in s.nations if could_pay(s, name)}
            return steps["advances"](s)

        def tracking(s: State) -> Flow[str | None]:
            stay = [name for name in s.nations if missing_demands(s, name) == ["groups"]]
            seen.stays += len(stay)
            seen.payable += len(seen.payers.intersection(stay))
            return steps["track"](s)

        self.steps = {**steps, "advances": buying, "track": tracking}


def could_pay(s: State, name: str) -> bool:
    """Whether the nation can buy all colours that its next space asks for and it lacks."""
    demand = next_demand(s, name)
    if demand is None:
        return False
    cheapest: dict[frozenset[str], int] = {frozenset(held_groups(s, name)): 0}
    for card, price in offered_prices(s, name).items():
        for groups, paid in list(cheapest.items()):
            more = groups | set(deck(s)[card].groups)
            cheapest[more] = min(paid + price, cheapest.get(more, paid + price))
    return any(n <= means(s, name) for groups, n in cheapest.items() if len(groups) >= demand.groups)


def watched_game(number: int, scenario: str, players: int) -> tuple[Conduct, Table[State]]:
    """Game `number` that computers alone play, to its end, and what they did in it."""
    seen = Conduct()
    began = time.process_time()
    table = Table.new(Watched(seen), scenario, [SeatPlan(by="npc")] * players, {}, f"computers {number}")
    finish(table)
    seen.seconds = time.process_time() - began
    count_attacks(seen, table.events)
    count_moves(seen, table.events)
    owners = list(table.state.cities.values())
    seen.cities, seen.pirates = len(owners), owners.count(NEUTRAL)
    return seen, table


def count_attacks(seen: Conduct, events: Iterable[Event]) -> None:
    """The attacks of nations on cities, with what the failed ones cost."""
    for event in events:
        kind, _, how = event.key.rpartition(".")
        if kind.endswith("attack") and how in {"failed", "taken"} and NEUTRAL not in str(event.said.values["player"]):
            seen.attacks += 1
            if how == "failed":
                seen.failed, seen.lost = seen.failed + 1, seen.lost + int(str(event.said.values["n"]))


def count_moves(seen: Conduct, events: Iterable[Event]) -> None:
    """Turns of a nation: all its moves bear the number of one action."""
    turns: dict[int, set[tuple[str, str]]] = {}
    for event in events:
        kind, _, how = event.key.rpartition(".")
        if kind.endswith("movement") and how in MOVES and event.said.values["n"]:
            way = str(event.said.values["start"]), str(event.said.values["goal"])
            turns.setdefault(event.action, set()).add(way)
    seen.turns = len(turns)
    seen.to_and_fro = sum(any((goal, start) in ways for start, goal in ways) for ways in turns.values())


def kind_of(number: int) -> tuple[int, str, int]:
    """Every scenario, every number of seats."""
    return number, SCENARIOS[number % 3], 2 + number % 7


def conduct(kind: tuple[int, str, int]) -> Conduct:
    """What computers did in that game."""
    return watched_game(*kind)[0]


def total(games: Iterable[Conduct]) -> Mapping[str, float]:
    """The sum of all games."""
    found = Counter[str]()
    for game in games:
        found.update({key: n for key, n in vars(game).items() if key != "payers"})
    return found


def main() -> None:
    """Play, and print."""
    kinds = [kind_of(number) for number in range(int(sys.argv[1]) if len(sys.argv) > 1 else 60)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        games = list(pool.map(conduct, kinds))
    sys.stdout.write("".join(f"{key}: {n:.0f}\n" for key, n in total(games).items()))


if __name__ == "__main__":
    main()
