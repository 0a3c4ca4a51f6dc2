"""Whether a standing order pays where a card lets its victim choose between paying and suffering, and with what: mina
first, then the least useful cards (cards 13, 37, 90).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.acme import saving
from engine.acme.cards.religion import BLASPHEMY
from engine.acme.cards.spies import DANCER, PAY
from engine.acme.fight.allies import ELEPHANTS
from engine.core import text
from engine.core.ask import Ask, Picks, Request
from engine.core.game import View
from engine.core.orders import OrderKind, StandingOrder, stop
from engine.core.said import Said

PENALTY, PRICE = "loss.penalty", "loss.pay"
SUFFER: Final = "suffer"
FROM: Final = "from"
CARDS: Final[Mapping[str, int]] = {"dancer": DANCER, "elephants": ELEPHANTS, "blasphemy": BLASPHEMY}
COUNTED: Final[Mapping[str, str]] = {saving.MINA: "mina", saving.CARDS: "hand_count"}
MOST: Final = 9
CONDITIONS: Final[Mapping[str, frozenset[str]]] = {
    FROM: frozenset(CARDS),
    **dict.fromkeys(COUNTED, frozenset(map(str, range(1, MOST + 1)))),
}
KIND: Final = OrderKind((PENALTY, PRICE), (SUFFER, PAY), conditions=CONDITIONS, otherwise=True)


def borne(order: StandingOrder, view: View, request: Request, ask: Ask) -> Picks | Said:
    """What the order pays with, or that it suffers; or why the owner has to be asked."""
    holds = order.holds(_is_true(name, what, view, request, ask) for name, what in order.when)
    wanted = order.way if holds else order.otherwise
    if not wanted:
        return stop("unmet")
    if wanted == PAY:
        means = PAY if PAY in ask.options else _means(view, ask)
        return (means,) if means else stop("cost")
    return suffered(ask)


def suffered(ask: Ask) -> Picks | Said:
    """That nothing is paid."""
    suffers = [option for option in ask.options if option != PAY and option != saving.MINA and ":" not in option]
    return (suffers[0],) if suffers else stop("gone")


def is_from(request: Request, card: str) -> bool:
    """Whether it is about that card."""
    return text.card(CARDS[card]) in request.said.values.values()


def _means(view: View, ask: Ask) -> str:
    return saving.first_means((saving.MINA, saving.CARDS), int(view["civs"][ask.seat]["mina"]), ask)


def _is_true(name: str, what: str, view: View, request: Request, ask: Ask) -> bool:
    """Whether it is about that card, or the seat has so many mina or cards."""
    if name == FROM:
        return is_from(request, what)
    return int(view["civs"][ask.seat][COUNTED[name]]) >= int(what)
