"""Natural and human disasters: cards 72 to 83. They take disks; 84 and 85 bring Barbarians (`migrations`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from engine.acme.cards.gains import earn, lose_cards, lose_vp, pay_bank
from engine.acme.cards.sparing import can_be_fair, is_fair_play, plan_hits
from engine.acme.cards.targets import (
    areas_to_hit,
    civ_prey,
    civs_in,
    hits_told,
    nameable,
    owns_something,
    prey,
    rivals_with,
)
from engine.acme.effects.announce import Cause, announce_card
from engine.acme.effects.card_registry import card
from engine.acme.effects.losses import Hit, Terms, losable, lose, most_losses
from engine.acme.effects.plans import pick, place_all, plan_area, plan_areas, plan_faction, plan_victim
from engine.acme.facts.catalog import neighbours
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.questions.board import (
    cities,
    disks,
    everybody,
    factions,
    head_of,
    in_play,
    is_city,
    land,
    land_near,
    loose,
    near,
    occupied_areas,
    of_terrain,
    opponents,
    seas,
    with_cities,
)
from engine.acme.questions.teams import is_fair, mates, without_mates
from engine.acme.state import State
from engine.acme.verbs.basic import discard, tell
from engine.core import text
from engine.core.ask import choose, number

FAMINE, PLAGUE, VOLCANO, FLOOD, EARTHQUAKE, DROUGHT, REBELLION, TAX, CORRUPTION, NEPOTISM, PIRATES, CIVIL_WAR = range(
    72, 84
)
FLOOD_AREAS, REBELS, TAX_LEAST, NEPOTISM_HAND = 6, 3, 3, 3


async def strike(
    s: State, civ: str, chosen: int, hits: Sequence[Hit], *, against: Iterable[str] = (), usurper: str = ""
) -> int:
    """Announce the losses that can come about, and carry them out. Return how many disks were really lost."""
    areas = list(dict.fromkeys(h.area for h in hits))
    hurt, aim = victims_of(s, hits), hits_told(losable(s, civ, chosen, hits))
    hit = {*against, *hurt}
    cause = await announce_card(s, civ, chosen, against=hit, hurt=hurt, focus=areas, aim=aim, harm=True)
    return await lose(s, cause, hits, Terms(usurper=usurper))


def victims_of(s: State, hits: Iterable[Hit]) -> set[str]:
    """Return the civs that suffer the losses, including losses of their friends."""
    return {head_of(s, h.faction, h.area) for h in hits} & {*s.order}


def cities_of_others(s: State, civ: str, area: str) -> list[str]:
    """Return the other civs and neutral Factions with a City in the area (RUL-002), but for team-mates."""
    rivals = without_mates(s, civ, opponents(s, civ, area))
    return [f for f in rivals if f != BARBARIANS and is_city(s, f, area)]


def foreign_cities(s: State, civ: str) -> Iterator[str]:
    """Return areas with a City of another civ."""
    return (a for a in sorted(with_cities(s)) if cities_of_others(s, civ, a))


async def plan_city(s: State, civ: str, chosen: int) -> tuple[str, str]:
    """Return a City of another civ: its area and its owner."""
    area = await plan_area(civ, chosen, list(foreign_cities(s, civ)))
    return area, await plan_faction(civ, chosen, area, cities_of_others(s, civ, area))


def hits_around(s: State, victim: str, city: str, there: int) -> list[Hit]:
    """Return that many losses in the City, and 1 in each adjacent Land area that the victim occupies (RUL-082)."""
    beside = [a for a in land_near(s, city) if disks(s, victim, a)]
    return [Hit(victim, city, there), *(Hit(victim, a) for a in beside)]


@card(FAMINE, can=lambda s, civ: any(foreign_cities(s, civ)))
async def famine_and_pestilence(s: State, civ: str) -> None:
    """Take 2 disks of a City, and 1 in each of up to two other Cities of the same civ."""
    area, victim = await plan_city(s, civ, FAMINE)
    rest = [a for a in cities(s, victim) if a != area]
    more = await plan_areas(civ, FAMINE, 2, rest, least=0)
    await strike(s, civ, FAMINE, [Hit(victim, area, 2), *(Hit(victim, a) for a in more)])


@card(PLAGUE, can=lambda s, civ: any(foreign_cities(s, civ)))
async def biblical_plague(s: State, civ: str) -> None:
    """Take 2 disks of a City, and 1 in each adjacent Land area that its owner occupies (RUL-082)."""
    area, victim = await plan_city(s, civ, PLAGUE)
    await strike(s, civ, PLAGUE, hits_around(s, victim, area, 2))


def eruption(s: State, area: str) -> list[Hit]:
    """Return 2 losses for every Faction in the area and 1 in each adjacent area, Land and Sea."""
    there = [Hit(f, area, 2) for f in factions(s, area)]
    return [*there, *(Hit(f, b) for b in near(s, area) for f in factions(s, b))]


def effective(s: State, civ: str, chosen: int, hits: Iterable[Hit]) -> bool:
    """Return whether one of the losses could happen."""
    return any(most_losses(s, Cause("card", civ, chosen), hit) for hit in hits)


def volcanoes(s: State, civ: str) -> Iterator[str]:
    """Return the Mountain areas of the map where an eruption would take something, and is fair to team-mates."""
    mountains = ((a, eruption(s, a)) for a in sorted(of_terrain(in_play(s), "mountain")))
    return (a for a, hits in mountains if effective(s, civ, VOLCANO, hits) and is_fair_play(s, civ, VOLCANO, hits))


@card(VOLCANO, can=lambda s, civ: any(volcanoes(s, civ)))
async def volcano(s: State, civ: str) -> None:
    """Take 2 disks of every Faction in a Mountain area and 1 next to it; its player pays for none (RUL-060)."""
    area = await plan_area(civ, VOLCANO, list(volcanoes(s, civ)))
    await strike(s, civ, VOLCANO, eruption(s, area))


def inundation(s: State, area: str) -> list[Hit]:
    """Return 1 loss for every Faction in the area, 2 where it has a City."""
    return [Hit(f, area, 2 if is_city(s, f, area) else 1) for f in factions(s, area)]


def floodable(s: State, civ: str) -> Iterator[str]:
    """Return the Fertile areas where the flood would take something."""
    return (a for a in sorted(of_terrain(s.disks, "fertile")) if effective(s, civ, FLOOD, inundation(s, a)))


@cache
def chains(map_id: str, fertile: tuple[str, ...]) -> tuple[frozenset[str], ...]:
    """Return every connected group of at most six of these areas on that map."""
    beside = {a: [b for b in neighbours(map_id, a) if b in fertile] for a in fertile}
    found: list[frozenset[str]] = []
    layer = {frozenset([a]) for a in fertile}
    for _ in range(FLOOD_AREAS):
        found += layer
        layer = {chain | {b} for chain in layer for a in chain for b in beside[a] if b not in chain}
    return tuple(found)


def floods(s: State, civ: str) -> list[frozenset[str]]:
    """Return all that could be flooded at once: groups in which it would take something, and fair to team-mates."""
    wet = {*floodable(s, civ)}
    every = [chain for chain in chains(s.map, tuple(sorted(of_terrain(in_play(s), "fertile")))) if chain & wet]
    own = mates(s, civ)
    if not own:
        return every
    taken = {a: losable(s, civ, FLOOD, inundation(s, a)) for a in {a for chain in every for a in chain}}
    harm = {a: Counter({one.faction: one.disks for one in hits}) for a, hits in taken.items() if hits}
    hit, delicate = frozenset(harm), {a for a, lost in harm.items() if not lost.keys().isdisjoint(own)}
    struck = {chain & hit for chain in every if not chain.isdisjoint(delicate)}
    unfair = {part for part in struck if not is_fair(s, civ, sum((harm[a] for a in part), Counter[str]()))}
    return [chain for chain in every if chain & hit not in unfair] if unfair else every


def can_flood(s: State, civ: str) -> bool:
    """Return whether a flood is possible and fair."""
    return bool(floods(s, civ)) if mates(s, civ) else any(floodable(s, civ))


@card(FLOOD, can=can_flood)
async def forty_days_and_forty_nights(s: State, civ: str) -> None:
    """Flood up to six connected Fertile areas: 1 disk of every Faction, 2 of a City (RUL-083)."""

    def beside(picked: list[str]) -> Iterable[str]:
        return sorted({b for a in picked for b in of_terrain(near(s, a), "fertile")})

    fits = {*floods(s, civ)} if mates(s, civ) else None
    picked = await plan_areas(
        civ,
        FLOOD,
        FLOOD_AREAS,
        list(floodable(s, civ)),
        beside,
        fits=None if fits is None else lambda areas: frozenset(areas) in fits,
    )
    await strike(s, civ, FLOOD, [hit for a in picked for hit in inundation(s, a)])


def shakeable(s: State, civ: str) -> Iterator[str]:
    """Land areas with an opposing disk to lose."""
    return (a for a in sorted(land(s.disks)) if shaken(s, civ, a))


def shaken(s: State, civ: str, area: str) -> list[str]:
    """Return the Factions that can lose 2 disks there; a team-mate only if the aftershocks can cost another as much."""
    found = prey(s, civ, EARTHQUAKE, area)
    own = mates(s, civ)
    return [f for f in found if f not in own or next(aftershocks(s, civ, area, f), None) is not None]


def aftershocks(s: State, civ: str, area: str, victim: str) -> Iterator[tuple[str, ...]]:
    """Yield all fair ways to continue an Earthquake there: a Faction and one or two areas next to it, or nothing."""
    around = land_near(s, area)
    ways: list[tuple[str, ...]] = [()]
    if mates(s, civ):
        for f in sorted({f for a in around for f in prey(s, civ, EARTHQUAKE, a)}):
            able = areas_to_hit(s, civ, EARTHQUAKE, f, around)
            ways += [(f, *areas) for n in (1, 2) for areas in combinations(able, n)]
    for way in ways:
        hits = [Hit(victim, area, 2), *(Hit(way[0], a) for a in way[1:])]
        if is_fair_play(s, civ, EARTHQUAKE, hits):
            yield way


@card(EARTHQUAKE, can=lambda s, civ: any(shakeable(s, civ)))
async def earthquake(s: State, civ: str) -> None:
    """Take 2 disks of an opposing Faction in a Land area, and 1 of a Faction in each of up to two areas next to it
    (RUL-084).
    """
    area = await plan_area(civ, EARTHQUAKE, list(shakeable(s, civ)))
    victim = await plan_faction(civ, EARTHQUAKE, area, shaken(s, civ, area))
    shocks = await plan_aftershocks(s, civ, area, victim)
    await strike(s, civ, EARTHQUAKE, [Hit(victim, area, 2), *shocks])


async def plan_aftershocks(s: State, civ: str, area: str, first: str) -> list[Hit]:
    """Choose another or the same Faction, and up to two Land areas next to the first."""
    around = land_near(s, area)
    found = {f for a in around for f in prey(s, civ, EARTHQUAKE, a)}
    fair = {*aftershocks(s, civ, area, first)} if mates(s, civ) else None
    among = [f for f in everybody(s) if f in found and (fair is None or any(way[:1] == (f,) for way in fair))]
    said = {"card": text.card(EARTHQUAKE), "area": text.area(area), "prompt": "card.aftershock"}
    may_stop = fair is None or () in fair
    victim = await pick(civ, "card.faction", among, may_stop=may_stop, about=around, **said)
    if victim is None:
        return []

    def fits(areas: list[str]) -> bool:
        return fair is None or any(way[0] == victim and {*way[1:]} == {*areas} for way in fair if way)

    areas = await plan_areas(civ, EARTHQUAKE, 2, areas_to_hit(s, civ, EARTHQUAKE, victim, around), fits=fits)
    return [Hit(victim, a) for a in areas]


def drought_areas(s: State, civ: str, victim: str) -> list[str]:
    """Return the Fertile areas where the victim has a disk to lose."""
    return areas_to_hit(s, civ, DROUGHT, victim, of_terrain(occupied_areas(s, victim), "fertile"))


def farmers(s: State, civ: str) -> list[str]:
    """Return the others in Fertile areas, but for the Barbarians."""
    return nameable(s, civ, lambda other: bool(drought_areas(s, civ, other)))


@card(DROUGHT, can=lambda s, civ: bool(farmers(s, civ)))
async def drought(s: State, civ: str) -> None:
    """Take 1 disk of another civ in each of up to three Fertile areas of the player's choice."""
    victim = await plan_victim(civ, DROUGHT, farmers(s, civ))
    areas = await plan_areas(civ, DROUGHT, 3, drought_areas(s, civ, victim))
    await strike(s, civ, DROUGHT, [Hit(victim, a) for a in areas])


