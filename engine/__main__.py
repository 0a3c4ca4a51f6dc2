"""`python -m engine`: the JSON-lines protocol on standard input and output."""

from __future__ import annotations

import sys

from engine.core.protocol import converse
from engine.games import GAMES


def main() -> None:
    """Answer line by line until `quit` or the end of input."""
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    for reply in converse(GAMES, iter(sys.stdin.readline, "")):
        sys.stdout.write(reply + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
