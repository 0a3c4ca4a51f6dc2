"""Calamities that reduce cities of one nation: Superstition, Civil Disorder (CIV §15, §16.3)."""

from __future__ import annotations

from engine.civ.board import city_count, has
from engine.civ.calamities.losses import reduce_some
from engine.civ.calamities.registry import Roles, calamity, figure, figures
from engine.civ.state import State


@calamity("classic", "superstition")
async def superstition(s: State, roles: Roles) -> None:
    """Three cities, of which only the best card of its holder saves some."""
    table = figures("classic", "superstition")
    saved = [n for card, n in table.items() if card != "cities" and has(s, roles.victim, card)]
    await reduce_some(s, roles.victim, min([table["cities"], *saved]))


@calamity("mega", "superstition")
async def mega_superstition(s: State, roles: Roles) -> None:
    """Three cities, changed by every card."""
    await reduce_some(s, roles.victim, figure(s, "mega", "superstition", "cities", roles.victim))


@calamity("classic", "civil_disorder")
async def civil_disorder(s: State, roles: Roles) -> None:
    """All cities but three, changed by every card."""
    kept = figure(s, "classic", "civil_disorder", "kept", roles.victim)
    await reduce_some(s, roles.victim, max(0, city_count(s, roles.victim) - kept))


@calamity("mega", "civil_disorder")
async def mega_civil_disorder(s: State, roles: Roles) -> None:
    """All cities but three, changed by every card."""
    kept = figure(s, "mega", "civil_disorder", "kept", roles.victim)
    await reduce_some(s, roles.victim, max(0, city_count(s, roles.victim) - kept))
