"""The cards of ACME in words."""

from __future__ import annotations

from engine.acme.facts.catalog import Card
from engine.acme.presentation.known import mark
from engine.acme.presentation.said import said


def card_line(card: Card) -> str:
    """`**High Priest** (28) Negate, Great Person. Costs 1 disk …`"""
    text = card.text + mark(card.known)
    return said("hand_card", card=card.name, number=card.number, kind=classes(card), text=text)


def classes(card: Card) -> str:
    """The classes of a card: `Negate, Great Person`."""
    names = [said(f"rules.classes.{letter}") for letter in card.classes]
    return ", ".join([*names, said("rules.great_person")] if card.great_person else names)
