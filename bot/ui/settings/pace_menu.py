"""The paces of a table, with how long windows stay open."""

from __future__ import annotations

from typing import Final

from bot.ui.parts import Menu, choice
from bot.ui.wording import said
from bot.values import Pace, TableInfo

PACES: Final[tuple[Pace, ...]] = ("live", "brisk", "daily", "slow")


def pace_menu(info: TableInfo) -> Menu:
    """The pace, with how long windows stay open."""
    lines = [
        choice(
            pace,
            f"{said(f'pace.{pace}')} — {said(f'pace_text.{pace}')}",
            said("lobby.menu.windows", times=said(f"windows.{pace}")),
            chosen=pace == info.settings.pace,
        )
        for pace in PACES
    ]
    return Menu(said("lobby.menu.pace"), "opt_set", tuple(lines), "pace", lasting=True)
