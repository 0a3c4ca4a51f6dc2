"""`python -m bot` plays on Discord, `python -m bot --local` on this machine; `--help` lists what else it does."""

from __future__ import annotations

import gc
import os
import sys

from bot.command_line import arguments, language_of_shell
from engine.core.text import speaking


def main(given: list[str] | None = None) -> int:
    """Do what the command line says; the exit code is that of `bot.start.start`."""
    with speaking(language_of_shell(os.environ)):
        asked = arguments(given)
        gc.disable()  # what is loaded stays: the collector need not look through it, now or later
        from bot.start import start  # noqa: PLC0415 -- a mistyped flag and --help need not wait for the whole bot

        gc.freeze()
        gc.enable()
        return start(asked)


if __name__ == "__main__":
    sys.exit(main())
