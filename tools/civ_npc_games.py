"""How computers fare among themselves at Advanced Civilization: writes its section of `docs/npc-games.md`, and
`data/civ/balance.toml` with how often each nation wins on each board.

Run as `python -m tools.civ_npc_games [games of each kind] [games on each board] [board ...]`. Where boards are named,
only these are counted anew, and only the file is written; with 0 games on each board the file stays as it is. Computers
choose their nations by this file: write it first, then the section in a run of its own.
"""

from __future__ import annotations

import os
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from statistics import mean
from typing import Any, Final

from engine.civ.catalog import CATALOG, MAPS, NATIONS
from engine.civ.definitions import Balance
from engine.civ.options import SCENARIOS
from engine.core.game import Outcome
from engine.core.text import words
from tests.civ.opponents import among_computers, drawn_on
from tools.npc_games import PAGE, table

SERIES: Final = 20
ON_A_BOARD: Final = 100
LEAST: Final = 4  # computers in the games that tell how often a nation wins
DATA: Final = Path(__file__).resolve().parent.parent / "data" / "civ" / "balance.toml"
CIVILIZATION: Final = "## Advanced Civilization"  # from here on this module writes
CHOSEN: Final = "civilization.setup.chosen"
HEAD: Final = """\
Made by `python -m tools.civ_npc_games`: {games} games that usual computers alone play to the end, {each} of each
scenario and number, on the board of that number. {track} of 100 end because a marker has come to the end of its track,
the others by the cap of turns. Nations are chosen in a drawn order: whoever is first chooses among all. A share is to
be read beside what chance alone would give in games of so many. Computers like the same nations, so that a place in the
order tells how good those are that they like so much.

"""
RARE: Final = """\
Counted on each board in {games} further games of four usual computers and more, of all its numbers and of all scenarios
in turn, with nations drawn by lot. The lobby says so beside a nation that wins less than a third of what chance alone
would give; how often all others win stands in `data/civ/balance.toml`.

"""
LINES: Final = """\
# How often computers win with each nation of a board among themselves: written by tools.civ_npc_games.
# games: how many were played, by four computers and more; wins: how many it won; fair: how many by chance alone.
# Seeds: `drawn on BOARD N`, N from 0. Computers choose the one with the most wins beside fair;
# one that starts next to a nation already chosen counts for less.
"""
NAMES: Final = {"no_trading": "No trading", "basic": "Basic A.S.T.", "expert": "Expert A.S.T."}


@dataclass(frozen=True, slots=True)
class GameOfComputers:
    """A game that has ended: its scenario, how long it was, why it ended, and its nations as they were chosen."""

    scenario: str
    turns: int
    outcome: Outcome
    chosen: tuple[str, ...]


def played(kind: tuple[str, int, int]) -> GameOfComputers:
    """One game to its end."""
    scenario, seats, number = kind
    game = among_computers(number, scenario, seats)
    end = game.outcome()
    chosen = tuple(str(e.said.values["player"])[5:-1] for e in game.events if e.key == CHOSEN)
    if end is None or len(chosen) != seats:
        raise AssertionError(f"{kind} has no end")
    return GameOfComputers(scenario, game.state.turn, end, chosen)


def drawn(kind: tuple[str, int]) -> tuple[str, Sequence[str], Sequence[str]]:
    """One game on a board with nations drawn by lot: the board, the nations, who has won."""
    board, number = kind
    game = drawn_on(board, number, LEAST)
    end = game.outcome()
    if end is None:
        raise AssertionError(f"{kind} has no end")
    return board, list(game.state.nations), end.winners


def balance(games: Iterable[tuple[str, Sequence[str], Sequence[str]]]) -> list[Balance]:
    """A line for each nation of each board."""
    fair, won = defaultdict[tuple[str, str], list[float]](list), Counter[tuple[str, str]]()
    for board, cast, winners in games:
        won.update((board, nation) for nation in winners)
        for nation in cast:
            fair[board, nation].append(1 / len(cast))
    places = [key for board in MAPS.values() for nation in board.nations if (key := (board.id, nation)) in fair]
    return [
        Balance(map=key[0], nation=key[1], games=len(fair[key]), wins=won[key], fair=round(sum(fair[key]), 1))
        for key in places
    ]


def entry(line: Balance) -> str:
    """The line as the data file has it."""
    return (
        f'\n[[balance]]\nmap = "{line.map}"\nnation = "{line.nation}"\n'
        f"games = {line.games}\nwins = {line.wins}\nfair = {line.fair}\n"
    )


def rare(lines: Iterable[Balance]) -> list[list[object]]:
    """Those that hardly ever win, by board."""
    return [
        [words(f"civ.face.map.{line.map}.name"), NATIONS[line.nation].name, line.games, line.wins, line.fair]
        for line in lines
        if line.rare
    ]


