"""Volcanic Eruption and Earthquake (CIV §15, §16.3)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.civ import verbs
from engine.civ.board import cities, has, land, limit_for, points, tokens
from engine.civ.calamities.losses import Lost, destroy, suffer
from engine.civ.calamities.registry import Roles, calamity
from engine.civ.calamities.targets import others
from engine.civ.calamities.waters import pick_site
from engine.civ.catalog import NUMBERS
from engine.civ.state import State
from engine.civ.support import cheapest, reduce_city
from engine.civ.verbs import nation, tell
from engine.core.ask import choose
from engine.core.message import Message


@calamity("classic", "volcano_earthquake")
async def volcano(s: State, roles: Roles) -> None:
    """Let the volcano of greatest total damage at a city of the victim erupt; without one, the worst earthquake."""
    sites = volcanoes(s, roles.victim)
    if sites:
        total = {site: sum(damage(s, site, n) for n in s.nations) for site in sites}
        erupt(s, await pick_site(s, roles.victim, total))
    else:
        await earthquake(s, roles)


@calamity("mega", "volcano_earthquake")
async def mega_volcano(s: State, roles: Roles) -> None:
    """Let the volcano erupt that takes most of the victim's own points; else an earthquake of its choice
    (CIV-RUL-075).
    """
    sites = volcanoes(s, roles.victim)
    if sites:
        erupt(s, await pick_site(s, roles.victim, {site: damage(s, site, roles.victim) for site in sites}))
    else:
        await mega_earthquake(s, roles)


def volcanoes(s: State, name: str) -> list[str]:
    """Return the volcanoes in whose areas the nation has a city."""
    return [v for v, areas in land(s).volcanoes.items() if any(s.cities.get(a) == name for a in areas)]


def damage(s: State, site: str, name: str) -> int:
    """Return what the nation would lose by that volcano."""
    return sum(points(s, a, name) for a in land(s).volcanoes[site])


def erupt(s: State, site: str) -> None:
    """Remove every unit of every nation in its areas; neutral ones are spared (CIV-RUL-028)."""
    tell(s, "calamity.erupts", focus=land(s).volcanoes[site], site=Message(f"option.calamity.site.{site}", {}))
    for name in s.nations:
        there = [a for a in land(s).volcanoes[site] if points(s, a, name)]
        lost = Lost(
            [a for a in there if s.cities.get(a) == name], {a: tokens(s, a, name) for a in there if tokens(s, a, name)}
        )
        if there:
            suffer(s, name, lost)


async def earthquake(s: State, roles: Roles) -> None:
    """Strike the pair of greatest damage that the victim picks: its own city destroyed, another's next to it
    reduced.
    """
    pairs = {(own, near): n for own in cities(s, roles.victim) for near, n in shaken(s, roles, own).items()}
    if not pairs:
        return
    most = max(pairs.values())
    best = [pair for pair, n in pairs.items() if n == most]
    own = await choose(roles.victim, "calamity.quake", cheapest(s, list(dict.fromkeys(a for a, _ in best))))
    near = [b for a, b in best if a == own]
    other = await choose(roles.victim, "calamity.quake_next", near)
    shake(s, roles.victim, own, other)


def shaken(s: State, roles: Roles, own: str) -> dict[str, int]:
    """Return the cities that an earthquake there can reduce, with the damage in all; "" for none if no pair is to be
    had.

    Others' cities next to it, by land or water, but not of holders of Engineering (CIV-RUL-074).
    """
    loss = left_by(s, own) if has(s, roles.victim, "engineering") else NUMBERS.city_points
    if not any(neighbours(s, roles, a) for a in cities(s, roles.victim)):
        return {"": loss}
    return {near: loss + left_by(s, near) for near in neighbours(s, roles, own)}


def neighbours(s: State, roles: Roles, own: str) -> list[str]:
    """Return the Cities of others next to it that can be shaken."""
    able = [n for n in others(s, roles) if not has(s, n, "engineering")]
    return [a for a in land(s).near[own] if s.cities.get(a) in able]


def left_by(s: State, where: str) -> int:
    """Return the damage of a reduction: a city's points less the tokens that come (CIV-RUL-074)."""
    owner = s.cities[where]
    room = limit_for(s, where, owner) - tokens(s, where, owner)
    return NUMBERS.city_points - max(0, min(room, s.nations[owner].stock))


async def mega_earthquake(s: State, roles: Roles) -> None:
    """Hit a city of the victim, then any city adjacent to it, the victim's own included (CIV-RUL-075)."""
    own = cheapest(s, cities(s, roles.victim))
    if not own:
        return
    first = await choose(roles.victim, "calamity.quake", own)
    able = {roles.victim, *others(s, roles)}
    near: Sequence[str] = [a for a in land(s).near[first] if s.cities.get(a) in able]
    foreign_first = sorted(near, key=lambda a: s.cities[a] == roles.victim)
    other = await choose(roles.victim, "calamity.quake_next", foreign_first) if near else ""
    shake(s, roles.victim, first, other)


def shake(s: State, name: str, own: str, other: str) -> None:
    """Destroy the first city, or reduce it with Engineering; reduce the second."""
    if has(s, name, "engineering"):
        reduce_city(s, name, own)
    else:
        destroy(s, own)
        tell(s, "calamity.destroyed", focus=[own], player=nation(name), area=verbs.area(own))
    if other:
        reduce_city(s, s.cities[other], other)
