"""`python -m bot` plays on Discord, `python -m bot --local` on this machine; `--help` lists what else it does."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from pathlib import Path

from bot.settings import ROLES, BotSettings, language_of_shell, variable
from engine.core.text import speaking, words


def main(given: list[str] | None = None) -> int:
    """Do what the command line says; the exit code is that of `bot.start.start`."""
    with speaking(language_of_shell(os.environ)):
        asked = arguments(given)
        gc.disable()  # what is loaded stays: the collector need not look through it, now or later
        from bot.start import start  # noqa: PLC0415 -- a mistyped flag and --help need not wait for the whole bot

        gc.freeze()
        gc.enable()
        return start(asked)


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """Return the parsed command line."""
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description=words("local.help"),
        epilog=settings_listed(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--role", choices=ROLES, help=words("flag.role"))
    _add_errands(parser)
    _add_local(parser)
    asked = parser.parse_args(given)
    if not asked.local and (asked.seed or asked.at_once or asked.door):
        parser.error(words("local.only"))
    return asked


def settings_listed() -> str:
    """Return every variable of the environment that the bot reads, its default and what it is."""
    fields = BotSettings.model_fields.items()
    width = max(len(variable(name)) for name, _ in fields)
    lines = [f"  {variable(name):<{width}}  {words(f'settings.about.{name}')}" for name, _ in fields]
    return "\n".join([words("settings.about.heading"), *lines])


def _add_errands(parser: argparse.ArgumentParser) -> None:
    """Add the options for other jobs than playing."""
    errand = parser.add_mutually_exclusive_group()
    errand.add_argument("--health", action="store_true", help=words("flag.health"))
    errand.add_argument("--check", action="store_true", help=words("flag.check"))
    errand.add_argument("--rate", action="store_true", help=words("flag.rate"))
    errand.add_argument("--faults", nargs="?", const="", metavar="REFERENCE", help=words("flag.faults"))
    errand.add_argument("--backup", type=Path, metavar="FILE", help=words("flag.backup"))
    errand.add_argument("--restore", type=Path, metavar="FILE", help=words("flag.restore"))
    errand.add_argument("--copy-to", default="", metavar="URL", help=words("flag.copy_to"))


def _add_local(parser: argparse.ArgumentParser) -> None:
    """The local table."""
    parser.add_argument("--local", action="store_true", help=words("flag.local"))
    parser.add_argument("--port", type=int, default=8765, help=words("flag.port"))
    parser.add_argument("--playground", default="", metavar="URL", help=words("flag.playground"))
    parser.add_argument("--transcript", type=Path, metavar="FILE", help=words("flag.transcript"))
    parser.add_argument("--db", type=Path, metavar="FILE", help=words("flag.db"))
    parser.add_argument("--folder", type=Path, default=Path("nisaba-local"), help=words("flag.folder"))
    parser.add_argument("--open", action="store_true", help=words("flag.open"))
    parser.add_argument("--seed", default="", metavar="TEXT", help=words("flag.seed"))
    parser.add_argument("--door", action="store_true", help=words("flag.door"))
    parser.add_argument("--at-once", action="store_true", help=words("flag.at_once"))


if __name__ == "__main__":
    sys.exit(main())