def rows(
    games: Iterable[GameOfComputers], by: Callable[[GameOfComputers], Hashable], name: Callable[[Any], Sequence[object]]
) -> list[list[object]]:
    """A row for each group of games: its name, how many, turns (mean, shortest, longest), points of first and last."""
    found: defaultdict[Hashable, list[GameOfComputers]] = defaultdict(list)
    for game in games:
        found[by(game)].append(game)
    return [[*name(key), len(some), *_lengths(some)] for key, some in found.items()]


def _lengths(some: Sequence[GameOfComputers]) -> list[object]:
    turns, scores = [game.turns for game in some], [sorted(game.outcome.scores.values()) for game in some]
    span = f"{min(turns)}–{max(turns)}"
    return [f"{mean(turns):.1f}", span, f"{mean(s[-1] for s in scores):.0f}", f"{mean(s[0] for s in scores):.0f}"]


def shares(games: Sequence[GameOfComputers], has: Callable[[GameOfComputers, str], bool]) -> list[object]:
    """Of the seats that the test takes: how many, wins, their share, what chance would give, and the mean place."""
    some = [(game, nation) for game in games for nation in game.chosen if has(game, nation)]
    wins = sum(nation in game.outcome.winners for game, nation in some)
    expected = mean(1 / len(game.chosen) for game, _ in some)
    place = mean(game.outcome.place(nation) for game, nation in some)
    return [len(some), wins, f"{100 * wins / len(some):.0f} %", f"{100 * expected:.0f} %", f"{place:.1f}"]


def section(games: Sequence[GameOfComputers], each: int, lines: Sequence[Balance], on_a_board: str) -> str:
    """The whole section."""
    by_track = sum(game.outcome.reason == "track" for game in games)
    kinds = rows(games, lambda g: (g.scenario, len(g.chosen)), lambda key: (NAMES[key[0]], key[1]))
    nations = [
        [one.name, *shares(games, lambda _, nation, name=name: nation == name)]  # type: ignore[misc]
        for name, one in NATIONS.items()
        if any(name in game.chosen for game in games)
    ]
    most = max(len(game.chosen) for game in games)
    places = [
        [i + 1, *shares(games, lambda game, nation, i=i: game.chosen.index(nation) == i)]  # type: ignore[misc]
        for i in range(most)
    ]
    said = ["seats", "wins", "share", "by chance", "mean place"]
    lengths = ["games", "turns", "from–to", "points of the first", "points of the last"]
    parts = [
        "### Length\n\n" + table(["scenario", "computers", *lengths], kinds),
        "### By nation\n\n" + table(["nation", *said], nations),
        "### By the order of choosing\n\n" + table(["chosen as", *said], places),
        "### Nations that hardly ever win\n\n"
        + RARE.format(games=on_a_board)
        + table(["board", "nation", "games", "wins", "by chance"], rare(lines)),
    ]
    head = HEAD.format(games=len(games), each=each, track=f"{100 * by_track / len(games):.0f}")
    return f"{CIVILIZATION}\n\n{head}" + "\n".join(parts)


def games_of(lines: Iterable[Balance]) -> str:
    """How many games were counted on a board: a number, or the least and the most."""
    seats = defaultdict[str, float](float)
    for line in lines:
        seats[line.map] += line.fair
    found = sorted({round(n) for n in seats.values()})
    return str(found[0]) if len(found) == 1 else f"{found[0]} to {found[-1]}"


def write_record(named: Sequence[str], on_a_board: int) -> Sequence[Balance]:
    """Count on the boards that are named, or on all, and write the file; all lines of it."""
    if not on_a_board:
        return list(CATALOG.balance.values())
    boards = named or [name for name, board in MAPS.items() if max(board.players) >= LEAST]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        counted = {(one.map, one.nation): one for one in balance(pool.map(drawn, product(boards, range(on_a_board))))}
    lines = [counted.get(key, line) for key, line in CATALOG.balance.items()] if named else list(counted.values())
    DATA.write_text(LINES + "".join(map(entry, lines)), encoding="utf-8")
    return lines


def main() -> None:
    """Play, and write the file; unless boards are named, the section in place of the one before."""
    each = int(sys.argv[1]) if sys.argv[1:] else SERIES
    on_a_board = int(sys.argv[2]) if sys.argv[2:] else ON_A_BOARD
    lines = write_record(sys.argv[3:], on_a_board)
    if sys.argv[3:]:
        return
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        games = list(pool.map(played, product(SCENARIOS, sorted(CATALOG.tokens), range(each)), chunksize=4))
    before = PAGE.read_text(encoding="utf-8").partition(CIVILIZATION)[0]
    PAGE.write_text(before + section(games, each, lines, games_of(lines)), encoding="utf-8")


if __name__ == "__main__":
    main()
