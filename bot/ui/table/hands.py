"""The cards of a hand in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.names import Names
from bot.ui.table.terms import said
from engine.acme.catalog import CARDS, Card

SURE = ("fact", "known")


def hand_lines(game: str, cards: Sequence[str], names: Names) -> list[str]:
    """One line a card: name, number, class and what it does; † marks what is our reconstruction."""
    if game != "acme":
        return [f"**{names.name('card', card)}**" for card in cards]
    return [card_line(CARDS[int(card)]) for card in cards]


def card_line(card: Card) -> str:
    """`**High Priest** (28) Negate, Great Person. Costs 1 disk …`"""
    mark = "" if card.known in SURE else said("rules.mark")
    return said("dm.hand_card", card=card.name, number=card.number, kind=classes(card), text=card.text + mark)


def classes(card: Card) -> str:
    """The classes of a card: `Negate, Great Person`."""
    words = [said(f"rules.classes.{letter}") for letter in card.classes]
    return ", ".join([*words, said("rules.great_person")] if card.great_person else words)
