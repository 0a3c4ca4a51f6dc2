"""How many cards a standing order buys: a number, or as many as make the hand full, of the mina that it does not keep
(ACME §10.6).
"""

from __future__ import annotations

from typing import Final

from engine.acme import saving
from engine.acme.facts.catalog import RULES
from engine.core.ask import Ask, Picks, Request
from engine.core.game import View
from engine.core.orders import OrderKind, StandingOrder

BUY: Final = "draw.buy"
FULL: Final = "full"
WAYS: Final = ("0", "1", "2", "3", FULL)
HOLDING: Final = "holding"
KIND: Final = OrderKind(
    (BUY,),
    WAYS,
    conditions={HOLDING: frozenset(map(str, range(1, 10)))},
    verbs=(saving.KEEP,),
    things=saving.KEPT,
    typed={f"buy{way}": way for way in WAYS},
    also=("draw",),
    called={saving.MINA: HOLDING},
    rest=FULL,
)


def bought(order: StandingOrder, view: View, _request: Request, ask: Ask) -> Picks:
    """How many cards the order buys, where that is not just its word: none without so many mina, and nothing with the
    mina that it keeps.
    """
    own = view["civs"][ask.seat]
    if order.when and not any(int(own["mina"]) >= int(what) for _, what in order.when):
        return ("0",)
    if order.way != FULL and not order.things:
        return ()
    wanted = lacking(view, ask) if order.way == FULL else int(order.way)
    return (str(max(0, min(wanted, saving.spare_mina(order, own)))),)


def lacking(view: View, ask: Ask) -> int:
    """How many mina bring so many cards that the hand, with those drawn anyway, has as many as may be kept."""
    own = view["civs"][ask.seat]
    room = int(view["hand_limit"]) - int(own["hand_count"]) - int(view["draws"])
    return -(-max(0, room) // RULES.mina_per_extra_card)
