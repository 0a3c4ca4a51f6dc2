"""Mega: abilities that hit all units of others in an adjacent area: Monotheism, Fundamentalism, Politics (CIV §17.2).

Barbarians, Pirates and units of protected owners in the area stay; an area where nobody is hit isn't offered
(CIV-RUL-080).
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.civ import verbs
from engine.civ.abilities.conversion import annex, next_door
from engine.civ.abilities.registry import ability
from engine.civ.board import cities_left, owners, points, tokens
from engine.civ.state import State
from engine.civ.verbs import area, nation, tell
from engine.core.ask import choose

PROTECTED = {
    "monotheism": frozenset({"monotheism", "theology"}),
    "fundamentalism": frozenset({"fundamentalism", "philosophy"}),
    "politics": frozenset({"politics", "cultural_ascendancy"}),
}
TREASURY, MOST_TREASURY = "treasury", 5


def victims(s: State, name: str, where: str, card: str) -> list[str]:
    """Return the owners in the area that the nation's advance hits."""
    open_to_it = unprotected_nations(s, name, card)
    return [one for one in owners(s, where) if one in open_to_it]


def unprotected_nations(s: State, name: str, card: str) -> set[str]:
    """Return the other nations without an advance that protects against that one."""
    shields = PROTECTED[card]
    return {one for one, its in s.nations.items() if one != name and shields.isdisjoint(its.advances)}


def targets(s: State, name: str, card: str) -> Mapping[str, list[str]]:
    """Return the adjacent areas where it hits anyone, each with its victims."""
    open_to_it = unprotected_nations(s, name, card)
    hit = {a: [one for one in owners(s, a) if one in open_to_it] for a in next_door(s, name)}
    return {a: those for a, those in hit.items() if those}


def annexable(s: State, name: str, card: str) -> list[str]:
    """Return the areas where it hits anyone and the nation has the pieces for all of it."""
    return [a for a, hit in targets(s, name, card).items() if has_pieces(s, name, a, hit)]


def has_pieces(s: State, name: str, where: str, hit: list[str]) -> bool:
    """Return whether tokens and a city for all units of these owners there are in stock."""
    needed = sum(tokens(s, where, one) for one in hit)
    return needed <= s.nations[name].stock and (s.cities.get(where) not in hit or cities_left(s, name) > 0)


@ability("mega", "monotheism", usable=lambda s, name: bool(annexable(s, name, "monotheism")))
async def monotheism(s: State, name: str) -> None:
    """Make units of others in one area the holder's. No card, no pillage."""
    where = await choose(name, "convert.area", annexable(s, name, "monotheism"))
    annex(s, name, where, victims(s, name, where, "monotheism"))
    tell(s, "ability.converted", focus=[where], player=nation(name), area=area(where))


@ability("mega", "fundamentalism", usable=lambda s, name: bool(targets(s, name, "fundamentalism")))
async def fundamentalism(s: State, name: str) -> None:
    """Destroy units of others in one area."""
    where = await choose(name, "fundamentalism.area", [*targets(s, name, "fundamentalism")])
    for one in victims(s, name, where, "fundamentalism"):
        if s.cities.get(where) == one:
            verbs.raze(s, where)
        verbs.take(s, one, where, tokens(s, where, one))
    tell(s, "ability.destroyed", focus=[where], player=nation(name), area=area(where))


def payable(s: State, name: str) -> list[str]:
    """Return the areas whose units the nation can annex and pay for: a token of treasury for each unit point."""
    return [a for a in annexable(s, name, "politics") if toll(s, name, a) <= s.nations[name].treasury]


def toll(s: State, name: str, where: str) -> int:
    """Return the unit points that Politics would annex there."""
    return sum(points(s, where, one) for one in victims(s, name, where, "politics"))


def uses_of_politics(s: State, name: str) -> list[str]:
    """Return the treasury to gain if there is stock, and the areas that can be paid for."""
    return [*([TREASURY] if s.nations[name].stock else []), *payable(s, name)]


@ability("mega", "politics", usable=lambda s, name: bool(uses_of_politics(s, name)))
async def politics(s: State, name: str) -> None:
    """Move up to five from stock to treasury, or annex units of others in one area for a token per point."""
    where = await choose(name, "politics.area", uses_of_politics(s, name))
    if where == TREASURY:
        await fill_treasury(s, name)
        return
    price = toll(s, name, where)
    annex(s, name, where, victims(s, name, where, "politics"))
    verbs.pay(s, name, price)
    tell(s, "ability.bought", focus=[where], player=nation(name), area=area(where), n=price)


async def fill_treasury(s: State, name: str) -> None:
    """Move up to five tokens from stock to treasury."""
    most = min(MOST_TREASURY, s.nations[name].stock)
    n = int(await choose(name, "politics.treasury", [str(n) for n in range(most, 0, -1)]))
    verbs.tax(s, name, n)
    tell(s, "ability.gained", player=nation(name), n=n)
