"""How NPCs fare among themselves: writes `docs/npc-games.md` from a series of games.

Run as `python -m tools.npc_games [games]`; with `tracks` before the number it writes the part on Culture Tracks alone.
"""

from __future__ import annotations

import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import mean

from engine.acme.culture.lordship import QUARTERS
from engine.acme.facts.catalog import CIVS, MAPS
from engine.core.message import Message
from tests.conformance.npc_games import SERIES, Played, played

CULTURE = "## With Culture Tracks"
TRACKS = """\

Made by `python -m tools.npc_games tracks {games}`: the first {games} of these games once more with Culture Tracks, and
beside them as they were played without. Broken invariants: {broken}. NPCs never pay: each reveals a card at the end of
the Card Phase. Won as Lord of the Four Quarters: {lords}.

"""
SCENARIOS = "## Historical scenarios"  # from here on `tools.scenario_games` and `tools.civ_npc_games` write
PAGE = Path(__file__).resolve().parents[1] / "docs" / "npc-games.md"
HEAD = """\
# NPCs among themselves

Made by `python -m tools.npc_games`: {games} games that only NPCs play, on every map, standard and exploration (there
one civilization explores and finds the others). They end after one to four Epochs. After every answer all invariants
are checked; broken: {broken}. A game has {answers} answers on average.

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


def culture(without: Sequence[Played], played_with: Sequence[Played]) -> str:
    """The part on Culture Tracks: the same games with and without."""
    lords = sum(map(is_lord, played_with))
    broken = sum(bool(game.problems) for game in played_with)
    groups = {"without": grouped(without, kind), "with": grouped(played_with, kind)}
    rows = [
        [name, how, len(found[name]), *length(found[name]), f"{stages(found[name]):.1f}"]
        for name in groups["with"]
        for how, found in groups.items()
    ]
    head = ["kind", "tracks", "games", "turns", "VP of the first", "VP of the last", "stages a civilization"]
    told = TRACKS.format(games=len(played_with), broken=broken, lords=lords)
    return f"{CULTURE}\n{told}{table(head, rows)}\n"


def is_lord(game: Played) -> bool:
    """Whether the Lord of the Four Quarters has won it."""
    reason = game.outcome.reason
    return isinstance(reason, Message) and reason.key.endswith(QUARTERS)


def kind(game: Played) -> str:
    """Standard games by the number of NPCs, those of exploration together."""
    return f"standard, {game.npcs} NPCs" if game.scenario == "standard" else game.scenario


def stages(some: Sequence[Played]) -> float:
    """Stages of Culture Tracks that a civilization had in the end, of twelve."""
    return mean(game.stages / len(game.outcome.scores) for game in some)


def add_culture(number: int) -> None:
    """Play so many games with and without tracks, and write that part anew."""
    with_tracks = partial(played, tracks=True)
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(SCENARIOS)
    without, again = list(map(played, range(number))), list(map(with_tracks, range(number)))
    written = before.partition(CULTURE)[0] + culture(without, again) + SCENARIOS + rest
    PAGE.write_text(written, encoding="utf-8")


def main() -> None:
    """Play, write the page, and print how fast it went."""
    if sys.argv[1:2] == ["tracks"]:
        add_culture(int(sys.argv[2]))
        return
    number = int(sys.argv[1]) if len(sys.argv) > 1 else SERIES
    begun, cores = time.perf_counter(), os.cpu_count() or 1
    with ProcessPoolExecutor(cores) as pool:
        games = list(pool.map(played, range(number), chunksize=4))
    spent = time.perf_counter() - begun
    kept = PAGE.read_text(encoding="utf-8").partition(CULTURE)
    PAGE.write_text(page(games) + "\n" + "".join(kept[1:]), encoding="utf-8")
    sys.stdout.write(f"{number} games on {cores} cores, {number * 60 / spent / cores:,.0f} games a minute on one\n")


if __name__ == "__main__":
    main()
