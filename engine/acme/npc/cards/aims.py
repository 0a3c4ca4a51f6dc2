"""Cards that take disks from others: what each would take, depending on the area or the civ it is aimed at."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.acme.cards import disasters as d
from engine.acme.cards import great_persons as g
from engine.acme.cards import religion as r
from engine.acme.cards.targets import areas_to_hit, civ_prey, prey
from engine.acme.effects.losses import Hit
from engine.acme.npc.cards.judging import Judge, Series
from engine.acme.questions.board import cities, land, land_near, near, occupied_areas
from engine.acme.state import State

Aimed: TypeAlias = Callable[[Judge, str], list[Hit]]


@dataclass(frozen=True, slots=True)
class Aim:
    """A card's possible targets, and what it then takes at best."""

    options: Callable[[State, str], Iterable[str]]
    hits: Aimed


def best_hits(judge: Judge, card: int, found: Iterable[Hit], most: int) -> list[Hit]:
    """Return at most so many of the hits, the best first; none on the NPC's own side, which may be left out."""
    hits = [h for h in judge.real_hits(card, found) if h.faction not in judge.kin]
    return sorted(hits, key=judge.blow)[:most]


def one_each(judge: Judge, card: int, areas: Iterable[str], *, civs_only: bool = False) -> list[Hit]:
    """Return a disk in each of the areas, of the Faction there that is hit first."""
    found = civ_prey if civs_only else prey
    victims = {a: found(judge.s, judge.npc, card, a) for a in areas}
    return [Hit(judge.first(able), a) for a, able in victims.items() if able]


def poet(judge: Judge, stage: str) -> list[Hit]:
    """Epic Poet: a disk on the stage and in two Land areas next to it."""
    there = one_each(judge, g.POET, [stage])
    return [*there, *best_hits(judge, g.POET, one_each(judge, g.POET, land_near(judge.s, stage)), 2)]


def zeal(judge: Judge, start: str) -> list[Hit]:
    """Religious Zeal: a disk in every Land area next to the start."""
    return one_each(judge, r.ZEAL, land_near(judge.s, start))


def of_city(judge: Judge, card: int, area: str, hits: Callable[[str], list[Hit]]) -> list[Hit]:
    """Return what a card aimed at a City there takes from the civ that is hit first."""
    victim = judge.first(d.cities_of_others(judge.s, judge.npc, area))
    return judge.real_hits(card, hits(victim))


def famine(judge: Judge, area: str) -> list[Hit]:
    """Famine & Pestilence: 2 disks of the City and 1 in each of two others."""

    def hits(victim: str) -> list[Hit]:
        rest = [Hit(victim, a) for a in cities(judge.s, victim) if a != area]
        return [Hit(victim, area, 2), *best_hits(judge, d.FAMINE, rest, 2)]

    return of_city(judge, d.FAMINE, area, hits)


def plague(judge: Judge, area: str) -> list[Hit]:
    """Biblical Plague: 2 disks of the City and 1 in each Land area of its owner around it."""
    return of_city(judge, d.PLAGUE, area, lambda victim: d.hits_around(judge.s, victim, area, 2))


def heresy(judge: Judge, area: str) -> list[Hit]:
    """Heresy: 1 disk of the City and 1 in each Land area of its owner around it."""
    return of_city(judge, r.HERESY, area, lambda victim: d.hits_around(judge.s, victim, area, 1))


def earthquake(judge: Judge, area: str) -> list[Hit]:
    """Earthquake: 2 disks there, and 1 of one Faction in each of two Land areas next to it."""
    victim = judge.first(prey(judge.s, judge.npc, d.EARTHQUAKE, area))
    return judge.real_hits(d.EARTHQUAKE, [Hit(victim, area, 2), *aftershocks(judge, area)])


def aftershocks(judge: Judge, area: str) -> list[Hit]:
    """Return the second part of Earthquake, against the Faction that is hit first."""
    around = land_near(judge.s, area)
    found = {f for a in around for f in prey(judge.s, judge.npc, d.EARTHQUAKE, a)}
    if not found:
        return []
    victim = judge.first(found)
    areas = areas_to_hit(judge.s, judge.npc, d.EARTHQUAKE, victim, around)
    return best_hits(judge, d.EARTHQUAKE, [Hit(victim, a) for a in areas], 2)


def rebellion(judge: Judge, area: str) -> list[Hit]:
    """Rebellion: up to 3 disks of a civ there."""
    victim = judge.first(civ_prey(judge.s, judge.npc, d.REBELLION, area))
    return judge.real_hits(d.REBELLION, [Hit(victim, area, d.REBELS)])


def drought(judge: Judge, victim: str) -> list[Hit]:
    """Drought: 1 disk of the civ in each of three Fertile areas."""
    hits = [Hit(victim, a) for a in d.drought_areas(judge.s, judge.npc, victim)]
    return best_hits(judge, d.DROUGHT, hits, 3)


def revolt(judge: Judge, victim: str) -> list[Hit]:
    """Tax Revolt: 1 disk of the civ in Land, beside its mina."""
    hits = [Hit(victim, a) for a in land(occupied_areas(judge.s, victim))]
    return best_hits(judge, d.TAX, hits, 1)


def pirates(judge: Judge, area: str) -> list[Hit]:
    """Pirates: a disk of a civ there and in one Sea that touches it."""
    there = one_each(judge, d.PIRATES, [area], civs_only=True)
    beside = [a for a in d.seas_with_others(judge.s, judge.npc) if a in near(judge.s, area)]
    return [*there, *best_hits(judge, d.PIRATES, one_each(judge, d.PIRATES, beside, civs_only=True), 1)]


def civil_war(judge: Judge, victim: str) -> list[Hit]:
    """Civil War: 1 disk in each of two Cities of the civ, of three if it has more VP."""
    n = d.rebels_of(judge.s, judge.npc, victim)
    hits = [Hit(victim, a) for a in cities(judge.s, victim)]
    return best_hits(judge, d.CIVIL_WAR, hits, n)


AIMS: Final[dict[int, Aim]] = {
    g.POET: Aim(g.stages, poet),
    d.FAMINE: Aim(d.foreign_cities, famine),
    d.PLAGUE: Aim(d.foreign_cities, plague),
    d.EARTHQUAKE: Aim(d.shakeable, earthquake),
    d.DROUGHT: Aim(d.farmers, drought),
    d.REBELLION: Aim(d.restless, rebellion),
    d.TAX: Aim(d.civs_with_three_mina, revolt),
    d.PIRATES: Aim(d.seas_with_others, pirates),
    d.CIVIL_WAR: Aim(d.factions_with_two_cities, civil_war),
    r.ZEAL: Aim(r.zealous, zeal),
    r.HERESY: Aim(d.foreign_cities, heresy),
}


def series_at(judge: Judge, card: int, option: str) -> Series:
    """Return how good the card would be there, or against that civ; less is better."""
    return judge.series(AIMS[card].hits(judge, option))


def best(judge: Judge, card: int) -> list[Hit]:
    """Return what the card would take at its best target; empty without a target."""
    options = list(AIMS[card].options(judge.s, judge.npc))
    if not options:
        return []
    return min((AIMS[card].hits(judge, o) for o in options), key=judge.series)
