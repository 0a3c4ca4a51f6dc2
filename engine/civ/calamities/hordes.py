"""Barbarian Hordes: they land, fight and march on (CIV §15.3, §16.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from engine.civ import verbs
from engine.civ.attacks import attack
from engine.civ.board import (
    conflict_limit,
    has_units,
    is_site,
    land,
    most_in_stock,
    nations_in_play,
    owners,
    points,
    tokens,
)
from engine.civ.calamities.registry import Roles, calamity, figure, figures
from engine.civ.catalog import NATIONS, NEUTRAL
from engine.civ.conflict import fight, goes_on
from engine.civ.silence import silent
from engine.civ.state import State
from engine.civ.taxes import by_worth
from engine.civ.verbs import area, nation, tell
from engine.core.ask import Flow, Request, choose


@calamity("classic", "barbarian_hordes")
async def hordes(s: State, roles: Roles) -> None:
    """Land fifteen Barbarians in the victim's start area of greatest damage."""
    n = figures("classic", "barbarian_hordes")["tokens"]
    found = landings(s, roles.victim, n)
    if found:
        await invade(s, roles, await choose(leader(s, roles), "horde.landing", found, victim=nation(roles.victim)), n)


def landings(s: State, victim: str, n: int) -> Sequence[str]:
    """Start areas in play of the greatest damage; without units there an empty one, else any (CIV-RUL-032)."""
    start = [a for a in NATIONS[victim].start if a in land(s).areas]
    held = [a for a in start if has_units(s, a, victim)]
    if held:
        return greatest({a: damage(s, victim, a, n) for a in held})
    return [a for a in start if not owners(s, a)] or start


@calamity("mega", "barbarian_hordes")
async def mega_hordes(s: State, roles: Roles) -> None:
    """Land Barbarians at a city the beneficiary names, a wilderness city if there is one."""
    own = by_worth(s, roles.victim)
    wild = [a for a in own if not is_site(s, a)]
    if own:
        where = await choose(leader(s, roles), "horde.city", wild or own, victim=nation(roles.victim))
        await invade(s, roles, where, figure(s, "mega", "barbarian_hordes", "tokens", roles.victim))


def leader(s: State, roles: Roles) -> str:
    """Return who breaks ties: the trader, else the other nation with the most stock (CIV-RUL-076)."""
    return roles.trader or most_in_stock(s, [n for n in nations_in_play(s) if n != roles.victim])


async def invade(s: State, roles: Roles, where: str, n: int) -> None:
    """Let them fight where they land; those above the limit march on, and the last surplus is removed."""
    been, most = list[str](), figures("classic", "barbarian_hordes")["steps"]
    tell(s, "horde.lands", focus=[where], area=area(where), n=n)
    verbs.put(s, NEUTRAL, where, n)
    await clash(s, where)
    while body := surplus(s, where):
        been.append(where)
        goal = await way(s, roles, where, been, body) if len(been) <= most else ""
        if not goal:
            verbs.take(s, NEUTRAL, where, body)
            tell(s, "horde.vanishes", focus=[where], area=area(where), n=body)
            return
        verbs.carry(s, NEUTRAL, where, goal, body)
        tell(s, "horde.marches", focus=[goal], start=area(where), goal=area(goal), n=body)
        where = goal
        await clash(s, where)


def surplus(s: State, where: str) -> int:
    """Return the Barbarians above the limit of the area, those counted that stood there before."""
    here = s.tokens.get(where, {})
    return min(here.get(NEUTRAL, 0), max(0, sum(here.values()) - conflict_limit(s, where)))


async def clash(s: State, where: str) -> None:
    """Resolve the conflict where the Barbarians are: tokens first, then a city (CIV §9)."""
    limit = conflict_limit(s, where)
    if goes_on(s, where, limit):
        await fight(s, where, limit)
    if tokens(s, where, NEUTRAL) and s.cities.get(where, NEUTRAL) != NEUTRAL:
        await attack(s, where, NEUTRAL)


async def way(s: State, roles: Roles, where: str, been: Sequence[str], n: int) -> str:
    """Return the neighbour of greatest damage, or the next area towards what can be hurt; none if nothing can be
    reached.
    """
    near = {a: damage(s, roles.victim, a, n) for a in land(s).near[where] if a not in been}
    best = greatest(near) if any(near.values()) else towards(s, roles.victim, where, been, n)
    said: dict[str, Any] = {"n": n, "area": area(where), "victim": nation(roles.victim)}
    return await choose(leader(s, roles), "horde.way", best, about=[where], **said) if best else ""


def greatest(measures: Mapping[str, int]) -> list[str]:
    """Return the places with the greatest measure."""
    most = max(measures.values())
    return [place for place, n in measures.items() if n == most]


def towards(s: State, victim: str, where: str, been: Iterable[str], n: int) -> list[str]:
    """Return the neighbours with which a shortest way to the nearest units that can be hurt begins (CIV-RUL-077)."""
    seen, ring = {*been}, {where: set[str]()}
    while ring:
        further: dict[str, set[str]] = {}
        for here, firsts in ring.items():
            for a in land(s).near[here]:
                if a not in seen:
                    further.setdefault(a, set()).update(firsts or {a})
        goals = [a for a in further if damage(s, victim, a, n)]
        if goals:
            return [a for a in land(s).near[where] if any(a in further[goal] for goal in goals)]
        seen |= set(further)
        ring = further
    return []


def damage(s: State, victim: str, where: str, n: int) -> int:
    """Return the victim's unit points there that n Barbarians would take off, by the rules of conflict
    (CIV-RUL-077).
    """
    before = points(s, where, victim)
    if not before:
        return 0
    trial = there_alone(s, where)
    verbs.put(trial, NEUTRAL, where, n)
    in_silence(clash(trial, where))
    return before - points(trial, where, victim)


def there_alone(s: State, where: str) -> State:
    """Return the position with that area alone, to be tried out on."""
    return msgspec.structs.replace(
        s,
        tokens={a: dict(s.tokens[a]) for a in (where, *land(s).by_land[where]) if a in s.tokens},
        cities={a: s.cities[a] for a in (where,) if a in s.cities},
        acquired=[a for a in s.acquired if a == where],
        nations={n: msgspec.structs.replace(one, ships=list(one.ships)) for n, one in s.nations.items()},
        told=[],
    )


def in_silence(flow: Flow[Any]) -> None:
    """Run a flow to its end with silence as every answer."""
    said: Any = None
    try:
        while True:
            asked: Request = flow.send(said)
            said = {ask.seat: silent(ask, asked.key) for ask in asked.asks}
    except StopIteration:
        return
