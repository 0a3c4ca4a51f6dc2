"""Speed and size, measured and printed: `python -m bench [PART…] [--before CHECKOUT] [--rounds 3]`.

Each part runs in a process of its own, so that none weighs on another. With a second checkout both are measured in one
run, side by side and by turns, by this checkout's bench; the middle of the rounds is printed, and how the two compare.
What the bench cannot measure there, since the code has changed too much, is left to the bench of that checkout.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from bench.figures import Figure, lines, middle
from bench.measuring import measured, of_before, side_by_side
from bench.statements import counted

HERE = Path(__file__).parents[1]
PARTS = (
    "engine",
    "pictures",
    "drawing",
    "service",
    "alarms",
    "postgres",
    "sitting",
    "digest",
    "inputs",
    "downtime",
    "start",
    "spectators",
    "thinking",
)
ASKED_FOR = ("weeks", "load", "morning")  # they take a quarter of an hour, and some minutes each


def compared(part: str, before: Path | None, rounds: int, bench: Path) -> list[str]:
    """The lines of a part; both checkouts are measured side by side."""
    found: list[list[list[Figure]]] = []
    for _ in range(rounds):
        then = [of_before(part, before, bench)] if before is not None else []
        found.append(side_by_side([measured(part, HERE, bench), *then]))
    return lines(*(middle(figures) for figures in zip(*found, strict=True)))


def main(given: list[str] | None = None) -> None:
    """Run the bench."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("parts", nargs="*", default=["statements", *PARTS], choices=["statements", *PARTS, *ASKED_FOR])
    parser.add_argument("--before", type=Path, help="another checkout, for its figures beside these")
    parser.add_argument("--rounds", type=int, default=1, help="how often each part is measured")
    asked = parser.parse_args(given)
    before = asked.before and asked.before.resolve()
    if before is not None and not (before / "engine").is_dir():
        parser.error(f"{before} is no checkout")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "bench").symlink_to(HERE / "bench", target_is_directory=True)
        for part in asked.parts:
            print(part)
            if part == "statements":
                said = lines(counted(HERE), counted(before) if before else [])
            else:
                said = compared(part, before, asked.rounds, Path(folder))
            print("\n".join(said), flush=True)


if __name__ == "__main__":
    main()
