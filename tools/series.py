"""A series of games of a strong computer, played one after the other and printed as they end."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

G = TypeVar("G")


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
