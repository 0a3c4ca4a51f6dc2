"""How advances change the phases of a turn, each question once (CIV §20).

Effects on calamities are with the calamities, credits with the purchase.
"""

from __future__ import annotations

from collections.abc import Container

from engine.civ.board import conflicts, has, is_conflict, is_shared, mega
from engine.civ.catalog import NEUTRAL, NUMBERS
from engine.civ.money import WONDER
from engine.civ.state import State


def tax_rates(s: State, nation: str) -> list[int]:
    """Return the rates to choose from."""
    return tax_rates_with(s.nations[nation].advances)


def tax_rates_with(advances: Container[str]) -> list[int]:
    """Return the tax rates with these advances: 2; Coinage 1 to 3, Monarchy 2 or 3, both 1 to 4 (CIV §5.2)."""
    coinage, monarchy = "coinage" in advances, "monarchy" in advances
    low, high = NUMBERS.tax_rate - coinage, NUMBERS.tax_rate + coinage + monarchy
    return list(range(low, high + 1))


def never_revolts(s: State, nation: str) -> bool:
    """Return whether the nation has Democracy, and so no revolt over taxes (CIV §5.3)."""
    return has(s, nation, "democracy")


def moves_late(s: State, nation: str) -> bool:
    """Return whether the nation has Military, and so builds ships and moves after all others (CIV §6.3)."""
    return has(s, nation, "military")


def ship_range(s: State, nation: str) -> int:
    """Return the steps of its ships."""
    return ship_range_with(s.nations[nation].advances)


def ship_range_with(advances: Container[str]) -> int:
    """Return the ship range with these advances: Cloth Making adds one (CIV §8.4)."""
    return NUMBERS.ship_range + ("cloth_making" in advances)


def ship_load(s: State, nation: str) -> int:
    """Return the tokens aboard."""
    return ship_load_with(s.nations[nation].advances)


def ship_load_with(advances: Container[str]) -> int:
    """Return the ship load with these advances: Naval Warfare adds one (CIV §8.4)."""
    return NUMBERS.ship_load + ("naval_warfare" in advances)


def crosses_seas(s: State, nation: str) -> bool:
    """Return whether its ships go over the open sea."""
    return crosses_seas_with(s.nations[nation].advances)


def crosses_seas_with(advances: Container[str]) -> bool:
    """Return whether ships cross open sea with these advances: Astronomy or Astronavigation (CIV §8.4)."""
    return "astronomy" in advances or "astronavigation" in advances


def walks_twice(s: State, nation: str) -> bool:
    """Return whether its tokens take a second step over land."""
    return walks_twice_with(s.nations[nation].advances)


def walks_twice_with(advances: Container[str]) -> bool:
    """Return whether tokens walk two steps with these advances: Road Building or Roadbuilding (CIV §8.3)."""
    return "road_building" in advances or "roadbuilding" in advances


def may_pass(s: State, nation: str, area: str, n: int) -> bool:
    """Return whether n of its tokens, come into the area by their first step, may go on (CIV §8.3)."""
    if mega(s):
        return not is_conflict_with(s, nation, area, n)
    return not set(s.tokens.get(area, {})) - {nation} and s.cities.get(area, nation) == nation


def is_conflict_with(s: State, nation: str, area: str, n: int) -> bool:
    """Return whether there is a conflict situation in the area once n more of the nation's tokens are there (CIV
    §8.7).
    """
    here = {**s.tokens.get(area, {})}
    here[nation] = here.get(nation, 0) + n
    return conflicts(s, area, here)


def may_enter(s: State, nation: str, area: str, n: int) -> bool:
    """Return whether n of its tokens may move there: Diplomacy and Cultural Ascendancy bar some (CIV §8.6)."""
    if not mega(s) or not is_shared(s, area, nation) or is_conflict(s, area):
        return True
    return not _kept_out(s, nation, area) and not _kept_from_war(s, nation, area, n)


def guarded_areas(s: State, nation: str) -> frozenset[str]:
    """Return areas with others who may keep its tokens out; all other areas take any number (CIV §8.6)."""
    guards = {name for name in s.nations if name != nation and _is_guard(s, name)} if mega(s) else set[str]()
    if not guards:
        return frozenset()
    kept = {area for area, here in s.tokens.items() if not guards.isdisjoint(here)}
    return frozenset(kept | {area for area, owner in s.cities.items() if owner in guards})


def _is_guard(s: State, nation: str) -> bool:
    return has(s, nation, "diplomacy") or has(s, nation, "cultural_ascendancy")


def most_entering(s: State, nation: str, area: str, most: int) -> int:
    """Return how many of `most` tokens may enter at once; if a number is barred, so is any greater one (CIV §8.6)."""
    if may_enter(s, nation, area, most):
        return most
    return next((n for n in range(most - 1, 0, -1) if may_enter(s, nation, area, n)), 0)


def _kept_out(s: State, nation: str, area: str) -> bool:
    owner = s.cities.get(area, nation)
    if owner in {nation, NEUTRAL} or not has(s, owner, "diplomacy"):
        return False
    return not has(s, nation, "diplomacy") and not has(s, nation, "military")


def _kept_from_war(s: State, nation: str, area: str, n: int) -> bool:
    free = has(s, nation, "cultural_ascendancy") or has(s, nation, "advanced_military")
    if free or not is_conflict_with(s, nation, area, n):
        return False
    there = {*s.tokens.get(area, {}), s.cities.get(area, nation)} - {nation}
    return any(has(s, owner, "cultural_ascendancy") for owner in there)


def loses_late(s: State, owner: str) -> bool:
    """Return whether the owner has Metalworking, and so removes tokens after everyone else (CIV §9.3)."""
    return has(s, owner, "metalworking")


def attackers_needed(s: State, attacker: str, defender: str) -> int:
    """Return the tokens that take a city of the defender (CIV §9.4)."""
    return NUMBERS.attackers + _siege(s, attacker, defender)


def defenders_due(s: State, attacker: str, defender: str) -> int:
    """Return the tokens that come for a city taken (CIV §9.4)."""
    return NUMBERS.defenders + _siege(s, attacker, defender)


def _siege(s: State, attacker: str, defender: str) -> int:
    ours, theirs = has(s, attacker, "engineering"), has(s, defender, "engineering")
    return NUMBERS.engineering * (theirs - ours)


def hand_limit(s: State, nation: str) -> int:
    """Return the money cards that may stay in hand: Roadbuilding one more (CIV §18.5)."""
    return NUMBERS.hand_limit + has(s, nation, "roadbuilding")


def counted_cities(s: State, nation: str, cities: int) -> int:
    """Return the Cities as the track counts them: the Wonder of the World is one (CIV-RUL-020)."""
    return cities + has(s, nation, WONDER)
