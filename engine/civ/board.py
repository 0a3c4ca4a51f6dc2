"""Questions about a position: units in areas, what an area supports, what a nation has left (CIV §2)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from engine.civ.catalog import ADVANCES, AREAS, NEUTRAL, NUMBERS, rank
from engine.civ.definitions import Advance
from engine.civ.geography import Geography, geography
from engine.civ.options import STRONG
from engine.civ.state import State


def land(s: State) -> Geography:
    """Return the map in play."""
    return geography(s.options.map)


def is_strong(s: State, nation: str) -> bool:
    """Return whether the strong computer plays the nation."""
    return s.options.npc == STRONG and s.nations[nation].by == "npc"


def in_ast_order(s: State) -> list[str]:
    """Return the nations in the order of the A.S.T. (CIV §2.5)."""
    return sorted(s.nations, key=rank)


def nations_in_play(s: State) -> list[str]:
    """Return the nations that are played on, in the order of the A.S.T.: all but inert seats (CIV §22.1)."""
    return [n for n in in_ast_order(s) if not s.nations[n].inert]


def has(s: State, nation: str, advance: str) -> bool:
    """Return whether the nation holds that advance. The neutral owner holds none (CIV §2.4)."""
    one = s.nations.get(nation)
    return one is not None and advance in one.advances


def mega(s: State) -> bool:
    """Return whether the 51 advances are played with."""
    return s.options.deck == "mega"


def deck(s: State) -> Mapping[str, Advance]:
    """Return the advances of the table."""
    return ADVANCES["mega" if mega(s) else "classic"]


def in_board_order(s: State, areas: Iterable[str]) -> list[str]:
    """Return the areas in the order of the board."""
    return sorted(areas, key=land(s).place.__getitem__)


def tokens(s: State, area: str, owner: str) -> int:
    """Return how many tokens of the owner are there."""
    here = s.tokens.get(area)
    return here.get(owner, 0) if here else 0


def areas_with_tokens(s: State, owner: str) -> list[str]:
    """Return the areas with the owner's tokens, in the order of the board."""
    return in_board_order(s, [area for area, here in s.tokens.items() if owner in here])


def cities(s: State, owner: str) -> list[str]:
    """Return the areas with the owner's cities, in the order of the board."""
    return in_board_order(s, [area for area, one in s.cities.items() if one == owner])


def city_count(s: State, owner: str) -> int:
    """Return how many cities the owner has on the board."""
    return sum([one == owner for one in s.cities.values()])


def population(s: State, owner: str) -> int:
    """Return the owner's tokens on the board."""
    return sum([here[owner] for here in s.tokens.values() if owner in here])


def has_units(s: State, area: str, owner: str) -> bool:
    """Return whether the owner has a token or a city there."""
    return bool(tokens(s, area, owner)) or s.cities.get(area) == owner


def owners(s: State, area: str) -> list[str]:
    """Return all owners of a token or a city there, nations in the order of seats, the neutral owner last."""
    here, city = s.tokens.get(area, ()), s.cities.get(area)
    return [one for one in (*s.nations, NEUTRAL) if one in here or one == city] if here or city else []


def areas_of(s: State, owner: str) -> list[str]:
    """Return the areas with the owner's units, in the order of the board."""
    own = {area for area, here in s.tokens.items() if owner in here}
    own |= {area for area, one in s.cities.items() if one == owner}
    return in_board_order(s, own)


def points(s: State, area: str, owner: str) -> int:
    """Return the owner's unit points there: a token 1, a city 5 (CIV §2.2)."""
    return tokens(s, area, owner) + NUMBERS.city_points * (s.cities.get(area) == owner)


def cities_left(s: State, nation: str) -> int:
    """Return the Cities of the nation in stock; the neutral owner has no end of them."""
    return NUMBERS.cities - city_count(s, nation)


def stock_points(s: State, nation: str) -> int:
    """Return the unit points in stock (CIV §5.4)."""
    return s.nations[nation].stock + NUMBERS.city_points * cities_left(s, nation)


def most_in_stock(s: State, nations: list[str]) -> str:
    """Return the nation with the most unit points in stock, ties in A.S.T. order; empty if there is none."""
    return min(nations, key=lambda n: (-stock_points(s, n), rank(n)), default="")


def is_alone(s: State, area: str, nation: str) -> bool:
    """Return whether nobody else has a unit there."""
    return not is_shared(s, area, nation)


def is_shared(s: State, area: str, nation: str) -> bool:
    """Return whether another owner has a unit there."""
    here = s.tokens.get(area, ())
    return s.cities.get(area, nation) != nation or len(here) > (nation in here)


def shared_areas(s: State, nation: str) -> frozenset[str]:
    """Return the areas where another owner has a unit."""
    return frozenset(area for area in (*s.tokens, *s.cities) if is_shared(s, area, nation))


def limit_for(s: State, area: str, nation: str) -> int:
    """Return how many tokens of the nation the area supports without a city: one more with Agriculture (CIV §11.1)."""
    base = AREAS[area].limit
    if not has(s, nation, "agriculture") or not is_alone(s, area, nation) or (mega(s) and base > 2):
        return base
    return base + 1


def conflict_limit(s: State, area: str) -> int:
    """Return how many tokens of several owners may be there: none beside a city (CIV §9.3)."""
    return 0 if area in s.cities else AREAS[area].limit


def is_conflict(s: State, area: str) -> bool:
    """Return a conflict situation: tokens of several owners above the limit, or tokens with another's city (CIV
    §8.7).
    """
    return conflicts(s, area, s.tokens.get(area, {}))


def conflicts(s: State, area: str, here: Mapping[str, int]) -> bool:
    """Return whether these tokens would be in conflict there."""
    if area in s.cities:
        return any(owner != s.cities[area] for owner in here)
    return len(here) > 1 and sum(here.values()) > AREAS[area].limit


def support_rate(s: State, nation: str) -> int:
    """Return the tokens on the board that each city needs."""
    return support_rate_with(s.nations[nation].advances)


def support_rate_with(advances: Container[str]) -> int:
    """Return the support rate with these advances: 2, with Cultural Ascendancy 3 (CIV §11.2)."""
    return NUMBERS.support + ("cultural_ascendancy" in advances)


def is_supported(s: State, nation: str, rate: int = 0, idle: int = 0) -> bool:
    """Return whether the nation's tokens support its cities, at that rate if one is given, `idle` of them not
    counting.
    """
    needed = (rate or support_rate(s, nation)) * city_count(s, nation)
    return max(0, population(s, nation) - idle) >= needed


def citizens(s: State, nation: str) -> int:
    """Return how many tokens of the nation may be in an area with its city: one with Public Works (CIV §11.1)."""
    return int(has(s, nation, "public_works"))


def is_site(s: State, area: str) -> bool:
    """Return whether a city there is a city on a site (CIV §2.3, §3.1)."""
    return area in land(s).sites


def city_tokens(s: State, area: str) -> int:
    """Return how many tokens build a city there (CIV §10.1)."""
    return NUMBERS.site_tokens if is_site(s, area) else NUMBERS.wilderness_tokens
