"""Removal rounds: one unit of each Faction after the other, the smaller stack first (ACME §9.4, RUL-102 to RUL-105)."""

from __future__ import annotations

from typing import Any

from engine.acme.effects.announce import Cause
from engine.acme.effects.losses import LOSE, Terms, save, told_means, ways_out
from engine.acme.fight.stack import (
    CUBE,
    DISK,
    WHITE,
    area_of,
    cube_units,
    drop_out,
    is_settled,
    lose_unit,
    note_payment,
    sides,
    units,
    whites,
)
from engine.acme.questions.board import disks
from engine.acme.state import State
from engine.acme.verbs.basic import tell
from engine.core import text
from engine.core.ask import choose

ROUNDS, AS_USUAL = Cause("fight", ""), Terms()
UNITS = (WHITE, CUBE, DISK)


async def removal_rounds(s: State) -> None:
    """Round after round, until one Faction is left or each has exactly one unit.

    The order of a round is fixed when it begins: fewest units first, then Turn Order, Barbarians last. The stop
    test follows every single removal and every payment.
    """
    while not is_settled(s):
        for faction in sorted(sides(s), key=lambda f: units(s, f)):
            if is_settled(s):
                return
            if units(s, faction):
                await give_up_one(s, faction)


def losable(s: State, faction: str) -> list[str]:
    """The units it may give up: white disks first; the last disk not while the Stronghold stands (RUL-103)."""
    if whites(s, faction):
        return [WHITE]
    cube = [CUBE] if cube_units(s, faction) else []
    return cube if cube and disks(s, faction, area_of(s)) == 1 else [*cube, DISK]


async def give_up_one(s: State, faction: str) -> None:
    """A Faction loses one unit, or pays 1 mina, 1 card or 1 disk of Master Armorer for it (RUL-105)."""
    if faction not in s.order:
        lose_unit(s, faction, losable(s, faction)[0])
        return
    area = area_of(s)
    while units(s, faction):
        ways = [w for w in ways_out(s, ROUNDS, faction, area, AS_USUAL) if w != LOSE]
        said: dict[str, Any] = {"area": text.area(area), "units": units(s, faction)}
        picked = await choose(faction, "competition.removal", [*losable(s, faction), *ways], about=(area,), **said)
        if picked in UNITS:
            lose_unit(s, faction, picked)
            break
        if await save(s, faction, area, picked):
            note_payment(s, faction, picked)
            tell(s, "competition.paid", civ=text.civ(faction), means=told_means([picked]))
            break
    drop_out(s)
