"""What a standing order gives where its owner chooses among losses: white disks or own ones in a Competition (RUL-103),
and which Cities suffer at the end of an Epoch (ACME §11).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.acme.discarding import ASK
from engine.acme.effects.losses import LOSE
from engine.acme.facts.catalog import AREAS
from engine.acme.fight.stack import DISK, WHITE
from engine.acme.negating import EXPENDABLE, harm
from engine.acme.saving import TYPED_AREAS, UNNAMED
from engine.core import text
from engine.core.ask import Ask, Picks, Request
from engine.core.game import View
from engine.core.orders import StandingOrder, stop
from engine.core.said import Said

GIVE: Final = "give"
UNIT: Final = "loss.choose"
STRICKEN: Final = "epoch.cities"
QUESTIONS: Final = (UNIT, STRICKEN)
WAYS: Final = (ASK, EXPENDABLE)
THINGS: Final[Mapping[str, str]] = {WHITE: WHITE, DISK: DISK, **TYPED_AREAS}


def chosen(order: StandingOrder, view: View, request: Request, ask: Ask) -> Picks | Said:
    """What the order names of what is offered, in its order; the rest, as its way says, where it does least harm."""
    named = [what for verb, what in order.things if verb == GIVE and what in ask.options]
    if request.key == UNIT:
        rest = [unit for unit in (WHITE, DISK, LOSE) if unit in ask.options]
        return _filled(order, named, rest, 1) or stop("gone")
    by_harm = sorted(ask.options, key=lambda area: harm(view, ask.seat, area))
    found = _filled(order, named, by_harm, ask.least)
    left = next((area for area in ask.options if area in AREAS and area not in named), "")
    return found or Said(UNNAMED, {"area": text.area(left)})


def _filled(order: StandingOrder, named: list[str], rest: list[str], n: int) -> Picks:
    """So many of the named, filled up with others where the order leaves that to the game; nothing if that is less."""
    others = [one for one in rest if one not in named] if order.way == EXPENDABLE else []
    found = (*named, *others)[:n]
    return found if len(found) == n else ()
