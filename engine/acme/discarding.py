"""Which cards a standing order discards: those that it names, in its order, then the rest by its rule (ACME §8.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.acme.facts.catalog import CARDS
from engine.acme.facts.definitions import Card
from engine.acme.npc.cards.worth import given_up_first
from engine.core import text
from engine.core.ask import Ask, Picks
from engine.core.naming import fold
from engine.core.orders import StandingOrder
from engine.core.said import Said

DISCARDS: Final = ("draw.discard", "draw.extra", "card.give")
THROW, KEEP = "throw", "keep"
ASK, LEAST = "ask", "least"
VERBS: Final = (THROW, KEEP)
WAYS: Final = (ASK, LEAST)
LETTERS: Final[Mapping[str, str]] = {
    "action": "plain",
    "investment": "I",
    "competition": "C",
    "negate": "N",
    "religion": "R",
}
STOPS: Final = "acme.order.stop"
GREAT_PERSON: Final = "great_person"
HELD: Final = tuple(card for card in CARDS.values() if not card.is_event)


def _typed() -> dict[str, str]:
    """What can be named, by all it is typed with: classes, in the plural too, and cards by number or name."""
    classes = (*LETTERS, GREAT_PERSON)
    names = {fold(card.label): card.token for card in HELD} | {card.token: card.token for card in HELD}
    return names | {fold(f"{one}{end}"): one for one in classes for end in ("", "s")}


THINGS: Final[Mapping[str, str]] = _typed()


def discarded(order: StandingOrder, ask: Ask) -> Picks | Said:
    """As many cards as have to go: first what the order throws, as listed, then the rest as its way says.

    Of several cards that one word names, that goes first which a computer would give up first (RUL-144). Why the owner
    has to be asked, where only what is kept is left, or a card of which nothing is said.
    """
    places = {option: _place(order, CARDS[int(option)]) for option in ask.options}
    first = [int(option) for option, (verb, _) in places.items() if verb == THROW]
    going = sorted(given_up_first(first), key=lambda n: places[str(n)][1])
    rest = given_up_first(int(option) for option, (verb, _) in places.items() if not verb)
    if len(going) < ask.least and rest and order.way == ASK:
        return Said(f"{STOPS}.uncovered", {"card": text.card(rest[0])})
    going += rest
    if len(going) < ask.least:
        return Said(f"{STOPS}.kept")
    return tuple(str(n) for n in going[: ask.least])


def _place(order: StandingOrder, card: Card) -> tuple[str, int]:
    """What the order says first of that card, and in which place; nothing where it does not name it."""
    found = ((verb, n) for n, (verb, what) in enumerate(order.things) if _is(card, what))
    return next(found, ("", len(order.things)))


def _is(card: Card, what: str) -> bool:
    """Whether the word names the card: its number, or a class that it has."""
    if what == GREAT_PERSON:
        return card.is_great_person
    return card.token == what if what.isdigit() else card.has_class(LETTERS[what])
