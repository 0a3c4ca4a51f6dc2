"""Flood and Cyclone: plains, coasts and open seas (CIV §15, §16.3)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.civ.board import areas_of, cities, has, land
from engine.civ.calamities.losses import Lost, Stake, lose, reduce_all, share, stake, suffer
from engine.civ.calamities.registry import Roles, calamity, figure, figures
from engine.civ.calamities.targets import few, named_by_choice, others
from engine.civ.catalog import AREAS, SEAS
from engine.civ.geography import open_seas
from engine.civ.state import State
from engine.civ.support import cheapest, reduce_city
from engine.core.ask import choose


def flood_stake(s: State, name: str, plain: str) -> Stake:
    """Return what a flood of that plain can take, without cities on black sites (CIV-RUL-073)."""
    lots = stake(s, name, land(s).plains[plain])
    return Stake(lots.tokens, [a for a in lots.cities if AREAS[a].site != "black"], lots.city)


async def pick_site(s: State, name: str, measures: Mapping[str, int]) -> str:
    """Return the place of the greatest measure; of several the nation picks; none if nothing is above 0."""
    del s
    most = max(measures.values(), default=0)
    best = [place for place, n in measures.items() if n == most]
    return await choose(name, "calamity.site", best) if most else ""


@calamity("classic", "flood")
async def flood(s: State, roles: Roles) -> None:
    """Take seventeen points on the victim's plain of most points, ten of others there; without a plain, a
    coastal city.
    """
    measures = {plain: flood_stake(s, roles.victim, plain).points for plain in land(s).plains}
    plain = await pick_site(s, roles.victim, measures)
    if not plain:
        await lose_harbour(s, roles.victim)
        return
    table = figures("classic", "flood")
    most = table["engineering"] if has(s, roles.victim, "engineering") else table["primary"]
    due = {roles.victim: most, **await flood_losses(s, roles, plain)}
    await lose(s, {n: (flood_stake(s, n, plain), points) for n, points in due.items()})


async def flood_losses(s: State, roles: Roles, plain: str) -> Mapping[str, int]:
    """Return what others there lose: ten in all as the victim divides them, or everything if there is less."""
    table = figures("classic", "flood")
    there = {n: flood_stake(s, n, plain).points for n in others(s, roles)}
    caps = {n: min(table["engineering"], points) if has(s, n, "engineering") else points for n, points in there.items()}
    if sum(there.values()) <= table["secondary"]:
        return {n: points for n, points in caps.items() if points}
    able = named_by_choice(s, roles, tradable=False)
    return await share(roles.victim, table["secondary"], {n: caps[n] for n in able})


async def lose_harbour(s: State, name: str) -> None:
    """Eliminate a coastal city of its choice, or reduce it with Engineering; without one, nothing."""
    towns = cheapest(s, [a for a in cities(s, name) if AREAS[a].coastal])
    if not towns:
        return
    where = await choose(name, "calamity.harbour", towns)
    if has(s, name, "engineering"):
        reduce_city(s, name, where)
    else:
        suffer(s, name, Lost([where]))


@calamity("mega", "flood")
async def mega_flood(s: State, roles: Roles) -> None:
    """Take fifteen points on the plain with most of the victim's units, five of each other there; without a plain, five
    (§16.3).
    """
    plain = await pick_site(s, roles.victim, {p: units(flood_stake(s, roles.victim, p)) for p in land(s).plains})
    if not plain:
        coasts = [a for a in areas_of(s, roles.victim) if AREAS[a].coastal]
        await lose(s, {roles.victim: (stake(s, roles.victim, coasts), figures("mega", "flood")["no_plain"])})
        return
    due = {roles.victim: figure(s, "mega", "flood", "primary", roles.victim)}
    due |= {n: figure(s, "mega", "flood", "secondary", n, "secondary") for n in others(s, roles)}
    await lose(
        s, {n: (flood_stake(s, n, plain), points) for n, points in due.items() if flood_stake(s, n, plain).points}
    )


def units(lots: Stake) -> int:
    """Return how many units there are (CIV §2.2)."""
    return sum(lots.tokens.values()) + len(lots.cities)


@calamity("mega", "cyclone")
async def cyclone(s: State, roles: Roles) -> None:
    """Reduce cities at the open sea that touches most of the victim's, others' too (CIV-RUL-085)."""
    sea = await pick_site(s, roles.victim, {sea: len(at_sea(s, roles.victim, sea)) for sea in SEAS})
    if not sea:
        return
    due = {roles.victim: cities_hit(s, roles.victim, sea, "primary")}
    due |= {n: cities_hit(s, n, sea, "secondary") for n in others(s, roles)}
    await reduce_all(s, due, lambda name: at_sea(s, name, sea))


def at_sea(s: State, name: str, sea: str) -> list[str]:
    """Return the nation's cities that touch that open sea."""
    return [a for a in cities(s, name) if sea in open_seas(s.options.map, a)]


def cities_hit(s: State, name: str, sea: str, role: str) -> int:
    """Return how many of its cities there are hit: as many as picked, less those saved by Masonry and Calendar."""
    table = figures("mega", "cyclone")
    wanted = table[f"{role}_fewer_than_5" if few(s) else role]
    wanted += table["trade_empire"] * has(s, name, "trade_empire")
    back = sum(table[card] for card in ("masonry", "calendar") if has(s, name, card))
    return max(0, min(wanted, len(at_sea(s, name, sea))) + back)
