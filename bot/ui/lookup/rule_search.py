"""A word that is no topic of the rules: what it may mean, and where the texts speak of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.ui.limits import DESIGN
from bot.ui.lookup import rules
from bot.ui.parts import Button, Menu, Row, Screen, Text, choice, rows, short
from bot.ui.wording import said
from engine.core.fitting import cut
from engine.core.naming import Named, fold

SHORTEST: Final = 3
TYPED: Final = 40


def speaking_of(typed: str, game: str = "") -> list[Named]:
    """The topics whose entry speaks of that, sections of the rules first; nothing for less than three letters."""
    wanted = fold(typed)
    if len(wanted) < SHORTEST:
        return []
    books = (*rules.books(game), rules.TABLE)
    found = [
        topic
        for book in books
        for topic in book.topics()
        if (entry := book.entry(topic.value)) is not None and wanted in fold(entry.text)
    ]
    sections = {topic for book in books for topic, _ in book.sections()}
    return sorted(found, key=lambda topic: topic.value not in sections)


def found_screen(typed: str, near: Sequence[Named], game: str = "", table: str = "") -> Screen | None:
    """Buttons for the nearest names and a menu of the texts that speak of it; None if there is neither."""
    texts = speaking_of(typed, game)
    if not near and not texts:
        return None
    head = said("rules.no_topic" if texts else "rules.no_text", topic=cut(typed, TYPED), n=len(texts))
    buttons = [Button(short(t.name, DESIGN.label), "rule", t.value, lasting=True) for t in near[: rules.NEAR]]
    shown = tuple(choice(t.value, t.name, rules.kind_of(t.value)) for t in texts[: rules.LINKS])
    menu = [Menu(said("rules.texts"), "rule", shown, lasting=True)] if shown else []
    lists = [] if texts else rows(rules.all_lists())
    return Screen((Text(head), *rows(buttons), *menu, *lists, Row((rules.search_button(),))), table.lower())
