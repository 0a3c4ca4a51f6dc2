"""Whether other numbers make ACME's strong computer better: the same games with its numbers and with others.

Run as `python -m tools.strong_pairs first last [seed] war.leader=1 land.growth=0.3,war.civ=0.9`: each further word is a
trial, with changes of `data/acme/strong.toml`. It prints by how many VP each trial is further ahead of the mean and of
the best of the others, with the standard errors of these pairs, and its victories. A difference of VP shows in a third
of the games that victories would need.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import reduce
from operator import getitem
from typing import Any, Final
from unittest.mock import patch

import msgspec

from engine.acme.strong import facts
from tests.conformance.strong_games import SEED, Match, match
from tools.series import mean_and_error

OWN: Final = "engine.acme.strong."
EVERY: Final = 20


def changed(trial: str) -> facts.Strong:
    """Return the numbers of the file with these changes, such as `war.leader=1,homeland.steps.2=0.9`."""
    numbers: Any = msgspec.json.decode(msgspec.json.encode(facts.STRONG))
    for change in filter(None, trial.split(",")):
        name, _, value = change.partition("=")
        *path, last = [int(part) if part.isdigit() else part for part in name.split(".")]
        reduce(getitem, path, numbers)[last] = float(value)
    return msgspec.convert(numbers, facts.Strong)


@contextmanager
def playing_with(numbers: facts.Strong) -> Iterator[None]:
    """Let the strong computer reckon with these numbers."""
    with ExitStack() as stack:
        for name, module in list(sys.modules.items()):
            if name.startswith(OWN) and hasattr(module, "STRONG"):
                stack.enter_context(patch.object(module, "STRONG", numbers))
        yield


def played(number: int, seed: str, trial: str) -> Match:
    """Return the game of that number with these changes."""
    with playing_with(changed(trial)):
        return match(number, seed=seed)


def line(trial: str, games: Sequence[Match], base: Sequence[Match]) -> str:
    """Return what the pairs so far say about a trial."""
    pairs = list(zip(games, base, strict=True))
    ahead = mean_and_error([one.ahead - other.ahead for one, other in pairs], 2)
    margin = mean_and_error([one.margin - other.margin for one, other in pairs], 2)
    won, before = (sum(game.won for game in some) for some in (games, base))
    return f"{trial}: {ahead} VP ahead of the mean, {margin} of the best, {won:.1f} won instead of {before:.1f}"


def compare(numbers: Iterable[int], seed: str, trials: Sequence[str]) -> Iterator[str]:
    """Play the games, and yield a table of all trials now and then."""
    base: list[Match] = []
    found: Mapping[str, list[Match]] = {trial: [] for trial in trials}
    for number in numbers:
        base.append(played(number, seed, ""))
        for trial, games in found.items():
            games.append(played(number, seed, trial))
        if len(base) % EVERY == 0:
            yield "\n".join((f"{len(base)} pairs", *(line(trial, games, base) for trial, games in found.items()), ""))


def main() -> None:
    """Play and print."""
    first, last, *rest = sys.argv[1:]
    trials = [word for word in rest if "=" in word]
    seed = next((word for word in rest if "=" not in word), SEED)
    for table in compare(range(int(first), int(last)), seed, trials):
        sys.stdout.write(f"{table}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
