"""Calamities that reduce cities of one nation: Superstition, Civil Disorder, Slave Revolt (CIV §15, §16.3)."""

from __future__ import annotations

from engine.civ.board import city_count, has, is_supported, population, support_rate
from engine.civ.calamities.losses import reduce_some
from engine.civ.calamities.registry import Roles, calamity, figure, figures
from engine.civ.state import State
from engine.civ.support import cities_to_reduce, reduce_city
from engine.civ.together import together


@calamity("classic", "superstition")
async def superstition(s: State, roles: Roles) -> None:
    """Reduce three cities; only the best card of their holder saves some."""
    table = figures("classic", "superstition")
    saved = [n for card, n in table.items() if card != "cities" and has(s, roles.victim, card)]
    await reduce_some(s, roles.victim, min([table["cities"], *saved]))


@calamity("mega", "superstition")
async def mega_superstition(s: State, roles: Roles) -> None:
    """Reduce three cities, changed by every card."""
    await reduce_some(s, roles.victim, figure(s, "mega", "superstition", "cities", roles.victim))


@calamity("classic", "civil_disorder")
async def civil_disorder(s: State, roles: Roles) -> None:
    """Reduce all cities but three, changed by every card."""
    kept = figure(s, "classic", "civil_disorder", "kept", roles.victim)
    await reduce_some(s, roles.victim, max(0, city_count(s, roles.victim) - kept))


@calamity("mega", "civil_disorder")
async def mega_civil_disorder(s: State, roles: Roles) -> None:
    """Reduce all cities but three, changed by every card."""
    kept = figure(s, "mega", "civil_disorder", "kept", roles.victim)
    await reduce_some(s, roles.victim, max(0, city_count(s, roles.victim) - kept))


@calamity("classic", "slave_revolt")
async def slave_revolt(s: State, roles: Roles) -> None:
    """Reduce cities while fifteen tokens (or all) don't support; tokens from reductions do."""
    idle = figure(s, "classic", "slave_revolt", "tokens", roles.victim)
    await rebel(s, roles.victim, idle=min(idle, population(s, roles.victim)))


@calamity("mega", "slave_revolt")
async def mega_slave_revolt(s: State, roles: Roles) -> None:
    """Support each city with two tokens more this once."""
    more = figure(s, "mega", "slave_revolt", "rate", roles.victim)
    await rebel(s, roles.victim, rate=support_rate(s, roles.victim) + more)


async def rebel(s: State, name: str, rate: int = 0, idle: int = 0) -> None:
    """Reduce cities, new ones first, until the rest are supported (CIV-RUL-070)."""
    if is_supported(s, name, rate, idle):
        return

    async def own(trial: State, seat: str) -> list[str]:
        return await cities_to_reduce(trial, seat, rate, idle)

    for where in (await together(s, "support.all", [name], own))[name]:
        reduce_city(s, name, where)
