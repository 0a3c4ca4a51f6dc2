"""Investments laid out in the Card Phase: cards 18, 19, 20, 24 and 60 (ACME §8.4)."""

from __future__ import annotations

from engine.acme.effects.announce import announce_card
from engine.acme.effects.card_registry import card
from engine.acme.questions.board import supply
from engine.acme.state import State
from engine.acme.verbs.basic import invest, tell
from engine.core import text
from engine.core.ask import number
from engine.core.message import count_noun

BREEDER, LAW_GIVER, ARMOURER, PHYSICIAN, STOREHOUSES = 18, 19, 20, 24, 60
MOST = {BREEDER: 4, LAW_GIVER: 4, ARMOURER: 4, PHYSICIAN: 3, STOREHOUSES: 4}


def has_supply(s: State, civ: str) -> bool:
    """Return whether a disk is in Supply; those in the Growth Box don't count (RUL-015)."""
    return supply(s, civ) > 0


async def lay_out(s: State, civ: str, chosen: int) -> None:
    """Place up to a card's maximum of disks from Supply on it; it stays on the Display. The number is chosen first."""
    most = min(MOST[chosen], supply(s, civ))
    n = await number(civ, "card.amount", 1, most, prompt="card.invest", card=text.card(chosen), most=most)
    await announce_card(s, civ, chosen, aim=count_noun(n, "disk"))
    laid = invest(s, civ, chosen, n)
    tell(s, "card.invested", civ=text.civ(civ), card=text.card(chosen), n=count_noun(laid, "disk"))


@card(BREEDER, can=has_supply)
async def breeder_of_stallions(s: State, civ: str) -> None:
    """Invest up to 4 disks for later Land Competitions (RUL-070)."""
    await lay_out(s, civ, BREEDER)


@card(LAW_GIVER, can=has_supply)
async def giver_of_laws(s: State, civ: str) -> None:
    """Invest up to 4 disks that save others from Fate cards, or cancel a card at two each (RUL-056, RUL-071)."""
    await lay_out(s, civ, LAW_GIVER)


@card(ARMOURER, can=has_supply)
async def master_armorer(s: State, civ: str) -> None:
    """Invest up to 4 disks that are lost instead of others in Competitions (RUL-071)."""
    await lay_out(s, civ, ARMOURER)


@card(PHYSICIAN, can=has_supply)
async def royal_physician(s: State, civ: str) -> None:
    """Invest up to 3 disks that are lost instead of others by disasters (RUL-071)."""
    await lay_out(s, civ, PHYSICIAN)


@card(STOREHOUSES, can=has_supply)
async def grain_storehouses(s: State, civ: str) -> None:
    """Invest up to 4 disks against natural disasters, or for a later growth (RUL-071)."""
    await lay_out(s, civ, STOREHOUSES)
