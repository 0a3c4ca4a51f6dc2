"""Auto-answer *discard*: which cards go first and which never; else the least useful (ACME §8.1)."""

from __future__ import annotations

from typing import Final

from engine.acme.facts.catalog import CARDS
from engine.acme.facts.definitions import Card
from engine.acme.npc.cards.worth import given_up_first
from engine.acme.view import AcmeView
from engine.core.ask import Ask, Picks, Seat
from engine.core.auto_answers import AutoAnswer, AutoAnswerKind
from engine.core.message import Message

FIRST, NEVER = "first:", "never:"
LEAST: Final = "least"
CLASSES: Final = {"action": "plain", "investment": "I", "competition": "C", "negate": "N", "religion": "R"}
GREAT_PERSON: Final = "great_person"
NAMED: Final = tuple(f"{verb}{one}" for verb in (FIRST, NEVER) for one in (*CLASSES, GREAT_PERSON))
SINGLE: Final = frozenset(
    f"{verb}{card.token}" for verb in (FIRST, NEVER) for card in CARDS.values() if not card.is_event
)
KIND: Final = AutoAnswerKind(("draw.discard", "draw.extra", "card.give"), (LEAST, *NAMED), SINGLE, several=True)
EARLIER: Final = {"throw": FIRST, "keep": NEVER}
MOST: Final = 25  # choices of a menu


def discard_values(view: AcmeView, seat: Seat) -> list[str]:
    """Return the classes, and as many cards of the hand as a menu holds besides."""
    hand = view.civs[seat].hand or ()
    return [*KIND.values, *(f"{verb}{card}" for verb in (NEVER, FIRST) for card in hand)][:MOST]


def discard_answer(one: AutoAnswer, ask: Ask) -> Picks | Message:
    """Return as many cards as must go: first those named, then the least useful (RUL-144), never those that are kept.

    If only kept cards are left, the owner is asked.
    """
    places = {int(option): _place(one, CARDS[int(option)]) for option in ask.options}
    first = given_up_first(card for card, place in places.items() if place.startswith(FIRST))
    order = [*one.values]
    going = sorted(first, key=lambda card: order.index(places[card]))
    going += given_up_first(card for card, place in places.items() if not place)
    if len(going) < ask.least:
        return Message("acme.auto.stop.kept")
    return tuple(str(card) for card in going[: ask.least])


def _place(one: AutoAnswer, card: Card) -> str:
    """The value that counts for the card: the card itself before a class, *never* before *first*; else nothing."""
    found = [value for value in one.values if _is(card, value.partition(":")[2])]
    return min(found, key=lambda value: (not value.endswith(f":{card.token}"), value.startswith(FIRST)), default="")


def _is(card: Card, what: str) -> bool:
    if what == GREAT_PERSON:
        return card.is_great_person
    return card.token == what or (what in CLASSES and card.has_class(CLASSES[what]))


def earlier(value: str) -> str:
    """Return the values of a list that an earlier version has stored, such as `throw 73, 70, keep negate, rest
    least`.
    """
    *parts, rest = value.split(", ")
    found, verb = list[str](), ""
    for part in parts:
        word, _, what = part.partition(" ")
        verb, named = (EARLIER[word], what) if word in EARLIER else (verb, part)
        found.append(f"{verb}{named}")
    return ",".join(found) if found and rest == f"rest {LEAST}" else ""
