"""What a standing order commits to a Competition: cards that it names, and white disks (ACME §9.3).

It may be said for some areas alone, and for where somebody else has committed something before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.acme.discarding import LETTERS
from engine.acme.facts.catalog import AREAS, CARDS
from engine.acme.fight.commit import DONE, KEY
from engine.acme.fight.stack import WHITE
from engine.acme.saving import TYPED_AREAS
from engine.core.ask import Ask, Picks
from engine.core.game import View
from engine.core.naming import fold
from engine.core.orders import OrderKind, StandingOrder

PUT, IN, IF = "put", "in", "if"
OTHERS: Final = "others"
FIGHTING: Final = tuple(card for card in CARDS.values() if card.has_class(LETTERS["competition"]))
NAMED: Final[Mapping[str, str]] = {fold(said): card.token for card in FIGHTING for said in (card.label, card.token)}
THINGS: Final[Mapping[str, str]] = {
    WHITE: WHITE,
    **{fold(said): OTHERS for said in (OTHERS, f"{OTHERS} commit", f"if {OTHERS} commit")},
    **NAMED,
    **TYPED_AREAS,
}
FITS: Final[Mapping[str, frozenset[str]]] = {
    PUT: frozenset({WHITE, *NAMED.values()}),
    IN: frozenset(AREAS),
    IF: frozenset({OTHERS}),
}
COMMIT: Final = OrderKind(
    (KEY,),
    ("none",),
    verbs=tuple(FITS),
    things=THINGS,
    fits=FITS,
    typed={"nothing": "none"},
    called={"only": IF},
    colon=(IN, PUT),
)


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
