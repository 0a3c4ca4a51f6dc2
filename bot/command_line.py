"""What `python -m bot` is asked for; reading it loads nothing of the bot."""

from __future__ import annotations

import argparse
from pathlib import Path

from bot.settings import BotSettings, variable
from engine.core.text import words


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description=words("local.help"),
        epilog=settings_listed(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_errands(parser)
    _add_local(parser)
    asked = parser.parse_args(given)
    if not asked.local and (asked.seed or asked.at_once):
        parser.error(words("local.only"))
    return asked


def settings_listed() -> str:
    """Every variable of the environment that the bot reads, its default and what it is."""
    fields = BotSettings.model_fields.items()
    width = max(len(variable(name)) for name, _ in fields)
    lines = [f"  {variable(name):<{width}}  {words(f'settings.about.{name}')}" for name, _ in fields]
    return "\n".join([words("settings.about.heading"), *lines])


def _add_errands(parser: argparse.ArgumentParser) -> None:
    """What is done instead of playing."""
    errand = parser.add_mutually_exclusive_group()
    errand.add_argument("--health", action="store_true", help="exit with 0 if the running bot is alive, else with 1")
    errand.add_argument("--check", action="store_true", help="look at settings, database, token and permissions")
    errand.add_argument("--backup", type=Path, metavar="FILE", help="write all tables to FILE, also while the bot runs")
    errand.add_argument("--restore", type=Path, metavar="FILE", help="put what --backup wrote back; stop the bot first")


def _add_local(parser: argparse.ArgumentParser) -> None:
    """The local table."""
    parser.add_argument("--local", action="store_true", help="play on this machine, without Discord")
    parser.add_argument("--port", type=int, default=8765, help="port of the local table on 127.0.0.1")
    parser.add_argument("--playground", default="", metavar="URL", help="a local table that is open already")
    parser.add_argument("--transcript", type=Path, metavar="FILE", help="file for everything said at the local table")
    parser.add_argument("--db", type=Path, metavar="FILE", help="database of the local table")
    parser.add_argument("--folder", type=Path, default=Path("nisaba-local"), help="where the local table is kept")
    parser.add_argument("--open", action="store_true", help="open the local table in the browser")
    parser.add_argument(
        "--seed", default="", metavar="TEXT", help="shuffle the local table by TEXT: the same each time"
    )
    parser.add_argument(
        "--at-once", action="store_true", help="close windows of the local table once all have answered"
    )
