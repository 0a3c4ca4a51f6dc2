"""How the usual computer uses ships: they bring what a site or a Pirate city lacks beside what comes by land."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.civ.catalog import NEUTRAL, NUMBERS
from engine.civ.effects import attackers_needed, crosses_seas, may_enter, ship_load, ship_range
from engine.civ.geography import area_of, harbours_in_reach
from engine.civ.npc.planning import Step, missing_for_growth, steps_to
from engine.civ.npc.prospect import Prospect


class Voyage(NamedTuple):
    """A ship sails from its harbour with so many tokens, and lands them all."""

    harbour: str
    goal: str
    n: int

    @property
    def token(self) -> str:
        """Return the answer that says so."""
        return f"{self.harbour}~{self.goal}:{self.n}"


class Expedition(NamedTuple):
    """What brings enough tokens to an area; the least comes first. `missing`: the tokens that growth misses."""

    is_new: bool
    missing: int
    ships: int
    area: str
    givers: Mapping[str, int]
    voyages: Sequence[Voyage]


def fleet(p: Prospect) -> dict[str, int]:
    """Return the harbours where ships lie, and the steps that they have left."""
    s, far = p.s, ship_range(p.s, p.name)
    gone = [ship.steps for ship in s.sailing]
    ships = s.nations[p.name].ships
    return {harbour: far - n for harbour, n in zip(ships, gone or [0] * len(ships), strict=True)}


def sail_out(
    p: Prospect, ships: dict[str, int], voyages: list[Voyage], *, on: bool = False, most: int = NUMBERS.ships
) -> Iterator[Step]:
    """Yield the steps by land of all expeditions that `most` of these ships make possible; note the `voyages`.

    `on`: some have sailed, and the others finish what is begun; nobody goes by land any more.
    """
    while ships:
        able = [one for one in expeditions(p, ships, on=on) if len(voyages) + one.ships <= most]
        if not able:
            break
        found = min(able, key=lambda one: one[:4])
        p.founded.append(found.area)
        p.spent += tokens_wanted(p, found.area)
        yield from steps_to(p, found.area, found.givers, "gather" if found.area in p.land.sites else "retake")
        for voyage in found.voyages:
            p.shift(area_of(voyage.harbour), found.area, voyage.n)
            del ships[voyage.harbour]
        voyages += found.voyages
        p.free[found.area] = 0


def expeditions(p: Prospect, ships: Mapping[str, int], *, on: bool) -> Iterator[Expedition]:
    """Yield an expedition to each area that can be built on or taken only with ships."""
    reach = {harbour: ports(p.s.options.map, harbour, far, crosses_seas(p.s, p.name)) for harbour, far in ships.items()}
    for area in sorted(set[str]().union(*reach.values())):
        wanted = tokens_wanted(p, area)
        if not 0 < wanted <= p.affordable():
            continue
        starts = {harbour: goals[area] for harbour, goals in reach.items() if area in goals}
        by_land = ({}, max(0, wanted - p.mine.get(area, 0))) if on else spared_by_neighbours(p, area, wanted)
        if found := expedition_to(p, area, starts, by_land):
            yield found._replace(is_new=on and area not in p.s.moved)


def tokens_wanted(p: Prospect, area: str) -> int:
    """Return how many tokens build a city on that site or take it from Pirates; 0 if neither is possible."""
    if area in p.founded or area in p.others or p.yields(area):
        return 0
    if p.s.cities.get(area) == NEUTRAL:
        return attackers_needed(p.s, p.name, NEUTRAL)
    return p.tokens_for_city(area) if area in p.land.sites and p.is_open(area) else 0


def expedition_to(
    p: Prospect, area: str, starts: Mapping[str, str], by_land: tuple[Mapping[str, int], int]
) -> Expedition | None:
    """Return the expedition there if there is one: what neighbours can spare, then ships, the best laden first."""
    givers, lacking = by_land
    voyages, load = list[Voyage](), ship_load(p.s, p.name)
    laden = {h: min(load, p.spare(a) - givers.get(a, 0)) for h in starts if (a := area_of(h)) not in {area, *p.founded}}
    for harbour in sorted(laden, key=lambda h: (-laden[h], h)):
        n = min(laden[harbour], lacking)
        if n > 0 and area_of(harbour) not in {area_of(voyage.harbour) for voyage in voyages}:
            voyages.append(Voyage(harbour, starts[harbour], n))
            lacking -= n
    if not voyages or lacking or not may_enter(p.s, p.name, area, tokens_wanted(p, area)):
        return None
    return Expedition(False, missing_for_growth(p, givers), len(voyages), area, givers, voyages)


def spared_by_neighbours(p: Prospect, area: str, wanted: int) -> tuple[dict[str, int], int]:
    """Return who sends how many by land, leaving one at least, and how many are lacking then."""
    givers, lacking = dict[str, int](), wanted - p.mine.get(area, 0)
    near = [a for a in p.land.by_land[area] if p.free.get(a) and a not in p.founded]
    for give in (p.spare, p.all_but_one):
        for a in near if lacking > 0 else ():
            n = max(0, min(lacking, give(a) - givers.get(a, 0)))
            if n:
                givers[a] = givers.get(a, 0) + n
                lacking -= n
    return givers, max(0, lacking)


def roaming(p: Prospect, ships: Mapping[str, int], walked: Collection[tuple[str, str]]) -> Iterator[Voyage]:
    """Yield the voyages of these ships that take spare tokens to empty land, the best first; none leads back to where
    tokens have `walked` from.
    """
    left = dict(ships)
    while best := max(roaming_voyages(p, left, walked), default=None):
        voyage = best[1]
        p.shift(area_of(voyage.harbour), area_of(voyage.goal), voyage.n)
        del left[voyage.harbour]
        yield voyage


def roaming_voyages(
    p: Prospect, ships: Mapping[str, int], walked: Collection[tuple[str, str]]
) -> Iterator[tuple[float, Voyage]]:
    """Yield each of them with its worth."""
    load = ship_load(p.s, p.name)
    for harbour, far in ships.items():
        start = area_of(harbour)
        most = 0 if start in p.founded else min(load, p.spare(start))
        for area, goal in ports(p.s.options.map, harbour, far, crosses_seas(p.s, p.name)).items() if most else ():
            n = min(most, p.limit(area) - p.mine.get(area, 0))
            worth = worth_of_landing(p, area, n) if n > 0 and (area, start) not in walked else 0.0
            if worth and may_enter(p.s, p.name, area, n):
                yield worth, Voyage(harbour, goal, n)


def worth_of_landing(p: Prospect, area: str, n: int) -> float:
    """Return what it is worth to land so many spare tokens there; a single one goes only to a site."""
    if p.others.get(area):
        return 0.0
    worth = n * (2.0 if p.mine.get(area, 0) < 2 else 0.2) + (area in p.land.sites)
    return worth if worth > 2 else 0.0


@lru_cache(maxsize=4096)
def ports(map_id: str, harbour: str, steps: int, open_sea: bool) -> Mapping[str, str]:
    """Return the areas that a ship reaches, each with the harbour where it lands."""
    return {area_of(goal): goal for goal in reversed(list(harbours_in_reach(map_id, harbour, steps, open_sea)))}
