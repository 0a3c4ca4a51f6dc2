"""The board of Advanced Civilization in words: region by region, or one area with everything about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from engine.civ.catalog import AREAS, CATALOG, SEAS
from engine.civ.describe import harbour_name
from engine.civ.geography import area_of, geography
from engine.civ.presentation import side_pictures
from engine.civ.presentation.board import CivBoard, areas, nation, owner_name, state, support
from engine.civ.presentation.names import NAMES
from engine.civ.presentation.said import said
from engine.civ.view import AreaView, CivView, NationView
from engine.core.atlas import ShapeFacts, SidePicture
from engine.core.message import SEMICOLON
from engine.core.text import capital, joint_text, list_parts, paginate, told_of

PAGE: Final = 2900
BRIEF: Final = 700
PHONE: Final = "phone"
CONFLICTS: Final = "contested"
MINE: Final = "mine"
REGION: Final = "region:"
BOARD: Final = CivBoard()
POSTED: Final[Mapping[str, Callable[[NationView], object]]] = {
    "census": lambda own: own.census,
    "track": lambda own: own.space,
}


class CivAtlas:
    """The board in words."""

    shows: tuple[str, ...] = (CONFLICTS, PHONE)
    side_pictures: tuple[str, ...] = tuple(side_pictures.SIDE_PICTURES)

    def side_picture(self, view: CivView, name: str, seat: str) -> SidePicture:
        """Return the A.S.T., money cards or advances; without a seat, those of the most advanced nation."""
        return side_pictures.side_picture(view, name, seat or side_pictures.in_order(view)[0][0])

    def pictures_to_post(self, view: CivView, since: CivView) -> Sequence[str]:
        """Return the pictures for a post: the census once it is taken, the A.S.T. once its markers have moved."""
        return [name for name, fact in POSTED.items() if side_pictures.differ(view, since, fact)]

    def regions(self, view: CivView) -> Sequence[tuple[str, str]]:
        """Return the regions with areas in play."""
        there = {AREAS[name].region for name in areas(view)}
        return [(region.id, region.name) for region in CATALOG.regions.values() if region.id in there]

    def is_region(self, slug: str) -> bool:
        """Return whether the board has that region."""
        return slug in CATALOG.regions

    def area(self, view: CivView, slug: str) -> str:
        """Return what is in an area, what it supports, its features, and its neighbours by land and by water."""
        land = geography(view.map.id)
        parts = [f"**{NAMES.name('area', slug)}** {state(view, slug) or said('area.empty')}.", *_nature(view, slug)]
        for key, near in (("land", land.by_land[slug]), ("water", land.by_water[slug])):
            named = [" ".join(filter(None, (NAMES.name("area", a), _bracket(state(view, a))))) for a in near]
            parts += [said(f"area.{key}", areas=list_parts(named, BRIEF, " · "))] if named else []
        return "\n".join(parts)

    def shape(self, view: CivView, shape: str) -> ShapeFacts:
        """Return the name of an area or of a harbour, and what is in the area; of an open sea the name alone."""
        kind, _, slug = shape.partition(":")
        if kind == "sea":
            return ShapeFacts(SEAS[slug].name, "")
        area = area_of(slug)
        told = " ".join([capital(f"{state(view, area) or said('area.empty')}."), *_nature(view, area)])
        return ShapeFacts(harbour_name(slug), told)

    def pages(self, view: CivView, only: Iterable[str] | None = None) -> list[str]:
        """Return how each nation is supported, a paragraph for each region with pieces, and how many areas are
        empty.
        """
        wanted = None if only is None else frozenset(only)
        shown = [name for name in areas(view) if (wanted is None or name in wanted) and state(view, name)]
        lines = [line for region, name in self.regions(view) if (line := _region(view, region, name, shown))]
        bare = sum(not state(view, name) for name in areas(view)) if wanted is None else 0
        balances = [_balance(view, slug) for slug, own in view.nations.items() if own.cities] if not only else []
        return paginate([*balances, *lines, *([said("bare", n=bare)] if bare else [])], "\n", PAGE)

    def within(self, view: CivView, show: str, seats: Sequence[str]) -> list[str]:
        """Return the areas of a region, those in conflict, or those with the seats' units."""
        if show == CONFLICTS:
            return list(view.conflicts)
        if show.startswith(REGION):
            return [name for name in areas(view) if AREAS[name].region == show.removeprefix(REGION)]
        if show == PHONE:
            return list(areas(view))
        return [name for name, area in areas(view).items() if show == MINE and _holds(area, seats)]

    def changed_areas(self, view: CivView, since: CivView) -> list[str]:
        """Return the areas that have changed."""
        before = areas(since)
        return [name for name in areas(view) if name not in before or state(view, name) != state(since, name)]

    def changes(self, view: CivView, since: CivView) -> list[str]:
        """Return what was and what is in each area that has changed, in pages."""
        lines = [
            said("changed", area=NAMES.name("area", name), before=_before(since, name), after=_now(view, name))
            for name in self.changed_areas(view, since)
        ]
        return paginate(lines, "\n", PAGE)

    def own(self, view: CivView, seat: str) -> list[str]:
        """Return the seat's areas with limits, free city sites one step away, neighbours' tokens, and its support."""
        if seat not in view.nations:
            return []
        land, there = geography(view.map.id), areas(view)
        mine = [a for a, area in there.items() if _holds(area, [seat])]
        stacks = [
            said("own.stack", area=NAMES.name("area", a), n=there[a].tokens[seat], limit=there[a].limit)
            for a in mine
            if seat in there[a].tokens
        ]
        near = dict.fromkeys(b for a in mine for b in (a, *land.by_land[a]))
        sites = [NAMES.name("area", a) for a in near if there[a].site and not there[a].city]
        lines = [("areas", stacks), ("sites", sites), ("threats", _threats(view, seat, mine))]
        told = [said(f"own.{key}", list=list_parts(found, BRIEF) or said("none")) for key, found in lines]
        return [f"**{owner_name(seat)}** {support(nation(view, seat))}.", *told]

    def brief(self, view: CivView) -> str:
        """Return the conflicts; without any, where each nation's cities are."""
        found = [f"{NAMES.name('area', name)} ({state(view, name)})" for name in view.conflicts]
        if found:
            return said("conflicts", areas=list_parts(found, BRIEF))
        held = [
            told_of(owner_name(slug), ", ".join(NAMES.name("area", a) for a in own.cities) or said("none"))
            for slug, own in view.nations.items()
        ]
        return said("cities_of", nations=list_parts(held, BRIEF, joint_text(SEMICOLON)))


