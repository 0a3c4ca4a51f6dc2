"""First steps, and all commands on pages by topic."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from bot.contract.release import documentation
from bot.ui.parts import Button, Row, Screen, Text, rows
from bot.ui.questions.guide import learn_buttons
from bot.ui.words.presentations import presentation_of, title_of
from bot.ui.words.wording import plainly, said_of, table_text
from engine.core.text import current_language
from engine.games import PRESENTATIONS

TOPICS: Final[Mapping[str, tuple[str, ...]]] = {
    "tables": (
        "game learn",
        "game new",
        "game find",
        "game join",
        "game leave",
        "game start",
        "game status",
        "games",
    ),
    "playing": (
        "turn",
        "act",
        "hand",
        "undo",
        "auto",
        "note",
        "room",
        "catchup",
        "map",
        "log",
        "rules",
        *(presentation.group for presentation in PRESENTATIONS.values() if presentation.commands),
    ),
    "hosting": (
        "game remove",
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
        "setup",
    ),
    "yourself": (
        "prefs",
        "stats show",
        "stats table",
        "cup new",
        "cup table",
    ),
}
"""The commands of each page, in the order of the pages."""

GUIDES: Final[Mapping[str, tuple[str, ...]]] = {
    "": ("five-minutes", "faq"),
    "tables": ("five-minutes", "hosting-a-game"),
    "playing": ("your-turn", "typing", "auto-answers"),
    "hosting": ("hosting-a-game", "reminders"),
    "yourself": ("reminders", "privacy"),
    "privacy": ("privacy",),
}
"""The pages of the documentation (`docs/<language>`) that tell more, by the page of the help; none: the first steps."""
TRANSLATED: Final = frozenset({"de"})
"""The languages that have these pages beside English."""

ACROSS: Final = 2
COMMANDS: Final = tuple(name for names in TOPICS.values() for name in names)


def help_screen(table: str = "", game: str = "", topic: str = "", left_out: Collection[str] = ()) -> Screen:
    """Return the first steps with the pages of commands, or one such page.

    Only commands that `game` has are shown, and none that are `left_out`.
    """
    told = (
        page(topic, game, left_out)
        if topic in TOPICS
        else f"{said_of(game, _first_text(game))}\n{table_text('help.commands')}"
    )
    more = guides(topic if topic in TOPICS else "", game)
    ways = [Button(table_text("button.rules"), "rules", lasting=True)]
    ways += [Button(table_text("button.seat"), "seat", lasting=True)] if table else []
    ways.append(Button(table_text("button.privacy"), "privacy", lasting=True))
    return Screen((Text(told), *more, *topics(topic), *rows([*ways, *learn_buttons(game)], ACROSS)), table.lower())


def _first_text(game: str) -> str:
    """Return the text of the first steps: that of a game without a board names none."""
    return "help.plain" if game and not presentation_of(game).has_board else "help.text"


def page(topic: str, game: str, left_out: Collection[str] = ()) -> str:
    """Return every command of a page with what it does."""
    lines = [
        table_text("help.command", name=name, text=table_text(f"command.{name.replace(' ', '_')}"))
        for name in TOPICS[topic]
        if name not in missing_commands(game) and name not in left_out
    ]
    games = {presentation.group or game for game, presentation in PRESENTATIONS.items() if presentation.commands}
    typed = [table_text("help.no_games")] if games & set(TOPICS[topic]) and games <= set(left_out) else []
    return "\n".join([table_text("help.page", topic=table_text(f"help.topic.{topic}")), *lines, *typed])


def topics(now: str) -> list[Row]:
    """Return a button for each help page; in place of the present one, a button back to the first steps."""
    buttons = [
        Button(table_text("help.first"), "help", lasting=True)
        if topic == now
        else Button(table_text(f"help.topic.{topic}"), "help", topic, lasting=True)
        for topic in TOPICS
    ]
    return rows(buttons, ACROSS)


def privacy_screen(contact: str) -> Screen:
    """Return the screen of what is stored about people, why, how long, and whom to ask."""
    whom = table_text("privacy.contact", contact=plainly(contact)) if contact else table_text("privacy.no_contact")
    back = Row((Button(table_text("help.first"), "help", lasting=True),))
    return Screen((Text(table_text("privacy.text", contact=whom)), *guides("privacy"), back))


def guides(topic: str, game: str = "") -> tuple[Text, ...]:
    """Return the links to the pages that tell more of that page of the help, if it is known where they are.

    On the first steps the page of the game comes first.
    """
    base = documentation()
    own = [(game.replace("_", "-"), title_of(game))] if game and not topic else []
    pages = [*own, *((name, table_text(f"help.guide.{name}")) for name in GUIDES[topic])]
    folder = f"{base}/{current_language() if current_language() in TRANSLATED else 'en'}"
    links = " · ".join(f"[{title}]({folder}/{name}.html)" for name, title in pages)
    return (Text(table_text("help.guides", links=links)),) if base else ()


def missing_commands(game: str) -> frozenset[str]:
    """Return the commands that mean nothing at a table of that game: those of other games, and the hand if there is
    none.
    """
    if not game:
        return frozenset()
    others = {presentation.group for name, presentation in PRESENTATIONS.items() if name != game}
    there = presentation_of(game)
    return frozenset({*others, *(() if there.hands else ("hand",)), *(() if there.has_board else ("map",))})