def restless(s: State, civ: str) -> Iterator[str]:
    """Land areas with another civ that has a disk to lose."""
    return (a for a in sorted(land(s.disks)) if rebellious(s, civ, a))


def rebellious(s: State, civ: str, area: str) -> list[str]:
    """Return the other civs and neutral Factions there, but for team-mates."""
    return without_mates(s, civ, civ_prey(s, civ, REBELLION, area))


@card(REBELLION, can=lambda s, civ: any(restless(s, civ)))
async def rebellion(s: State, civ: str) -> None:
    """Turn up to 3 disks of a civ in a Land area into Barbarians; the number is chosen first (RUL-012)."""
    area = await plan_area(civ, REBELLION, list(restless(s, civ)))
    victim = await plan_faction(civ, REBELLION, area, rebellious(s, civ, area))
    most = most_losses(s, Cause("card", civ, REBELLION), Hit(victim, area, REBELS))
    said: dict[str, Any] = {
        "card": text.card(REBELLION),
        "area": text.area(area),
        "civ": text.civ(victim),
        "most": most,
    }
    n = await number(civ, "card.amount", 1, most, about=[area, victim], prompt="card.rebels", **said)
    await strike(s, civ, REBELLION, [Hit(victim, area, n)], usurper=BARBARIANS)


