"""Puts the cards of ACME into words."""

from __future__ import annotations

from engine.acme.facts.catalog import Card
from engine.acme.presentation.provenance import mark
from engine.acme.presentation.said import said


def card_line(card: Card) -> str:
    """Return the line of a card in hand: `**High Priest** (28) Negate, Great Person. Costs 1 disk …`"""
    return said("hand_card", card=card.name, number=card.number, kind=classes(card), text=whole_text(card))


def whole_text(card: Card) -> str:
    """Return what a card needs and does, in one line; † if that is our reconstruction."""
    needs = said("rules.needs", needs=card.needs) if card.needs else ""
    return " ".join(f"{needs} {card.text}".split()) + mark(card.known)


def classes(card: Card) -> str:
    """Return the classes of a card: `Negate, Great Person`."""
    names = [said(f"rules.classes.{letter}") for letter in card.classes]
    return ", ".join([*names, said("rules.great_person")] if card.great_person else names)
