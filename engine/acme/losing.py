"""What one order says of all that a civ may lose: disks (ACME §7.2), its Deity in a crisis of faith (ACME §11), and
what cards let it pay or suffer (cards 13, 37, 90). It counts where nothing more particular is ordered.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engine.acme import penalties, saving
from engine.acme.cards.religion import BLASPHEMY_COST
from engine.acme.cards.spies import PAY, VEILS
from engine.acme.discarding import STOPS
from engine.acme.effects.losses import LOSE
from engine.core.ask import Ask, Picks, Request
from engine.core.game import View
from engine.core.naming import fold
from engine.core.orders import OrderKind, StandingOrder
from engine.core.said import Said

LOSSES: Final = "loss.buy_off"
FAITH: Final = "epoch.faith"
DISKS: Final = OrderKind(
    (LOSSES,),
    saving.WAYS,
    limited=True,
    verbs=saving.VERBS,
    things=saving.THINGS,
    fits=saving.FITS,
    typed={fold("save none"): LOSE},
)
KIND: Final = replace(DISKS, questions=(), besides=(LOSSES, *penalties.KIND.questions, FAITH))
"""The same words, for disks and all else."""


def borne(order: StandingOrder, view: View, request: Request, ask: Ask) -> Picks | Said:
    """What is paid with, or that it is lost or suffered; or why the owner has to be asked."""
    if request.key == LOSSES:
        return saving.saved(order, view, request, ask)
    if request.key != penalties.PRICE and not _saves(order, view, request, ask):
        return Said(f"{STOPS}.unsaid") if order.way == saving.ASK else penalties.suffered(ask)
    if PAY in ask.options:
        return (PAY,) if _affords(order, view, request, ask) else saving.unpaid(order, view["civs"][ask.seat])
    return saving.paid(order, view, ask)


def _saves(order: StandingOrder, view: View, request: Request, ask: Ask) -> bool:
    """Whether the order names what is at stake, or all, or saves whatever it does not name."""
    more = (saving.DEITY,) if request.key == FAITH else ()
    return order.way == saving.MINA or saving.names(order, view, ask.seat, saving.area_of(request), *more)


def _affords(order: StandingOrder, view: View, request: Request, ask: Ask) -> bool:
    """Whether what the order pays with and does not keep is enough for the card: 2 mina, or 2 of mina and cards."""
    own, kinds = view["civs"][ask.seat], saving.paying(order) or (saving.MINA,)
    mina = max(0, saving.spare_mina(order, own)) if saving.MINA in kinds else 0
    if penalties.is_from(request, "dancer"):
        return mina >= VEILS
    return mina + (int(own["hand_count"]) if saving.CARDS in kinds else 0) >= BLASPHEMY_COST