def _nature(view: CivView, slug: str) -> list[str]:
    """Limit, site, flood plain, volcano."""
    area = areas(view)[slug]
    site = said(f"area.site_{area.site}") if area.site else said("area.wilderness")
    parts = [said("area.limit", n=area.limit), site]
    parts += [said("area.plain", name=NAMES.name("plain", area.plain))] if area.plain else []
    parts += [said("area.volcano", name=NAMES.name("volcano", area.volcano))] if area.volcano else []
    return [" ".join(parts)]


def _region(view: CivView, region: str, name: str, shown: Sequence[str]) -> str:
    inside = [f"{told_of(_with_limit(view, a), state(view, a))}." for a in shown if AREAS[a].region == region]
    return f"**{name}** {' '.join(inside)}" if inside else ""


def _with_limit(view: CivView, name: str) -> str:
    """`Rome (3, site)`."""
    area = areas(view)[name]
    site = f", {said('site_word')}" if area.site else ""
    return f"{NAMES.name('area', name)} ({area.limit}{site})"


def _balance(view: CivView, slug: str) -> str:
    return f"**{owner_name(slug)}** {support(nation(view, slug))}"


def _bracket(text: str) -> str:
    return f"({text})" if text else ""


def _threats(view: CivView, seat: str, mine: Sequence[str]) -> list[str]:
    """Tokens of others in areas next to those, by land."""
    land, there = geography(view.map.id), areas(view)
    near = dict.fromkeys(b for a in mine for b in (a, *land.by_land[a]))
    return [
        f"{owner_name(owner)} {n} ({NAMES.name('area', a)})"
        for a in near
        for owner, n in there[a].tokens.items()
        if owner != seat
    ]


def _now(view: CivView, name: str) -> str:
    return state(view, name) or said("area.empty")


def _before(since: CivView, name: str) -> str:
    return _now(since, name) if name in areas(since) else said("area.empty")


def _holds(area: AreaView, seats: Sequence[str]) -> bool:
    return bool(set(seats) & {*area.tokens, *area.ships, area.city})
