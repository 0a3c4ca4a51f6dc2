"""How long a map takes the processor to draw and encode with its base cached, and how large it is."""

from __future__ import annotations

import random
import statistics
import time

import render
from bench.figures import Figure
from engine.core.game import View
from tests.conformance.players import ACME_MAPS, acme, step

RUNS = 9
ANSWERS = 350


def measured() -> list[Figure]:
    """Milliseconds and kilobytes for each map, in the middle of a random game."""
    return [figure for number, name in enumerate(ACME_MAPS) for figure in of_map(number, name)]


def of_map(number: int, name: str) -> list[Figure]:
    """The figures of one map."""
    view = board(number)
    render.warm("acme", name)
    render.draw("acme", view)
    times = []
    for _ in range(RUNS):
        begun = time.process_time()
        picture = render.draw("acme", view)
        times.append((time.process_time() - begun) * 1000)
    drawn = f"map {name}, {picture.width} x {picture.height}"
    return [Figure(drawn, statistics.median(times), "ms"), Figure(drawn, len(picture.png) // 1024, "KB")]


def board(number: int) -> View:
    """What everybody sees of the board in the middle of a game."""
    table, rng = acme(20 + number), random.Random(number)
    for _ in range(ANSWERS):
        if table.pending is None or table.state.turns > 3:
            break
        step(rng, table)
    return table.view(None)
