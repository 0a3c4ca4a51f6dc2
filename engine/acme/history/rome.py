"""Mithridates, and Rome vs. Parthia: loot of Rome, cards that are turned up again, a border (Playbook, Romans)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from engine.acme.cards.investments import BREEDER, MOST
from engine.acme.effects.plans import tell_placed
from engine.acme.fight.openly import plays_openly
from engine.acme.history.rules import by_facts
from engine.acme.phases.draw_step import base_cards
from engine.acme.questions.board import disks, loose, occupied_areas, with_room
from engine.acme.setup.setup import place_one
from engine.acme.special import SPECIAL
from engine.acme.state import State
from engine.acme.verbs.basic import discard, gain_loot, new_action, pay_mina, spread_out, take_back, tell
from engine.core import text
from engine.core.ask import Flow, choose
from engine.core.message import count_noun

MITHRIDATES, ROME_VS_PARTHIA = "mithridates", "rome_vs_parthia"
ROME, PARTHIA, EGYPT = "assyria", "medes_persians", "ptolemies"
LOOT: Final = 1
FORCE: Final = 12
REINFORCE = "history.reinforce"
MINA, DRAW, SACRIFICE, LEAVE = "mina", "card", "discard", "no"


def loot(s: State, victor: str, victim: str, area: str) -> None:
    """Give Rome a mina for every City it sacks, beside captives or the usual mina."""
    del victim
    if victor == ROME:
        gain_loot(s, victor, LOOT)
        tell(s, "rome.loot", focus=(area,), civ=text.civ(victor), n=LOOT)


async def refresh(s: State, civ: str) -> int:
    """Let the civ turn its own card up again. Return how many draws that takes."""
    fewer = 0
    for card in sorted(s.civs[civ].aside):
        if card != BREEDER or s.civs[civ].supply:
            fewer += await turn_up(s, civ, card)
    return fewer


async def turn_up(s: State, civ: str, card: int) -> int:
    """Turn the card up for a mina or one draw; an NPC without mina gives up its least useful card for the Breeder of
    Stallions.
    """
    price = await choose(civ, "draw.refresh", prices(s, civ, card), about=(str(card),), card=text.card(card))
    if price == LEAVE:
        return 0
    if price == MINA:
        pay_mina(s, civ, 1)
    elif price == SACRIFICE:
        given = await choose(civ, "draw.sacrifice", [str(n) for n in sorted(loose(s, civ))], card=text.card(card))
        discard(s, civ, int(given))
    show(s, civ, card, price)
    return int(price == DRAW)


def prices(s: State, civ: str, card: int) -> list[str]:
    """Return what the civ may pay to turn the card up."""
    c = s.civs[civ]
    gives = card == BREEDER and plays_openly(s, civ) and not c.mina and loose(s, civ)
    draws = [DRAW] if base_cards(s, civ) else []
    return [*([MINA] if c.mina else []), *([SACRIFICE] if gives else []), *draws, LEAVE]


def show(s: State, civ: str, card: int, price: str) -> None:
    """Show the card again: Armored Infantry in the hand, the Breeder in play with as many of its disks as there are."""
    tell(s, f"rome.turned_up.{price}", civ=text.civ(civ), card=text.card(card))
    if card != BREEDER:
        take_back(s, civ, card)
        return
    n = spread_out(s, civ, card, MOST[card])
    tell(s, "card.invested", civ=text.civ(civ), card=text.card(card), n=count_noun(n, "disk"))


async def reinforce(s: State) -> str:
    """Before the first turn, let Rome, then Parthia place disks where they already have some."""
    civ = (ROME, PARTHIA)[s.active]
    new_action(s)
    placed: list[str] = []
    while len(placed) < FORCE and (free := with_room(s, civ, occupied_areas(s, civ))):
        placed += await place_one(s, civ, free, FORCE - len(placed), "setup.deploy")
    tell_placed(s, civ, placed)
    s.active += 1
    if civ == ROME:
        return REINFORCE
    s.active = 0
    return "history.deal"


def room(s: State, faction: str, area: str, n: int) -> int:
    """Return 0 for a civ where an Egyptian disk is, else n."""
    return 0 if faction in s.civs and disks(s, EGYPT, area) else n


def spares(_s: State, faction: str) -> bool:
    """Return whether the Faction is Egypt, whose disks no card removes or replaces."""
    return faction == EGYPT


def growth(_s: State, _civ: str, _n: int) -> int:
    """Return the fixed growth, whatever a civ holds."""
    return FORCE


STEPS: Final[dict[str, Callable[[State], Flow[str | None]]]] = {REINFORCE: reinforce}


def register() -> None:
    """Register the special rules of both scenarios."""
    SPECIAL[MITHRIDATES] = replace(by_facts(MITHRIDATES), loot=loot, regains=refresh, keeps_safe=True)
    SPECIAL[ROME_VS_PARTHIA] = replace(
        by_facts(ROME_VS_PARTHIA),
        loot=loot,
        regains=refresh,
        keeps_safe=True,
        room=room,
        spares=spares,
        growth=growth,
        fixed_growth=True,
        digits=True,
        prepares=REINFORCE,
    )
