"""Trade: cards 42 to 51."""

from __future__ import annotations

from collections.abc import Iterable

from engine.acme.cards.gains import earn, lose_cards, pay_bank, pay_to
from engine.acme.cards.targets import civs_in, civs_told, civs_with, owns_something, placeable
from engine.acme.effects.announce import announce_card
from engine.acme.effects.card_registry import card
from engine.acme.effects.losses import told_areas
from engine.acme.effects.plans import pick, place_all, plan_areas, plan_victim
from engine.acme.facts.catalog import CARDS
from engine.acme.questions.board import (
    controls,
    in_play,
    is_city,
    land,
    land_near,
    loose,
    occupied_areas,
    room,
    sea_near,
    seas,
    supply,
)
from engine.acme.questions.teams import are_mates, without_mates
from engine.acme.state import State
from engine.acme.verbs.basic import give_card, tell
from engine.core import chance, text

FLEET, TARSHISH, CEDARS, INCENSE, SILK, DILMUN, HIGHWAY, ROYAL_ROAD, EMBARGO, WEIGHTS = range(42, 52)
FLEET_SEAS, HIGHWAY_AREAS, ROAD_MOST, EMBARGO_MINA = 3, 3, 3, 2


def open_seas(s: State, civ: str) -> list[str]:
    """Return the Seas of the map with room for a disk of the civ."""
    return placeable(s, civ, sorted(seas(in_play(s))))


@card(FLEET, can=lambda s, civ: bool(open_seas(s, civ)))
async def trade_fleet(s: State, civ: str) -> None:
    """Place 1 disk in each of up to three connected Seas (RUL-079)."""

    def beside(picked: list[str]) -> Iterable[str]:
        return placeable(s, civ, sorted({b for a in picked for b in sea_near(s, a)}))

    picked = await plan_areas(civ, FLEET, min(FLEET_SEAS, supply(s, civ)), open_seas(s, civ), beside)
    await announce_card(s, civ, FLEET, against=civs_in(s, picked), focus=picked, aim=told_areas(picked))
    place_all(s, civ, picked)


def sites(s: State, chosen: int) -> list[str]:
    """Return the sites the card names, as far as they are in play (RUL-006); with Lower Gulf the Seas next to it."""
    named = [a for a in CARDS[chosen].areas if a in in_play(s)]
    return [*named, *(b for a in named for b in sea_near(s, a))] if chosen == DILMUN else named


async def trade_with_sites(s: State, civ: str, chosen: int) -> None:
    """Gain 2 mina; then every other civ with a disk in one of the sites gains 1, in Turn Order (RUL-008)."""
    await announce_card(s, civ, chosen, focus=sites(s, chosen))
    earn(s, civ, 2)
    for other in civs_in(s, sites(s, chosen)):
        earn(s, other, 1)


@card(TARSHISH)
async def sea_route_to_tarshish(s: State, civ: str) -> None:
    """Gain 2 mina; others with disks at the sites gain 1."""
    await trade_with_sites(s, civ, TARSHISH)


@card(CEDARS)
async def cedars_of_lebanon(s: State, civ: str) -> None:
    """Gain 2 mina; others with disks at the sites gain 1."""
    await trade_with_sites(s, civ, CEDARS)


@card(INCENSE)
async def incense_road(s: State, civ: str) -> None:
    """Gain 2 mina; others with disks at the sites gain 1."""
    await trade_with_sites(s, civ, INCENSE)


@card(SILK)
async def silk_road(s: State, civ: str) -> None:
    """Gain 2 mina; others with disks at the sites gain 1."""
    await trade_with_sites(s, civ, SILK)


@card(DILMUN)
async def traders_of_dilmun(s: State, civ: str) -> None:
    """Gain 2 mina; others with disks in the Lower Gulf or an adjacent Sea gain 1."""
    await trade_with_sites(s, civ, DILMUN)


def passable(s: State, civ: str, area: str) -> bool:
    """Return whether the area is vacant, or the civ's alone."""
    return area not in s.disks or controls(s, civ, area)


