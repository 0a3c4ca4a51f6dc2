"""`python -m engine`: the JSON-lines protocol on standard input and output; `python -m engine new mygame` begins a
game.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from engine.core.protocol import converse
from engine.games import GAMES, PACKAGES
from engine.new_game import NewGameError, write_game


def main(given: list[str] | None = None) -> int:
    """Answer line by line until `quit` or the end of input, or write a new game. Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m engine", description="Plays games over JSON lines.")
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("new", help="write a game to begin with").add_argument("name")
    asked = parser.parse_args(given)
    for package, why in PACKAGES.failed.items():
        sys.stderr.write(f"The game package {package} can't be used: {why}\n")
    if asked.command == "new":
        return new(asked.name)
    converse_here()
    return 0


def new(name: str) -> int:
    """Write a new game into the present folder, and say what to do with it."""
    try:
        files = write_game(name, GAMES, Path())
    except (NewGameError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write("".join(f"{file}\n" for file in files))
    sys.stdout.write(f"Install it: pip install -e {name}\nTest it: pytest --pyargs nisaba.conformance --game {name}\n")
    return 0


def converse_here() -> None:
    """Take lines of standard input and answer them on standard output."""
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    for reply in converse(GAMES, iter(sys.stdin.readline, "")):
        sys.stdout.write(reply + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
