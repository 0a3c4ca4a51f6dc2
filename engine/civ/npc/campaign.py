"""What the usual computer plans for a whole movement: first it grows, then it builds, defends and raids."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from engine.civ.catalog import AREAS, NEUTRAL, NUMBERS
from engine.civ.effects import attackers_needed, defenders_due, may_enter
from engine.civ.geography import area_of
from engine.civ.npc.ferrying import Voyage, fleet, sail_out
from engine.civ.npc.losing import prospects
from engine.civ.npc.planning import (
    Step,
    gather,
    join_steps,
    missing_for_growth,
    retake,
    senders_to,
    spread_out,
    steps_to,
)
from engine.civ.npc.pressing import press
from engine.civ.npc.prospect import Prospect

KEPT = 2  # tokens that must remain after a raid beside those that support cities


class Orders(NamedTuple):
    """All that moves in a turn: steps by land, then voyages."""

    steps: list[Step]
    voyages: list[Voyage]


def orders(p: Prospect, ships: dict[str, int] | None = None) -> Orders:
    """Return what moves in a turn: for threatened cities, then to where cities can be built or taken, then over the
    land.

    `ships`: harbours of ships and their range, if these aren't the ones that it has.
    """
    steps, voyages = [*defend(p)], list[Voyage]()
    if not grows_first(p):
        ships = fleet(p) if ships is None else ships
        steps += [*win_back(p), *gather(p), *sail_out(p, ships, voyages), *raid(p), *settle_wilderness(p)]
    steps += [*spread_out(p), *press(p)]
    return Orders(join_steps(steps), voyages)


def last_voyages(p: Prospect) -> list[Voyage]:
    """Return the voyages that are left once a ship has sailed: first those that finish what is begun."""
    voyages = list[Voyage]()
    p.free = {area: n for area, n in p.free.items() if area in map(area_of, fleet(p))}
    for way in (gather(p), sail_out(p, fleet(p), voyages, on=True)):
        list(way)
    return voyages


def plan(p: Prospect) -> list[Step]:
    """Return its steps by land."""
    return orders(p).steps


def held(p: Prospect) -> Collection[str]:
    """Return the areas where tokens stay for a city."""
    if not grows_first(p):
        for way in (win_back(p), gather(p), settle_wilderness(p)):
            list(way)
    return p.founded


def new_voyages(p: Prospect, new: dict[str, int], most: int) -> list[Voyage]:
    """Return the voyages by which so many new ships would bring what cities lack; `new`: harbours, with their range."""
    voyages = list[Voyage]()
    list(defend(p))
    if not grows_first(p):
        for way in (win_back(p), gather(p), sail_out(p, fleet(p), []), sail_out(p, new, voyages, most=most)):
            list(way)
    return voyages


def win_back(p: Prospect) -> Iterator[Step]:
    """Attack Pirate cities, if its style is to."""
    return retake(p) if p.style.retakes else iter(())


def grows_first(p: Prospect) -> bool:
    """Return whether cities must wait: few tokens double every turn, as long as there is land for them."""
    style = p.style
    if not style.builds:
        return True
    if p.cities >= style.cities or p.population - NUMBERS.site_tokens >= style.first:
        return False
    near = set(p.mine).union(*[p.land.by_land[a] for a in p.mine])
    land = near.union(*[p.land.by_land[a] for a in near])
    return sum([p.limit(a) for a in land if a not in p.others]) >= style.room


def defend(p: Prospect) -> Iterator[Step]:
    """Send tokens to cities that others attack, as many as leave the attackers too few (CIV §9.3, §9.5)."""
    for area in sorted(a for a, owner in p.s.cities.items() if owner == p.name and a in p.others):
        here = {owner: n for owner, n in p.s.tokens[area].items() if owner != p.name}
        attacker = max(here, key=lambda owner: (here[owner], owner))
        needed = attackers_needed(p.s, attacker, p.name)
        if len(here) > 1 or here[attacker] < needed:
            continue
        guards = guards_needed(here[attacker], needed)
        givers = senders_to(p, area, guards, (p.spare, p.all_but_one))
        if givers:
            p.spent += guards
            yield from steps_to(p, area, givers, "defend")


def guards_needed(attackers: int, needed: int) -> int:
    """Return the tokens that must fight so many attackers to leave fewer than they need: the last guard takes
    nobody along.
    """
    return attackers - needed + 2


class Raid(NamedTuple):
    """An attack on a city that would succeed; the least comes first. `cost`: the tokens that growth misses, less what
    is gained.
    """

    cost: int
    area: str
    n: int
    givers: Mapping[str, int]


def raid(p: Prospect) -> Iterator[Step]:
    """Attack cities of others where it costs growth little: of those ahead, and on sites that it can hold."""
    others = [a for a, owner in p.s.cities.items() if owner not in {p.name, NEUTRAL}] if p.style.raids else []
    found = [one for a in others if (one := raid_on(p, a))]
    for one in sorted(found, key=lambda one: one[:2]):
        if is_affordable(p, one.n) and all(p.free[a] >= n and a not in p.founded for a, n in one.givers.items()):
            p.founded.append(one.area)
            p.spent += one.n - 1
            yield from steps_to(p, one.area, one.givers, "raid")
            p.free[one.area] = 0


def raid_on(p: Prospect, area: str) -> Raid | None:
    """Return the attack on that city that is worth most, if any is worth it."""
    owner = p.s.cities[area]
    if area in p.others or not any(p.free.get(a) for a in p.land.by_land[area]):
        return None
    is_ahead = prospects(p.s, owner) > prospects(p.s, p.name)
    holds = NUMBERS.site_tokens + defenders_due(p.s, p.name, owner) - 1
    ways = ([holds] if area in p.land.sites else []) + ([attackers_needed(p.s, p.name, owner)] if is_ahead else [])
    for n in ways:
        givers = senders_to(p, area, n, (p.spare, p.all_but_one, p.free.__getitem__))
        if givers is None or not is_affordable(p, n) or not may_enter(p.s, p.name, area, n):
            continue
        missing, gain = missing_for_growth(p, givers), p.style.stripped * (n == holds)
        if missing <= p.style.stripped + gain and not is_defensible(p, area, n):
            return Raid(missing - gain - 2 * is_ahead, area, n, givers)
    return None


def is_affordable(p: Prospect, n: int) -> bool:
    """Return whether the cities stay supported if so many tokens fall."""
    return n <= p.affordable() - KEPT


def is_defensible(p: Prospect, area: str, n: int) -> bool:
    """Return whether the owner of a city moves later this turn and has guards enough next to it against so many."""
    s, owner = p.s, p.s.cities[area]
    if s.options.simultaneous_moves or owner not in s.order[s.active + 1 :]:
        return False
    guards = sum([s.tokens[a].get(owner, 0) for a in p.land.by_land[area] if a in s.tokens])
    return guards >= guards_needed(n, attackers_needed(s, p.name, owner))


def settle_wilderness(p: Prospect) -> Iterator[Step]:
    """Gather for cities in a wilderness from all around, as long as enough tokens remain to grow again."""
    while p.style.settles and (found := best_wilderness(p)):
        area, needed, givers = found
        p.founded.append(area)
        p.spent += needed
        yield from steps_to(p, area, givers, "gather")
        p.free[area] = 0


def best_wilderness(p: Prospect) -> tuple[str, int, Mapping[str, int]] | None:
    """Return the place without a site where a city costs growth least, its tokens, and who gives them."""
    by_land, most, found = p.land.by_land, min(p.affordable(), p.population - p.spent - p.style.wild), []
    near = set(p.mine).union(*[by_land[a] for a in p.mine]) if most > 0 else ()
    for area in [a for a in near if p.is_open(a) and a not in p.land.sites]:
        needed = p.tokens_for_city(area)
        givers = senders_to(p, area, needed, (p.spare, p.all_but_one, p.free.__getitem__)) if needed <= most else None
        if givers is not None:
            cost = missing_for_growth(p, givers), bool(AREAS[area].plain), AREAS[area].limit
            found.append((*cost, area, needed, givers))
    if not found:
        return None
    *_, area, needed, givers = min(found, key=lambda one: one[:4])
    return area, needed, givers
