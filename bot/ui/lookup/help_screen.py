"""First steps and all commands on one page."""

from __future__ import annotations

from typing import Final

from bot.ui.parts import Button, Row, Screen, Text
from bot.ui.play.guide import learn_row
from bot.ui.presentations import presentation_of
from bot.ui.wording import plainly, said, said_of
from engine.games import PRESENTATIONS

COMMANDS: Final = (
    "game learn",
    "game new",
    "game find",
    "game join",
    "game team",
    "game leave",
    "game remove",
    "game start",
    "game status",
    "game list",
    "game replay",
    "game chart",
    "game settings",
    "game seat",
    "game host",
    "game move",
    "game extend",
    "game pause",
    "game resume",
    "game end",
    "game export",
    "game import",
    "game verify",
    "turn",
    "act",
    "hand",
    "undo",
    "since",
    "map",
    "log",
    "rules",
    "stats show",
    "stats table",
    "cup new",
    "cup join",
    "cup leave",
    "cup start",
    "cup table",
    "cup end",
    "prefs show",
    "prefs zone",
    "prefs quiet",
    "prefs vacation",
    "prefs unfollow",
    "prefs notices",
    "prefs look",
    "prefs stats",
    "prefs data",
    "setup",
    *(presentation.group for presentation in PRESENTATIONS.values() if presentation.commands),
)

BRIEFLY: Final = ("stats", "cup")
"""Groups of commands that stand in one line."""


def help_screen(table: str = "", game: str = "") -> Screen:
    """How to begin, to play and to look; and every command with what it does, of `game` only those that it has."""
    lines = [said("help.commands")]
    lines += [
        said("help.command", name=name, text=said(f"command.{name.replace(' ', '_')}"))
        for name in COMMANDS
        if name not in missing(game) and name.split()[0] not in BRIEFLY
    ]
    lines += [said(f"help.group_{group}") for group in BRIEFLY]
    row = [Button(said("button.rules"), "rules", lasting=True)]
    row += [Button(said("button.seat"), "seat", lasting=True)] if table else []
    row.append(Button(said("button.privacy"), "privacy", lasting=True))
    told = (Text(said_of(game, "help.text")), Text("\n".join(lines)))
    return Screen((*told, Row(tuple(row)), *learn_row(game)), table.lower())


def privacy_screen(contact: str) -> Screen:
    """What is stored about people, why, how long, and whom to ask."""
    whom = said("privacy.contact", contact=plainly(contact)) if contact else said("privacy.no_contact")
    return Screen((Text(said("privacy.text", contact=whom)),))


def missing(game: str) -> frozenset[str]:
    """The commands that mean nothing at a table of that game: those of other games, and the hand if there is none."""
    if not game:
        return frozenset()
    others = {presentation.group for name, presentation in PRESENTATIONS.items() if name != game}
    return frozenset(others if presentation_of(game).hands else {*others, "hand"})
