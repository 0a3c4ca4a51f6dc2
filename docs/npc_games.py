"""How NPCs fare among themselves: writes `docs/npc-games.md` from a series of games.

Run as `python -m docs.npc_games [games]`.
"""

from __future__ import annotations

import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import mean

from engine.acme.facts.catalog import CIVS, MAPS
from tests.conformance.npc_games import SERIES, Played, played

SCENARIOS = "## Historical scenarios"  # from here on `docs.scenario_games` and `docs.civ_npc_games` write
PAGE = Path(__file__).resolve().parent / "npc-games.md"
HEAD = """\
# NPCs among themselves

Made by `python -m docs.npc_games`: {games} games that only NPCs play, on every map, standard and exploration (there one
civilization explores and finds the others), ended by one to four Epochs. In every game all invariants are looked at
after every answer; broken: {broken}. Answers a game: {answers} on average.

"""


def line(cells: Iterable[object]) -> str:
    """A row of a table."""
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown."""
    return "\n".join([line(head), line("---" for _ in head), *map(line, rows)]) + "\n"


def grouped(games: Iterable[Played], by: Callable[[Played], str]) -> dict[str, list[Played]]:
    """Games by something they have in common."""
    found: defaultdict[str, list[Played]] = defaultdict(list)
    for game in games:
        found[by(game)].append(game)
    return dict(sorted(found.items()))


def lengths(games: Sequence[Played]) -> list[list[object]]:
    """Games, turns and VP of the first, by group."""
    by = grouped(games, lambda g: f"{g.scenario}, {g.npcs} NPCs")
    return [[name, len(some), *length(some)] for name, some in by.items()]


def length(some: Sequence[Played]) -> list[object]:
    """Mean turns, VP of the first and of the last."""
    scores = [sorted(g.outcome.scores.values()) for g in some]
    return [
        f"{mean(g.turns for g in some):.1f}",
        f"{mean(s[-1] for s in scores):.0f}",
        f"{mean(s[0] for s in scores):.0f}",
    ]


def civs(games: Sequence[Played]) -> list[list[object]]:
    """Games, wins and VP a turn of each civilization."""
    rows: list[list[object]] = []
    for civ, facts in CIVS.items():
        some = [g for g in games if civ in g.outcome.scores]
        if some:
            wins = sum(civ in g.outcome.winners for g in some)
            rate = mean(g.outcome.scores[civ] / g.turns for g in some)
            rows.append([facts.name, len(some), wins, f"{100 * wins // len(some)} %", f"{rate:.1f}"])
    return rows


def page(games: Sequence[Played]) -> str:
    """The whole page."""
    head = HEAD.format(
        games=len(games), broken=sum(bool(g.problems) for g in games), answers=round(mean(g.answers for g in games))
    )
    maps = [[MAPS[name].name, len(some), *length(some)] for name, some in grouped(games, lambda g: g.map).items()]
    said = ["games", "turns", "VP of the first", "VP of the last"]
    parts = [
        "## By number\n\n" + table(["kind", *said], lengths(games)),
        "## By map\n\n" + table(["map", *said], maps),
        "## By civilization\n\n" + table(["civilization", "games", "wins", "share", "VP a turn"], civs(games)),
    ]
    return head + "\n".join(parts)


def main() -> None:
    """Play, write the page, and print how fast it went."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else SERIES
    begun, cores = time.perf_counter(), os.cpu_count() or 1
    with ProcessPoolExecutor(cores) as pool:
        games = list(pool.map(played, range(number), chunksize=4))
    spent = time.perf_counter() - begun
    kept = PAGE.read_text(encoding="utf-8").partition(SCENARIOS)
    PAGE.write_text(page(games) + "\n" + "".join(kept[1:]), encoding="utf-8")
    sys.stdout.write(f"{number} games on {cores} cores, {number * 60 / spent / cores:,.0f} games a minute on one\n")


if __name__ == "__main__":
    main()
