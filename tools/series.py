"""A series of games of computers, played one after the other and printed as they end; and what it proves."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from statistics import mean, stdev
from typing import Any, Final, TypeVar

from engine.core.game import Outcome
from engine.core.table import Table

G = TypeVar("G")
SURE: Final = 1.96  # standard errors to each side that hold the true share in 95 of 100


def play_series(
    numbers: Iterable[int], play: Callable[[int], G], tell: Callable[[G], str], sums: Callable[[Sequence[G]], str]
) -> None:
    """Play the games of these numbers; print each as `tell` has it, with its seconds of one core and the sums."""
    games: list[G] = []
    for number in numbers:
        begun = time.process_time()
        games.append(play(number))
        spent = time.process_time() - begun
        sys.stdout.write(f"{tell(games[-1])} | {spent:.0f} s | {sums(games)}\n")
        sys.stdout.flush()


def played_out(table: Table[Any]) -> Outcome:
    """Return how a game of computers alone ends. Raises AssertionError if it doesn't."""
    while table.is_unfinished:
        table.go_on()
        table.begin()
    return ended(table)


def ended(table: Table[Any]) -> Outcome:
    """Return how a game has ended. Raises AssertionError if it hasn't."""
    end = table.outcome()
    if end is None:
        raise AssertionError(f"{table.waiting()} are still asked")
    return end


def interval(share: float, n: int) -> tuple[float, float]:
    """Return between what shares the true one lies in 95 of 100 cases, by Wilson."""
    square = SURE * SURE
    middle = share + square / (2 * n)
    reach = SURE * sqrt(share * (1 - share) / n + square / (4 * n * n))
    return (middle - reach) / (1 + square / n), (middle + reach) / (1 + square / n)


def victories(won: float, games: int) -> str:
    """Return victories with their interval: `86 of 100 (78-91 %)`."""
    low, high = interval(won / games, games)
    return f"{won:g} of {games} ({100 * low:.0f}-{100 * high:.0f} %)"


def mean_and_error(numbers: Sequence[float], digits: int = 1) -> str:
    """Return the mean with its standard error: `+1.2 (0.4)`."""
    error = stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0
    return f"{mean(numbers):+.{digits}f} ({error:.{digits}f})"
