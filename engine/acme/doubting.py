"""What of a standing order cannot come about as things stand: its owner is told so when it is given, and nobody else.

It is kept all the same: maps grow, civs and cards come and go.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import Final

from engine.acme import announcing, committing, looting, negating, offering
from engine.acme.facts.catalog import AREAS, CARDS, CIVS
from engine.acme.history.facts import HISTORICAL
from engine.core import text
from engine.core.ask import Seat
from engine.core.game import View
from engine.core.orders import StandingOrder
from engine.core.said import Said, listed

DOUBT: Final = "acme.order.doubt"
CARD_TOKENS: Final = frozenset(card.token for card in CARDS.values())
NAMING_CIVS: Final = frozenset({offering.OFFER, committing.AGAINST, announcing.BY})
DONE: Final = frozenset({"competition", "reckoning", "epoch"})


def doubts(order: StandingOrder, view: View, seat: Seat) -> tuple[Said, ...]:
    """What it names that is not in the game or not held by the seat, and whether it is never asked at all."""
    named = {
        "areas": (text.area(area) for area in _named(order, AREAS) if area not in view["areas"]),
        "civs": (text.civ(civ) for civ in _named(order, CIVS, as_civs=True) if civ not in view["civs"]),
        "persons": (text.civ(civ) for civ in _offered(order) if not view["civs"].get(civ, {"npc": True})["npc"]),
        "cards": (text.card(card) for card in _cards(order) if card not in _held(view, seat)),
        "deities": (
            text.thing("deity", what) for what in _deities(order) if what not in view["civs"][seat]["captured"]
        ),
    }
    found = ((key, list(dict.fromkeys(things))) for key, things in named.items())
    said = [Said(f"{DOUBT}.{key}", {"what": listed(things)}) for key, things in found if things]
    return (*said, *(Said(f"{DOUBT}.{key}") for key in _never(order, view, seat)))


def _named(order: StandingOrder, known: Container[str], *, as_civs: bool = False) -> Iterable[str]:
    """Which of these it names, behind words that name civs or behind all others: some areas are called like a civ."""
    return (what for word, what in (*order.things, *order.when) if what in known and (word in NAMING_CIVS) == as_civs)


def _offered(order: StandingOrder) -> Iterable[str]:
    """To whom it offers peace."""
    return (what for verb, what in order.things if verb == offering.OFFER)


def _cards(order: StandingOrder) -> Iterator[str]:
    """The cards that it names."""
    yield from (what for _, what in order.things if what in CARD_TOKENS)
    if order.kind in negating.ORDERED:
        yield from (way for way in (order.way, order.otherwise) if way in CARD_TOKENS)


def _deities(order: StandingOrder) -> Iterable[str]:
    """The captured Deities that it names."""
    return (what for verb, what in order.things if verb == looting.RETURN)


def _held(view: View, seat: Seat) -> set[str]:
    """The cards in the seat's hand, and its Investments."""
    own = view["civs"][seat]
    return {str(n) for n in own.get("hand", ())} | {*own["investments"]}


def _never(order: StandingOrder, view: View, seat: Seat) -> Iterator[str]:
    """Why it is not asked again in this game, or in the turn for which it is given."""
    settled = HISTORICAL.get(view["scenario"])
    if order.kind in {"peace", "peace-gift"} and (settled or not any(civ["npc"] for civ in view["civs"].values())):
        yield "peace"
    if order.kind == "gilgamesh" and settled and not settled.returns:
        yield "gilgamesh"
    if order.this_turn and (seat in view["passed"] or view["phase"] in DONE):
        yield "passed"
