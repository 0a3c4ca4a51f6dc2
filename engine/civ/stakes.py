"""The costs and gains of each option between areas, rates or factions, in numbers.

Silence takes the first of several; a person who chooses sees what distinguishes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.civ.abilities import doctrine, neighbours
from engine.civ.attacks import attacks, succeeds
from engine.civ.board import cities_left, city_count, has, land, tokens
from engine.civ.calamities import ground, hordes
from engine.civ.calamities.registry import figure, figures
from engine.civ.calamities.waters import at_sea, flood_stake
from engine.civ.catalog import NATIONS, NUMBERS, SEAS
from engine.civ.effects import defenders_due
from engine.civ.state import State
from engine.core.ask import Request
from engine.core.message import Message
from engine.core.text import sentence, words

Stake = Callable[[State, Request, str, str], str]
RANSOM: Final = "yes"


def stake(s: State, request: Request, seat: str, token: str) -> str:
    """Return the numbers of an option; empty if its question has none."""
    make = STAKES.get(request.key)
    return make(s, request, seat, token) if make else ""


def _said(key: str, /, **values: object) -> str:
    return words(f"option.stake.{key}", **values)


def _there(s: State, seat: str, each: Mapping[str, str]) -> str:
    """`points there: Crete 12, Egypt 5`, the seat that chooses first."""
    order = [seat, *(name for name in s.nations if name != seat)]
    return ", ".join(f"{NATIONS[name].name} {each[name]}" for name in order if each.get(name))


def place(s: State, _request: Request, seat: str, token: str) -> str:
    """Return a volcano or flood plain with everyone's points there, or an open sea with the cities (CIV §15, §16.3)."""
    if token in SEAS:
        return _said("cities", list=_there(s, seat, _numbers(s, lambda name: len(at_sea(s, name, token)))))
    of = ground.damage if token in land(s).volcanoes else flood_points
    return _said("points", list=_there(s, seat, _numbers(s, lambda name: of(s, token, name))))


def _numbers(s: State, count: Callable[[str], int]) -> dict[str, str]:
    return {name: str(n) for name in s.nations if (n := count(name))}


def flood_points(s: State, plain: str, name: str) -> int:
    """Return the points that the nation has on that flood plain."""
    return flood_stake(s, name, plain).points


def own_city(s: State, _request: Request, seat: str, token: str) -> str:
    """Return one's own city that is destroyed, or with Engineering reduced."""
    return _city(s, token, reduced=has(s, seat, "engineering"))


def other_city(s: State, _request: Request, _seat: str, token: str) -> str:
    """Return a city that is reduced, whose ever it is."""
    return _city(s, token, reduced=True)


def _city(s: State, where: str, *, reduced: bool) -> str:
    n = ground.left_by(s, where) if reduced else NUMBERS.city_points
    return _said("costs", owner=NATIONS[s.cities[where]].name, n=n)


def horde(s: State, request: Request, _seat: str, token: str) -> str:
    """Return what the victim loses where Barbarians come (CIV-RUL-077)."""
    victim = nation_named(request, "victim")
    if victim not in s.nations:
        return ""
    n = hordes.damage(s, victim, token, _barbarians(s, request, victim))
    return _said("costs", owner=NATIONS[victim].name, n=n)


def _barbarians(s: State, request: Request, victim: str) -> int:
    """Return how many barbarians march on; at first, as many as the calamity brings."""
    n = request.said.values.get("n")
    if isinstance(n, int):
        return n
    if request.key == "horde.city":
        return figure(s, "mega", "barbarian_hordes", "tokens", victim)
    return figures("classic", "barbarian_hordes")["tokens"]


def nation_named(request: Request, value: str) -> str:
    """Return the nation that a value of the question names; empty without one."""
    return str(request.said.values.get(value, "")).removeprefix("{civ:").removesuffix("}")


def attack(s: State, _request: Request, seat: str, token: str) -> str:
    """Return who attacks with how many, and what defends the area if the city falls (CIV §9.4)."""
    attacker = attacks(s).get(token, "")
    if attacker not in NATIONS:
        return ""
    said = {"owner": NATIONS[attacker].name, "n": tokens(s, token, attacker)}
    if not succeeds(s, token, attacker):
        return _said("holds", **said)
    return _said("falls", due=min(defenders_due(s, attacker, seat), s.nations[seat].stock), **said)


def rate(s: State, _request: Request, seat: str, token: str) -> str:
    """Return what the cities cost at that rate (CIV §5.2)."""
    return _said("rate", n=int(token) * city_count(s, seat), stock=s.nations[seat].stock)


def ransom(s: State, request: Request, seat: str, token: str) -> str:
    """Return the marker's new space, or how many cities are left (CIV §16.4)."""
    if token != RANSOM:
        return _said("back", space=s.nations[seat].space - 1)
    cities = city_count(s, seat)
    return _said("ransom", space=s.nations[seat].space, n=cities - int(str(request.said.values["price"])))


def faction(_s: State, request: Request, _seat: str, token: str) -> str:
    """Return the points of a faction and the units in it (CIV §15.2)."""
    there, n = request.said.values.get(f"{token}_units"), request.said.values[token]
    return _said("faction", n=n, units=sentence(there) if isinstance(there, Message) else "")


def annexation_costs(s: State, _request: Request, seat: str, token: str) -> str:
    """Return what an area costs with Politics and who loses what there, or how much stock can fill treasury (CIV
    §17.2).
    """
    if token == neighbours.TREASURY:
        return _said("fill", n=min(neighbours.MOST_TREASURY, s.nations[seat].stock))
    hit = neighbours.victims(s, seat, token, "politics")
    losing = [_units(s, token, name) for name in hit]
    return _said("price", n=neighbours.toll(s, seat, token), treasury=s.nations[seat].treasury, list=", ".join(losing))


def _units(s: State, where: str, name: str) -> str:
    """`Crete 1 token`, `Crete 2 tokens and its city`."""
    n, city = tokens(s, where, name), s.cities.get(where) == name
    kind = "both" if n and city else "city_of" if city else "tokens_of"
    return _said(kind, owner=NATIONS[name].name, n=n)


def won_over(s: State, _request: Request, seat: str, token: str) -> str:
    """Return what a Pirate city or Barbarians take from one's stock (CIV-RUL-081)."""
    if token == doctrine.BARBARIANS:
        return _said("barbarians", n=doctrine.most_tokens(s, seat), stock=s.nations[seat].stock)
    return _said("pirates", n=cities_left(s, seat))


STAKES: Final[Mapping[str, Stake]] = {
    "calamity.site": place,
    "calamity.harbour": own_city,
    "calamity.quake": own_city,
    "calamity.quake_next": other_city,
    "horde.landing": horde,
    "horde.city": horde,
    "horde.way": horde,
    "conflict.order": attack,
    "tax.rate": rate,
    "mega.ransom": ransom,
    "war.keep": faction,
    "politics.area": annexation_costs,
    "doctrine.what": won_over,
}
