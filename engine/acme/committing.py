"""What a standing order commits to a Competition: cards that it names, and white disks (ACME §9.3).

It may be said for some areas alone, and for where somebody else has committed something before. Cards come up in the
order in which it names them, and hit whom it says; how else one is used its owner is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.acme.discarding import LETTERS, STOPS
from engine.acme.facts.catalog import AREAS, CARDS, CIVS
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.fight.allies import CAPTAIN
from engine.acme.fight.commit import DONE, KEY
from engine.acme.fight.stack import WHITE
from engine.acme.foes import ENEMY, LEADER, meant
from engine.acme.saving import TYPED_AREAS
from engine.core import text
from engine.core.ask import Ask, Picks, Request
from engine.core.game import View
from engine.core.naming import fold
from engine.core.orders import OrderKind, StandingOrder
from engine.core.said import Said

PUT, IN, IF, AGAINST = "put", "in", "if", "against"
ARRANGE, USE = "competition.order", "competition.card"
OTHERS: Final = "others"
FACTIONS: Final = (*CIVS, BARBARIANS, LEADER, ENEMY)
FIGHTING: Final = tuple(card for card in CARDS.values() if card.has_class(LETTERS["competition"]))
CARD_TOKENS: Final = frozenset(card.token for card in FIGHTING)
NAMED: Final[Mapping[str, str]] = {fold(said): card.token for card in FIGHTING for said in (card.label, card.token)}
THINGS: Final[Mapping[str, str]] = {
    WHITE: WHITE,
    **{fold(said): OTHERS for said in (OTHERS, f"{OTHERS} commit", f"if {OTHERS} commit")},
    **NAMED,
    **TYPED_AREAS,
    **{fold(faction): faction for faction in FACTIONS},
}
FITS: Final[Mapping[str, frozenset[str]]] = {
    PUT: frozenset({WHITE, *NAMED.values()}),
    IN: frozenset(AREAS),
    IF: frozenset({OTHERS}),
    AGAINST: frozenset(FACTIONS),
}
COMMIT: Final = OrderKind(
    (KEY, ARRANGE, USE),
    ("none",),
    verbs=tuple(FITS),
    things=THINGS,
    fits=FITS,
    typed={"nothing": "none"},
    called={"only": IF},
    colon=(IN, PUT),
)


def decided(order: StandingOrder, view: View, request: Request, ask: Ask) -> Picks | Said:
    """What the order commits, in which order its cards come up, or whom one hits."""
    if request.key == ARRANGE:
        return arranged(order, ask)
    return aimed(order, view, request, ask) if request.key == USE else committed(order, view, ask)


def arranged(order: StandingOrder, ask: Ask) -> Picks:
    """First the cards that the order names, in its order, then the others as they were committed."""
    named = [what for verb, what in order.things if verb == PUT and what in ask.options]
    return (*named, *(card for card in ask.options if card not in named))


def aimed(order: StandingOrder, view: View, request: Request, ask: Ask) -> Picks | Said:
    """The first of those whom the order is against that the card may hit; whom it helps, and how much goes into it, no
    order says.
    """
    card = next((about for about in request.about if about in CARD_TOKENS), "")
    if card != str(CAPTAIN):
        for verb, what in order.things:
            those = meant(view, ask.seat, what) if verb == AGAINST else set()
            if found := [option for option in ask.options if option in those]:
                return (found[0],)
    return Said(f"{STOPS}.unaimed", {"card": text.card(card)})


def committed(order: StandingOrder, view: View, ask: Ask) -> Picks:
    """The first of what the order puts that is offered, as long as there is any; else that this is all."""
    fight = view["competition"]
    areas = {what for verb, what in order.things if verb == IN}
    others = any(n for civ, n in fight["committed"].items() if civ != ask.seat)
    if (areas and fight["area"] not in areas) or ((IF, OTHERS) in order.things and not others):
        return (DONE,)
    wanted = [what for verb, what in order.things if verb == PUT]
    found = (option for what in wanted for option in ask.options if _is(option, what))
    return (next(found, DONE),)


def _is(option: str, what: str) -> bool:
    """Whether the option is that card, or a white disk."""
    return option == f"card:{what}" or (what == WHITE and option.startswith(f"{WHITE}:"))