def steps(s: State, civ: str, chain: list[str]) -> list[str]:
    """Return how the King's Highway may continue: areas adjacent to the last one, starting beside an occupied Land area
    outside it.

    It ends when Supply can't fill more of its areas (RUL-080).
    """
    if sum(room(s, civ, a) > 0 for a in chain) >= supply(s, civ):
        return []
    starts = [a for a in land(occupied_areas(s, civ)) if a not in chain]
    if not chain:
        return sorted({b for a in starts for b in land_near(s, a) if passable(s, civ, b)})
    ahead = [b for b in land_near(s, chain[-1]) if b not in chain and passable(s, civ, b)]
    return [b for b in ahead if any(a != b and chain[0] in land_near(s, a) for a in starts)]


@card(HIGHWAY, can=lambda s, civ: bool(land(occupied_areas(s, civ))))
async def kings_highway(s: State, civ: str) -> None:
    """Place 1 disk in each of a chain of up to three areas from an occupied Land area, vacant or the civ's alone. Gain
    1 mina.
    """

    def onward(chain: list[str]) -> Iterable[str]:
        return steps(s, civ, chain)

    chain = await plan_areas(civ, HIGHWAY, HIGHWAY_AREAS, steps(s, civ, []), onward, least=0)
    await announce_card(s, civ, HIGHWAY, focus=chain, aim=told_areas(chain))
    place_all(s, civ, chain)
    earn(s, civ, 1)


def controlled_cities(s: State, civ: str) -> int:
    """Return how many Cities the civ Controls."""
    return sum(is_city(s, civ, a) and controls(s, civ, a) for a in occupied_areas(s, civ))


@card(ROYAL_ROAD, can=lambda s, civ: controlled_cities(s, civ) > 1)
async def royal_road(s: State, civ: str) -> None:
    """Gain 1 mina for every two Cities the civ Controls, at most 3."""
    await announce_card(s, civ, ROYAL_ROAD)
    if mina := min(ROAD_MOST, controlled_cities(s, civ) // 2):
        earn(s, civ, mina)


def owners(s: State, civ: str) -> list[str]:
    """Return the other civs with a mina or a card."""
    return civs_with(s, civ, lambda other: owns_something(s, other))


def debtors(s: State, civ: str) -> list[str]:
    """Return the owners without team-mates: possible targets of a card that harms nobody else."""
    return without_mates(s, civ, owners(s, civ))


@card(EMBARGO, can=lambda s, civ: bool(debtors(s, civ)))
async def trade_embargo(s: State, civ: str) -> None:
    """Take 2 mina of another civ, and 1 random card for each that it lacks."""
    victim = await plan_victim(civ, EMBARGO, debtors(s, civ))
    await announce_card(s, civ, EMBARGO, against=[victim], aim=text.civ(victim))
    paid = pay_bank(s, victim, EMBARGO_MINA)
    lose_cards(s, victim, EMBARGO_MINA - paid)


@card(WEIGHTS, can=lambda s, civ: bool(debtors(s, civ)))
async def dishonest_weights(s: State, civ: str) -> None:
    """Take 1 mina or, without one, a random card of each of one or two other civs; a team-mate not without another."""
    first = await plan_victim(civ, WEIGHTS, owners(s, civ))
    alone = not are_mates(s, civ, first)
    rest = [other for other in (owners(s, civ) if alone else debtors(s, civ)) if other != first]
    second = await pick(civ, "card.victim", rest, may_stop=alone, about=[first], card=text.card(WEIGHTS))
    victims = [other for other in s.order if other in {first, second}]
    await announce_card(s, civ, WEIGHTS, against=victims, aim=civs_told(victims))
    for victim in victims:
        cheat(s, civ, victim)


def cheat(s: State, civ: str, victim: str) -> None:
    """Take a mina or, without one, a random card."""
    if not pay_to(s, victim, civ, 1) and loose(s, victim):
        give_card(s, victim, civ, chance.pick(s, loose(s, victim)))
        tell(s, "card.taken", civ=text.civ(civ), other=text.civ(victim))
