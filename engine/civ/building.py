"""Phase 7: new cities, and the money cards to be bought after the draw (CIV §10, §12.2).

An answer to `city.build` is an area, with what fills up the tokens that it lacks: `rome`, `rome:treasury`
(Architecture), `rome:neighbours` (Urbanism), `rome:both`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.civ import verbs
from engine.civ.board import (
    areas_with_tokens,
    cities_left,
    citizens,
    city_count,
    city_tokens,
    has,
    is_site,
    land,
    mega,
    nations_in_play,
    population,
    support_rate,
    tokens,
)
from engine.civ.catalog import AREAS, NUMBERS
from engine.civ.money import payable_piles, wish_for
from engine.civ.state import State, Wish
from engine.civ.together import together
from engine.civ.verbs import area, nation, tell
from engine.core.ask import choose, divide

DONE = "done"
PLAIN, TREASURY, NEIGHBOURS, BOTH = "", "treasury", "neighbours", "both"


@dataclass(frozen=True, slots=True)
class Site:
    """A city that can be built: what comes from treasury and from land neighbours."""

    area: str
    way: str
    treasury: int
    neighbours: int

    @property
    def token(self) -> str:
        """Return the answer that builds it."""
        return f"{self.area}:{self.way}" if self.way else self.area


@dataclass(slots=True)
class Built:
    """A city of a plan, with the tokens that come from each neighbour."""

    site: Site
    settlers: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Works:
    """What a nation builds, and the money cards that it names in advance."""

    built: list[Built]
    wish: Wish | None


async def build_cities(s: State) -> str:
    """Ask everyone at once what they build; cities are built in A.S.T. order (CIV §10.1, CIV-RUL-005)."""
    concerned = [n for n in nations_in_play(s) if sites(s, n, []) or payable_piles(s, n)]
    plans = await together(s, "city.all", concerned, plan)
    for n, works in plans.items():
        for built in works.built:
            build(s, n, built)
        if works.wish:
            verbs.wish(s, n, works.wish)
    return verbs.go_on(s, "surplus")


async def plan(s: State, name: str) -> Works:
    """Plan on a copy what one nation builds, and how many money cards it will buy."""
    done = list[Built]()
    while found := sites(s, name, done):
        picked = await choose(name, "city.build", [*cities_in_order(s, name, found)], left=cities_left(s, name))
        if picked == DONE:
            break
        site = next(one for one in found if one.token == picked)
        built = Built(site, await settlers(s, name, site))
        done.append(built)
        build(s, name, built)
    return Works(done, await wish_for(s, name))


def cities_in_order(s: State, name: str, found: list[Site]) -> list[str]:
    """Return cities that keep the others supported, then the stop, then the rest, so that silence builds what lasts."""
    good = [one.token for one in found if keeps_support(s, name, one)]
    return [*good, DONE, *(one.token for one in found if one.token not in good)]


def keeps_support(s: State, name: str, site: Site) -> bool:
    """Return whether the tokens left on the board support all cities once this one is built."""
    left = population(s, name) - tokens(s, site.area, name) - site.neighbours
    return left >= support_rate(s, name) * (city_count(s, name) + 1)


def sites(s: State, name: str, done: list[Built]) -> list[Site]:
    """Return where the nation can build, and how (CIV §10.1, §10.2)."""
    if not cities_left(s, name):
        return []
    free = [a for a in areas_with_tokens(s, name) if a not in s.cities and (is_site(s, a) or not barren(s, a))]
    return [site for a in free for site in ways(s, name, a, done)]


def barren(s: State, where: str) -> bool:
    """Return whether no city can be there: a wilderness that supports nobody (mega deck; this board has none)."""
    return mega(s) and AREAS[where].limit == 0


def ways(s: State, name: str, where: str, done: list[Built]) -> list[Site]:
    """Return the ways to build there: with the tokens of the area, or filled up as far as cards allow."""
    needed = city_tokens(s, where)
    lacking = needed - tokens(s, where, name)
    if lacking <= 0:
        return [Site(where, PLAIN, 0, 0)]
    rich = min(needed // 2, s.nations[name].treasury) if architects(s, name, where, done) else 0
    near = min(NUMBERS.urbanism, neighbour_tokens(s, name, where)) if urbanists(s, name, where, done) else 0
    found = [Site(where, TREASURY, lacking, 0)] if lacking <= rich else []
    found += [Site(where, NEIGHBOURS, 0, lacking)] if lacking <= near else []
    if rich and near and max(rich, near) < lacking <= rich + near:
        found.append(Site(where, BOTH, lacking - near, near))
    return found


def architects(s: State, name: str, where: str, done: list[Built]) -> bool:
    """Return whether Architecture helps: one city a turn, only without others' tokens or Barbarians (CIV §10.2)."""
    if not has(s, name, "architecture") or any(built.site.treasury for built in done):
        return False
    return set(s.tokens.get(where, {})) == {name}


def urbanists(s: State, name: str, where: str, done: list[Built]) -> bool:
    """Return whether Urbanism helps: one wilderness city a turn (CIV §10.2)."""
    return has(s, name, "urbanism") and not is_site(s, where) and not any(built.site.neighbours for built in done)


def neighbour_tokens(s: State, name: str, where: str) -> int:
    """Return the nation's tokens next door by land."""
    return sum(tokens(s, a, name) for a in land(s).by_land[where])


async def settlers(s: State, name: str, site: Site) -> dict[str, int]:
    """Ask which neighbours send tokens (Urbanism)."""
    near = {a: tokens(s, a, name) for a in land(s).by_land[site.area]}
    return await divide(name, "city.settlers", near, site.neighbours, about=[site.area], area=area(site.area))


def build(s: State, name: str, built: Built) -> None:
    """Build a city: all tokens there go to stock, except one of Public Works beyond those needed (CIV §10.1)."""
    where = built.site.area
    own = tokens(s, where, name)
    stays = min(citizens(s, name), max(0, own - city_tokens(s, where)))
    verbs.take(s, name, where, own - stays)
    for near, n in built.settlers.items():
        verbs.take(s, name, near, n)
    verbs.pay(s, name, built.site.treasury)
    verbs.put_city(s, name, where)
    said: dict[str, Any] = {"n": own - stays, "treasury": built.site.treasury, "neighbours": built.site.neighbours}
    tell(s, f"city.built_{built.site.way or 'plain'}", focus=[where], player=nation(name), area=area(where), **said)
