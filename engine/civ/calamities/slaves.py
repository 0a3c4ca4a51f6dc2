"""Slave Revolt: tokens that do not support cities (CIV §15, §16.3)."""

from __future__ import annotations

from engine.civ.board import is_supported, population, support_rate
from engine.civ.calamities.registry import Roles, calamity, figure
from engine.civ.state import State
from engine.civ.support import reduce_city, unsupported
from engine.civ.together import together


@calamity("classic", "slave_revolt")
async def slave_revolt(s: State, roles: Roles) -> None:
    """Fifteen tokens, or all, do not support; those that reductions bring do."""
    idle = figure(s, "classic", "slave_revolt", "tokens", roles.victim)
    await rebel(s, roles.victim, idle=min(idle, population(s, roles.victim)))


@calamity("mega", "slave_revolt")
async def mega_slave_revolt(s: State, roles: Roles) -> None:
    """Each city needs two tokens more for this once."""
    more = figure(s, "mega", "slave_revolt", "rate", roles.victim)
    await rebel(s, roles.victim, rate=support_rate(s, roles.victim) + more)


async def rebel(s: State, name: str, rate: int = 0, idle: int = 0) -> None:
    """The nation reduces cities, new ones first, until the rest are supported (CIV-RUL-070)."""
    if is_supported(s, name, rate, idle):
        return

    async def own(trial: State, seat: str) -> list[str]:
        return await unsupported(trial, seat, rate, idle)

    for where in (await together(s, "support.all", [name], own))[name]:
        reduce_city(s, name, where)
