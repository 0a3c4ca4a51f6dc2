"""How long a map takes to draw and encode with its base cached, and how large it is."""

from __future__ import annotations

import random
import statistics
import time

import render
from tests.conformance.players import ACME_MAPS, acme, step

RUNS = 9
ANSWERS = 350


def main() -> None:
    """Print milliseconds and kilobytes for each map, in the middle of a random game."""
    for i, name in enumerate(ACME_MAPS):
        table, rng = acme(20 + i), random.Random(i)
        for _ in range(ANSWERS):
            if table.pending is None or table.state.turns > 3:
                break
            step(rng, table)
        view = table.view(None)
        render.warm("acme", name)
        render.draw("acme", view)
        times = []
        for _ in range(RUNS):
            begun = time.perf_counter()
            picture = render.draw("acme", view)
            times.append((time.perf_counter() - begun) * 1000)
        size = f"{picture.width} x {picture.height}, {len(picture.png) // 1024} KB"
        print(f"map {name}: median {statistics.median(times):.0f} ms drawn and encoded, {size}")


if __name__ == "__main__":
    main()
