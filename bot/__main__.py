"""`python -m bot` plays on Discord, `python -m bot --local` on this machine; `--help` lists what else it does."""

from __future__ import annotations

import sys

from bot.command_line import arguments


def main(given: list[str] | None = None) -> int:
    """Do what the command line says; the exit code is 0 at a clean end, 2 for a missing or wrong setting."""
    asked = arguments(given)
    from bot.starting import start  # noqa: PLC0415 -- a mistyped flag and --help need not wait for the whole bot

    return start(asked)


if __name__ == "__main__":
    sys.exit(main())
