"""Which Negates standing orders may play, and what they give for one: how many stay in hand, and which disk High Priest
costs (card 28).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from engine.acme.discarding import ASK, LETTERS
from engine.acme.effects.announce import NEGATES
from engine.acme.facts.catalog import AREAS, CARDS
from engine.acme.npc.cards.worth import given_up_first
from engine.acme.saving import CITIES, DEITY, HOME, KEEP, LAST, PAY, STRONGHOLDS, UNNAMED, worths
from engine.core import text
from engine.core.ask import PASS, Ask, Picks, Seat
from engine.core.game import View
from engine.core.naming import fold
from engine.core.orders import StandingOrder
from engine.core.said import Said

ORDERED: Final = ("negate", "fights")
KEEP_NEGATES: Final = "negate-keep"
COST: Final = "negate.cost"
ANY, CHEAPEST = "any", "cheapest"
TYPED: Final[Mapping[str, str]] = {
    **{fold(said): str(n) for n in NEGATES for said in (str(n), CARDS[n].label)},
    fold("any cheapest"): CHEAPEST,
    fold("any that fits"): ANY,
    "never": PASS,
}
EXPENDABLE: Final = "expendable"
NUMBERS: Final = ("1", "2", "3", "4", "5")
WAYS: Final = (ASK, EXPENDABLE)
BASES: Final = frozenset({HOME, DEITY, STRONGHOLDS})


def kept_back(standing: Sequence[StandingOrder]) -> list[StandingOrder]:
    """The orders, those that Negate with the number of Negates that another one keeps."""
    kept = tuple((KEEP, order.way) for order in standing if order.kind == KEEP_NEGATES)
    return [replace(order, things=kept) if order.kind in ORDERED else order for order in standing]


def usable(order: StandingOrder, view: View, ask: Ask) -> list[str]:
    """With what of the offered the order may Negate: with no card where the hand has only the Negates it keeps."""
    return affordable([option for option in ask.options if option != PASS], spare(order, view, ask))


def affordable(means: Sequence[str], spare: int) -> list[str]:
    """Those that lie face up, and cards of the hand as long as it has more of them than are kept."""
    return [one for one in means if spare > 0 or not one.isdigit()]


def spare(order: StandingOrder, view: View, ask: Ask) -> int:
    """How many Negates more the hand has than the order keeps."""
    kept = max((int(n) for verb, n in order.things if verb == KEEP), default=0)
    return sum(CARDS[n].has_class(LETTERS["negate"]) for n in view["civs"][ask.seat].get("hand", ())) - kept


def chosen(way: str, means: Sequence[str]) -> str:
    """Which of the means is used: the card that the way names, the cheapest, or the first; nothing if none is there."""
    if not means or (way.isdigit() and way not in means):
        return ""
    return way if way.isdigit() else cheapest(means) if way == CHEAPEST else means[0]


def cheapest(means: Sequence[str]) -> str:
    """What lies face up before a card, of cards the one that a computer would give up first."""
    cards = [int(option) for option in means if option.isdigit()]
    shown = [option for option in means if not option.isdigit()]
    return shown[0] if shown else str(given_up_first(cards)[0])


def given_up(order: StandingOrder, view: View, ask: Ask) -> Picks | Said:
    """Where the disk is lost that a Negate costs: in the first area that the order names, else as its way says."""
    named = [what for verb, what in order.things if verb == PAY and what in ask.options]
    if named:
        return (named[0],)
    if order.way == EXPENDABLE:
        return (min(ask.options, key=lambda area: harm(view, ask.seat, area)),)
    return Said(UNNAMED, {"area": text.area(ask.options[0])})


def harm(view: View, seat: Seat, area: str) -> tuple[int, ...]:
    """What the loss of one disk there would do, more of it in whatever comes first: leave the Home Area, the Deity or a
    Stronghold without one, end a City, leave another area; else that counts least which has most disks.
    """
    touched = set(worths(view, seat, area)) if area in AREAS else set()
    bare = LAST in touched
    return (
        bare and bool(touched & BASES),
        CITIES in touched,
        bare,
        len(touched & BASES),
        -view["areas"][area]["disks"].get(seat, 0),
    )