def civs_with_three_mina(s: State, civ: str) -> list[str]:
    """Return the other civs with 3 mina or more."""
    return rivals_with(s, civ, lambda other: s.civs[other].mina >= TAX_LEAST)


@card(TAX, can=lambda s, civ: bool(civs_with_three_mina(s, civ)))
async def tax_revolt(s: State, civ: str) -> None:
    """Take half of another civ's mina, rounded up; then 1 of its disks in Land becomes a Barbarian."""
    victim = await plan_victim(civ, TAX, civs_with_three_mina(s, civ))
    areas = areas_to_hit(s, civ, TAX, victim, land(occupied_areas(s, victim)))
    hits = [Hit(victim, await plan_area(civ, TAX, areas))] if areas else []
    focus, aim = [h.area for h in hits], hits_told(hits) or text.civ(victim)
    cause = await announce_card(s, civ, TAX, against=[victim], focus=focus, aim=aim)
    pay_bank(s, victim, (s.civs[victim].mina + 1) // 2)
    await lose(s, cause, hits, Terms(usurper=BARBARIANS))


def owners(s: State, civ: str) -> list[str]:
    """Return the other civs with a mina or a card, but for team-mates."""
    return rivals_with(s, civ, lambda other: owns_something(s, other))


@card(CORRUPTION, can=lambda s, civ: bool(owners(s, civ)))
async def corruption(s: State, civ: str) -> None:
    """Take 1 mina and 1 random card of another civ, each if it has one."""
    victim = await plan_victim(civ, CORRUPTION, owners(s, civ))
    await announce_card(s, civ, CORRUPTION, against=[victim], aim=text.civ(victim))
    pay_bank(s, victim, 1)
    lose_cards(s, victim, 1)


def civs_with_vp(s: State, civ: str) -> list[str]:
    """Return the other civs with VP to lose (RUL-014)."""
    return rivals_with(s, civ, lambda other: s.civs[other].vp > 0)


@card(NEPOTISM, can=lambda s, civ: bool(civs_with_vp(s, civ)))
async def nepotism(s: State, civ: str) -> None:
    """Take 1 VP of another civ; with 3 cards or more, it also discards 1 of its choice."""
    victim = await plan_victim(civ, NEPOTISM, civs_with_vp(s, civ))
    await announce_card(s, civ, NEPOTISM, against=[victim], aim=text.civ(victim))
    lose_vp(s, victim, 1, NEPOTISM)
    if len(s.civs[victim].hand) >= NEPOTISM_HAND:
        await discard_one(s, victim)


async def discard_one(s: State, civ: str) -> None:
    """The civ discards a card of its choice."""
    options = [str(n) for n in sorted(loose(s, civ))]
    chosen = int(await choose(civ, "card.give", options, prompt="card.discard", card=text.card(NEPOTISM)))
    discard(s, civ, chosen)
    tell(s, "card.discarded", civ=text.civ(civ), card=text.card(chosen))


def seas_with_others(s: State, civ: str) -> Iterator[str]:
    """Return the Seas with a disk of another civ."""
    return (a for a in sorted(seas(s.disks)) if factions_at_sea(s, civ, a))


def factions_at_sea(s: State, civ: str, area: str) -> list[str]:
    """Return the other civs and neutral Factions in a Sea."""
    return civ_prey(s, civ, PIRATES, area)


@card(
    PIRATES, can=lambda s, civ: any(without_mates(s, civ, factions_at_sea(s, civ, a)) for a in seas_with_others(s, civ))
)
async def pirates(s: State, civ: str) -> None:
    """Take 1 disk of a civ in one Sea or two adjacent ones, each replaced by a Barbarian; gain 1 mina if a disk was
    lost (RUL-084).
    """

    def beside(picked: list[str]) -> Iterable[str]:
        return [a for a in seas_with_others(s, civ) if a in near(s, picked[0])]

    def fits(areas: list[str]) -> bool:
        return can_be_fair(s, civ, {}, [factions_at_sea(s, civ, a) for a in areas])

    areas = await plan_areas(
        civ, PIRATES, 2, list(seas_with_others(s, civ)), beside, fits=fits if mates(s, civ) else None
    )
    hits = await plan_hits(s, civ, PIRATES, areas, lambda a: factions_at_sea(s, civ, a))
    lost = await strike(s, civ, PIRATES, hits, against=civs_in(s, areas))
    place_all(s, BARBARIANS, areas)
    if lost:
        earn(s, civ, 1)


def factions_with_two_cities(s: State, civ: str) -> list[str]:
    """Return the others with two Cities or more, but for the Barbarians."""
    return nameable(s, civ, lambda other: len(cities(s, other)) > 1)


def rebels_of(s: State, civ: str, victim: str) -> int:
    """Return in how many of its Cities the civil war breaks out: a third one if it has more VP than the player."""
    return 3 if victim in s.order and s.civs[victim].vp > s.civs[civ].vp else 2


@card(CIVIL_WAR, can=lambda s, civ: bool(factions_with_two_cities(s, civ)))
async def civil_war(s: State, civ: str) -> None:
    """Turn 1 disk in two Cities of another civ into a Barbarian; in a third if it has more VP than the player."""
    victim = await plan_victim(civ, CIVIL_WAR, factions_with_two_cities(s, civ))
    n = rebels_of(s, civ, victim)
    areas = await plan_areas(civ, CIVIL_WAR, n, cities(s, victim), least=n)
    await strike(s, civ, CIVIL_WAR, [Hit(victim, a) for a in areas], usurper=BARBARIANS)
